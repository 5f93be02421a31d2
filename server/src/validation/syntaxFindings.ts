import type { AnalysesDocument } from "../document/analysesDocument";
import type { Placed } from "../syntax/nodes";
import { isWellFormed } from "../syntax/nodes";
import { shiftProblem } from "../syntax/problems";
import type { SyntaxProblem } from "../syntax/problems";
import type { FindingDraft } from "./finding";
import { syntaxMessage } from "./messages/syntaxMessages";
import { walkTree } from "./walkTree";

/** What is wrong with the text of a node itself, its children left out. */
export function ownSyntaxFindings(document: AnalysesDocument, { node, start }: Placed): FindingDraft[] {
  if (node.kind === "sealed") return [];
  return node.problems.map((problem) => syntaxFinding(document, shiftProblem(problem, start)));
}

/** What is wrong with the text of a node and everything in it. */
export function syntaxFindings(document: AnalysesDocument, placed: Placed): FindingDraft[] {
  if (isWellFormed(placed.node)) return [];
  const findings: FindingDraft[] = [];
  const isBroken = ({ node }: Placed) => node.kind === "error" || !isWellFormed(node);
  for (const child of walkTree(document, placed, isBroken)) {
    findings.push(...ownSyntaxFindings(document, child));
  }
  return findings;
}

/** @param problem - With offsets in the text. */
export function syntaxFinding({ text }: AnalysesDocument, problem: SyntaxProblem): FindingDraft {
  const { kind, start, end, repair } = problem;
  return {
    code: "syntax",
    message: syntaxMessage(kind, text.slice(start, Math.min(end, start + 100))),
    start,
    end,
    related: [],
    data: { kind: "syntax", problem: kind, ...(repair === undefined ? {} : { repair }) },
  };
}
