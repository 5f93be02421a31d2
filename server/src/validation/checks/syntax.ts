import type { AnalysesDocument } from "../../document/analysesDocument";
import { isWellFormed, mostProblems, shiftProblem, walkTree } from "../../../../json/src";
import type { Placed, SyntaxProblem } from "../../../../json/src";
import type { DocumentCheck, TextCheck } from "../check";
import { moreFindings } from "../finding";
import type { FindingDraft } from "../finding";
import { syntaxMessage } from "../messages/syntaxMessages";

/** Text that is not JSON (RFC 8259). */
export const syntaxCheck: TextCheck = {
  scope: "text",
  codes: ["syntax"],
  run: ({ document }, piece) =>
    piece.node.kind === "lazy" ? syntaxFindings(document, piece) : ownFindings(document, piece),
};

/** The same before and after the document's value. */
export const syntaxAroundCheck: DocumentCheck = {
  scope: "document",
  codes: ["syntax"],
  run: ({ document }) => document.problems.flatMap((problem) => syntaxFinding(document, problem)),
};

/** What is wrong with the text of a node and everything in it. */
export function syntaxFindings(document: AnalysesDocument, placed: Placed): FindingDraft[] {
  if (isWellFormed(placed.node)) return [];
  const findings: FindingDraft[] = [];
  const isBroken = ({ node }: Placed) => node.kind === "error" || !isWellFormed(node);
  for (const child of walkTree(document, placed, isBroken)) findings.push(...ownFindings(document, child));
  return findings;
}

/** What is wrong with the text of a node itself, its children left out. */
function ownFindings(document: AnalysesDocument, { node, start }: Placed): readonly FindingDraft[] {
  if (node.kind === "lazy" || node.problems.length === 0) return [];
  const findings = node.problems.flatMap((problem) => syntaxFinding(document, shiftProblem(problem, start)));
  return findings.length < mostProblems ? findings : [...findings, moreFindings(start)];
}

/**
 * @param problem with offsets in the text
 * @returns nothing for the rest of a merge conflict, whose beginning says it all
 */
export function syntaxFinding({ text }: AnalysesDocument, problem: SyntaxProblem): FindingDraft[] {
  const { kind, start, end, repair } = problem;
  if (kind === "other-side") return [];
  return [
    {
      code: "syntax",
      message: syntaxMessage(kind, text.slice(start, Math.min(end, start + 100))),
      start,
      end,
      related: [],
      data: { kind: "syntax", problem: kind, ...(repair === undefined ? {} : { repair }) },
    },
  ];
}
