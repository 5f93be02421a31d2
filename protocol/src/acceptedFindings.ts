import type { DiagnosticCode } from "./diagnosticCodes";

/** What lies beside a document and holds the findings that its team accepts, with reasons (`spec/evidence.md` section 4). */
export const acceptedFindingsFile = "accepted-findings.json";

/** The client's command by which an author accepts a finding: its one argument is a {@link FindingToAccept}. */
export const acceptFindingCommand = "analysesRegistry.acceptFinding";

/** What a finding rests on: as long as all of it is the same, it is the same finding. */
export interface FindingKey {
  /** The name of the document's file, which lies in the same folder. */
  readonly document: string;
  /** As it is cited: `1.2`. */
  readonly analysis: string;
  /** Absent where the whole analysis is meant. */
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

/** What the server tells the client about a finding that an author wants to accept. */
export interface FindingToAccept {
  /** Of the file to write into. */
  readonly file: string;
  readonly key: FindingKey;
  /** The numbers of earlier entries of the same place that are found no more. */
  readonly stale: readonly FindingKey["numbers"][];
}

/** What the command is given, by the server or by anybody else; undefined where it is something else. */
export function readFindingToAccept(value: unknown): FindingToAccept | undefined {
  if (!isObject(value) || !isText(value.file) || !value.file.endsWith(`/${acceptedFindingsFile}`))
    return undefined;
  const read = isObject(value.key) ? readEntry({ ...value.key, reason: "any" }) : undefined;
  if (read === undefined) return undefined;
  const { document, analysis, study, code, numbers } = read;
  const key = { document, analysis, ...(study === undefined ? {} : { study }), code, numbers };
  const stale = Array.isArray(value.stale) ? value.stale.filter(Array.isArray).map(numbersIn) : [];
  return { file: value.file, key, stale };
}

/** The entries of the file as they stand there; undefined where it is not JSON of the form. */
export function entriesOf(text: string): readonly unknown[] | undefined {
  const value = parsed(text);
  if (!isObject(value) || !Array.isArray(value.accepted)) return undefined;
  return value.accepted as readonly unknown[];
}

/** What an entry accepts; undefined where something is missing, the reason above all. */
export function readEntry(entry: unknown): AcceptedFinding | undefined {
  if (!isObject(entry)) return undefined;
  const { document, analysis, study, code, numbers, by, on, reason } = entry;
  const isKey = isText(document) && isText(analysis) && isText(code) && Array.isArray(numbers);
  if (!isKey || !isText(reason)) return undefined;
  return {
    document,
    analysis,
    ...(isText(study) ? { study } : {}),
    // What is no code of ours is that of no finding.
    code: code as DiagnosticCode,
    numbers: numbersIn(numbers),
    by: isText(by) ? by : "",
    on: isText(on) ? on : "",
    reason,
  };
}

function numbersIn(list: readonly unknown[]): FindingKey["numbers"] {
  return list.filter((one) => typeof one === "number" || typeof one === "string");
}

/** Whether both are about the same place and rule, whatever the numbers are. */
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
 * The file's text with an entry added, in its place: by document, analysis, study and code. It takes the place of an
 * earlier one of the same numbers, of those that are found no more, and of those without a reason: a place may have several
 * findings of one code.
 *
 * @param text undefined where there is no file yet
 * @param stale the numbers of entries of the same place that are found no more
 * @returns undefined where the file's text cannot be read, so that nothing of it gets lost
 */
export function withEntry(
  text: string | undefined,
  entry: AcceptedFinding,
  stale: FindingToAccept["stale"] = [],
): string | undefined {
  const isNew = text === undefined || text.trim() === "";
  // It names no schema: an editor would fetch it from there, and prefer it to the one that the extension brings.
  const file = isNew ? { accepted: [] } : parsed(text);
  if (!isObject(file) || !Array.isArray(file.accepted)) return undefined;
  const others: readonly unknown[] = file.accepted;
  const replaced = [entry.numbers, ...stale];
  const kept = others.filter((other) => {
    const read = isObject(other) ? readEntry({ ...other, reason: "any" }) : undefined;
    if (read === undefined || !isSamePlace(read, entry)) return true;
    // What has no reason yet accepts nothing.
    if (readEntry(other) === undefined) return false;
    return !replaced.some((numbers) => areSame(numbers, read.numbers));
  });
  const sorted = [...kept, entry].sort((first, second) => compare(sortKey(first), sortKey(second)));
  return written({ ...file, accepted: sorted });
}

function sortKey(entry: unknown): readonly string[] {
  if (!isObject(entry)) return [];
  return [entry.document, entry.analysis, entry.study, entry.code].map((part) => (isText(part) ? part : ""));
}

/** `1.10` comes after `1.2`. */
function compare(first: readonly string[], second: readonly string[]): number {
  for (const [index, part] of first.entries()) {
    const order = part.localeCompare(second[index] ?? "", "en", { numeric: true });
    if (order !== 0) return order;
  }
  return 0;
}

/** An entry as it stands in the file's list, without what divides it from others. */
export function entryText(entry: AcceptedFinding): string {
  return `\n${written({ ...entry }).trimEnd()}`.replaceAll("\n", "\n    ");
}

/** As `JSON.stringify` with two spaces, but numbers of an entry in one line. */
function written(file: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(file, undefined, 2);
  return `${text.replace(/"numbers": \[\s+([^\]]*?)\s+\]/g, (_, numbers: string) => `"numbers": [${numbers.replace(/,\n\s+/g, ", ")}]`)}\n`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(/^\ufeff/, ""));
  } catch {
    return undefined;
  }
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.trim() !== "";
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
