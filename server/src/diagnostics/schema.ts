import { translate } from "../localisation/translate";
import { replaceWhole, isElement, memberRemoval, fix } from "./fixes/fix";
import type { SchemaDiagnostic } from "./diagnostic";

/** Keywords whose findings concern a superfluous element. */
const extraElement: ReadonlySet<string> = new Set([
  "prefixItems",
  "items",
  "unevaluatedItems",
  "uniqueItems",
]);

/** Schema problems of all keywords without their own code (`validation/keywords`). */
export const schemaDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes(finding, document) {
    const { data, start, end } = finding;
    if (data.kind !== "schema") return [];
    const { candidates, keyword } = data;
    if (candidates !== undefined)
      return candidates.map((json) => replaceWhole(finding, json, { preferred: candidates.length === 1 }));
    return extraElement.has(keyword) && isElement(document, start, end)
      ? [fix(translate("Remove this entry"), memberRemoval(document, start), {})]
      : [];
  },
};
