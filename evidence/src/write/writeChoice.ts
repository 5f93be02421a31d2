import { isScalar } from "../json";
import type { ChoiceRole } from "../roles/roles";
import { readChoice } from "../choiceValues";
import type { WritingPlace } from "./schemaView";
import { alternativesOf, typesOf, wordsOf } from "./schemaView";

/**
 * Translates a choice into the words of a schema.
 *
 * @param value the standard value
 * @param values standard values by the document's words
 * @returns undefined if the schema has no word for it
 */
export function writtenChoice(
  role: ChoiceRole,
  value: string | number | boolean,
  values: ReadonlyMap<string, string>,
  at: Pick<WritingPlace, "schemas" | "resolve">,
): string | number | boolean | undefined {
  const words = wordsOf(at).filter(isScalar);
  const word = words.find((one) => {
    const said = values.get(String(one)) ?? one;
    return said === value || readChoice[role](said) === value;
  });
  if (word !== undefined || words.length > 0) return word;
  const types = typesOf(at);
  if (typeof value !== "number")
    return typeof value === "boolean" || types.size === 0 || types.has("string") ? value : undefined;
  // If the schema allows no more than one, a level is a fraction.
  const isFraction = alternativesOf(at.schemas, at.resolve).some(({ node }) =>
    [node.maximum, node.exclusiveMaximum].some((limit) => typeof limit === "number" && limit <= 1),
  );
  return isFraction ? value : Number((value * 100).toPrecision(12));
}
