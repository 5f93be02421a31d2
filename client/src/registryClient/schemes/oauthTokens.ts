import type { Clock, Transport } from "../transport";

type Fields = Readonly<Record<string, unknown>>;

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
export function readTokens(stored: Fields): OAuthTokens | undefined {
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

/** What it takes to renew and withdraw tokens. */
export interface RenewedBy {
  readonly transport: Transport;
  readonly clock: Clock;
}

/** The same for tokens that are kept. */
export interface Keeping extends RenewedBy {
  /** What the secret store holds now, which another window may have written; no field where it holds nothing. */
  read(): Promise<Fields>;
  /**
   * Puts fields in place of those that are stored of the same sign-in (`grant`).
   *
   * @returns false where that sign-in is gone, or another one is in its place
   */
  write(fields: Fields): Promise<boolean>;
}

function numberOf(stored: unknown): number {
  return Number(stored) || 0;
}

function textOf(stored: unknown): string {
  return typeof stored === "string" ? stored : "";
}
