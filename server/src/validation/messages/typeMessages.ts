import { valueName } from "./subject";
import type { Subject } from "./subject";
import { plain } from "./valueMessages";
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

/**
 * @param found - The type of the value, and the value as it is written.
 * @param replacement - The same value as JSON text of the right type, where there is one.
 */
export function wrongType(
  subject: Subject,
  expected: readonly string[],
  found: { readonly type: string; readonly written: string },
  replacement: string | undefined,
): string {
  const types = expected.filter((type) => !(type === "integer" && expected.includes("number")));
  const wanted = listOf(types.map(typeName), "or");
  const given = givenName();
  return replacement === undefined
    ? translate("{0} must be {1}, not {2}.", valueName(subject), wanted, given)
    : translate("{0} must be {1}, not {2}: write {3}.", valueName(subject), wanted, given, replacement);

  function givenName(): string {
    // A whole number is a number too: what is wrong with this one is its value.
    if (found.type === "number" && expected.includes("integer")) return plain(found.written);
    return found.type === "string" ? translate("text") : typeName(found.type);
  }
}
