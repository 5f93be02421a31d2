import { URI, Utils } from "vscode-uri";
import type { AcceptedFinding, FindingKey, FindingToAccept } from "../../../protocol/src/acceptedFindings";
import {
  acceptedFindingsFile,
  entriesOf,
  isSameFinding,
  isSamePlace,
  readEntry,
  withEntry,
} from "../../../protocol/src/acceptedFindings";
import type { AnalysesDocument } from "../document/analysesDocument";
import { analysisLabel } from "../document/labels";
import { analysisAtPosition } from "../evidence/reportEvidence";
import { translate } from "../localisation/translate";
import type { Finding } from "./finding";
import type { ValidationSettings } from "./check";
import { defaultSeverities } from "./finding";
import type { CodeAction, TextEdit, WorkspaceEdit } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import { createDocument } from "../document/analysesDocument";

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
    (settings.severity[code] ?? defaultSeverities[code]) === "off";
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
export type WayToAccept = {
  readonly file: string;
  /** The entries for the document that are found no more. */
  readonly stale: readonly AcceptedFinding[];
} & (
  | { readonly kind: "command"; readonly command: string }
  | {
      readonly kind: "edit";
      /** What is in the file now; undefined where there is none. */
      readonly text: string | undefined;
      /** As it is written, `2026-03-31`. */
      readonly today: string;
      readonly versionedEdits: boolean;
    }
);

/** The action by which a finding is accepted; undefined where none can be, or the file cannot be read. */
export function acceptFinding(
  document: AnalysesDocument,
  finding: Finding,
  way: WayToAccept | undefined,
): CodeAction | undefined {
  const key = way && findingKey(document, finding);
  if (way === undefined || key === undefined) return undefined;
  const title = translate("Accept with a reason…");
  const kind = CodeActionKind.QuickFix;
  const stale = way.stale.filter((entry) => isSamePlace(entry, key)).map(({ numbers }) => numbers);
  if (way.kind === "command") {
    const toAccept: FindingToAccept = { file: way.file, key, stale };
    return { title, kind, command: { title, command: way.command, arguments: [toAccept] } };
  }
  const edit = entryEdit(way, key, stale);
  return edit && { title, kind, edit };
}

/** Until somebody fills in why, the entry accepts nothing. */
function entryEdit(
  { file, text, today, versionedEdits }: Extract<WayToAccept, { kind: "edit" }>,
  key: FindingKey,
  stale: FindingToAccept["stale"],
): WorkspaceEdit | undefined {
  const written = withEntry(text, { ...key, by: "", on: today, reason: "" }, stale);
  if (written === undefined) return undefined;
  const edit = changedPart(file, text ?? "", written);
  if (!versionedEdits) return { changes: { [file]: [edit] } };
  const edits = { textDocument: { uri: file, version: null }, edits: [edit] };
  return {
    documentChanges:
      text === undefined
        ? [{ kind: "create", uri: file, options: { ignoreIfExists: true } }, edits]
        : [edits],
  };
}

/** One edit of no more than what differs. */
function changedPart(file: string, before: string, after: string): TextEdit {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start++;
  let end = before.length;
  let newEnd = after.length;
  while (end > start && newEnd > start && before[end - 1] === after[newEnd - 1]) {
    end--;
    newEnd--;
  }
  return {
    range: createDocument(file, "json", 0, before).text.rangeBetween(start, end),
    newText: after.slice(start, newEnd),
  };
}
