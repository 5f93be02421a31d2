import { isWeb } from "@analyses/json-schema";
import { formatProperty } from "@analyses/protocol/documentFormat";
import { elementsOf, open, propertyNamed } from "@analyses/json";
import type { PlacedProperty } from "@analyses/json";
import { groupListOf } from "../../document/groups";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { translate } from "../../localisation/translate";
import type { DocumentCheck } from "../check";
import type { FindingDraft } from "../finding";
import { plain } from "../messages/valueMessages";
import { listOf } from "../messages/subject";
import { areAlikeWordByWord, nearestTo } from "../nearest";

/** The `$schema` of the document names no schema that is known, or one that cannot be used. */
export const schemaVersionCheck: DocumentCheck = {
  scope: "document",
  codes: ["unknown-schema-version"],
  run({ document, schemas: { identifier, knownIdentifiers: known, documentSchema } }) {
    const property = rootProperty(document, formatProperty.schema);
    if (property === undefined) return [];
    const { node, start } = property.value;
    const range = { start, end: start + node.length };
    const code = "unknown-schema-version";
    if (identifier.kind === "unknown") {
      const meant = meantBy(identifier.id, known);
      const message = unknownVersion(identifier.id, meant);
      const data = { kind: code, meant } as const;
      return [{ code, message, ...range, related: [], data }];
    }
    const { unavailable } = documentSchema;
    if (unavailable === undefined) return [];
    const { file, reason } = unavailable;
    const message = translate("The schema that this version names cannot be used ({0}): {1}", file, reason);
    return [{ code, message, ...range, related: [], data: { kind: "none" } }];
  },
};

/**
 * The identifiers of which one is only misspelt. One of another version or of somebody else is known elsewhere: who
 * replaced it would lose what the document is.
 */
function meantBy(id: string, known: readonly string[]): readonly string[] {
  if (id.trim() === "") return known;
  const digits = (text: string): string => text.replace(/\D/g, "");
  return isWeb(id.split(":", 1)[0] ?? "")
    ? []
    : nearestTo(id, known).filter((one) => digits(one) === digits(id) && areAlikeWordByWord(id, one));
}

/** The item schema, or a part of it, cannot be used: reported once, at the first `analyses`. */
export const itemSchemaUnavailableCheck: DocumentCheck = {
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

function unknownVersion(id: string, meant: readonly string[]): string {
  const written = plain(JSON.stringify(id));
  if (meant.length === 0) return translate("`{0}` is not a schema version that is known here.", written);
  const quoted = meant.map((each) => `\`${each}\``);
  return translate(
    "`{0}` is not a schema version that is known here: use {1}.",
    written,
    listOf(quoted, "or"),
  );
}

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

function rootProperty({ root: { node, start } }: AnalysesDocument, name: string): PlacedProperty | undefined {
  return node.kind === "object" ? propertyNamed({ node, start }, name) : undefined;
}
