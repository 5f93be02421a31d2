import { endOfFrame, syntaxFixes, mayBeMendedUnseen } from "./fixes/syntaxFixes";
import type { CheckedDiagnostic } from "./diagnostic";
import { mistypedMessage, syntaxMessage } from "./words/syntaxWords";
import {
  isBracketGuess,
  isHarmless,
  isWellFormed,
  walkTree,
  shiftProblem,
  maxProblems,
} from "@analyses/json";
import type { Placed, ReportedProblemKind, SyntaxProblem, TextRepair } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { asWrongType } from "./wrong-type";
import { type FindingDraft, type SyntaxData, moreFindings } from "../findings/finding";
import type { TextCheck, DocumentCheck } from "../findings/check";

/** Text that is not JSON (RFC 8259). */
const syntaxCheck: TextCheck = {
  scope: "text",
  codes: ["syntax"],
  dependsOn: ({ limit }) => [limit],
  wordingDependsOn: ({ compiled }) => [compiled.document, compiled.item],
  *run({ document, schemas, limit }, piece) {
    const { node, start } = piece;
    const findings: FindingDraft[] = [];
    const all = node.kind === "lazy" ? syntaxFindings(document, piece) : ownFindings(document, piece);
    for (const finding of all) {
      if (findings.length > limit) return [...findings, moreFindings(start)];
      findings.push(asWrongType(document, schemas, finding));
      yield 0;
    }
    return findings;
  },
};

/** Syntax problems before and after the root value. Reports a code block around the document once, at its beginning. */
const syntaxAroundCheck: DocumentCheck = {
  scope: "document",
  codes: ["syntax"],
  run({ document }) {
    const end = endOfFrame(document);
    return document.problems.flatMap((problem) => (problem === end ? [] : syntaxFinding(document, problem)));
  },
};

/** The syntax findings of a node and all its descendants, in the order of the text. */
export function syntaxFindings(document: AnalysesDocument, placed: Placed): FindingDraft[] {
  if (isWellFormed(placed.node)) return [];
  const findings: FindingDraft[] = [];
  const isBroken = ({ node }: Placed) => node.kind === "error" || !isWellFormed(node);
  for (const child of walkTree(document, placed, isBroken))
    for (const finding of ownFindings(document, child)) findings.push(finding);
  return findings.sort((one, other) => one.start - other.start);
}

/** The first finding that makes the meaning of the text uncertain, which a comment does not. */
export function firstBreak(findings: readonly FindingDraft[]): FindingDraft | undefined {
  return findings.find(({ data }) => data.kind !== "syntax" || data.problem !== "comment");
}

/** The first syntax finding of a document that makes the meaning of the text uncertain. */
export function firstBreakOf(document: AnalysesDocument): FindingDraft | undefined {
  const around = document.problems.flatMap((problem) => syntaxFinding(document, problem));
  const all = [...around, ...syntaxFindings(document, document.root)];
  return firstBreak(all.sort((one, other) => one.start - other.start));
}

/** The syntax findings of a node without its children. Reports several values without keys once. */
function ownFindings(document: AnalysesDocument, { node, start }: Placed): readonly FindingDraft[] {
  if (node.kind === "lazy" || node.problems.length === 0) return [];
  const nameless = node.problems.find(({ kind }) => kind === "key-expected");
  const problems = node.problems.filter((problem) => problem.kind !== "key-expected" || problem === nameless);
  const findings = problems.flatMap((problem) => syntaxFinding(document, shiftProblem(problem, start)));
  return findings.length < maxProblems ? findings : [...findings, moreFindings(start)];
}

/**
 * @param problem with document offsets
 * @returns nothing for the later parts of a merge conflict
 */
export function syntaxFinding({ text }: AnalysesDocument, problem: SyntaxProblem): SyntaxDraft[] {
  const { kind, start, end, repair } = problem;
  if (kind === "other-side") return [];
  return [
    {
      code: "syntax",
      message: syntaxMessage(kind, text.slice(start, Math.min(end, start + 100)), text.slice(end, end + 1)),
      start,
      end,
      related: [],
      data: { kind: "syntax", problem: kind, ...(repair === undefined ? {} : { repair }) },
    },
  ];
}

export interface SyntaxDraft extends FindingDraft {
  readonly data: SyntaxData;
}

/** Problems that a missing, doubled or wrong quote can cause, because a string then ends in another place. */
const mayBeOfQuotes: ReadonlySet<ReportedProblemKind> = new Set([
  "colon-missing",
  "comma-missing",
  "leftover",
  "quotes-not-double",
  "string-not-closed",
  "value-expected",
  "word-not-quoted",
]);

/** Whether the findings may come from one mistake elsewhere: there are several, or one is about brackets or quotes. */
export function mayMislead(found: readonly SyntaxDraft[]): boolean {
  const kinds = found.flatMap(({ data: { problem, repair } }) => {
    const hasOtherQuote =
      problem === "string-not-closed" && repair !== undefined && repair.start < repair.end;
    return problem === "mistyped" || hasOtherQuote ? [] : problem;
  });
  if (kinds.includes("merge-conflict") || kinds.every(isHarmless)) return false;
  // If no repair is known for a quote in a text, an earlier name may lack its closing quote: then this quote ends the
  // text that began there.
  if (found.some(({ data: { problem, repair } }) => problem === "quote-in-text" && repair === undefined))
    return true;
  return kinds.length > 1 || kinds.some((kind) => isBracketGuess(kind) || mayBeOfQuotes.has(kind));
}

/** The finding for a mistake that one edit corrects. */
export function mistypedFinding({ text }: AnalysesDocument, repair: TextRepair): SyntaxDraft {
  const { start, end, newText } = repair;
  return {
    code: "syntax",
    message: mistypedMessage(text.slice(start, end), newText),
    // For an insertion, which has no length, the range is the character before it.
    start: start === end ? Math.max(0, start - 1) : start,
    end: Math.max(end, 1),
    related: [],
    data: { kind: "syntax", problem: "mistyped", repair },
  };
}

export const syntax: CheckedDiagnostic = {
  kind: "checked",
  severity: "error",
  checks: [syntaxAroundCheck, syntaxCheck],
  fixes: (finding, document, schemas) =>
    finding.data.kind === "syntax" ? syntaxFixes(document, schemas, finding, finding.data) : [],
  mayHaveCertainFix: (finding, document) =>
    finding.data.kind === "syntax" && mayBeMendedUnseen(document, finding, finding.data),
};
