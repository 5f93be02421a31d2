import type { CredentialScheme } from "./credential";
import type { UserId } from "./ids";
import type { User } from "./records";

/** Whom the registry said a credential belongs to (`users/me`). */
export interface Account {
  readonly userId: UserId;
  readonly userName: string;
  /** The full name, or the user name where the registry gives none. */
  readonly name: string;
  readonly scheme: CredentialScheme;
}

/** How a registry and its user stand. `rejected`: the registry refused a credential that it took before. */
export type AccountState =
  | { readonly kind: "signedOut" }
  | { readonly kind: "signedIn"; readonly account: Account }
  | { readonly kind: "rejected"; readonly account: Account };

export function accountOf(user: User, scheme: CredentialScheme): Account {
  const { userId, userName, firstName, lastName } = user;
  const name = `${firstName} ${lastName}`.trim();
  return { userId, userName, name: name === "" ? userName : name, scheme };
}
