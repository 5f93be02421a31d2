import type { DiagnosticCode } from "./diagnosticCodes";
import { diagnosticCodes } from "./diagnosticCodes";
import { fieldsOf, isObject, oneOf, readBoolean } from "./message";

/** The section of all settings of this product. */
export const settingsSection = "analysesRegistry";

/**
 * A file with a team's settings for the documents in its folder and the folders below: a JSON object of the settings of
 * scope `resource`, by their names without {@link settingsSection}.
 */
export const configurationFileName = "analyses.config.json";

export const severityNames = ["error", "warning", "information", "hint", "off"] as const;
export type SeverityName = (typeof severityNames)[number];

export const validationTriggers = ["onType", "onSave", "off"] as const;
export type ValidationTrigger = (typeof validationTriggers)[number];

/** An additional `$schema` identifier and its schema: a file, or `bundled:VERSION`. */
export interface SchemaAssociation {
  readonly id: string;
  readonly path: string;
}

/** The settings that the language server requests per document (LSP `workspace/configuration`). */
export interface AnalysesSettings {
  readonly schemas: readonly SchemaAssociation[];
  /** Path or `file:` URI of the JSON Schema that each analysis item follows; empty for none. */
  readonly itemSchema: string;
  readonly validate: ValidationTrigger;
  readonly severity: Readonly<Partial<Record<DiagnosticCode, SeverityName>>>;
  readonly maxProblems: number;
  readonly references: { readonly check: boolean };
  readonly evidence: EvidenceSettings;
  /** Whether the server reads {@link configurationFileName}. */
  readonly configurationFile: boolean;
}

/** Settings of the results computed from the numbers of analyses. */
export interface EvidenceSettings {
  /** Maps the path of a property inside an analysis to its role; unparsed: the `evidence` package parses it. */
  readonly roles: Readonly<Record<string, unknown>>;
  /** Whether the editor shows results in each place. */
  readonly codeLens: boolean;
  readonly hover: boolean;
  readonly inlayHints: boolean;
  readonly outline: boolean;
}

export const defaultAnalysesSettings: AnalysesSettings = {
  schemas: [],
  itemSchema: "",
  validate: "onType",
  severity: {},
  maxProblems: 1000,
  references: { check: true },
  evidence: { roles: {}, codeLens: true, hover: true, inlayHints: false, outline: true },
  configurationFile: true,
};

/** The setting names allowed in {@link configurationFileName}, as in the editor's settings: `references.check`. */
export function configurationNames(): readonly string[] {
  return Object.entries(defaultAnalysesSettings).flatMap(([name, value]: [string, unknown]) => {
    if (name === "configurationFile") return [];
    const parts = Array.isArray(value) ? [] : Object.keys(fieldsOf(value));
    return parts.length === 0 ? [name] : parts.map((part) => `${name}.${part}`);
  });
}

/**
 * Parses settings from a user, an editor or `initializationOptions`.
 * Replaces absent values and values of another form with the defaults.
 */
export function readAnalysesSettings(value: unknown): AnalysesSettings {
  const settings = fieldsOf(value);
  const references = fieldsOf(settings.references);
  const evidence = fieldsOf(settings.evidence);
  const defaults = defaultAnalysesSettings;
  return {
    schemas: readSchemaAssociations(settings.schemas),
    itemSchema: typeof settings.itemSchema === "string" ? settings.itemSchema : defaults.itemSchema,
    validate: oneOf(validationTriggers)(settings.validate) ?? defaults.validate,
    severity: readSeverities(settings.severity),
    maxProblems: readCount(settings.maxProblems) ?? defaults.maxProblems,
    references: {
      check: readBoolean(references.check) ?? defaults.references.check,
    },
    evidence: {
      roles: isObject(evidence.roles) ? evidence.roles : defaults.evidence.roles,
      codeLens: readBoolean(evidence.codeLens) ?? defaults.evidence.codeLens,
      hover: readBoolean(evidence.hover) ?? defaults.evidence.hover,
      inlayHints: readBoolean(evidence.inlayHints) ?? defaults.evidence.inlayHints,
      outline: readBoolean(evidence.outline) ?? defaults.evidence.outline,
    },
    configurationFile: readBoolean(settings.configurationFile) ?? defaults.configurationFile,
  };
}

/**
 * The names of settings with a value of another form, which {@link readAnalysesSettings} ignores. Null is not among
 * them: editors send it for "not set".
 */
export function ignoredSettings(value: unknown): readonly string[] {
  const given = fieldsOf(value);
  const references = fieldsOf(given.references);
  const isWrong = (name: string, own: unknown, isRight: boolean): readonly string[] =>
    own === undefined || own === null || isRight ? [] : [name];
  const evidence = fieldsOf(given.evidence);
  const severities = isObject(given.severity) ? Object.entries(given.severity) : [];
  return [
    ...isWrong("schemas", given.schemas, Array.isArray(given.schemas)),
    ...entriesOf(given.schemas).flatMap((entry, at) =>
      readSchemaAssociations([entry]).length > 0 ? [] : [`schemas[${at}]`],
    ),
    ...isWrong("itemSchema", given.itemSchema, typeof given.itemSchema === "string"),
    ...isWrong("validate", given.validate, oneOf(validationTriggers)(given.validate) !== undefined),
    ...isWrong("severity", given.severity, isObject(given.severity)),
    ...severities.flatMap(([code, severity]) => {
      const isCode = diagnosticCodes.some((known) => known === code);
      return isWrong(`severity.${code}`, severity, isCode && oneOf(severityNames)(severity) !== undefined);
    }),
    ...isWrong("maxProblems", given.maxProblems, readCount(given.maxProblems) !== undefined),
    ...isWrong("references", given.references, isObject(given.references)),
    ...isWrong("references.check", references.check, typeof references.check === "boolean"),
    ...isWrong("evidence", given.evidence, isObject(given.evidence)),
    ...(["codeLens", "hover", "inlayHints", "outline"] as const).flatMap((name) =>
      isWrong(`evidence.${name}`, evidence[name], typeof evidence[name] === "boolean"),
    ),
    ...isWrong("evidence.roles", evidence.roles, isObject(evidence.roles)),
    ...isWrong("configurationFile", given.configurationFile, typeof given.configurationFile === "boolean"),
  ];
}

function readSchemaAssociations(value: unknown): readonly SchemaAssociation[] {
  return entriesOf(value).flatMap((entry) => {
    const { id, path } = fieldsOf(entry);
    return typeof id === "string" && typeof path === "string" ? [{ id, path }] : [];
  });
}

function entriesOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function readSeverities(value: unknown): Partial<Record<DiagnosticCode, SeverityName>> {
  const given = fieldsOf(value);
  const severities: Partial<Record<DiagnosticCode, SeverityName>> = {};
  for (const code of diagnosticCodes) {
    const severity = oneOf(severityNames)(given[code]);
    if (severity !== undefined) severities[code] = severity;
  }
  return severities;
}

function readCount(value: unknown): number | undefined {
  return typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
}
