import { type Read, type ReadBy, objectOf, textOf } from "@analyses/protocol/message";
import type { Translate, Failed } from "../registryError";
import type { Clock, Transport } from "../transport";

/** An authentication challenge of a server. */
export interface Challenge {
  /** In lower case, for example `basic`. */
  readonly scheme: string;
  /** By name in lower case; empty for a challenge with a `token68`. */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/**
 * An element of the header: a scheme with its first parameter or `token68`, a further parameter, or nothing. The
 * lookahead matches the leading spaces atomically: with backtracking, thousands of spaces would take quadratic time.
 */
const headerElement = new RegExp(
  `(?=(\\s*))\\1(?:(${token})(?:\\s+(?=[^\\s=,])|\\s*(?=,|$)))?(?:(${token})\\s*=\\s*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")|[0-9A-Za-z._~+/-]+=*)?\\s*(?:,|$)`,
  "y",
);

/** The maximum number of elements that are parsed: more than any server sends. */
const maxElements = 50;

/**
 * Parses the header `WWW-Authenticate` (RFC 9110, section 11.6.1). Transports join several such headers by commas.
 *
 * @returns the challenges up to the first that is not well-formed; none without the header
 */
export function readChallenges(header: string | undefined): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header ?? "";
  headerElement.lastIndex = 0;
  for (let count = 0; count < maxElements && headerElement.lastIndex < text.length; count += 1) {
    const found = headerElement.exec(text);
    if (found === null) break;
    const [, , scheme, name, plain, quoted] = found;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    const value = plain ?? quoted?.replace(/\\(.)/g, "$1");
    if (name !== undefined && value !== undefined) {
      challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
    }
  }
  return challenges;
}

/** The address of the metadata that name the registry's token issuer (RFC 9728, section 5.1). */
export function resourceMetadataIn({ scheme, parameters }: Challenge): string | undefined {
  return scheme === "bearer" ? parameters.get("resource_metadata") : undefined;
}

/**
 * A sign-in method (specification, section 5.2): its prompts, its stored fields, and its header.
 */
export interface CredentialScheme {
  /** The scheme's name in the secret store and in the account. */
  readonly name: string;
  readonly label: (translate: Translate) => string;
  readonly detail: (translate: Translate) => string;
  /** Whether a credential of this scheme answers a challenge of the registry. */
  readonly answers: (challenge: Challenge) => boolean;
  /** Prompts the user. Undefined if they cancel. */
  readonly ask: (questions: CredentialQuestions) => Promise<Credential | undefined>;
  /** Reads the fields of {@link Credential.fieldsToStore}; undefined for anything else. */
  readonly read: (stored: StoredFields) => Credential | undefined;
}

/** What a scheme needs to prompt the user. */
interface CredentialQuestions {
  /** The registry's host, shown in each prompt: the configured name of a registry is arbitrary text. */
  readonly host: string;
  /** The user name of an earlier sign-in, offered as the default; "" for none. */
  readonly userNameBefore: string;
  /** Whether the registry has just refused the earlier sign-in: the user then types only the secret again. */
  readonly isAgain: boolean;
  readonly translate: Translate;
  /** Prompts for a text. Undefined if the user cancels. */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** Lets the user sign in in their browser. Undefined if they cancel, or it fails. */
  readonly signInByBrowser?: () => Promise<OAuthTokens | ProviderSignIn | undefined>;
}

export interface Question {
  readonly prompt: string;
  readonly value?: string;
  /** Whether the input box masks the text. */
  readonly isSecret: boolean;
  /** Returns the problem of the text typed so far; undefined for none. */
  readonly check: (text: string) => CredentialProblem | undefined;
}

export type StoredFields = Readonly<Record<string, unknown>>;

/**
 * A user's secret. It leaves this object only in requests (`authorize`, `renew`, `revoke`) and for the secret store
 * (`fieldsToStore`). Printing, inspecting, spreading or serialising it reveals nothing, as long as a scheme keeps it
 * in private fields (`#secret`).
 */
export abstract class Credential {
  /**
   * @param scheme the scheme's name
   * @param userName the user name to display; "" if the scheme has none
   */
  protected constructor(
    readonly scheme: string,
    readonly userName: string,
  ) {}

  /**
   * Returns the value of the header `Authorization`, for the guarded request only. Called before each request, so that
   * a scheme can first renew a token that expires.
   *
   * @param insists whether the user retries: ignores the pause after a failed renewal
   * @returns undefined if there is nothing to send; a failure if it cannot be sent now
   */
  abstract authorize(signal: AbortSignal, insists?: boolean): Promise<string | Failed | undefined>;

  /**
   * A sentence with the sign-in method and when the sign-in ends.
   *
   * @param language the user's language, as a tag (RFC 5646)
   */
  abstract describe(translate: Translate, language: string): string;

