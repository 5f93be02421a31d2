import type { Yielding } from "@analyses/json";
import type { Losses } from "../model/report";
import type { Group, Review } from "../model/review";
import { listOf, objectOf, parsedJson } from "../reading/json";
import { Refused } from "../reading/limits";
import { readRevmanGroup } from "./revmanGroups";

/** RevMan's identifier of analyses documents. */
export const revmanSchema = "https://assets.cochrane.org/schema/v1/analyses.schema.json";

/**
 * Reads RevMan's analyses document: `spec/revman-item.md`.
 *
 * @throws Refused if the text is not such a document
 */
export function* readRevmanJson(text: string, file: string, losses: Losses): Yielding<Review> {
  const value = yield* parsedJson(text);
  const groups = objectOf(value)?.["analysis-groups"];
  if (!Array.isArray(groups))
    throw new Refused(losses.translate("{0} is no analyses document of RevMan.", file));
  const method = objectOf(value)?.["risk-of-bias-method"];
  const read: Group[] = [];
  for (const [index, group] of listOf(groups).entries())
    read.push(yield* readRevmanGroup(group, `/analysis-groups/${index}`, file, losses));
  return {
    source: "revman-json",
    groups: read,
    riskOfBiasMethod: method === "RISK_OF_BIAS_2" ? 2 : method === "RISK_OF_BIAS_1" ? 1 : null,
    isHtml: true,
  };
}
