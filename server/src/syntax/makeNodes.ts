import type { BooleanNode, MissingNode, NullNode, NumberNode, StringNode, ErrorNode } from "./nodes";
import type { SyntaxProblem } from "./problems";

/** Shared where nothing is wrong. */
export const noProblems: readonly SyntaxProblem[] = [];
export const noStarts: readonly number[] = [];

export const nullNode: NullNode = { kind: "null", length: 4, problems: noProblems };
export const trueNode: BooleanNode = { kind: "boolean", length: 4, problems: noProblems, value: true };
export const falseNode: BooleanNode = { kind: "boolean", length: 5, problems: noProblems, value: false };
export const missingNode: MissingNode = { kind: "missing", length: 0, problems: noProblems };

/** Scalars of one length look the same: they share a node, since documents hold very many. */
const strings: (StringNode | undefined)[] = [];
const numbers: (NumberNode | undefined)[] = [];
const longestShared = 200;

export function stringNode(length: number, closed: boolean, problems: readonly SyntaxProblem[]): StringNode {
  if (!closed || problems.length > 0 || length > longestShared) {
    return { kind: "string", length, problems, closed };
  }
  return (strings[length] ??= { kind: "string", length, problems: noProblems, closed });
}

export function numberNode(length: number): NumberNode {
  if (length > longestShared) return { kind: "number", length, problems: noProblems };
  return (numbers[length] ??= { kind: "number", length, problems: noProblems });
}

export function errorNode(length: number, problem: SyntaxProblem): ErrorNode {
  return { kind: "error", length, problems: [problem] };
}
