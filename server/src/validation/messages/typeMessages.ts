import { valueName } from "./subject";
import type { Subject } from "./subject";
import { listOf } from "./wording";

/** JSON's types in an author's words. */
const typeNames: Readonly<Record<string, string>> = {
  array: "a list",
  boolean: "true or false",
  integer: "a whole number",
  null: "null",
  number: "a number",
  object: "an object",
  string: "text in double quotes",
};

const foundNames: Readonly<Record<string, string>> = { ...typeNames, string: "text" };

/** @param replacement - The same value as JSON text of the right type, where there is one. */
export function wrongType(
  subject: Subject,
  expected: readonly string[],
  found: string,
  replacement: string | undefined,
): string {
  const types = expected.filter((type) => !(type === "integer" && expected.includes("number")));
  const wanted = listOf(
    types.map((type) => typeNames[type] ?? type),
    "or",
  );
  const found_ = foundNames[found] ?? found;
  const hint = replacement === undefined ? "" : `: write ${replacement}`;
  return `${valueName(subject)} must be ${wanted}, not ${found_}${hint}.`;
}
