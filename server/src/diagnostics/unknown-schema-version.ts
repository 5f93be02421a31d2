import { replaceWhole } from "./fixes/fix";
import type { CheckedDiagnostic } from "./diagnostic";
import { type PlacedProperty, previousSignificant, propertyNamed } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { listOf, plain } from "../findings/subject";
import { nearestTo, areAlikeWordByWord } from "../findings/nearest";
import { isWeb } from "@analyses/json-schema";
import { translate } from "../localisation/translate";
import { formatProperty } from "@analyses/protocol/documentFormat";
import type { DocumentCheck } from "../findings/check";

/** Reports a `$schema` that names an unknown or unusable schema. */
const schemaVersionCheck: DocumentCheck = {
  scope: "document",
  codes: ["unknown-schema-version"],
  run({ document, schemas: { identifier, knownIdentifiers: known, documentSchema } }) {
    const property = rootProperty(document, formatProperty.schema);
    if (property === undefined) return [];
    const { node, start } = property.value;
    // A value without a colon before it is only a part of broken text, which has a problem of its own.
    if (previousSignificant(document.text, start)?.character !== ":") return [];
    const range = { start, end: start + node.length };
    const code = "unknown-schema-version";
    if (identifier.kind === "unknown") {
      const candidates = intendedBy(identifier.id, known);
      const message = unknownVersion(identifier.id, candidates);
      const data = { kind: code, candidates } as const;
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
 * The known identifiers that an unknown one may misspell. Excludes other versions and web addresses, because replacing
 * those would lose the document's real format.
 */
function intendedBy(id: string, known: readonly string[]): readonly string[] {
  if (id.trim() === "") return known;
  const digits = (text: string): string => text.replace(/\D/g, "");
  return isWeb(id.split(":", 1)[0] ?? "")
    ? []
    : nearestTo(id, known).filter((text) => digits(text) === digits(id) && areAlikeWordByWord(id, text));
}

function unknownVersion(id: string, candidates: readonly string[]): string {
  const written = plain(JSON.stringify(id));
  if (candidates.length === 0) return translate("`{0}` is not a schema version that is known here.", written);
  const quoted = candidates.map((each) => `\`${each}\``);
  return translate(
    "`{0}` is not a schema version that is known here: use {1}.",
    written,
    listOf(quoted, "or"),
  );
}

export function rootProperty(
  { root: { node, start } }: AnalysesDocument,
  name: string,
): PlacedProperty | undefined {
  return node.kind === "object" ? propertyNamed({ node, start }, name) : undefined;
}

export const unknownSchemaVersion: CheckedDiagnostic = {
  kind: "checked",
  severity: "warning",
  checks: [schemaVersionCheck],
  fixes: (finding) =>
    finding.data.kind === "unknown-schema-version"
      ? finding.data.candidates.map((id, index) =>
          replaceWhole(finding, JSON.stringify(id), { preferred: index === 0 }),
        )
      : [],
};
