import type { DiagnosticCode } from "./diagnosticCodes";
import { diagnosticCodes } from "./diagnosticCodes";

/** The section under which every setting of this product lives. */
export const settingsSection = "analysesRegistry";

export const severityNames = ["error", "warning", "information", "hint", "off"] as const;
export type SeverityName = (typeof severityNames)[number];

export const validationTriggers = ["onType", "onSave", "off"] as const;
export type ValidationTrigger = (typeof validationTriggers)[number];

/** A further `$schema` identifier and what it stands for: a file, or `bundled:VERSION`. */
export interface SchemaAssociation {
  readonly id: string;
  readonly path: string;
}

/** The settings that the language server asks for, per document (LSP `workspace/configuration`). */
export interface AnalysesSettings {
  readonly schemas: readonly SchemaAssociation[];
  /** Path or `file:` URI of the JSON Schema that each analysis item follows; empty for none. */
  readonly itemSchema: string;
  readonly validate: ValidationTrigger;
  readonly severity: Readonly<Partial<Record<DiagnosticCode, SeverityName>>>;
  readonly maxProblems: number;
  readonly references: { readonly check: boolean };
}

export const defaultAnalysesSettings: AnalysesSettings = {
  schemas: [],
  itemSchema: "",
  validate: "onType",
  severity: {},
  maxProblems: 1000,
  references: { check: true },
};

/**
 * Reads settings as they come from a user, an editor or `initializationOptions`.
 * What is absent or not of the setting's form counts as not set.
 */
export function readAnalysesSettings(value: unknown): AnalysesSettings {
  const settings = asRecord(value);
  const references = asRecord(settings.references);
  const defaults = defaultAnalysesSettings;
  return {
    schemas: readSchemaAssociations(settings.schemas),
    itemSchema: typeof settings.itemSchema === "string" ? settings.itemSchema : defaults.itemSchema,
    validate: oneOf(validationTriggers, settings.validate) ?? defaults.validate,
    severity: readSeverities(settings.severity),
    maxProblems: readCount(settings.maxProblems) ?? defaults.maxProblems,
    references: {
      check: typeof references.check === "boolean" ? references.check : defaults.references.check,
    },
  };
}

function readSchemaAssociations(value: unknown): readonly SchemaAssociation[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((entry: unknown) => {
    const { id, path } = asRecord(entry);
    return typeof id === "string" && typeof path === "string" ? [{ id, path }] : [];
  });
}

function readSeverities(value: unknown): Partial<Record<DiagnosticCode, SeverityName>> {
  const given = asRecord(value);
  const severities: Partial<Record<DiagnosticCode, SeverityName>> = {};
  for (const code of diagnosticCodes) {
    const severity = oneOf(severityNames, given[code]);
    if (severity !== undefined) severities[code] = severity;
  }
  return severities;
}

function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}

function oneOf<T extends string>(allowed: readonly T[], value: unknown): T | undefined {
  return allowed.find((candidate) => candidate === value);
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}
