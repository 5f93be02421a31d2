import type { CheckedDiagnostic } from "./diagnostic";
import { translate } from "../localisation/translate";
import { propertyReader, preferredFix, valueReplacement } from "./fixes/references";
import { type Fix, objectAt } from "./fixes/fix";
import type { FindingData } from "../findings/finding";
import type { AnalysesDocument } from "../document/analysesDocument";
import { writeRegistryLink, identifierProperty } from "@analyses/protocol/references";
import { linkToOtherRecord, linkToOtherKind, oneLine } from "../references/referenceStatuses";
import { locate, rangeOf } from "../document/locate";
import { plainlyFits, referencesIn, linkFits, readIdentifier } from "../references/writtenReferences";
import type { TextCheck } from "../findings/check";

/**
 * References whose link leads to another record than their identifier. Compares only the texts, without the registry.
 */
const linkMismatchCheck: TextCheck = {
  scope: "text",
  codes: ["reference-link-mismatch"],
  dependsOn: ({ settings }) => [settings.references.check],
  run({ document, settings }, piece) {
    if (!settings.references.check || piece.node.kind !== "lazy" || piece.part === "group") return [];
    const { identified } = piece.keys;
    // If all links obviously fit, this check does not read the references; the registry lookup reads them later.
    if (identified.length > 0 && identified.every(plainlyFits)) return [];
    return referencesIn(document, piece, piece).flatMap((reference) => {
      if (linkFits(reference)) return [];
      const object = locate(document, piece, reference.path);
      const link = locate(document, piece, [...reference.path, "link"]);
      if (object === undefined || link === undefined) return [];
      const { kind, id, target } = reference;
      const code = "reference-link-mismatch";
      const message =
        target.kind === kind ? linkToOtherRecord(id, target.id) : linkToOtherKind(kind, target.kind);
      const data = {
        kind: code,
        object: object.start,
        link: writeRegistryLink({ ...target, kind, id }),
        linkedId: target.kind === kind ? target.id : undefined,
      } as const;
      return [{ code, message, ...rangeOf(link), related: [], data }];
    });
  },
};

/** Up to two fixes: write the link of the identifier, or write the identifier that the link contains. */
function linkMismatchFixes(
  document: AnalysesDocument,
  { object, link, linkedId }: Extract<FindingData, { readonly kind: "reference-link-mismatch" }>,
): readonly Fix[] {
  const reference = objectAt(document, object);
  const written = reference && readIdentifier(propertyReader(document, reference));
  if (reference === undefined || written === undefined) return [];
  const { kind, id } = written;
  const fixes: Fix[] = [];
  if (link !== undefined)
    fixes.push(
      preferredFix(
        translate("Write the link of “{0}”", oneLine(id)),
        valueReplacement(reference, "link", link),
      ),
    );
  if (linkedId !== undefined)
    fixes.push({
      title: translate("Refer to “{0}”, as the link does", oneLine(linkedId)),
      replacements: valueReplacement(reference, identifierProperty[kind], linkedId),
      certain: false,
      preferred: link === undefined,
    });
  return fixes;
}

export const referenceLinkMismatch: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [linkMismatchCheck],
  fixes: ({ data }, document) =>
    data.kind === "reference-link-mismatch" ? linkMismatchFixes(document, data) : [],
};
