import type { Losses } from "../model/report";
import type { Review } from "../model/review";
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
export function readRevmanJson(text: string, file: string, losses: Losses): Review {
  const { translate } = losses;
  const value = parsedJson(text);
  const groups = objectOf(value)?.["analysis-groups"];
  if (!Array.isArray(groups)) throw new Refused(translate("{0} is no analyses document of RevMan.", file));
  const method = objectOf(value)?.["risk-of-bias-method"];
  return {
    source: "revman-json",
    groups: listOf(groups).map((group, index) =>
      readRevmanGroup(group, `/analysis-groups/${index}`, file, losses),
    ),
    riskOfBiasMethod: method === "RISK_OF_BIAS_2" ? 2 : method === "RISK_OF_BIAS_1" ? 1 : null,
    isHtml: true,
  };
}
