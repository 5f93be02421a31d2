import type { RegistryReference } from "@analyses/protocol/references";
import { nameOr } from "../../platform/displayText";
import { isWebAddress } from "../../platform/editor";
import { recordLink } from "../../registries/publicAddresses";
import type { Registry } from "../../registries/registries";
import type {
  DocumentReference,
  GroupReference,
  GroupTypeReference,
  PersonReference,
  UserReference,
} from "../../registryClient/records";

/** A record of the registry, by what every reference to it says (specification, section 2). */
export interface RegistryRecord {
  readonly kind: "group" | "groupType" | "person" | "user";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** What a row of the tree is about: a record of the registry, or a document that a record names. */
export type Subject = RegistryRecord | (Omit<RegistryRecord, "kind"> & { readonly kind: "document" });

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

export function documentSubject({ documentPK, title, link }: DocumentReference): Subject {
  return { kind: "document", id: documentPK, name: title, link };
}

/** The record of the registry that a row is about. */
export function recordOf({ subject }: AboutSubject): RegistryRecord | undefined {
  return subject?.kind === "document" ? undefined : subject;
}

/** The reference to a row's group or person, as it goes into documents; none to one without an identifier. */
export function referenceOf({ subject, registry }: AboutSubject): RegistryReference | undefined {
  if (subject?.kind !== "group" && subject?.kind !== "person") return undefined;
  const { kind, id, name } = subject;
  if (id === "") return undefined;
  return { kind, id, name, link: recordLink(registry, { ...subject, kind }) };
}

/** The link of what a row is about, as it may be copied and opened. */
export function linkOf({ subject, registry }: AboutSubject): string | undefined {
  if (subject === undefined) return undefined;
  // A document is not the registry's: of its link only the browser knows more.
  if (subject.kind === "document") return isWebAddress(subject.link) ? subject.link : undefined;
  const { kind } = subject;
  const link = recordLink(registry, { ...subject, kind });
  return link === "" ? undefined : link;
}

/** The identifier of what a row is about. */
export function idOf({ subject }: AboutSubject): string | undefined {
  return subject?.id === "" ? undefined : subject?.id;
}

/** The name and the link of what a row is about, where it has a link. */
export function linkedNameOf(
  row: AboutSubject,
): { readonly name: string; readonly link: string } | undefined {
  const link = linkOf(row);
  if (link === undefined) return undefined;
  const name = row.subject?.name ?? "";
  return { name: nameOr(name, idOf(row) ?? link), link };
}

interface AboutSubject {
  readonly registry: Registry;
  readonly subject: Subject | undefined;
}
