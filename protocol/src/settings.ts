import { type DiagnosticCode, diagnosticCodes } from "./diagnosticCodes";
import { type Read, fieldsOf, isObject, objectOf, oneOf, readBoolean, readText } from "./message";

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
type ValidationTrigger = (typeof validationTriggers)[number];

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
  /** Maps the path of a property inside an analysis to its role. The `evidence` package parses this object. */
  readonly roles: Readonly<Record<string, unknown>>;
  /**
   * Whether the editor shows results as code lenses, in hovers, as inlay hints and in the outline: one setting each.
   */
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
 *
 * @param noteIgnored receives the name of each setting or entry with a value of another form; not for null, which
 *   editors send for "not set"
 */
export function readAnalysesSettings(
  value: unknown,
  noteIgnored: (name: string) => void = () => undefined,
): AnalysesSettings {
  const settings = fieldsOf(value);
  const defaults = defaultAnalysesSettings;
  const readAs = <T>(name: string, given: unknown, read: Read<T>): T | undefined => {
    const known = read(given);
    if (known === undefined && given !== undefined && given !== null) noteIgnored(name);
    return known;
  };
  const read = <T>(name: keyof AnalysesSettings, reader: Read<T>) => readAs(name, settings[name], reader);
  const groupOf = (name: "references" | "evidence") => {
    const group = fieldsOf(read(name, readObject));
    return <T>(inner: string, reader: Read<T>) => readAs(`${name}.${inner}`, group[inner], reader);
  };
  // `readAs` accepts null as a setting that is not set. In a list, null is a mistake: `{}` in its place is rejected.
  const schemas = (read("schemas", readEntries) ?? []).flatMap(
    (entry, at) => readAs(`schemas[${at}]`, entry ?? {}, readAssociation) ?? [],
  );
  const severity: Partial<Record<DiagnosticCode, SeverityName>> = {};
  for (const [name, level] of Object.entries(read("severity", readObject) ?? {})) {
    const code = diagnosticCodes.find((one) => one === name);
    const known = readAs(`severity.${name}`, level, (given) => code && oneOf(severityNames)(given));
    if (code !== undefined && known !== undefined) severity[code] = known;
  }
  const references = groupOf("references");
  const evidence = groupOf("evidence");
  const isShown = (place: "codeLens" | "hover" | "inlayHints" | "outline"): boolean =>
    evidence(place, readBoolean) ?? defaults.evidence[place];
  return {
    schemas,
    itemSchema: read("itemSchema", readText) ?? defaults.itemSchema,
    validate: read("validate", oneOf(validationTriggers)) ?? defaults.validate,
    severity,
    maxProblems: read("maxProblems", readCount) ?? defaults.maxProblems,
    references: { check: references("check", readBoolean) ?? defaults.references.check },
    evidence: {
      roles: evidence("roles", readObject) ?? defaults.evidence.roles,
      codeLens: isShown("codeLens"),
      hover: isShown("hover"),
      inlayHints: isShown("inlayHints"),
      outline: isShown("outline"),
    },
    configurationFile: read("configurationFile", readBoolean) ?? defaults.configurationFile,
  };
}

const readEntries: Read<readonly unknown[]> = (value) => (Array.isArray(value) ? value : undefined);

const readAssociation: Read<SchemaAssociation> = objectOf({ id: readText, path: readText });

const readObject: Read<Readonly<Record<string, unknown>>> = (value) => (isObject(value) ? value : undefined);

const readCount: Read<number> = (value) =>
  typeof value === "number" && Number.isInteger(value) && value >= 0 ? value : undefined;
