import type { Event } from "./event";
import type { GroupId, GroupTypeId, PersonId } from "./ids";
import type { GroupListItem, GroupTypeListItem } from "./records";

/** Why a person is known: there is no list of people to fetch. */
export type PersonReason =
  | { readonly kind: "me" }
  | { readonly kind: "openedById" }
  | { readonly kind: "ofUser" }
  | { readonly kind: "contactPerson"; readonly groupId: GroupId; readonly groupName: string };

/** What may be shown of a person who was met: never addresses or phone numbers. */
export interface KnownPerson {
  readonly personId: PersonId;
  readonly name: string;
  readonly link: string;
  /** Undefined until the person's own record was read. */
  readonly active: boolean | undefined;
  /** In the order in which they came about; never empty. */
  readonly reasons: readonly PersonReason[];
}

export type KnowledgeChange = "groupTypes" | "groups" | "people";

/**
 * Everything that is known of a registry without asking it again: what tree, search, completion and
 * checks draw on. Filled by the answers that come in.
 */
export interface Knowledge {
  /** As the registry lists them; undefined while the list was never read. */
  readonly groupTypes: readonly GroupTypeListItem[] | undefined;
  /** All groups, as the registry lists them; undefined while the list was never read. */
  readonly groups: readonly GroupListItem[] | undefined;
  /** The people met so far, in the order of meeting. */
  readonly people: readonly KnownPerson[];

  /** Also those met elsewhere than in the list. */
  groupType(id: GroupTypeId): GroupTypeListItem | undefined;
  /** Also those met elsewhere than in the list; then the type may be unknown, its identifier "". */
  group(id: GroupId): GroupListItem | undefined;
  /** From the list of all groups: empty while that was never read. */
  groupsOfType(id: GroupTypeId): readonly GroupListItem[];
  person(id: PersonId): KnownPerson | undefined;

  /** Fires only when something did change. */
  readonly onDidChange: Event<KnowledgeChange>;
}
