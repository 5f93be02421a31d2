import type { LookUpResult, RecordToLookUp } from "../../../protocol/src/referenceRequests";
import { knownReferences, linkFits, referencesIn } from "./writtenReferences";
import type { WrittenReference } from "./writtenReferences";
import type { AnalysesDocument } from "../document/analysesDocument";
import { groupsOf } from "../document/groups";
import { analysesOf } from "../document/labels";
import { workThrough } from "../document/yielding";
import type { Yielding } from "../document/yielding";

/** What is wrong with a reference, as a registry answered. */
export type ReferenceStatus =
  | { readonly kind: "outdated"; readonly name: string; readonly link: string; readonly registry: string }
  | { readonly kind: "unknown"; readonly registry: string };

/**
 * What the last check of a document found, by the references' text (see {@link referenceKey}): it holds
 * for a reference wherever edits move it, and no longer for one that was edited. Never changed once made.
 */
export type ReferenceStatuses = ReadonlyMap<string, ReferenceStatus>;

export const noReferenceStatuses: ReferenceStatuses = new Map();

/** What makes two references the same question and the same answer. */
export function referenceKey({ kind, id, name, link }: WrittenReference): string {
  return JSON.stringify([kind, id, name, link]);
}

/** The references of a document, each text once, and the distinct records that they name. */
export class ReferencesToCheck {
  private readonly references = new Map<string, WrittenReference>();
  private readonly recordsByKey = new Map<string, RecordToLookUp>();

  /** References whose link leads to another record are left out: it is open which is meant. */
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
   * What is wrong with the references, by the results. Where a registry could not be reached or had a problem
   * of its own, what was known before still holds.
   *
   * @param results for {@link records}, in their order
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
      const { name, link, registry } = result.record;
      const isSame = reference.name === undefined || isSameName(reference.name, name);
      return isSame || name === "" ? undefined : { kind: "outdated", name, link, registry };
    }
    case "unknownId":
      return { kind: "unknown", registry: result.registry };
    case "notChecked":
      return mayPass.has(result.reason) ? before : undefined;
    case "otherRegistry":
      return undefined;
  }
}

const mayPass: ReadonlySet<string> = new Set(["notReachable", "registryError", "cancelled"]);

/** Letters that look the same are the same, in whichever way they are composed (UAX #15). */
function isSameName(written: string, current: string): boolean {
  return written === current || written.normalize() === current.normalize();
}

/** Everything that is to be looked up for a document; undefined when it was cancelled. */
export async function collectReferences(
  document: AnalysesDocument,
  yielding: Yielding,
): Promise<ReferencesToCheck | undefined> {
  const found = new ReferencesToCheck();
  return (await workThrough(collect(document, found), yielding)) ? found : undefined;
}

function* collect(document: AnalysesDocument, found: ReferencesToCheck): Generator<number, void> {
  for (const group of groupsOf(document))
    for (const analysis of analysesOf(group)) {
      const isKnown = knownReferences(analysis.node) !== undefined;
      for (const reference of referencesIn(document, analysis)) found.add(reference);
      yield isKnown ? 0 : analysis.node.length;
    }
}
