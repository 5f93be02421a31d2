import { request } from "node:https";

/** A response, before the browser follows any redirect. */
interface Page {
  readonly status: number;
  readonly text: string;
  /** The URL of the redirect; "" when there is none. */
  readonly location: string;
}

/** The last page of a chain of redirects, or an address at another origin, which the agent does not request. */
interface Arrival {
  readonly address: string;
  readonly text: string;
}

/** Signs in as a browser does: keeps cookies, follows redirects, submits forms. */
export class BrowserAgent {
  readonly #cookies = new Map<string, string>();
  readonly #ca: string;

  /** @param ca certificate of the trusted authority, as PEM */
  constructor(ca: string) {
    this.#ca = ca;
  }

  /**
   * Follows an authorization request to the page that lists the users, and chooses one.
   *
   * @param userName "" to refuse the sign-in
   * @returns the redirect address with the authorization response, which the agent does not request
   */
  async signIn(address: string, userName: string): Promise<string> {
    return (await this.#choose((await this.follow(address)).address, userName)).address;
  }

  /**
   * Submits a device's code from the verification page, and signs in.
   *
   * @returns the text of the last page
   */
  async enterCode(verificationAddress: string, userName: string): Promise<string> {
    let page = await this.#send(verificationAddress);
    while (page.location === "") page = await this.#send(...formIn(page));
    const { address } = await this.follow(this.#redirectOf(page, verificationAddress));
    return (await this.#choose(address, userName)).text;
  }

  async #choose(page: string, userName: string): Promise<Arrival> {
    const answered = await this.#send(page, new URLSearchParams({ user: userName }));
    return this.follow(this.#redirectOf(answered, page));
  }

  #redirectOf({ location, status, text }: Page, from?: string): string {
    if (location === "") throw new Error(`There is no redirect, but ${status}: ${text.slice(0, 500)}`);
    return new URL(location, from).href;
  }

  async follow(start: string): Promise<Arrival> {
    const { origin } = new URL(start);
    for (let address = start; ;) {
      const { location, text } = await this.#send(address);
      if (location === "") return { address, text };
      address = new URL(location, address).href;
      if (new URL(address).origin !== origin) return { address, text: "" };
    }
  }

  async #send(address: string, form?: URLSearchParams): Promise<Page> {
    const page = await new Promise<Page>((resolve, reject) => {
      const cookie = [...this.#cookies].map((pair) => pair.join("=")).join("; ");
      const type = form && { "content-type": "application/x-www-form-urlencoded" };
      const sent = request(address, {
        method: form === undefined ? "GET" : "POST",
        ca: this.#ca,
        headers: { cookie, ...type },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        for (const line of response.headers["set-cookie"] ?? []) {
          const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
          if (value === "") this.#cookies.delete(name);
          else this.#cookies.set(name, value);
        }
        let text = "";
        response.on("data", (piece) => (text += String(piece)));
        const { statusCode: status = 0, headers } = response;
        response.on("end", () => resolve({ status, text, location: headers.location ?? "" }));
      });
      sent.end(form?.toString());
    });
    return page;
  }
}

/** Reads a page's form with the values of its hidden fields. */
function formIn({ text }: Page): [action: string, form: URLSearchParams] {
  const action = /action="([^"]+)"/.exec(text)?.[1];
  if (action === undefined) throw new Error(`There is no form: ${text.slice(0, 500)}`);
  const form = new URLSearchParams();
  for (const [, name = "", value] of text.matchAll(/<input type="hidden" name="([^"]+)" value="([^"]*)"/g)) {
    form.append(name, value ?? "");
  }
  return [action, form];
}
