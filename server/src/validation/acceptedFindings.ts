// Findings that a team accepts: where the file is, which findings remain, how an author accepts one.

import { severityOf } from "../diagnostics/index";
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
import { type AnalysesDocument, createDocument } from "../document/analysesDocument";
import { analysisLabel } from "../document/labels";
import { analysisAtPosition } from "../evidence/reportEvidence";
import { translate } from "../localisation/translate";
import { type Finding, consequencesOf } from "../findings/finding";
import type { ValidationSettings } from "../findings/check";
import { type CodeAction, type TextEdit, CodeActionKind } from "vscode-languageserver-types";
import { locate } from "../document/locate";

/** The URI of a document's file of accepted findings; undefined for a document without a folder. */
export function acceptedFileOf(documentUri: string): string | undefined {
  const uri = URI.parse(documentUri);
  if (uri.scheme === "untitled" || !uri.path.includes("/")) return undefined;
  return Utils.joinPath(Utils.dirname(uri), acceptedFindingsFile).toString();
}

/** The entries for a document in the text of a file of accepted findings. */
export function acceptedIn(text: string, documentUri: string): readonly AcceptedFinding[] {
  const name = Utils.basename(URI.parse(documentUri));
  return (entriesOf(text) ?? []).flatMap((entry) => {
    const read = readEntry(entry);
    return read?.document === name ? [read] : [];
  });
}

/** The findings of a document after removing accepted ones. */
export interface FindingsLeft {
  readonly findings: readonly Finding[];
  /** Entries without a finding: the numbers have changed, or the analysis is gone. */
  readonly stale: readonly AcceptedFinding[];
}

/**
 * Removes the findings that the team accepts.
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
  const leftOf = (finding: Finding): readonly Finding[] => {
    const following = consequencesOf(finding).flatMap((draft) => {
      const severity = severityOf(draft, settings);
      return severity === "off" ? [] : leftOf({ ...draft, severity });
    });
    const key = findingKey(document, finding);
    const entry = key && accepted.find((one) => isSameFinding({ ...one, document: key.document }, key));
    if (entry === undefined) return [finding];
    used.add(entry);
    return following;
  };
  const left = findings.flatMap(leftOf);
  // With syntax errors or a cut list, an entry without a finding need not be stale.
  const isAll = findings.every(({ code, data }) => code !== "syntax" && data.kind !== "more");
  const isOn = ({ code }: AcceptedFinding): boolean => severityOf({ code }, settings) !== "off";
  const stale = isAll ? accepted.filter((entry) => !used.has(entry) && isOn(entry)) : [];
  return { findings: left, stale };
}

/** The key for accepting a finding; undefined for findings that cannot be accepted. */
export function findingKey(
  document: AnalysesDocument,
  { code, data, start }: Finding,
): FindingKey | undefined {
  if (data.kind !== "evidence") return undefined;
  // A finding about a whole analysis starts at the analysis's brace, and only the offset after the brace is inside.
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

/** The message for an entry without a finding. */
export function staleSentence({ document, analysis, code }: AcceptedFinding): string {
  return translate(
    "In analysis {0} of “{1}” nothing of this kind ({2}) with these numbers is found any more: this entry accepts nothing.",
    analysis,
    document,
    code,
  );
}

/**
 * What the server needs to offer accepting findings: the URI of the file, the command of the client, and the entries.
 */
export interface Acceptance {
  readonly file: string;
  /** The client command; its argument is a {@link FindingToAccept}. */
  readonly command: string;
  /** The document's entries without a finding. */
  readonly stale: readonly AcceptedFinding[];
}

/** The code action that accepts a finding; undefined if the finding or the client does not allow that. */
export function acceptFinding(
  document: AnalysesDocument,
  finding: Finding,
  acceptance: Acceptance | undefined,
): CodeAction | undefined {
  const key = acceptance && findingKey(document, finding);
  if (acceptance === undefined || key === undefined) return undefined;
  const title = translate("Accept with a reason…");
  const stale = acceptance.stale.filter((entry) => isSamePlace(entry, key)).map(({ numbers }) => numbers);
  const toAccept: FindingToAccept = { file: acceptance.file, key, stale };
  const command = { title, command: acceptance.command, arguments: [toAccept] };
  return { title, kind: CodeActionKind.QuickFix, command };
}

/** The edit that adds an entry to a file of accepted findings. */
interface EntryEdit {
  readonly edit: TextEdit;
  /** Whether the edit fits only an empty list, so that the client must look for unsaved entries in an open editor. */
  readonly isFirst: boolean;
}

/**
 * Adds an entry that takes effect once an author fills in the reason. An editor may have the file open with unsaved
 * changes, so the edit replaces and sorts nothing and inserts the entry first.
 *
 * @param text the file on disk; undefined if there is none
 * @param today as `2026-03-31`
 * @returns undefined if the file is unreadable
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
