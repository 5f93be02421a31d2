// The sign-in methods: with a typed or pasted secret, which cannot be renewed, and with a browser.

import type {
  Challenge,
  CredentialReading,
  CredentialScheme,
  StoredFields,
  Keeping,
  OAuthTokens,
  ProviderSignIn,
  RenewedBy,
  SessionToken,
} from "./credential";
import { Credential, credentialIn, isTooLong, problemIn, readTokens, resourceMetadataIn } from "./credential";
import { type Translate, type Failed, failed } from "../registryError";
import { textOf } from "@analyses/protocol/message";
import type { Renewals } from "./oauthProtocol";

/** User name and password (RFC 7617). */
const basic: CredentialScheme = {
  name: "basic",
  label: (translate) => translate("User name and password"),
  detail: (translate) => translate("HTTP Basic authentication"),
  answers: ({ scheme }) => scheme === "basic",
  ask: async ({ host, userNameBefore, isAgain, translate, ask }) => {
    // After a refusal the user expects the password prompt, and must not type a password into the unmasked box.
    const userName = isAgain
      ? userNameBefore
      : await ask({
          prompt: translate("User name at {0}", host),
          value: userNameBefore,
          isSecret: false,
          check: (text) => problemIn(basicCredential(text, "x")),
        });
    if (userName === undefined) return undefined;
    const password = await ask({
      prompt: translate("Password of {0} at {1}", userName, host),
      isSecret: true,
      check: (text) => problemIn(basicCredential(userName, text)),
    });
    return password === undefined ? undefined : credentialIn(basicCredential(userName, password));
  },
  read: ({ userName, secret }) => credentialIn(basicCredential(textOf(userName), textOf(secret))),
};

/** Refuses a colon in the user name, and control characters (RFC 7617, section 2). */
export function basicCredential(userName: string, password: string): CredentialReading {
  if (userName === "") return "userNameMissing";
  if (userName.includes(":")) return "userNameHoldsColon";
  if (password === "") return "passwordMissing";
  if (isTooLong(userName + password)) return "tooLong";
  // A lone surrogate has no UTF-8 encoding: `TextEncoder` would replace it.
  if (/[\p{Cc}\p{Cs}]/u.test(userName + password)) return "illegalCharacter";
  return new BasicCredential(userName, password);
}

class BasicCredential extends Credential {
  readonly #password: string;

  constructor(userName: string, password: string) {
    super("basic", userName);
    this.#password = password;
  }

  override authorize(): Promise<string> {
    // NFC, as in RFC 7617, section 2.1: keyboards of some systems write "e" and its accent as two characters.
    const pair = `${this.userName}:${this.#password}`.normalize("NFC");
    const bytes = new TextEncoder().encode(pair);
    return Promise.resolve(`Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`);
  }

