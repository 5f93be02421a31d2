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

/** A record of the registry, with the fields of every reference (specification, section 2). */
export interface RegistryRecord {
  readonly kind: "group" | "groupType" | "person" | "user";
  readonly id: string;
  readonly name: string;
  readonly link: string;
}

/** The subject of a row: a record of the registry, or a document that a record names. */
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

/** The record that a row shows; undefined for documents. */
export function recordOf({ subject }: AboutSubject): RegistryRecord | undefined {
  return subject?.kind === "document" ? undefined : subject;
}

/** The reference to a row's group or person, as documents contain it; undefined without an identifier. */
export function referenceOf({ subject, registry }: AboutSubject): RegistryReference | undefined {
  if (subject?.kind !== "group" && subject?.kind !== "person") return undefined;
  const { kind, id, name } = subject;
  if (id === "") return undefined;
  return { kind, id, name, link: recordLink(registry, { ...subject, kind }) };
}

/** The link of a row's subject, to copy or open. */
export function linkOf({ subject, registry }: AboutSubject): string | undefined {
  if (subject === undefined) return undefined;
  // The registry does not serve documents, so their links need only be safe to open in a browser.
  if (subject.kind === "document") return isWebAddress(subject.link) ? subject.link : undefined;
  const { kind } = subject;
  const link = recordLink(registry, { ...subject, kind });
  return link === "" ? undefined : link;
}

/** The identifier of a row's subject. */
export function idOf({ subject }: AboutSubject): string | undefined {
  return subject?.id === "" ? undefined : subject?.id;
}

/** The name and link of a row's subject; undefined without a link. */
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
