import { type YieldingHost, runYielding } from "@analyses/json";
import { type LookUpResult, type RecordToLookUp, isNameOf } from "@analyses/protocol/referenceMessages";
import { type WrittenReference, knownReferences, linkFits, referencesIn } from "./writtenReferences";
import type { AnalysesDocument } from "../document/analysesDocument";
import { groupsOf } from "../document/groups";
import { analysesOf } from "../document/labels";
import { type RegistryRecordKind, unseenInTitles } from "@analyses/protocol/references";
import { translate } from "../localisation/translate";

/** A problem with a reference that a registry's response shows: it is `outdated` if the record has another name. */
export type ReferenceStatus =
  | { readonly kind: "outdated"; readonly name: string; readonly link: string; readonly registry: string }
  | { readonly kind: "unknown"; readonly registry: string };

/**
 * The problems that the last check found, by the references' text (see {@link referenceKey}): a problem stays when the
 * reference moves, and goes when it is edited. Immutable.
 */
export type ReferenceStatuses = ReadonlyMap<string, ReferenceStatus>;

export const noReferenceStatuses: ReferenceStatuses = new Map();

/** The key of a reference: references with the same key share a look-up and its result. */
export function referenceKey({ kind, id, name, link }: WrittenReference): string {
  return JSON.stringify([kind, id, name, link]);
}

/** A document's distinct references and the records they name. */
export class ReferencesToCheck {
  private readonly references = new Map<string, WrittenReference>();
  private readonly recordsByKey = new Map<string, RecordToLookUp>();

  /** Adds a reference, unless its link leads to another record than its identifier: it is ambiguous which is right. */
  add(reference: WrittenReference): void {
    if (!linkFits(reference)) return;
    this.references.set(referenceKey(reference), reference);
    const { kind, id, link } = reference;
    const key = recordKey(reference);
    if (!this.recordsByKey.has(key)) this.recordsByKey.set(key, { kind, id, link });
  }

  get records(): readonly RecordToLookUp[] {
    return [...this.recordsByKey.values()];
  }

  /**
   * Compares the references with the registries' records. A reference keeps its previous status if its look-up failed
   * for a reason that may be temporary.
   *
   * @param results the results for {@link records}, in the same order
   * @param before the previous statuses
   */
  compare(results: readonly LookUpResult[], before: ReferenceStatuses): ReferenceStatuses {
    const answers = new Map(
      [...this.recordsByKey.keys()].map((key, index) => [key, results[index]] as const),
    );
    const statuses = new Map<string, ReferenceStatus>();
    for (const [key, reference] of this.references) {
      const result = answers.get(recordKey(reference));
      const status = result && compareOne(reference, result, before.get(key));
      if (status !== undefined) statuses.set(key, status);
    }
    return statuses.size === 0 ? noReferenceStatuses : statuses;
  }
}

function recordKey({ target: { baseUrl }, kind, id }: WrittenReference): string {
  return JSON.stringify([baseUrl, kind, id]);
}

function compareOne(
  reference: WrittenReference,
  result: LookUpResult,
  before: ReferenceStatus | undefined,
): ReferenceStatus | undefined {
  switch (result.kind) {
    case "known": {
      const { record } = result;
      const { name, link, registry } = record;
      const { name: written = name } = reference;
      return isNameOf(written, record) || name === ""
        ? undefined
        : { kind: "outdated", name, link, registry };
    }
    case "unknownId":
      return { kind: "unknown", registry: result.registry };
    case "notChecked":
      return mayPass.has(result.reason) ? before : undefined;
    case "otherRegistry":
      return undefined;
  }
}

/** Reasons for a failed look-up that may be temporary. */
const mayPass: ReadonlySet<string> = new Set(["notReachable", "registryError", "cancelled"]);

/** Collects all references to look up; undefined after cancellation. */
export async function collectReferences(
  document: AnalysesDocument,
  yielding: YieldingHost,
): Promise<ReferencesToCheck | undefined> {
  const found = new ReferencesToCheck();
  return (await runYielding(collect(document, found), yielding)) === "cancelled" ? undefined : found;
}

function* collect(document: AnalysesDocument, found: ReferencesToCheck): Generator<number, void> {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group)) {
      const isKnown = knownReferences(analysis.node) !== undefined;
      for (const reference of referencesIn(document, analysis)) found.add(reference);
      // Cached references cost no time, so they do not count towards the next pause.
      yield isKnown ? 0 : analysis.node.length;
    }
}

// Messages about references.

/** A kind of record in words. */
function aRecord(kind: RegistryRecordKind): string {
  switch (kind) {
    case "person":
      return translate("a person");
    case "user":
      return translate("a user");
    case "group":
      return translate("a group");
    case "groupType":
      return translate("a group type");
  }
}

export function referenceOutdated(name: string, registry: string): string {
  return translate("{0} has the name “{1}”.", oneLine(registry), oneLine(name));
}

export function referenceUnknown(kind: RegistryRecordKind, id: string, registry: string): string {
  const values = [oneLine(registry), oneLine(id)] as const;
  switch (kind) {
    case "person":
      return translate("{0} has no person with the identifier “{1}”.", ...values);
    case "user":
      return translate("{0} has no user with the identifier “{1}”.", ...values);
    case "group":
      return translate("{0} has no group with the identifier “{1}”.", ...values);
    case "groupType":
      return translate("{0} has no group type with the identifier “{1}”.", ...values);
  }
}

export function linkToOtherKind(written: RegistryRecordKind, linked: RegistryRecordKind): string {
  return translate("This link leads to {0}, but the reference is to {1}.", aRecord(linked), aRecord(written));
}

export function linkToOtherRecord(id: string, linkedId: string): string {
  const values = [oneLine(linkedId), oneLine(id)] as const;
  return translate("This link leads to “{0}”, but the reference is to “{1}”.", ...values);
}

export function notAnsweredYet(): string {
  return translate("The registry has not answered yet: point here again in a moment.");
}

const maxLength = 200;

const unseen = new RegExp(`[${unseenInTitles}]`, "g");

/** Formats external text for a message: one line, no control characters, limited length. */
export function oneLine(text: string): string {
  const line = text
    .replace(unseen, "")
    .replace(/[\p{Cc}\s]+/gu, " ")
    .trim();
  return line.length > maxLength ? `${line.slice(0, maxLength).replace(/[\ud800-\udbff]$/, "")}…` : line;
}
