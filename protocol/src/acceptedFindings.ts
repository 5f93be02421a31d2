import type { DiagnosticCode } from "./diagnosticCodes";
import { isObject, parsedJson } from "./message";

/** The file in a document's folder with the findings that its team accepts, and why (`spec/evidence.md` section 4). */
export const acceptedFindingsFile = "accepted-findings.json";

/** The client's command that accepts a finding; its one argument is a {@link FindingToAccept}. */
export const acceptFindingCommand = "analysesRegistry.acceptFinding";

/** The identity of a finding: two findings with equal keys are the same finding. */
export interface FindingKey {
  /** The document's file name, without folder. */
  readonly document: string;
  /** The analysis number as citations have it: `1.2`. */
  readonly analysis: string;
  /** Absent if the finding is about the whole analysis. */
  readonly study?: string;
  readonly code: DiagnosticCode;
  readonly numbers: readonly (number | string)[];
}

export interface AcceptedFinding extends FindingKey {
  readonly by: string;
  /** A date, `2026-03-31`. */
  readonly on: string;
  readonly reason: string;
}

/** The server's description of a finding that an author wants to accept. */
export interface FindingToAccept {
  /** The URI of the file to write. */
  readonly file: string;
  readonly key: FindingKey;
  /** The numbers of existing entries that are for the same place and that no current finding matches. */
  readonly stale: readonly FindingKey["numbers"][];
}

/**
 * Parses the argument of {@link acceptFindingCommand}, which another caller than the server may send; returns undefined
 * if it has another form.
 */
export function readFindingToAccept(value: unknown): FindingToAccept | undefined {
  if (!isObject(value) || !isText(value.file) || !value.file.endsWith(`/${acceptedFindingsFile}`))
    return undefined;
  // The finding has no reason yet; `readEntry` requires one.
  const read = isObject(value.key) ? readEntry({ ...value.key, reason: "any" }) : undefined;
  if (read === undefined) return undefined;
  const { document, analysis, study, code, numbers } = read;
  const key = { document, analysis, ...(study === undefined ? {} : { study }), code, numbers };
  const stale = Array.isArray(value.stale) ? value.stale.filter(Array.isArray).map(numbersIn) : [];
  return { file: value.file, key, stale };
}

/** Parses the file and returns its entries unchecked; undefined if the text is not JSON of this form. */
export function entriesOf(text: string): readonly unknown[] | undefined {
  const value = parseFile(text);
  if (!isObject(value) || !Array.isArray(value.accepted)) return undefined;
  return value.accepted as readonly unknown[];
}

/** Parses an entry; returns undefined if a required member is missing, for example the reason. */
export function readEntry(entry: unknown): AcceptedFinding | undefined {
  if (!isObject(entry)) return undefined;
  const { document, analysis, study, code, numbers, by, on, reason } = entry;
  const isKey = isText(document) && isText(analysis) && isText(code) && Array.isArray(numbers);
  if (!isKey || !isText(reason)) return undefined;
  return {
    document,
    analysis,
    ...(isText(study) ? { study } : {}),
    // An unknown code matches no finding.
    code: code as DiagnosticCode,
    numbers: numbersIn(numbers),
    by: isText(by) ? by : "",
    on: isText(on) ? on : "",
    reason,
  };
}

function numbersIn(list: readonly unknown[]): FindingKey["numbers"] {
  return list.filter((value) => typeof value === "number" || typeof value === "string");
}

/** Whether two findings have the same document, analysis, study and code; their numbers may differ. */
export function isSamePlace(one: FindingKey, other: FindingKey): boolean {
  return (
    one.document === other.document &&
    one.analysis === other.analysis &&
    (one.study ?? "") === (other.study ?? "") &&
    one.code === other.code
  );
}

export function isSameFinding(one: FindingKey, other: FindingKey): boolean {
  return isSamePlace(one, other) && areSame(one.numbers, other.numbers);
}

function areSame(some: FindingKey["numbers"], others: FindingKey["numbers"]): boolean {
  return some.length === others.length && some.every((number, index) => number === others[index]);
}

/**
 * Returns the file's text with the entry inserted, sorted by document, analysis, study and code. The entry replaces
 * entries for the same place that have the same numbers, stale numbers or no reason; others stay, because a place may
 * have several findings of one code.
 *
 * @param text undefined if the file does not exist
 * @param stale the numbers of entries for the same place that no current finding matches
 * @returns undefined if the text does not parse, so that the caller does not overwrite it
 */
export function withEntry(
  text: string | undefined,
  entry: AcceptedFinding,
  stale: FindingToAccept["stale"] = [],
): string | undefined {
  const isNew = text === undefined || text.trim() === "";
  // No `$schema`: an editor would download it and prefer it to the schema that the extension ships.
  const file = isNew ? { accepted: [] } : parseFile(text);
  if (!isObject(file) || !Array.isArray(file.accepted)) return undefined;
  const others: readonly unknown[] = file.accepted;
  const replaced = [entry.numbers, ...stale];
  const kept = others.filter((other) => {
    const read = isObject(other) ? readEntry({ ...other, reason: "any" }) : undefined;
    if (read === undefined || !isSamePlace(read, entry)) return true;
    // An entry without a reason accepts nothing.
    if (readEntry(other) === undefined) return false;
    return !replaced.some((numbers) => areSame(numbers, read.numbers));
  });
  const sorted = [...kept, entry].sort((first, second) => compare(sortKey(first), sortKey(second)));
  return formatFile({ ...file, accepted: sorted });
}

function sortKey(entry: unknown): readonly string[] {
  if (!isObject(entry)) return [];
  return [entry.document, entry.analysis, entry.study, entry.code].map((part) => (isText(part) ? part : ""));
}

/** Sorts numerically: `1.10` after `1.2`. */
function compare(first: readonly string[], second: readonly string[]): number {
  for (const [index, part] of first.entries()) {
    const order = part.localeCompare(second[index] ?? "", "en", { numeric: true });
    if (order !== 0) return order;
  }
  return 0;
}

/** The JSON text of an entry, indented for the file's list, without separators. */
export function entryText(entry: AcceptedFinding): string {
  return `\n${formatFile({ ...entry }).trimEnd()}`.replaceAll("\n", "\n    ");
}

/** `JSON.stringify` with an indentation of two spaces, but with the numbers of an entry on one line. */
function formatFile(file: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(file, undefined, 2);
  return `${text.replace(/"numbers": \[\s+([^\]]*?)\s+\]/g, (_, numbers: string) => `"numbers": [${numbers.replace(/,\n\s+/g, ", ")}]`)}\n`;
}

/** Parses the file's text, which may begin with a byte order mark from an editor. */
function parseFile(text: string): unknown {
  return parsedJson(text.replace(/^\ufeff/, ""));
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}
