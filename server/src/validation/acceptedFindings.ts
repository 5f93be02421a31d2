import { defaultSeverity } from "../diagnostics/index";
import { URI, Utils } from "vscode-uri";
import type { AcceptedFinding, FindingKey, FindingToAccept } from "@analyses/protocol/acceptedFindings";
import {
  acceptedFindingsFile,
  entriesOf,
  entryText,
  isSameFinding,
  isSamePlace,
  readEntry,
  withEntry,
} from "@analyses/protocol/acceptedFindings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { analysisLabel } from "../document/labels";
import { analysisAtPosition } from "../evidence/reportEvidence";
import { translate } from "../localisation/translate";
import type { Finding } from "../findings/finding";
import type { ValidationSettings } from "../findings/check";
import type { CodeAction, TextEdit } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import { createDocument } from "../document/analysesDocument";
import { locate } from "../document/locate";

/*
 * Findings that a team accepts: where that is written down, which are left to tell, how an author accepts one.
 */

/** Where the accepted findings of a document are; undefined for one that lies in no folder. */
export function acceptedFileOf(documentUri: string): string | undefined {
  const uri = URI.parse(documentUri);
  if (uri.scheme === "untitled" || !uri.path.includes("/")) return undefined;
  return Utils.joinPath(Utils.dirname(uri), acceptedFindingsFile).toString();
}

/** The entries of a file of accepted findings that are for a document. */
export function acceptedIn(text: string, documentUri: string): readonly AcceptedFinding[] {
  const name = Utils.basename(URI.parse(documentUri));
  return (entriesOf(text) ?? []).flatMap((entry) => {
    const read = readEntry(entry);
    return read?.document === name ? [read] : [];
  });
}

/** What is left to tell about a document whose team accepts some findings. */
export interface FindingsLeft {
  readonly findings: readonly Finding[];
  /** What is accepted and was not found: the numbers have changed, or the analysis is gone. */
  readonly stale: readonly AcceptedFinding[];
}

/**
 * Takes out the findings that the team accepts.
 *
 * @param accepted the entries for this document
 */
export function withoutAccepted(
  document: AnalysesDocument,
  findings: readonly Finding[],
  accepted: readonly AcceptedFinding[],
  settings: Pick<ValidationSettings, "severity">,
): FindingsLeft {
  if (accepted.length === 0) return { findings, stale: [] };
  const used = new Set<AcceptedFinding>();
  const left = findings.filter((finding) => {
    const key = findingKey(document, finding);
    const entry = key && accepted.find((one) => isSameFinding({ ...one, document: key.document }, key));
    if (entry !== undefined) used.add(entry);
    return entry === undefined;
  });
  // Of text that is broken, or of more problems than are shown, it is unknown what else would be found.
  const isAll = findings.every(({ code, data }) => code !== "syntax" && data.kind !== "more");
  const isOff = ({ code }: AcceptedFinding): boolean =>
    (settings.severity[code] ?? defaultSeverity(code)) === "off";
  const stale = isAll ? accepted.filter((entry) => !used.has(entry) && !isOff(entry)) : [];
  return { findings: left, stale };
}

/** By what a finding can be accepted; undefined for those that can not. */
export function findingKey(
  document: AnalysesDocument,
  { code, data, start }: Finding,
): FindingKey | undefined {
  if (data.kind !== "evidence") return undefined;
  // What is about all of an analysis begins where it does, and is in it from there on.
  const place = analysisAtPosition(document, document.text.positionAt(start + 1));
  if (place === undefined) return undefined;
  const { group, analysis } = place;
  return {
    document: Utils.basename(URI.parse(document.uri)),
    analysis: analysisLabel(document, group, analysis, analysis.index).number,
    ...(data.study === null ? {} : { study: data.study }),
    code,
    numbers: data.numbers,
  };
}

/** For people, about an entry that accepts what is found no more. */
export function staleSentence({ document, analysis, code }: AcceptedFinding): string {
  return translate(
    "In analysis {0} of “{1}” nothing of this kind ({2}) with these numbers is found any more: this entry accepts nothing.",
    analysis,
    document,
    code,
  );
}

/** How an author can accept a finding: `file` is where accepted findings are written down. */
export interface WayToAccept {
  readonly file: string;
  /** The command that is given a {@link FindingToAccept}. */
  readonly command: string;
  /** The entries for the document that are found no more. */
  readonly stale: readonly AcceptedFinding[];
}

/** The action by which a finding is accepted; undefined where none can be. */
export function acceptFinding(
  document: AnalysesDocument,
  finding: Finding,
  way: WayToAccept | undefined,
): CodeAction | undefined {
  const key = way && findingKey(document, finding);
  if (way === undefined || key === undefined) return undefined;
  const title = translate("Accept with a reason…");
  const stale = way.stale.filter((entry) => isSamePlace(entry, key)).map(({ numbers }) => numbers);
  const toAccept: FindingToAccept = { file: way.file, key, stale };
  const command = { title, command: way.command, arguments: [toAccept] };
  return { title, kind: CodeActionKind.QuickFix, command };
}

/** How an entry gets into a file of accepted findings. */
export interface EntryEdit {
  readonly edit: TextEdit;
  /** Whether it fits only as long as nothing else is in the list, be it unsaved in an editor. */
  readonly isFirst: boolean;
}

/**
 * Adds an entry that accepts nothing until somebody fills in why. An editor may have the file open, with what is not on
 * disk: so nothing is replaced or sorted, and the entry comes first, where others below it do not matter.
 *
 * @param text what is on disk; undefined where there is no file
 * @param today as it is written, `2026-03-31`
 * @returns undefined where the file cannot be read
 */
export function unfinishedEntry(
  { file, key }: FindingToAccept,
  text: string | undefined,
  today: string,
): EntryEdit | undefined {
  const entry = { ...key, by: "", on: today, reason: "" };
  const document = createDocument(file, "json", 0, text ?? "");
  const insertAt = (at: number, newText: string): TextEdit => ({
    range: document.text.rangeBetween(at, at),
    newText,
  });
  if (text === undefined || text.trim() === "") {
    const whole = withEntry(undefined, entry);
    return whole === undefined ? undefined : { edit: insertAt(0, whole), isFirst: true };
  }
  const entries = entriesOf(text);
  const list = locate(document, document.root, ["accepted"]);
  if (entries === undefined || list === undefined) return undefined;
  const isFirst = entries.length === 0;
  return { edit: insertAt(list.start + 1, `${entryText(entry)}${isFirst ? "\n  " : ","}`), isFirst };
}
