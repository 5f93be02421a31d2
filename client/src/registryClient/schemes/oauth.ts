import type { Failed } from "../registryError";
import { failed } from "../registryError";
import type { CredentialScheme, StoredFields } from "./credential";
import { Credential } from "./credential";
import type { Keeping, OAuthTokens } from "./oauthTokens";
import { readTokens } from "./oauthTokens";

const name = "oauth";

/** Sign-in in the browser at the organisation's own login (OAuth 2.0, authorization code with PKCE). */
export const oauth: CredentialScheme = {
  name,
  label: (translate) => translate("Sign in with your browser"),
  detail: (translate) => translate("OAuth 2.0, at your organisation's own sign-in page"),
  answers: ({ scheme, parameters }) => scheme === "bearer" && parameters.has("resource_metadata"),
  ask: async ({ signInByBrowser }) => {
    const tokens = await signInByBrowser?.();
    return tokens && new OAuthCredential(tokens);
  },
  read: (stored) => {
    const tokens = readTokens(stored);
    return tokens && new OAuthCredential(tokens);
  },
};

/** So long before its end an access token is renewed. */
const aheadMilliseconds = 60_000;

export class OAuthCredential extends Credential {
  #tokens: OAuthTokens;
  #keeping: Keeping | undefined;
  #renewing: Promise<Failed | undefined> | undefined;
  /** Why it is of no use any more. */
  #ended: Failed | undefined;

  constructor(tokens: OAuthTokens) {
    super(name, "");
    this.#tokens = tokens;
  }

  override keepIn(keeping: Keeping): void {
    this.#keeping = keeping;
  }

  override async authorize(): Promise<string | Failed | undefined> {
    const { expiresAt, refresh } = this.#tokens;
    const left = expiresAt - (this.#keeping?.clock.now() ?? 0);
    if (expiresAt > 0 && refresh !== "" && left < aheadMilliseconds) {
      const failure = await this.#renewOnce();
      // As long as it is valid, it does not matter that the server is not there.
      if (failure !== undefined && left <= 0) return this.#ended ?? failure;
    }
    return this.#ended ?? this.#header;
  }

  /** One renewal for one refusal: another request may have renewed the token meanwhile. */
  override async renew(refused: string): Promise<boolean | Failed> {
    if (refused !== this.#header) return true;
    if (this.#tokens.refresh === "") return false;
    const failure = await this.#renewOnce();
    if (failure === undefined) return true;
    return this.#ended === undefined ? failure : false;
  }

  /** Tells the server that the sign-in is over; as far as it can be told. */
  override async revoke(signal: AbortSignal): Promise<void> {
    const keeping = this.#keeping;
    if (keeping === undefined) return;
    const { revoke } = await import("./oauthProtocol");
    const { transport, clock } = keeping;
    await revoke({ transport, now: () => clock.now(), signal }, this.#tokens);
  }

  override fieldsToStore(): StoredFields {
    return { ...this.#tokens };
  }

  /** The same sign-in, whichever tokens it has by now. */
  override equals(other: Credential | undefined): boolean {
    return other?.scheme === name && other.fieldsToStore().grant === this.#tokens.grant;
  }

  get #header(): string {
    return `Bearer ${this.#tokens.access}`;
  }

  /** Once, however many requests wait. */
  #renewOnce(): Promise<Failed | undefined> {
    return (this.#renewing ??= this.#renewNow().finally(() => (this.#renewing = undefined)));
  }

  async #renewNow(): Promise<Failed | undefined> {
    const keeping = this.#keeping;
    if (keeping === undefined) return failed({ kind: "cancelled" });
    const { renewTokens } = await import("./oauthRenewal");
    const outcome = await renewTokens(keeping, this.#tokens);
    if (outcome.kind === "renewed") {
      this.#tokens = outcome.tokens;
      return undefined;
    }
    if (outcome.kind === "failed") return outcome;
    return (this.#ended = failed({ kind: "unauthenticated", credential: "expired" }));
  }
}
