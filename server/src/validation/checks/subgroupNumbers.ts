import type { JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject } from "@analyses/json";
import { locate, rangeOf } from "../../document/locate";
import type { AnalysisCheck } from "../../findings/check";
import type { FindingDraft } from "../../findings/finding";
import { moreFindings } from "../../findings/finding";
import { translate } from "../../localisation/translate";

/** Reports rows of RevMan's documents with the number of a subgroup that the analysis does not have. */
export const subgroupNumbersCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["not-allowed-value"],
  *run({ document, limit }, analysis) {
    const { value } = analysis;
    if (!isJsonObject(value) || !isJsonArray(value.subgroups) || !isJsonArray(value["data-rows"])) return [];
    const numbers = value.subgroups.map((one) => (isJsonObject(one) ? one.number : undefined));
    if (!numbers.every((one) => typeof one === "number")) return [];
    const allowed = numbers.map(String);
    const found: FindingDraft[] = [];
    for (const [index, row] of value["data-rows"].entries()) {
      const number = subgroupOf(row);
      if (typeof number !== "number" || numbers.includes(number)) continue;
      yield 0;
      const located = locate(document, analysis, ["data-rows", index, ...pathOfNumber]);
      if (located === undefined) continue;
      if (found.length >= limit) return [...found, moreFindings(located.start)];
      found.push({
        code: "not-allowed-value",
        severity: "warning",
        message: translate("No subgroup of the analysis has the number {0}.", number),
        ...rangeOf(located),
        related: [],
        data: { kind: "not-allowed-value", allowed, count: allowed.length, nearest: 0 },
      });
    }
    return found;
  },
};

const pathOfNumber = ["applicability", "subgroup-number"] as const;

function subgroupOf(row: JsonValue): JsonValue | undefined {
  return pathOfNumber.reduce<JsonValue | undefined>(
    (value, name) => (isJsonObject(value) ? value[name] : undefined),
    row,
  );
}