  /** The fields to store, among them the unencrypted secret: for the secret store only. */
  abstract fieldsToStore(): StoredFields;

  /**
   * Called when the registry refuses a token, for schemes that can renew it: the token may have expired even if the
   * registry does not report that (RFC 6750, section 3.1).
   *
   * @param refused the header of the refused request: another request may have renewed the token meanwhile
   * @param insists see {@link authorize}
   * @returns whether to send the request once more; a failure if the token cannot be renewed now
   */
  renew?(refused: string, signal: AbortSignal, insists?: boolean): Promise<boolean | Failed>;

  /**
   * Called when the credential has been stored, or read from the secret store; for schemes that renew stored tokens.
   */
  keepIn?(keeping: Keeping): void;

  /** Whether one server may have issued this and the other credential, so that revoking either may end both. */
  mayShareGrant?(other: Credential): boolean;

  /** Revokes the credential at its issuer, for schemes that can. */
  revoke?(by: RenewedBy, signal: AbortSignal): Promise<void>;

  /**
   * Whether a registry that refuses the credential may have decoded its characters in another encoding than UTF-8.
   *
   * @param challenges the challenges of the refusal
   */
  mayBeMisread?(challenges: readonly Challenge[]): boolean;

  toString(): string {
    return `[${this.scheme} credential]`;
  }

  toJSON(): string {
    return this.toString();
  }
}

export type CredentialProblem =
  | "userNameMissing"
  | "userNameHoldsColon"
  | "passwordMissing"
  | "tokenMissing"
  | "illegalCharacter"
  | "tooLong";

/** A credential, or the problem of the text that was read. */
export type CredentialReading = Credential | CredentialProblem;

/** The maximum size of a secret: servers accept no longer headers, and a longer text was pasted by mistake. */
const maxBytes = 8192;

export function isTooLong(secret: string): boolean {
  return secret.length > maxBytes || new TextEncoder().encode(secret).length > maxBytes;
}

export function problemIn(reading: CredentialReading): CredentialProblem | undefined {
  return typeof reading === "string" ? reading : undefined;
}

export function credentialIn(reading: CredentialReading): Credential | undefined {
  return typeof reading === "string" ? undefined : reading;
}

const numberOf: Read<number> = (stored) => Number(stored) || 0;

/** The result of a sign-in in the browser, stored as one secret. Missing texts are "". */
const readTokenFields = objectOf({
  access: textOf,
  refresh: textOf,
  /** In milliseconds since 1970; 0 if unknown. */
  expiresAt: numberOf,
  /** How many milliseconds before `expiresAt` the tokens are renewed. */
  renewAhead: numberOf,
  scopes: (stored): readonly string[] => (Array.isArray(stored) ? stored.map(textOf) : []),
  issuer: textOf,
  /** Both endpoints are pinned at sign-in: the client sends the refresh token nowhere else. */
  tokenEndpoint: textOf,
  revocationEndpoint: textOf,
  clientId: textOf,
  resource: textOf,
  /** Identifies the sign-in across renewals. */
  grant: textOf,
});
export type OAuthTokens = ReadBy<typeof readTokenFields>;

/** Reads the stored fields of the scheme `oauth`. */
export function readTokens(stored: StoredFields): OAuthTokens | undefined {
  const tokens = readTokenFields(stored);
  if (tokens === undefined || !/^[\x21-\x7e]+$/.test(tokens.access)) return undefined;
  return URL.canParse(tokens.tokenEndpoint) ? tokens : undefined;
}

/** Whether a text is a scope: visible ASCII without quotes and backslashes (RFC 6749, section 3.3). */
export function isScope(text: string): boolean {
  return /^[!#-[\]-~]{1,200}$/.test(text);
}

/** A sign-in kept by one of VS Code's authentication providers: the extension stores no secret of it. */
export interface ProviderSignIn {
  /** VS Code's provider ID, for example `microsoft`. */
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly account: { readonly id: string; readonly label: string };
  readonly sessionToken: SessionToken;
}

/** Gets VS Code's current access token for a sign-in, without a prompt; undefined if it no longer has one. */
export type SessionToken = (signIn: Omit<ProviderSignIn, "sessionToken">) => PromiseLike<string | undefined>;

/** What a credential needs to renew or revoke itself. */
export interface RenewedBy {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Absent outside of VS Code. */
  readonly sessionToken?: SessionToken;
}

/** What a credential needs to renew tokens in the secret store. */
export interface Keeping extends RenewedBy {
  /** Reads the secret store, which another window may have written; no fields if it holds nothing. */
  read(): Promise<StoredFields>;
  /**
   * Replaces the stored fields of the same sign-in (`grant`).
   *
   * @returns false if that sign-in was deleted or replaced
   */
  write(fields: StoredFields): Promise<boolean>;
}
