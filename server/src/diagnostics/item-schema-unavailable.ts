import type { CheckedDiagnostic } from "./diagnostic";
import { rootProperty } from "./unknown-schema-version";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { elementsOf, open, propertyNamed } from "@analyses/json";
import { groupListOf } from "../document/groups";
import type { AnalysesDocument } from "../document/analysesDocument";
import { translate } from "../localisation/translate";
import type { FindingDraft } from "../findings/finding";
import type { DocumentCheck } from "../findings/check";

/** Reports, once at the first `analyses`, that the item schema or a part of it is unusable. */
const itemSchemaUnavailableCheck: DocumentCheck = {
  scope: "document",
  codes: ["item-schema-unavailable"],
  run({ document, schemas: { itemSchema } }): readonly FindingDraft[] {
    const failures = itemSchema.kind === "ready" ? (itemSchema.faults ?? []) : [];
    const failure = itemSchema.kind === "unavailable" ? itemSchema : failures[0];
    if (failure === undefined) return [];
    const { file, reason } = failure;
    const message =
      itemSchema.kind === "unavailable"
        ? translate(
            "The analyses are not checked against their item schema, since it cannot be used ({0}): {1}",
            file,
            reason,
          )
        : failures.length === 1
          ? translate("A part of the item schema is not used ({0}): {1}", file, reason)
          : translate(
              "{2} parts of the item schema are not used ({0}): {1}, …",
              file,
              reason,
              failures.length,
            );
    const range = firstAnalyses(document);
    return [{ code: "item-schema-unavailable", message, ...range, related: [], data: { kind: "none" } }];
  },
};

function firstAnalyses(document: AnalysesDocument): { readonly start: number; readonly end: number } {
  const groups = groupListOf(document);
  for (const element of groups === undefined ? [] : elementsOf(groups)) {
    const { node, start } = open(document, element);
    const property =
      node.kind === "object" ? propertyNamed({ node, start }, formatProperty.analyses) : undefined;
    if (property !== undefined) return { start: property.start, end: property.keyEnd };
  }
  const property = rootProperty(document, formatProperty.groups);
  if (property !== undefined) return { start: property.start, end: property.keyEnd };
  const { node, start } = document.root;
  return { start, end: start + Math.min(1, node.length) };
}

export const itemSchemaUnavailable: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [itemSchemaUnavailableCheck],
};
