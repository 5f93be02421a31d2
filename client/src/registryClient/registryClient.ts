import type {
  User,
  UserId,
  Group,
  GroupId,
  GroupListItem,
  GroupType,
  GroupTypeId,
  GroupTypeListItem,
  Person,
  PersonId,
} from "./records";
import type { Disposable } from "./clock";
import type { Outcome } from "./registryError";
import type { RegistryAddress } from "./registryAddress";
import type { Challenge } from "./schemes/challenges";

export interface ReadOptions {
  /** Aborting it ends the wait at once, with the error `cancelled`. */
  readonly signal: AbortSignal;
  /** Asks the registry even if a recent answer is at hand. */
  readonly refresh?: boolean;
  /**
   * The record is read for a check or a hover, not because someone opened it: the people whom it brings up do
   * not join those who are known.
   */
  readonly inBackground?: boolean;
}

/**
 * One registry to ask: its eight endpoints (specification, section 4). What it answers fills its `RegistryStore`.
 *
 * Equal questions under way share one request. Answers are kept in memory for five minutes. Requests are made
 * from the base URL and the identifier, never from a `link`. What needs authentication fails with
 * `unauthenticated`, without a request, while nobody is signed in or the credential has been refused.
 */
export interface RegistryClient extends Disposable {
  readonly address: RegistryAddress;
  /** Resolves once a stored sign-in has been taken into use, for what looks at the account before it reads. */
  ready(): Promise<void>;
  /** Whether the registry wants a sign-in also for its lists, which are public by the specification. */
  readonly guardsLists: boolean;
  /**
   * The ways to sign in that the registry asks for, in its order; empty where it does not say, or does not answer.
   * Sends a request without a credential.
   */
  challenges(signal: AbortSignal): Promise<readonly Challenge[]>;

  groupTypes(options: ReadOptions): Promise<Outcome<readonly GroupTypeListItem[]>>;
  groupType(id: GroupTypeId, options: ReadOptions): Promise<Outcome<GroupType>>;
  groups(options: ReadOptions): Promise<Outcome<readonly GroupListItem[]>>;
  group(id: GroupId, options: ReadOptions): Promise<Outcome<Group>>;
  person(id: PersonId, options: ReadOptions): Promise<Outcome<Person>>;
  personMe(options: ReadOptions): Promise<Outcome<Person>>;
  user(id: UserId, options: ReadOptions): Promise<Outcome<User>>;
  userMe(options: ReadOptions): Promise<Outcome<User>>;
}

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
