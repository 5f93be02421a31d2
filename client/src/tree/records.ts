import type { RegistryReference } from "../../../protocol/src/references";
import type {
  DocumentReference,
  GroupReference,
  GroupTypeReference,
  PersonReference,
  UserReference,
} from "../registry/records";
import type { TreeNode } from "./nodes/node";

/** The record of the registry that a row stands for. */
export interface RegistryRecord {
  readonly kind: "group" | "groupType" | "person" | "user";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

export function groupRecord({ groupId, name, link }: GroupReference): RegistryRecord {
  return { kind: "group", id: groupId, name, link };
}

export function groupTypeRecord({ groupTypeId, name, link }: GroupTypeReference): RegistryRecord {
  return { kind: "groupType", id: groupTypeId, name, link };
}

export function personRecord({ personId, name, link }: PersonReference): RegistryRecord {
  return { kind: "person", id: personId, name, link };
}

export function userRecord({ userId, userName, link }: UserReference): RegistryRecord {
  return { kind: "user", id: userId, name: userName, link };
}

export function recordOf(node: TreeNode): RegistryRecord | undefined {
  switch (node.kind) {
    case "group":
      return groupRecord(node.group);
    case "groupType":
      return groupTypeRecord(node.groupType);
    case "person":
      return personRecord(node.person);
    case "user":
      return userRecord(node.user);
    case "registry":
    case "me":
    case "groupTypes":
    case "groups":
    case "bucket":
    case "people":
    case "groupRole":
    case "documentRole":
    case "document":
    case "message":
      return undefined;
  }
}

/** The reference to a row's group or person, as it goes into documents. */
export function referenceOf(node: TreeNode): RegistryReference | undefined {
  const record = recordOf(node);
  if (record === undefined) return undefined;
  const { kind, id, name, link } = record;
  return kind === "group" || kind === "person" ? { kind, id, name, link } : undefined;
}

/** The address that a row can be opened at in a browser. */
export function linkOf(node: TreeNode): string | undefined {
  const link = documentOf(node)?.link ?? recordOf(node)?.link;
  return link === "" ? undefined : link;
}

/** The identifier of what a row stands for. */
export function idOf(node: TreeNode): string | undefined {
  const id = documentOf(node)?.documentPK ?? recordOf(node)?.id;
  return id === "" ? undefined : id;
}

/** The name and the link of what a row stands for, where it has a link. */
export function linkedNameOf(node: TreeNode): { readonly name: string; readonly link: string } | undefined {
  const link = linkOf(node);
  if (link === undefined) return undefined;
  const name = documentOf(node)?.title ?? recordOf(node)?.name ?? "";
  return { name: name || (idOf(node) ?? link), link };
}

function documentOf(node: TreeNode): DocumentReference | undefined {
  switch (node.kind) {
    case "documentRole":
      return node.role.document;
    case "document":
      return node.document;
    default:
      return undefined;
  }
}
