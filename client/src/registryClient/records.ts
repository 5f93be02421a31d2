import type * as described from "@analyses/schemas/generated/registry";

// Identifiers of the registry's records are opaque text (specification, section 2): never parsed, compared exactly,
// percent-encoded on the wire.
declare const idKind: unique symbol;

export type PersonId = string & { readonly [idKind]: "person" };
export type UserId = string & { readonly [idKind]: "user" };
export type GroupId = string & { readonly [idKind]: "group" };
export type GroupTypeId = string & { readonly [idKind]: "groupType" };

export const personId = (text: string): PersonId => text as PersonId;
export const userId = (text: string): UserId => text as UserId;
export const groupId = (text: string): GroupId => text as GroupId;
export const groupTypeId = (text: string): GroupTypeId => text as GroupTypeId;

interface Identifiers {
  readonly personId: PersonId;
  readonly userId: UserId;
  readonly groupId: GroupId;
  readonly groupTypeId: GroupTypeId;
}

/** A record of the schema with a distinct type for each kind of identifier. */
export type Identified<T> = T extends readonly (infer Item)[]
  ? readonly Identified<Item>[]
  : T extends object
    ? {
        readonly [Field in keyof T]: Field extends keyof Identifiers
          ? Identifiers[Field]
          : Identified<T[Field]>;
      }
    : T;

// The registry's records (specification, section 2) as the client returns them. Missing and null values become empty: a
// text "", a list [], a reference an object with the identifier "". A missing or null boolean stays undefined or null,
// since neither true nor false would be correct.

export type Person = Identified<described.Person>;
export type PersonAddress = Identified<described.PersonAddress>;
export type GroupRole = Identified<described.GroupRole>;
export type DocumentRole = Identified<described.DocumentRole>;
export type DocumentReference = Identified<described.DocumentReference>;
export type User = Identified<described.User>;
export type UserReference = Identified<described.UserReference>;
export type PersonReference = Identified<described.PersonReference>;
export type Group = Identified<described.Group>;
export type GroupAddress = Identified<described.GroupAddress>;
export type GroupListItem = Identified<described.GroupListItem>;
export type GroupReference = Identified<described.GroupReference>;
export type GroupType = Identified<described.GroupType>;
export type GroupTypeListItem = Identified<described.GroupTypeListItem>;
export type GroupTypeReference = Identified<described.GroupTypeReference>;

/** Casts the identifiers of a validated record; affects types only. */
export function identified<T>(record: T): Identified<T> {
  return record as Identified<T>;
}

/** A person's first, middle and last names. */
export function fullName({ firstName, middleNames, lastName }: Person): string {
  return [firstName, middleNames, lastName].filter((part) => part !== "").join(" ");
}

/** The spellings of the full name in references: with and without the prefix, with and without the suffix. */
export function titledNames(person: Person): readonly string[] {
  const { prefix, suffix } = person;
  const plain = [fullName(person)];
  const all = prefix === "" ? plain : [...plain, ...plain.map((name) => `${prefix} ${name}`)];
  return suffix === ""
    ? all
    : [...all, ...all.flatMap((name) => [`${name} ${suffix}`, `${name}, ${suffix}`])];
}

/** The user that the registry returns for a credential (`users/me`). */
export interface Account {
  readonly userId: UserId;
  readonly userName: string;
  /** The full name, or the user name if the registry gives no name. */
  readonly name: string;
  /** The name of the sign-in method: see `schemes`. */
  readonly scheme: string;
}

/** The sign-in state at a registry. `rejected`: the registry rejected the credential in use. */
export type AccountState =
  | { readonly kind: "signedOut" }
  | { readonly kind: "signedIn"; readonly account: Account }
  | { readonly kind: "rejected"; readonly account: Account; readonly credential: RejectedCredential };

/**
 * Why a credential is rejected. `refused`: the registry gives no reason; `expired`: the registry reports that the
 * access token is no longer valid; `ended`: the issuer does not renew the access token.
 */
export type RejectedCredential = "refused" | "expired" | "ended";

export function accountOf(user: User, scheme: string): Account {
  const { userId, userName, firstName, lastName } = user;
  const name = `${firstName} ${lastName}`.trim();
  return { userId, userName, name: name === "" ? userName : name, scheme };
}
