import { isScalar } from "../json";
import type { ChoiceRole } from "../roles/roles";
import { readChoice } from "../choiceValues";
import type { WritingPlace } from "./schemaView";
import { alternativesOf, typesOf, wordsOf } from "./schemaView";

/**
 * A choice in the words of a schema.
 *
 * @param value as the engine names it
 * @param values what the document's words stand for, where somebody says it
 * @returns undefined where the schema has no word for it
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
  // A level is a fraction where the schema allows nothing above one.
  const isFraction = alternativesOf(at.schemas, at.resolve).some(({ node }) =>
    [node.maximum, node.exclusiveMaximum].some((limit) => typeof limit === "number" && limit <= 1),
  );
  return isFraction ? value : Number((value * 100).toPrecision(12));
}
