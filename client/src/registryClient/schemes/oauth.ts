import { type Failed, type Translate, failed } from "../registryError";
import type { Renewals } from "./oauthProtocol";
import type {
  CredentialScheme,
  Keeping,
  OAuthTokens,
  ProviderSignIn,
  RenewedBy,
  SessionToken,
  StoredFields,
} from "./credential";
import { Credential, readTokens, resourceMetadataIn } from "./credential";
import { textOf } from "@analyses/protocol/message";

const name = "oauth";

/** Sign-in in the browser at the organisation's own login (OAuth 2.0, authorization code with PKCE). */
export const oauth: CredentialScheme = {
  name,
  label: (translate) => translate("Sign in with your browser"),
  detail: (translate) => translate("OAuth 2.0, at your organisation's own sign-in page"),
  answers: (challenge) => resourceMetadataIn(challenge) !== undefined,
  ask: async ({ signInByBrowser }) => {
    const given = await signInByBrowser?.();
    if (given === undefined) return undefined;
    return "provider" in given ? new ProviderCredential(given) : new OAuthCredential(given);
  },
  read: (stored) => {
    const { scopes } = stored;
    const provider = textOf(stored.provider);
    if (provider !== "" && Array.isArray(scopes)) {
      const account = { id: textOf(stored.accountId), label: textOf(stored.accountLabel) };
      return new ProviderCredential({ provider, scopes: scopes.map(textOf), account });
    }
    const tokens = readTokens(stored);
    return tokens && new OAuthCredential(tokens);
  },
};

export class OAuthCredential extends Credential {
  #tokens: OAuthTokens;
  #keeping: Keeping | undefined;
  #renewing: Promise<Failed | undefined> | undefined;
  /** The final failure, once the sign-in cannot be renewed. */
  #ended: Failed | undefined;
  #renewals: Renewals | undefined;

  constructor(tokens: OAuthTokens) {
    super(name, "");
    this.#tokens = tokens;
  }

  override keepIn(keeping: Keeping): void {
    this.#keeping = keeping;
  }

  override async authorize(signal: AbortSignal, insists = false): Promise<string | Failed | undefined> {
    const { expiresAt, renewAhead, refresh } = this.#tokens;
    const left = expiresAt - (this.#keeping?.clock.now() ?? 0);
    if (expiresAt > 0 && refresh !== "" && left < renewAhead) {
      const renewing = this.#renewOnce(signal, insists);
      // While the token is valid, the request does not wait for a server that may be down.
      const failure = left > 0 ? undefined : await renewing;
      if (failure !== undefined) return this.#ended ?? failure;
    }
    return this.#ended ?? this.#header;
  }

  /** Renews once per refused token: another request may have renewed it meanwhile. */
  override async renew(refused: string, signal: AbortSignal, insists = false): Promise<boolean | Failed> {
    if (refused !== this.#header) return true;
    if (this.#tokens.refresh === "") return false;
    const failure = await this.#renewOnce(signal, insists);
    if (failure === undefined) return true;
    return this.#ended ?? failure;
  }

  override mayShareGrant(other: Credential): boolean {
    return other.scheme === name && other.fieldsToStore().issuer === this.#tokens.issuer;
  }

  /** Revokes the sign-in at the server, if possible. */
  override async revoke({ transport, clock }: RenewedBy, signal: AbortSignal): Promise<void> {
    const { revoke } = await import("./oauthProtocol");
    await revoke({ transport, now: () => clock.now(), signal }, this.#tokens);
  }

  override describe(translate: Translate, language: string): string {
    const { refresh, expiresAt } = this.#tokens;
    if (refresh !== "") return translate("With the browser; renewed by itself.");
    if (expiresAt === 0) return translate("With the browser. Until when is not known.");
    const end = new Date(expiresAt).toLocaleString(language, { dateStyle: "medium", timeStyle: "short" });
    return translate("With the browser, until {0}.", end);
  }

  override fieldsToStore(): StoredFields {
    return { ...this.#tokens };
  }

  /** Compares the sign-in, not its current tokens. */
  override equals(other: Credential | undefined): boolean {
    return other?.scheme === name && other.fieldsToStore().grant === this.#tokens.grant;
  }

  get #header(): string {
    return `Bearer ${this.#tokens.access}`;
  }

  /** Shares one renewal among all requests; an aborted request stops waiting. */
  #renewOnce(signal: AbortSignal, insists: boolean): Promise<Failed | undefined> {
    this.#renewing ??= this.#renewNow(insists).finally(() => (this.#renewing = undefined));
    return Promise.race([this.#renewing, givenUp(signal)]);
  }

  async #renewNow(insists: boolean): Promise<Failed | undefined> {
    const keeping = this.#keeping;
    if (keeping === undefined) return failed({ kind: "cancelled" });
    this.#renewals ??= new (await import("./oauthProtocol")).Renewals();
    const outcome = await this.#renewals.renew(keeping, this.#tokens, insists);
    if (outcome.kind === "renewed") {
      this.#tokens = outcome.tokens;
      return undefined;
    }
    if (outcome.kind === "failed") return outcome;
    return (this.#ended = failed({ kind: "unauthenticated", credential: "ended" }));
  }
}

/** A sign-in of VS Code, which stores and renews the tokens; each request fetches the current one from it. */
export class ProviderCredential extends Credential {
  readonly #signIn: Omit<ProviderSignIn, "sessionToken">;
  #sessionToken: SessionToken | undefined;

  constructor({ sessionToken, ...signIn }: Omit<ProviderSignIn, "sessionToken"> & Partial<ProviderSignIn>) {
    super(name, "");
    this.#signIn = signIn;
    this.#sessionToken = sessionToken;
  }

  override keepIn({ sessionToken }: Keeping): void {
    this.#sessionToken ??= sessionToken;
  }

  override async authorize(signal: AbortSignal): Promise<string | Failed> {
    return Promise.race([this.#header(), givenUp(signal)]);
  }

  /** Whether VS Code has a new token. */
  override async renew(refused: string, signal: AbortSignal): Promise<boolean | Failed> {
    const header = await this.authorize(signal);
    if (typeof header === "string") return header !== refused;
    return header.error.kind === "unauthenticated" ? false : header;
  }

  override describe(translate: Translate): string {
    return translate("By VS Code's own sign-in ({0}), which renews it.", this.#signIn.provider);
  }

  override fieldsToStore(): StoredFields {
    const { provider, scopes, account } = this.#signIn;
    return { provider, scopes, accountId: account.id, accountLabel: account.label };
  }

  async #header(): Promise<string | Failed> {
    try {
      const token = (await this.#sessionToken?.(this.#signIn)) ?? "";
      // The header holds only visible ASCII (RFC 6750, section 2.1).
      if (/^[\x21-\x7e]+$/.test(token)) return `Bearer ${token}`;
      return failed({ kind: "unauthenticated", credential: "expired" });
    } catch {
      return failed({ kind: "notRenewed", host: this.#signIn.provider });
    }
  }
}

function givenUp(signal: AbortSignal): Promise<Failed> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(failed({ kind: "cancelled" })), { once: true });
  });
}
