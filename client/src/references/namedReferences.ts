import * as vscode from "vscode";
import type { RegistryReference } from "../../../protocol/src/references";
import type { LinkedRecord } from "../registries/publicAddresses";
import { groupId, personId } from "../registry/ids";
import { RecordLookUp } from "./recordLookUp";

/** A link to something that a reference can be to. */
export type LinkToReferable = LinkedRecord & { readonly kind: RegistryReference["kind"] };

export function isReferable(linked: LinkedRecord | undefined): linked is LinkToReferable {
  return linked?.kind === "group" || linked?.kind === "person";
}

export type NamedReferences =
  | { readonly kind: "named"; readonly references: readonly RegistryReference[] }
  /** `reason` is a sentence for people. */
  | { readonly kind: "notNamed"; readonly reason: string };

/**
 * References to what links name, with the names that the registries give. Where one of them cannot be found out,
 * none is given. In a workspace that is not trusted no registry is asked: what is known has to do.
 */
export async function nameReferences(
  linked: readonly LinkToReferable[],
  signal: AbortSignal,
): Promise<NamedReferences> {
  const lookUp = new RecordLookUp({ signal, purpose: "check" });
  const found = await Promise.all(linked.map((each) => nameReference(each, lookUp)));
  const references: RegistryReference[] = [];
  for (const each of found) {
    if (typeof each === "string") return { kind: "notNamed", reason: each };
    references.push(each);
  }
  return { kind: "named", references };
}

async function nameReference(
  linked: LinkToReferable,
  lookUp: RecordLookUp,
): Promise<RegistryReference | string> {
  const { kind, id, registry } = linked;
  if (!vscode.workspace.isTrusted) {
    const { knowledge } = registry.client;
    const known = kind === "group" ? knowledge.group(groupId(id)) : knowledge.person(personId(id));
    if (known === undefined)
      return vscode.l10n.t("In Restricted Mode no registry is asked about a document.");
    return { kind, id, name: known.name, link: known.link };
  }
  const result = await lookUp.find(linked);
  switch (result.kind) {
    case "known":
      return { kind, id, name: result.record.name, link: result.record.link };
    case "unknownId":
      return vscode.l10n.t("{0} has no record with the identifier {1}.", registry.name, id);
    case "notChecked":
      return result.message;
    case "otherRegistry":
      return vscode.l10n.t("The link is of a registry that you have not added.");
  }
}
