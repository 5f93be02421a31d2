import { referenceUnknown } from "../references/referenceStatuses";
import { statusCheck } from "../findings/check";
import type { CheckedDiagnostic } from "./diagnostic";
import { type Fix, memberRemoval, fix } from "./fixes/fix";
import { translate } from "../localisation/translate";
import { isOnlyReference, identifierProperty } from "@analyses/protocol/references";
import { pathAt, membersRemoval } from "@analyses/json";
import type { FindingData } from "../findings/finding";
import type { AnalysesDocument } from "../document/analysesDocument";

/** Removes a reference: the whole object or, if the object has other properties too, only those of the reference. */
function unknownReferenceFixes(
  document: AnalysesDocument,
  { object }: Extract<FindingData, { readonly kind: "reference-unknown" }>,
): readonly Fix[] {
  const step = pathAt(document, object + 1).steps.findLast(({ start }) => start === object);
  if (step?.node.kind !== "object" || step.via.kind === "root") return [];
  const { node, via } = step;
  const names = node.properties.map(({ name }) => name);
  if (isOnlyReference(names)) {
    const start = via.kind === "property" ? via.property.start : object;
    return [fix(translate("Remove the reference"), memberRemoval(document, start), {})];
  }
  const parts = names.flatMap((name, index) => (name !== "name" && isOnlyReference([name]) ? [index] : []));
  const removals = membersRemoval(document.text, { node, start: object }, parts);
  return [
    fix(
      translate("Remove the reference"),
      removals.map((removal) => ({ ...removal, template: [] })),
      {},
    ),
  ];
}

/** A reference whose record the registry did not have at the last reference check. */
export const referenceUnknownDiagnostic: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [
    statusCheck("reference-unknown", ({ kind, id }, status) =>
      status.kind === "unknown"
        ? {
            part: identifierProperty[kind],
            message: referenceUnknown(kind, id, status.registry),
            data: (object) => ({ kind: "reference-unknown", object }),
          }
        : undefined,
    ),
  ],
  fixes: ({ data }, document) =>
    data.kind === "reference-unknown" ? unknownReferenceFixes(document, data) : [],
};
