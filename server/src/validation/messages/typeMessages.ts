import { valueName } from "./subject";
import type { Subject } from "./subject";
import { listOf } from "./wording";
import { translate } from "../../localisation/translate";

/** JSON's types in an author's words. */
function typeName(type: string): string {
  switch (type) {
    case "array":
      return translate("a list");
    case "boolean":
      return translate("true or false");
    case "integer":
      return translate("a whole number");
    case "number":
      return translate("a number");
    case "object":
      return translate("an object");
    case "string":
      return translate("text in double quotes");
    default:
      return type;
  }
}

/** @param replacement - The same value as JSON text of the right type, where there is one. */
export function wrongType(
  subject: Subject,
  expected: readonly string[],
  found: string,
  replacement: string | undefined,
): string {
  const types = expected.filter((type) => !(type === "integer" && expected.includes("number")));
  const wanted = listOf(types.map(typeName), "or");
  const given = found === "string" ? translate("text") : typeName(found);
  return replacement === undefined
    ? translate("{0} must be {1}, not {2}.", valueName(subject), wanted, given)
    : translate("{0} must be {1}, not {2}: write {3}.", valueName(subject), wanted, given, replacement);
}
