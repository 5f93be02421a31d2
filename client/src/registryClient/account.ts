import type { User, UserId } from "./records";

/** Whom the registry said a credential belongs to (`users/me`). */
export interface Account {
  readonly userId: UserId;
  readonly userName: string;
  /** The full name, or the user name where the registry gives none. */
  readonly name: string;
  /** The way in which they signed in: see `schemes`. */
  readonly scheme: string;
}

/**
 * How a registry and its user stand. `rejected`: the registry refused a credential that it took before; `expired`
 * where it says that the access token is not valid any more.
 */
export type AccountState =
  | { readonly kind: "signedOut" }
  | { readonly kind: "signedIn"; readonly account: Account }
  | { readonly kind: "rejected"; readonly account: Account; readonly credential: "refused" | "expired" };

export function accountOf(user: User, scheme: string): Account {
  const { userId, userName, firstName, lastName } = user;
  const name = `${firstName} ${lastName}`.trim();
  return { userId, userName, name: name === "" ? userName : name, scheme };
}
