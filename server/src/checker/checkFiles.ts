import type { AcceptedFinding } from "@analyses/protocol/acceptedFindings";
import type { FileReading } from "@analyses/protocol/customMessages";
import { type AnalysesSettings, defaultAnalysesSettings } from "@analyses/protocol/settings";
import { type AnalysesDocument, createDocument } from "../document/analysesDocument";
import {
  type Configuration,
  ConfigurationFiles,
  withConfiguration,
} from "../configuration/configurationFile";
import type { Finding, Severity } from "../findings/finding";
import type { SchemaContext } from "../schema/schemaContext";
import { acceptedFileOf, acceptedIn, withoutAccepted } from "../validation/acceptedFindings";
import { certainFix, fixAll } from "../features/codeActions/fixAll";
import { createSchemaStore } from "../schemaStore/schemaStore";
import { relatedPlaces } from "../presentation/diagnostics";
import { toPlainText } from "../schemaLookup/template";
import { validateDocument } from "../validation/validateDocument";
import { translate } from "../localisation/translate";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { LinePosition } from "@analyses/json";

interface CheckRuntime {
  readonly readFile: (uri: string) => Promise<FileReading>;
  /** The package folder as a URI, which contains the bundled schemas. */
  readonly packageUri: () => string;
  /** A file's name in messages. */
  readonly nameOf: (uri: string) => string;
}

export interface DocumentToCheck {
  readonly name: string;
  readonly uri: string;
  readonly read: () => Promise<FileReading>;
}

export interface CheckOptions {
  /** The settings of the command line, which override those of configuration files; paths are URIs. */
  readonly settings: Partial<Pick<AnalysesSettings, "itemSchema" | "maxProblems" | "schemas" | "severity">>;
  /** The configuration file: one file for all documents, the nearest file of each document, or none. */
  readonly configuration:
    | { readonly kind: "file"; readonly uri: string }
    | { readonly kind: "nearest" }
    | { readonly kind: "none" };
  /** Whether to apply certain fixes, in documents whose configuration and schemas can be read. */
  readonly isFixing: boolean;
}

/** Checks documents in order, with the editor's rules. */
export async function checkFiles(
  documents: readonly DocumentToCheck[],
  options: CheckOptions,
  { readFile, packageUri, nameOf }: CheckRuntime,
): Promise<CheckResult> {
  const isItemSchemaForAll = options.settings.itemSchema !== undefined;
  const schemas = createSchemaStore({ readFile, packageUri, isItemSchemaForAll });
  const settingsOf = settingsReader(options, readFile);
  const files: CheckedFile[] = [];
  const failures = new Map<string, CheckFailure>();
  const fail = (uri: string, name: string, reason: string): void => {
    failures.set(`${uri} ${reason}`, { name, uri, reason });
  };
  for (const { name, uri, read } of documents) {
    const reading = await read();
    if (reading.kind === "failed") {
      fail(uri, name, reading.reason);
      continue;
    }
    const { settings, configuration } = await settingsOf(uri);
    if (configuration.kind === "failed")
      fail(configuration.uri, nameOf(configuration.uri), configuration.reason);
    const document = createDocument(uri, "analyses", 0, reading.text);
    const context = await schemas.contextFor(document, settings);
    const unread = schemaFailures(context);
    for (const { file, reason } of unread) fail(file, nameOf(file), reason);
    // Without the user's configuration and schemas, a fix that seems certain may be wrong.
    const isFixing = options.isFixing && configuration.kind !== "failed" && unread.length === 0;
    const checked = await checkDocument(document, context, settings, isFixing, await acceptedFor(uri));
    files.push({ name, uri, ...checked, fixed: checked.fixed && afterMark(checked.fixed, reading.mark) });
  }
  return { files, failures: [...failures.values()] };

  async function acceptedFor(uri: string): Promise<readonly AcceptedFinding[]> {
    const file = acceptedFileOf(uri);
    const reading = file === undefined ? undefined : await readFile(file);
    return reading?.kind === "read" ? acceptedIn(reading.text, uri) : [];
  }
}

export interface SettingsOfDocument {
  readonly settings: AnalysesSettings;
  readonly configuration: Configuration;
}

/**
 * Reads the settings of each document: the options, supplemented by the document's configuration file. Documents with
 * the same configuration share one settings object, which is the key of the schema cache.
 */
export function settingsReader(
  { configuration: which, settings: own }: Pick<CheckOptions, "configuration" | "settings">,
  readFile: CheckRuntime["readFile"],
): (documentUri: string) => Promise<SettingsOfDocument> {
  const configurations = new ConfigurationFiles(readFile);
  const known = new Map<Configuration, SettingsOfDocument>();
  const none: Configuration = { kind: "none" };
  const configurationOf = async (documentUri: string): Promise<Configuration> => {
    if (which.kind === "none") return none;
    if (which.kind === "nearest") return configurations.of(documentUri);
    const named = await configurations.at(which.uri);
    if (named.kind !== "none") return named;
    return { kind: "failed", uri: which.uri, reason: translate("there is no such file") };
  };
  return async (documentUri) => {
    const configuration = await configurationOf(documentUri);
    const before = known.get(configuration);
    if (before !== undefined) return before;
    const configured = withConfiguration(defaultAnalysesSettings, configuration);
    const settings: AnalysesSettings = {
      ...configured,
      ...own,
      schemas: [...(own.schemas ?? []), ...configured.schemas],
      severity: { ...configured.severity, ...own.severity },
    };
    known.set(configuration, { settings, configuration });
    return { settings, configuration };
  };
}

