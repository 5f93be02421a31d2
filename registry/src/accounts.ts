import { createHash, createHmac, randomBytes, scrypt, timingSafeEqual } from "node:crypto";
import type { AuthorizationServer } from "./authorizationServer";
import { recordsScope } from "./authorizationServer";

/** scrypt's cost, as RFC 7914 section 2 names its parameters: about 50 ms and 16 MB a password. */
const cost = { N: 16_384, r: 8, p: 1 };
const keyLength = 32;

/** A password as it is stored: salt and scrypt hash, both in base64url. */
interface HashedPassword {
  readonly salt: string;
  readonly hash: string;
}

export async function hashPassword(password: string): Promise<HashedPassword> {
  const salt = randomBytes(16);
  return { salt: salt.toString("base64url"), hash: (await derive(password, salt)).toString("base64url") };
}

/** Compares in a time that does not depend on how much of the password is right. */
export async function isPassword(password: string, stored: HashedPassword): Promise<boolean> {
  const hash = await derive(password, Buffer.from(stored.salt, "base64url"));
  return timingSafeEqual(hash, Buffer.from(stored.hash, "base64url"));
}

/** The stored form of an access token. Tokens cannot be guessed like passwords, so one fast hash is enough. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token, "utf8").digest("base64url");
}

/** Compares in a time that does not depend on how much of the token is right. */
function isToken(token: string, stored: string): boolean {
  return timingSafeEqual(Buffer.from(hashToken(token)), Buffer.from(stored));
}

function derive(password: string, salt: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    scrypt(password.normalize("NFC"), salt, keyLength, cost, (error, key) => {
      if (error === null) resolve(key);
      else reject(error);
    });
  });
}

/** A user who may sign in: name, both kinds of credential in stored form, and permissions. */
export interface Account {
  readonly userName: string;
  readonly password: HashedPassword;
  /** From `hashToken`. */
  readonly token: string;
  /** Which records the user may read; the specification leaves this open (section 5, rule 6). */
  readonly reads: "everything" | "groups-and-self";
}

/** The sample users that the README names. */
export const sampleAccounts: readonly Account[] = [
  {
    userName: "reviewer",
    password: { salt: "_SXZFihNwMh3vvU2fYmBig", hash: "XjthL6zKXtYrniR-hGyMTeu4Q35TqNKKmmFLWl0lQZs" },
    token: "UQVOLzbKoAWTOCZ76f2l1yp7s7PPEHu9qCF7A0koUec",
    reads: "everything",
  },
  {
    userName: "reader",
    password: { salt: "IAG6M-ospvpvqdwIU07Uug", hash: "rGJ6eGxbn5Lhsv7R69cAmpSqGIRNs3nQNDq7Kw-jgNQ" },
    token: "ulAFpAz1IS5KwBkBBMwSftqwEylLtxJ5qXWyeoCYLUU",
    reads: "groups-and-self",
  },
];

/** The account whose credentials a request carries, or why there is none. */
export type Authentication =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "missing" }
  /** A valid token without the scope for records (RFC 6750, section 3.1). */
  | { readonly kind: "insufficientScope" }
  | { readonly kind: "incorrect"; readonly scheme: "basic" | "bearer" | "unknown" };

/** Compared with an unknown user's password, so that the answer takes as long as for a known user. */
const nobody = { salt: "AAAAAAAAAAAAAAAAAAAAAA", hash: "A".repeat(43) };

const rememberedAtMost = 100;

export class Authenticator {
  readonly #accounts: readonly Account[];
  readonly #authorizationServer: Pick<AuthorizationServer, "readToken"> | undefined;
  readonly #key = randomBytes(32);
  /** Correct passwords, as keyed hashes: clients send theirs with every request. */
  readonly #remembered = new Map<string, Account>();

  /** @param authorizationServer its access tokens are accepted in addition to those of the accounts */
  constructor(accounts: readonly Account[], authorizationServer?: Pick<AuthorizationServer, "readToken">) {
    this.#accounts = accounts;
    this.#authorizationServer = authorizationServer;
  }

  /** @param header the request's `Authorization` header */
  async authenticate(header: string | undefined): Promise<Authentication> {
    const authorization = readAuthorization(header);
    switch (authorization.kind) {
      case "none":
        return { kind: "missing" };
      case "unreadable":
        return { kind: "incorrect", scheme: "unknown" };
      case "bearer":
        return this.#bearer(authorization.token);
      case "basic": {
        const account = await this.#basic(authorization.userName, authorization.password);
        return account === undefined ? { kind: "incorrect", scheme: "basic" } : { kind: "account", account };
      }
    }
  }

  async #bearer(given: string): Promise<Authentication> {
    const known = this.#accounts.find(({ token }) => isToken(given, token));
    if (known !== undefined) return { kind: "account", account: known };
    const facts = await this.#authorizationServer?.readToken(given);
    const account = this.#accounts.find(({ userName }) => userName === facts?.userName);
    if (facts === undefined || account === undefined) return { kind: "incorrect", scheme: "bearer" };
    return facts.scopes.includes(recordsScope) ? { kind: "account", account } : { kind: "insufficientScope" };
  }

  async #basic(userName: string, password: string): Promise<Account | undefined> {
    const credentials = JSON.stringify([userName, password]);
    const remembered = createHmac("sha256", this.#key).update(credentials).digest("base64url");
    const known = this.#remembered.get(remembered);
    if (known !== undefined) return known;
    const account = this.#accounts.find((candidate) => candidate.userName === userName);
    const isRight = await isPassword(password, account?.password ?? nobody);
    if (account === undefined || !isRight) return undefined;
    if (this.#remembered.size >= rememberedAtMost) this.#remembered.clear();
    this.#remembered.set(remembered, account);
    return account;
  }
}

/** A parsed `Authorization` header. `none`: there is no header. `unreadable`: its form is unknown. */
type Authorization =
  | { readonly kind: "none" }
  | { readonly kind: "basic"; readonly userName: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "unreadable" };

/** Parses an `Authorization` header: Basic (RFC 7617, UTF-8) or Bearer (RFC 6750). Ignores the case of schemes. */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined) return { kind: "none" };
  const [, scheme, value] = /^([A-Za-z]+) +([0-9A-Za-z\-._~+/]+=*)$/.exec(header) ?? [];
  if (value === undefined) return { kind: "unreadable" };
  switch (scheme?.toLowerCase()) {
    case "basic":
      return readBasic(value);
    case "bearer":
      return { kind: "bearer", token: value };
    default:
      return { kind: "unreadable" };
  }
}

function readBasic(value: string): Authorization {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "base64"));
    const colon = text.indexOf(":");
    if (colon === -1) return { kind: "unreadable" };
    return { kind: "basic", userName: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return { kind: "unreadable" };
  }
}
