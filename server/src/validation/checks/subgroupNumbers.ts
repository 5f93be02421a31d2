import { type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { freeNumber } from "../../document/groups";
import { locate, rangeOf } from "../../document/locate";
import type { AnalysisCheck } from "../../findings/check";
import { type FindingDraft, moreFindings } from "../../findings/finding";
import { translate } from "../../localisation/translate";

/**
 * In RevMan's documents, reports a subgroup that has the number of an earlier subgroup. If all numbers differ, reports
 * rows with a subgroup number that no subgroup of the analysis has.
 */
export const subgroupNumbersCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["not-allowed-value", "duplicate-number"],
  *run({ document, limit }, analysis) {
    const { value } = analysis;
    if (!isJsonObject(value) || !isJsonArray(value.subgroups) || !isJsonArray(value["data-rows"])) return [];
    const numbers = value.subgroups.map((subgroup) => (isJsonObject(subgroup) ? subgroup.number : undefined));
    if (!numbers.every((one) => typeof one === "number")) return [];
    const rows = value["data-rows"].map(subgroupOf);
    const repeated = numbers.findIndex((one, index) => numbers.indexOf(one) < index);
    const place = (index: number) => locate(document, analysis, ["subgroups", index, "number"]);
    // Without a repeated number, `repeated` is -1, so that neither place exists.
    const [first, second] = [place(numbers.indexOf(numbers[repeated] ?? NaN)), place(repeated)];
    // A row with a number that no subgroup has probably belongs to the subgroup with the mistyped number.
    if (first !== undefined && second !== undefined) {
      const others = new Set(
        rows.filter((number): number is number => typeof number === "number" && !numbers.includes(number)),
      );
      const [only = freeNumber(numbers)] = others;
      return [
        {
          code: "duplicate-number",
          message: translate(
            "Another subgroup of this analysis has the number {0} too.",
            numbers[repeated] ?? 0,
          ),
          ...rangeOf(second),
          related: [
            { message: translate("`{0}` stands here first.", numbers[repeated] ?? 0), ...rangeOf(first) },
          ],
          data: { kind: "duplicate-number", free: others.size > 1 ? freeNumber(numbers) : only },
        },
      ];
    }
    const allowed = numbers.map(String);
    const found: FindingDraft[] = [];
    for (const [index, number] of rows.entries()) {
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
