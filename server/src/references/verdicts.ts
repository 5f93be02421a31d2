import type { LookUpResult, RecordToLookUp } from "../../../protocol/src/referenceRequests";
import { linkFits } from "./linkMismatch";
import type { WrittenReference } from "./writtenReferences";

/** What a registry said against a reference. */
export type Verdict =
  | { readonly kind: "outdated"; readonly name: string; readonly link: string; readonly registry: string }
  | { readonly kind: "unknown"; readonly registry: string };

/**
 * What the last check of a document found, by the references' text (see {@link referenceKey}): it holds
 * for a reference wherever edits move it, and no longer for one that was edited. Never changed once made.
 */
export type Verdicts = ReadonlyMap<string, Verdict>;

export const noVerdicts: Verdicts = new Map();

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
   * What the results say against the references. Where a registry could not be reached or had a problem
   * of its own, what was known before still holds.
   *
   * @param results for {@link records}, in their order
   */
  judge(results: readonly LookUpResult[], before: Verdicts): Verdicts {
    const answers = new Map(
      [...this.recordsByKey.keys()].map((key, index) => [key, results[index]] as const),
    );
    const verdicts = new Map<string, Verdict>();
    for (const [key, reference] of this.references) {
      const result = answers.get(recordKey(reference));
      const verdict = result && judgeOne(reference, result, before.get(key));
      if (verdict !== undefined) verdicts.set(key, verdict);
    }
    return verdicts.size === 0 ? noVerdicts : verdicts;
  }
}

function recordKey({ target: { baseUrl }, kind, id }: WrittenReference): string {
  return JSON.stringify([baseUrl, kind, id]);
}

function judgeOne(
  reference: WrittenReference,
  result: LookUpResult,
  before: Verdict | undefined,
): Verdict | undefined {
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
