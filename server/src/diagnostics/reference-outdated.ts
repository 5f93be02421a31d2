import { statusCheck } from "../findings/check";
import type { CheckedDiagnostic } from "./diagnostic";
import { oneLine, referenceOutdated } from "../references/referenceStatuses";
import { translate } from "../localisation/translate";
import { leadsTo } from "@analyses/protocol/references";
import { propertyReader, valueReplacement, preferredFix } from "./fixes/references";
import { readIdentifier } from "../references/writtenReferences";
import { type Fix, objectAt } from "./fixes/fix";
import type { FindingData } from "../findings/finding";
import type { AnalysesDocument } from "../document/analysesDocument";

/**
 * Writes the registry's name and link into the reference; the link only if it leads to the same record. Never certain,
 * because an author must review text from a registry.
 */
function outdatedFixes(
  document: AnalysesDocument,
  { object, name, link }: Extract<FindingData, { readonly kind: "reference-outdated" }>,
): readonly Fix[] {
  const reference = objectAt(document, object);
  if (reference === undefined) return [];
  const written = readIdentifier(propertyReader(document, reference));
  const replacements = [
    ...valueReplacement(reference, "name", name),
    ...(written !== undefined && leadsTo(link, written) ? valueReplacement(reference, "link", link) : []),
  ];
  return [
    preferredFix(translate("Take name and link from the registry: “{0}”", oneLine(name)), replacements),
  ];
}

/** A reference whose record had another name in the registry at the last reference check. */
export const referenceOutdatedDiagnostic: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [
    statusCheck("reference-outdated", (_, status) => {
      if (status.kind !== "outdated") return undefined;
      const { name, link, registry } = status;
      return {
        part: "name",
        message: referenceOutdated(name, registry),
        data: (object) => ({ kind: "reference-outdated", object, name, link }),
      };
    }),
  ],
  fixes: ({ data }, document) => (data.kind === "reference-outdated" ? outdatedFixes(document, data) : []),
};
