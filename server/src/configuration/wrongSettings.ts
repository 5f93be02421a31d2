import { severityNames, validationTriggers } from "@analyses/protocol/settings";
import { open, propertiesOf } from "@analyses/json";
import type { Placed } from "@analyses/json";
import { createDocument } from "../document/analysesDocument";
import { translate } from "../localisation/translate";

/**
 * Describes the allowed values of invalid settings, with line numbers.
 *
 * @param names of the settings, as `severity.syntax`
 * @returns the end of a message
 */
export function wrongSettings(uri: string, text: string, names: readonly string[]): string {
  const document = createDocument(uri, "json", 0, text);
  return names
    .map((name) => {
      const line = document.text.positionAt(offsetOf(name, document.root)).line + 1;
      return translate("`{0}` must be {1} (line {2})", name, allowedFor(name), line);
    })
    .join("; ");

  /** A setting's name can be nested objects or one dotted key, as `references.check`. */
  function offsetOf(name: string, within: Placed): number {
    const { node, start } = open(document, within);
    if (node.kind !== "object") return start;
    for (const property of propertiesOf({ node, start })) {
      const own = property.property.name;
      if (own === name) return property.start;
      if (name.startsWith(`${own}.`)) return offsetOf(name.slice(own.length + 1), property.value);
      if (name.startsWith(`${own}[`)) return property.start;
    }
    return start;
  }
}

function allowedFor(name: string): string {
  const [group = "", inner] = name.split(/[.[]/);
  switch (group) {
    case "validate":
      return oneOf(validationTriggers);
    case "severity":
      return inner === undefined ? translate("an object") : oneOf(severityNames);
    case "maxProblems":
      return translate("a whole number, 0 or more");
    case "itemSchema":
      return translate("the path of a file");
    case "exclude":
      return translate("a list of globs");
    case "schemas":
      return translate("a list of objects with `id` and `path`");
    case "evidence":
    case "references":
      if (inner === undefined) return translate("an object");
      if (inner !== "roles") return translate("true or false");
      if (name === "evidence.roles") return translate("an object");
      return name.startsWith("evidence.roles./")
        ? translate("the name of a role")
        : translate("a path in the analysis, such as `/studies/*/total`");
    default:
      return translate("true or false");
  }
}

function oneOf(values: readonly string[]): string {
  return translate("{0} or {1}", values.slice(0, -1).join(", "), values.at(-1) ?? "");
}
