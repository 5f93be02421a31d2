import type { RoleBinding } from "../../../../evidence/src/index";
import { readChoice } from "../../../../evidence/src/index";
import type { Cell, Choices } from "../../model/review";
import type { Written } from "../json";
import type { Resolve, SchemaNode } from "./schemaView";
import { alternativesOf, listOf } from "./schemaView";

export type ChoiceRole = keyof Choices;

type BoundRole = RoleBinding["item"]["roles"][number];

/** A choice in the words of the schema; undefined where it has no word for it. */
export function writtenChoice(
  { value }: Cell<string | number | boolean>,
  role: ChoiceRole,
  { values }: Pick<BoundRole, "values">,
  schemas: readonly SchemaNode[],
  resolve: Resolve,
): Written | undefined {
  const all = alternativesOf(schemas, resolve).map(({ node }) => node);
  const words = all.flatMap((node) => [...listOf(node.enum), ...("const" in node ? [node.const] : [])]);
  const isMeant = (word: unknown): boolean => {
    const said = values.get(String(word)) ?? word;
    return said === value || readChoice[role](said) === value;
  };
  const word = words.find((one) => isScalar(one) && isMeant(one));
  if (word !== undefined) return word as Written;
  if (words.some(isScalar)) return undefined;
  const types = new Set(all.flatMap(({ type }) => [type].flat()));
  if (typeof value !== "number")
    return typeof value === "boolean" || types.size === 0 || types.has("string") ? value : undefined;
  // A level is a fraction where the schema allows nothing above one.
  const isFraction = all.some(({ maximum, exclusiveMaximum }) =>
    [maximum, exclusiveMaximum].some((limit) => typeof limit === "number" && limit <= 1),
  );
  return isFraction ? value : Number((value * 100).toPrecision(12));
}

function isScalar(value: unknown): value is string | number | boolean {
  return ["string", "number", "boolean"].includes(typeof value);
}

/** Whether leaving a choice out changes no number: what analyses do that say nothing. */
export function isUsual(role: ChoiceRole, { value }: Cell<unknown>, choices: Choices): boolean {
  switch (role) {
    case "data-type":
      return true;
    case "confidence-level":
      return value === 0.95;
    case "prediction-interval":
    case "swap-events":
      return value === false;
    case "totals":
      return value === "totals-and-subtotals";
    case "interval-method":
      return value === "wald";
    case "scale":
      return value === "log" || choices["data-type"]?.value !== "contrast";
    case "heterogeneity-estimator":
    case "effect-measure":
    case "method":
    case "model":
      return false;
  }
}
