/**
 * Identifiers of the registry's records. They are opaque text (specification, section 2): never
 * parsed, compared exactly, percent-encoded on the wire.
 */
declare const idKind: unique symbol;

export type PersonId = string & { readonly [idKind]: "person" };
export type UserId = string & { readonly [idKind]: "user" };
export type GroupId = string & { readonly [idKind]: "group" };
export type GroupTypeId = string & { readonly [idKind]: "groupType" };

/** Takes text, for example what a user typed, for the identifier of a person. */
export const personId = (text: string): PersonId => text as PersonId;
export const userId = (text: string): UserId => text as UserId;
export const groupId = (text: string): GroupId => text as GroupId;
export const groupTypeId = (text: string): GroupTypeId => text as GroupTypeId;