type Checked = Pick<CheckedFile, "problems" | "problemsBefore" | "mostShown" | "fixed">;

async function checkDocument(
  document: AnalysesDocument,
  context: SchemaContext,
  settings: AnalysesSettings,
  isFixing: boolean,
  accepted: readonly AcceptedFinding[],
): Promise<Checked> {
  // The limit `maxProblems` applies to the problems that a report shows, not to counts and fixes.
  const unlimited = { ...settings, maxProblems: Number.MAX_SAFE_INTEGER };
  const validate = async (version: AnalysesDocument) =>
    (await validateDocument(version, context, unlimited, uninterrupted)) ?? [];
  const problemsOf = (version: AnalysesDocument, all: readonly Finding[]): readonly Problem[] =>
    withoutAccepted(version, all, accepted, settings).findings.map((finding) => ({
      ...problemOf(version, finding),
      fixable: isWrittenObject(version) && certainFix(version, context, all, finding) !== undefined,
    }));
  const found = await validate(document);
  const problemsBefore = problemsOf(document, found);
  const fixed = isFixing ? await fixedText(document, context, found, validate) : undefined;
  const mended = fixed && createDocument(document.uri, "analyses", 1, fixed.after);
  const problems = mended === undefined ? problemsBefore : problemsOf(mended, await validate(mended));
  return { problems, problemsBefore, mostShown: settings.maxProblems, fixed };
}

/**
 * The text after all certain fixes, as the editor's action applies them; undefined if there are none, or if the text
 * does not begin with a brace: fixes must not turn another kind of file (YAML, a table of passwords) into JSON.
 */
async function fixedText(
  document: AnalysesDocument,
  context: SchemaContext,
  found: readonly Finding[],
  validate: (changed: AnalysesDocument) => Promise<readonly Finding[]>,
): Promise<FixedText | undefined> {
  if (!isWrittenObject(document)) return undefined;
  const replacements = await fixAll(document, context, found, validate, uninterrupted);
  if (replacements.length === 0) return undefined;
  const before = document.text.slice(0, document.text.length);
  const changes = replacements.map(({ start, end, template }) => ({
    start,
    end,
    newText: toPlainText(template),
  }));
  let after = "";
  let at = 0;
  for (const { start, end, newText } of changes) {
    after += before.slice(at, start) + newText;
    at = end;
  }
  return { before, after: after + before.slice(at), changes };
}

function isWrittenObject({ root: { node } }: AnalysesDocument): boolean {
  return node.kind === "object" && node.opened;
}

/** Adds the file's byte order mark, which `FileReading` holds separately. */
function afterMark(fixed: FixedText, mark = ""): FixedText {
  return {
    before: mark + fixed.before,
    after: mark + fixed.after,
    changes: fixed.changes.map(({ start, end, newText }) => ({
      start: start + mark.length,
      end: end + mark.length,
      newText,
    })),
  };
}

const uninterrupted = { isCancelled: () => false, pause: () => Promise.resolve() };

function schemaFailures({
  itemSchema,
  documentSchema: { unavailable },
}: SchemaContext): readonly { readonly file: string; readonly reason: string }[] {
  return [
    ...(itemSchema.kind === "unavailable" ? [itemSchema] : []),
    ...(unavailable === undefined ? [] : [unavailable]),
  ];
}

function problemOf(document: AnalysesDocument, finding: Finding): Omit<Problem, "fixable"> {
  const { code, severity, message, start, end } = finding;
  return {
    code,
    severity,
    message,
    range: document.text.rangeBetween(start, end),
    related: relatedPlaces(document, finding).map((place) => ({
      message: place.message,
      range: document.text.rangeBetween(place.start, place.end),
    })),
  };
}

export interface CheckResult {
  readonly files: readonly CheckedFile[];
  readonly failures: readonly CheckFailure[];
}

/** A failed step of a check. */
export interface CheckFailure {
  readonly name: string;
  readonly uri: string | undefined;
  /** What follows the name and a colon in the message about the failure. */
  readonly reason: string;
}

/** The result for a file; lines and characters count from 0, as in LSP. */
export interface CheckedFile {
  /** As given on the command line. */
  readonly name: string;
  readonly uri: string;
  /** All problems, shown or not. */
  readonly problems: readonly Problem[];
  /** The problems before fixing. */
  readonly problemsBefore: readonly Problem[];
  /** The maximum number of problems in a report: the setting `maxProblems`. */
  readonly mostShown: number;
  /** The text before and after certain fixes, if any were applied; `problems` are then those after fixing. */
  readonly fixed: FixedText | undefined;
}

/** A file's text before and after fixing, with its byte order mark if any, and the differences. */
export interface FixedText {
  readonly before: string;
  readonly after: string;
  /** In ascending order, not adjacent to each other; `start` and `end` are offsets in `before`. */
  readonly changes: readonly { readonly start: number; readonly end: number; readonly newText: string }[];
}

export interface Problem {
  readonly code: DiagnosticCode;
  readonly severity: Severity;
  readonly message: string;
  readonly range: PlainRange;
  readonly related: readonly { readonly message: string; readonly range: PlainRange }[];
  /** Whether it has a certain fix, which `--fix` applies. */
  readonly fixable: boolean;
}

export interface PlainRange {
  readonly start: LinePosition;
  readonly end: LinePosition;
}
