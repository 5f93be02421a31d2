import type { Yielding } from "../yielding";
import { type ComputedItem, evidenceYielding } from "../evidenceOfItem";
import { unescaped, withValue } from "../json";
import type { RoleBinding } from "../roles/binding";
import type { Finding } from "./finding";
import { resultMismatch } from "./resultMismatch";

/** Maximum number of single corrections to try: each computes the item again. */
const maxTried = 10;
/** Corrections of longer items are not tried. */
const maxRows = 10_000;

/**
 * The mistake that explains why an item's stored results differ from the computed ones: the finding that, corrected
 * alone, gives exactly the stored results; or the first finding, if all corrections together do. Yields after each
 * computation.
 *
 * @returns undefined if no correction gives them: then it is unknown whether the results or the data are wrong
 */
export function* causeOfMismatch(
  found: readonly Finding[],
  { content }: ComputedItem,
  binding: RoleBinding,
): Yielding<Finding | undefined> {
  if ((content.rows?.length ?? 0) > maxRows) return undefined;
  const corrections = found.flatMap((finding): { finding: Finding; values: readonly Correction[] }[] => {
    const values = correctionOf(finding, content);
    return values.length === 0 ? [] : [{ finding, values }];
  });
  const alone = corrections.slice(0, maxTried).map((correction) => [correction]);
  for (const some of corrections.length > 1 ? [...alone, corrections] : alone) {
    let { item } = content;
    for (const { pointer, value } of some.flatMap(({ values }) => values))
      item = withValue(item, pointer.split("/").slice(1).map(unescaped), value);
    const evidence = yield* evidenceYielding(item, binding);
    if (evidence.kind === "computed" && resultMismatch(evidence).length === 0) return some[0]?.finding;
    yield 0;
  }
  return undefined;
}

interface Correction {
  readonly pointer: string;
  readonly value: number | string | null;
}

/** The values that correct a finding about data or choices; none if they are unknown. */
function correctionOf(finding: Finding, { choices }: ComputedItem["content"]): readonly Correction[] {
  switch (finding.code) {
    case "duplicate-row":
      return [{ pointer: finding.pointer, value: null }];
    case "method-mismatch": {
      const model = finding.other === "model" ? choices.get("model") : undefined;
      const isFixed = model !== undefined && finding.otherValue === "fixed-effect";
      return isFixed ? [{ pointer: model.pointer, value: "random-effects" }] : [];
    }
    case "result-mismatch":
      return [];
    default:
      return "repairs" in finding ? finding.repairs : [];
  }
}