  /**
   * UTF-8 is the only encoding that a registry can announce (RFC 7617, section 2.1). A registry that announces none may
   * decode non-ASCII characters in any encoding. The client tries only UTF-8, since registries count wrong passwords.
   */
  override mayBeMisread(challenges: readonly Challenge[]): boolean {
    const saysUtf8 = challenges.some(
      (challenge) =>
        basic.answers(challenge) && challenge.parameters.get("charset")?.toLowerCase() === "utf-8",
    );
    return !saysUtf8 && /[^\x20-\x7e]/.test(this.userName + this.#password);
  }

  override describe(translate: Translate): string {
    return translate("With your user name.");
  }

  override fieldsToStore() {
    return { userName: this.userName, secret: this.#password };
  }
}

/** An access token that the user pastes (RFC 6750). */
const bearer: CredentialScheme = {
  name: "bearer",
  label: (translate) => translate("Access token"),
  detail: (translate) => translate("OAuth 2.0 Bearer authentication"),
  answers: ({ scheme }) => scheme === "bearer",
  ask: async ({ host, translate, ask }) => {
    const token = await ask({
      prompt: translate("Access token for {0}", host),
      isSecret: true,
      check: (text) => problemIn(bearerCredential(trimmed(text))),
    });
    return token === undefined ? undefined : credentialIn(bearerCredential(trimmed(token)));
  },
  read: ({ secret }) => credentialIn(bearerCredential(textOf(secret))),
};

/** Removes the word `Bearer` and the line break, which users copy with the token. */
function trimmed(text: string): string {
  return text.trim().replace(/^Bearer(\s+|$)/i, "");
}

/** A token is visible ASCII without spaces (RFC 6750, section 2.1). */
export function bearerCredential(token: string): CredentialReading {
  if (token === "") return "tokenMissing";
  if (isTooLong(token)) return "tooLong";
  if (!/^[\x21-\x7e]+$/.test(token)) return "illegalCharacter";
  return new BearerCredential(token);
}

class BearerCredential extends Credential {
  readonly #token: string;

  constructor(token: string) {
    super("bearer", "");
    this.#token = token;
  }

  override authorize(): Promise<string> {
    return Promise.resolve(`Bearer ${this.#token}`);
  }

  override describe(translate: Translate): string {
    return translate("With an access token that was pasted. Until when it holds is not known.");
  }

  override fieldsToStore() {
    return { userName: "", secret: this.#token };
  }
}

/** Sign-in in the browser at the organisation's own login (OAuth 2.0, authorization code with PKCE). */
export const oauth: CredentialScheme = {
  name: "oauth",
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

/** The tokens of a sign-in with the browser, which the credential renews. */
export class OAuthCredential extends Credential {
  #tokens: OAuthTokens;
  #keeping: Keeping | undefined;
  #renewing: Promise<Failed | undefined> | undefined;
  /** The final failure, once the sign-in cannot be renewed. */
  #ended: Failed | undefined;
  #renewals: Renewals | undefined;

  constructor(tokens: OAuthTokens) {
    super("oauth", "");
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

  /** Renews once per refused token: another request may have renewed the token meanwhile. */
  override async renew(refused: string, signal: AbortSignal, insists = false): Promise<boolean | Failed> {
    if (refused !== this.#header) return true;
    if (this.#tokens.refresh === "") return false;
    const failure = await this.#renewOnce(signal, insists);
    if (failure === undefined) return true;
    return this.#ended ?? failure;
  }

  override mayShareGrant(other: Credential): boolean {
    return other.scheme === this.scheme && other.fieldsToStore().issuer === this.#tokens.issuer;
  }

  /** Revokes the sign-in at the server, if the server has an endpoint for that. */
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

  get #header(): string {
    return `Bearer ${this.#tokens.access}`;
  }

  /** Shares one renewal among all requests; an aborted request stops waiting. */
  #renewOnce(signal: AbortSignal, insists: boolean): Promise<Failed | undefined> {
    this.#renewing ??= this.#renewNow(insists).finally(() => (this.#renewing = undefined));
    return Promise.race([this.#renewing, failedOnAbort(signal)]);
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

/**
 * A sign-in by one of VS Code's authentication providers, which stores and renews the tokens; each request fetches the
 * current token from VS Code.
 */
export class ProviderCredential extends Credential {
  readonly #signIn: Omit<ProviderSignIn, "sessionToken">;
  #sessionToken: SessionToken | undefined;

  constructor({ sessionToken, ...signIn }: Omit<ProviderSignIn, "sessionToken"> & Partial<ProviderSignIn>) {
    super("oauth", "");
    this.#signIn = signIn;
    this.#sessionToken = sessionToken;
  }

  override keepIn({ sessionToken }: Keeping): void {
    this.#sessionToken ??= sessionToken;
  }

  override async authorize(signal: AbortSignal): Promise<string | Failed> {
    return Promise.race([this.#header(), failedOnAbort(signal)]);
  }

  /** Returns true if VS Code has another token than the refused one. */
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

function failedOnAbort(signal: AbortSignal): Promise<Failed> {
  return new Promise((resolve) => {
    signal.addEventListener("abort", () => resolve(failed({ kind: "cancelled" })), { once: true });
  });
}

/** The sign-in methods, in their order for a registry that sends no known challenge. */
const credentialSchemes: readonly CredentialScheme[] = [oauth, basic, bearer];

/** Reads a credential from stored fields; undefined if no scheme can read them. */
export function readCredential(stored: StoredFields): Credential | undefined {
  return credentialSchemes.find(({ name }) => name === stored.scheme)?.read(stored);
}

/** A sign-in method that the user can choose. */
interface SchemeChoice {
  readonly scheme: CredentialScheme;
  /** Whether the registry's challenges name other methods, but not this method. */
  readonly isUnusual: boolean;
}

/**
 * The sign-in methods, the likeliest first: the method used before, unless the challenges name only other methods; then
 * the browser; then the rest in the order of the challenges.
 *
 * @param challenges of the registry; empty if it sent none
 * @param before the scheme of an earlier sign-in
 * @param hasIssuer whether the settings name the issuer or provider for a sign-in with a browser
 */
export function schemeChoices(
  challenges: readonly Challenge[],
  before: string | undefined,
  hasIssuer = false,
): readonly SchemeChoice[] {
  const isKnown = challenges.some((challenge) => credentialSchemes.some(({ answers }) => answers(challenge)));
  // The browser is also offered without challenges after an earlier sign-in with it: the registry may have been too
  // slow.
  const isBrowserOffered =
    challenges.some(oauth.answers) || (challenges.length === 0 && before === oauth.name);
  // Infinity for methods that the challenges do not name. -2 and -1 come before the challenges' indices.
  const rankOf = (scheme: CredentialScheme) => {
    const index = challenges.findIndex(scheme.answers);
    if (scheme.name === before && (index >= 0 || !isKnown)) return -2;
    if (scheme === oauth) return -1;
    return isKnown && index < 0 ? Infinity : index;
  };
  return credentialSchemes
    .filter((scheme) => scheme !== oauth || hasIssuer || isBrowserOffered)
    .map((scheme) => ({ scheme, rank: rankOf(scheme) }))
    .sort((a, b) => (a.rank === b.rank ? 0 : a.rank - b.rank))
    .map(({ scheme, rank }) => ({ scheme, isUnusual: rank === Infinity }));
}
