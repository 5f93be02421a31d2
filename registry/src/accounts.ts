import type { AuthorizationServer } from "./authorizationServer";
import { recordsScope } from "./authorizationServer";

/** A user who may sign in: name, both kinds of credential, and permissions. */
export interface Account {
  readonly userName: string;
  readonly password: string;
  readonly token: string;
  /** Which records the user may read; the specification leaves this open (section 5, rule 6). */
  readonly reads: "everything" | "groups-and-self";
}

/** The sample users, whose credentials the README publishes. */
export const sampleAccounts: readonly Account[] = [
  {
    userName: "reviewer",
    password: "reviewer-password",
    token: "reviewer-token",
    reads: "everything",
  },
  {
    userName: "reader",
    password: "reader-password",
    token: "reader-token",
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

/**
 * Finds the account of a request.
 *
 * @param header the request's `Authorization` header
 * @param authorizationServer its access tokens are accepted in addition to those of the accounts
 */
export async function authenticate(
  header: string | undefined,
  accounts: readonly Account[],
  authorizationServer: Pick<AuthorizationServer, "readToken"> | undefined,
): Promise<Authentication> {
  const authorization = readAuthorization(header);
  switch (authorization.kind) {
    case "none":
      return { kind: "missing" };
    case "unreadable":
      return { kind: "incorrect", scheme: "unknown" };
    case "bearer": {
      const known = accounts.find(({ token }) => token === authorization.token);
      if (known !== undefined) return { kind: "account", account: known };
      const facts = await authorizationServer?.readToken(authorization.token);
      const account = accounts.find(({ userName }) => userName === facts?.userName);
      if (facts === undefined || account === undefined) return { kind: "incorrect", scheme: "bearer" };
      const isInScope = facts.scopes.includes(recordsScope);
      return isInScope ? { kind: "account", account } : { kind: "insufficientScope" };
    }
    case "basic": {
      const { userName, password } = authorization;
      const account = accounts.find((one) => one.userName === userName && one.password === password);
      return account === undefined ? { kind: "incorrect", scheme: "basic" } : { kind: "account", account };
    }
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
