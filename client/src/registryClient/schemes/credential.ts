import type { Translate, Failed } from "../registryError";
import type { Clock, Transport } from "../transport";

/** A way to authenticate that a server asks for. */
export interface Challenge {
  /** In lower case, for example `basic`. */
  readonly scheme: string;
  /** By name in lower case; without those of a challenge that is one token (`token68`). */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/**
 * A scheme with its first parameter, a further parameter, or what cannot be read. The spaces before it are taken as
 * a whole: shared out between those before and those after nothing, thousands of them would take their square.
 */
const part = new RegExp(
  `(?=(\\s*))\\1(?:(${token})(?:\\s+(?=[^\\s=,])|\\s*(?=,|$)))?(?:(${token})\\s*=\\s*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")|[0-9A-Za-z._~+/-]+=*)?\\s*(?:,|$)`,
  "y",
);

/** More than any server asks for. */
const mostParts = 50;

/**
 * Reads the header `WWW-Authenticate` (RFC 9110, section 11.6.1). Several such headers are one, joined by commas.
 *
 * @returns the challenges up to the first that is not well-formed; none without the header
 */
export function readChallenges(header: string | undefined): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header ?? "";
  part.lastIndex = 0;
  for (let count = 0; count < mostParts && part.lastIndex < text.length; count += 1) {
    const found = part.exec(text);
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

/** Where a registry says who issues its tokens (RFC 9728, section 5.1); a proxy before it may have a challenge too. */
export function resourceMetadataIn({ scheme, parameters }: Challenge): string | undefined {
  return scheme === "bearer" ? parameters.get("resource_metadata") : undefined;
}

/**
 * A way to sign in (specification, section 5.2). All that is particular to it stands in its own file, from the
 * questions that a person is asked to what is stored and sent.
 */
export interface CredentialScheme {
  /** What it is called in the secret store and in the account. */
  readonly name: string;
  readonly label: (translate: Translate) => string;
  readonly detail: (translate: Translate) => string;
  /** Whether it answers a challenge of the registry. */
  readonly answers: (challenge: Challenge) => boolean;
  /** Asks a person. Undefined where they give up. */
  readonly ask: (questions: CredentialQuestions) => Promise<Credential | undefined>;
  /** Reads what {@link Credential.fieldsToStore} wrote; undefined for anything else. */
  readonly read: (stored: StoredFields) => Credential | undefined;
}

/** How a scheme asks a person. */
export interface CredentialQuestions {
  /** Of the registry: it is in each question, for the name of a registry is whatever somebody wrote. */
  readonly host: string;
  /** Of a sign-in before, which need not be typed once more; "" for none. */
  readonly userNameBefore: string;
  readonly translate: Translate;
  /** Asks for a text. Undefined where the person gives up. */
  readonly ask: (question: Question) => Promise<string | undefined>;
  /** Has the person sign in in their browser. Undefined where they give up, or it does not come about. */
  readonly signInByBrowser?: () => Promise<OAuthTokens | ProviderSignIn | undefined>;
}

export interface Question {
  readonly prompt: string;
  readonly value?: string;
  /** Whether it is typed into a masked box. */
  readonly isSecret: boolean;
  /** What is wrong with the text typed so far; undefined for nothing. */
  readonly check: (text: string) => CredentialProblem | undefined;
}

export type StoredFields = Readonly<Record<string, unknown>>;

/**
 * A user's secret. It leaves this object by two doors only: the header of a request, and what the secret store
 * keeps. Printing, inspecting, spreading or serialising it reveals nothing, as long as a scheme keeps it in
 * private fields (`#secret`).
 */
export abstract class Credential {
  /**
   * @param scheme its name
   * @param userName the name to show for it; "" where the scheme has none
   */
  protected constructor(
    readonly scheme: string,
    readonly userName: string,
  ) {}

  /**
   * The value of the header `Authorization`, for the guarded request only. It is asked for before each request, so
   * that a scheme whose tokens end can renew them first.
   *
   * @param insists whether somebody asks anew and is not to be told what was found out before
   * @returns undefined where there is nothing that could be sent; a failure where it cannot be sent now
   */
  abstract authorize(signal: AbortSignal, insists?: boolean): Promise<string | Failed | undefined>;

  /**
   * By which way somebody is signed in, and until when, as a sentence for the reader.
   * @param language the reader's, as a tag (RFC 5646)
   */
  abstract describe(translate: Translate, language: string): string;

  /** The secret in clear, for the secret store only. */
  abstract fieldsToStore(): StoredFields;

  /**
   * Called when the registry refuses a token, where the scheme can renew it: the token may be at its end, also where the
   * registry does not say so (RFC 6750, section 3.1).
   *
   * @param refused the header that it was sent with: another request may have renewed the token meanwhile
   * @param insists see {@link authorize}
   * @returns whether the request is worth sending once more; a failure where that cannot be found out now
   */
  renew?(refused: string, signal: AbortSignal, insists?: boolean): Promise<boolean | Failed>;

  /** Called once it is stored, for a scheme that renews what is stored. */
  keepIn?(keeping: Keeping): void;

  /** Whether one server may have issued both, which ends one with the other where it takes them for one grant. */
  mayShareGrant?(other: Credential): boolean;

  /** Tells whoever issued it that it is not used any more, where the scheme can. */
  revoke?(by: RenewedBy, signal: AbortSignal): Promise<void>;

  /**
   * Whether a registry that refuses it may have read its letters in another encoding than that of the request.
   *
   * @param challenges what the registry asked for when it refused
   */
  mayBeMisread?(challenges: readonly Challenge[]): boolean;

  equals(other: Credential | undefined): boolean {
    return (
      other?.scheme === this.scheme &&
      JSON.stringify(other.fieldsToStore()) === JSON.stringify(this.fieldsToStore())
    );
  }

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

export type CredentialReading =
  | { readonly kind: "credential"; readonly credential: Credential }
  | { readonly kind: "refused"; readonly problem: CredentialProblem };

/** More is in no header that servers take, and is something else that was pasted. */
const mostBytes = 8192;

export function isTooLong(secret: string): boolean {
  return secret.length > mostBytes || new TextEncoder().encode(secret).length > mostBytes;
}

export function problemIn(reading: CredentialReading): CredentialProblem | undefined {
  return reading.kind === "refused" ? reading.problem : undefined;
}

export function credentialIn(reading: CredentialReading): Credential | undefined {
  return reading.kind === "credential" ? reading.credential : undefined;
}

export function refused(problem: CredentialProblem): CredentialReading {
  return { kind: "refused", problem };
}

export function textOf(stored: unknown): string {
  return typeof stored === "string" ? stored : "";
}

/** What a sign-in in the browser gave: kept as one secret. Texts are "" where there is none. */
export interface OAuthTokens {
  readonly access: string;
  readonly refresh: string;
  /** In milliseconds since 1970; 0 where the server did not say. */
  readonly expiresAt: number;
  /** So many milliseconds before that they are renewed. */
  readonly renewAhead: number;
  readonly scopes: readonly string[];
  readonly issuer: string;
  /** Pinned at sign-in: secrets of it go nowhere else. */
  readonly tokenEndpoint: string;
  readonly revocationEndpoint: string;
  readonly clientId: string;
  readonly resource: string;
  /** Of this sign-in, whichever tokens it has. */
  readonly grant: string;
}

/** Reads what the scheme `oauth` stores. */
export function readTokens(stored: StoredFields): OAuthTokens | undefined {
  const { expiresAt, renewAhead, scopes } = stored;
  const tokens = {
    access: textOf(stored.access),
    refresh: textOf(stored.refresh),
    expiresAt: numberOf(expiresAt),
    renewAhead: numberOf(renewAhead),
    scopes: Array.isArray(scopes) ? scopes.map(textOf) : [],
    issuer: textOf(stored.issuer),
    tokenEndpoint: textOf(stored.tokenEndpoint),
    revocationEndpoint: textOf(stored.revocationEndpoint),
    clientId: textOf(stored.clientId),
    resource: textOf(stored.resource),
    grant: textOf(stored.grant),
  };
  return /^[\x21-\x7e]+$/.test(tokens.access) && URL.canParse(tokens.tokenEndpoint) ? tokens : undefined;
}

/** Whether a text is a scope: visible ASCII without quotes and backslashes (RFC 6749, section 3.3). */
export function isScope(text: string): boolean {
  return /^[!#-[\]-~]{1,200}$/.test(text);
}

/** A sign-in that VS Code keeps itself, by one of its authentication providers: nothing secret is stored of it here. */
export interface ProviderSignIn {
  /** As VS Code calls it, for example `microsoft`. */
  readonly provider: string;
  readonly scopes: readonly string[];
  readonly account: { readonly id: string; readonly label: string };
  readonly sessionToken: SessionToken;
}

/** The access token that VS Code has for a sign-in now, without a question; undefined where it has none any more. */
export type SessionToken = (signIn: Omit<ProviderSignIn, "sessionToken">) => PromiseLike<string | undefined>;

/** What it takes to renew and withdraw tokens. */
export interface RenewedBy {
  readonly transport: Transport;
  readonly clock: Clock;
  /** Absent where no VS Code is. */
  readonly sessionToken?: SessionToken;
}

/** The same for tokens that are kept. */
export interface Keeping extends RenewedBy {
  /** What the secret store holds now, which another window may have written; no field where it holds nothing. */
  read(): Promise<StoredFields>;
  /**
   * Puts fields in place of those that are stored of the same sign-in (`grant`).
   *
   * @returns false where that sign-in is gone, or another one is in its place
   */
  write(fields: StoredFields): Promise<boolean>;
}

function numberOf(stored: unknown): number {
  return Number(stored) || 0;
}
