import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Span } from "../../document/locate";
import type { DocumentText, PlacedProperty, Step, SyntaxProblem } from "@analyses/json";
import {
  behindComments,
  elementsOf,
  indentationOf,
  nextSignificant,
  pathAt,
  previousSignificant,
  propertiesOf,
  stringPattern,
} from "@analyses/json";
import type { TextEdit } from "vscode-languageserver-types";

/** What can be written at the caret. */
export type Caret = PropertyCaret | ValueCaret;

export interface PropertyCaret {
  readonly kind: "property";
  /** The way to the object that gets the property. */
  readonly steps: readonly Step[];
  /** The property that is being written there. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** What of the property is there already after its name. */
  readonly follows: "nothing" | "value" | "colon";
  /** The name of the property behind it, where the one that is being written was read as one with it. */
  readonly next?: string;
}

export interface ValueCaret {
  readonly kind: "value";
  /** The way to the object or array that holds the value; empty at the top of the document. */
  readonly steps: readonly Step[];
  /** The property's name, the element's index, undefined for the document's own value. */
  readonly key: string | number | undefined;
  /** The property whose value it is. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** How much of what is replaced stays: the white space between the caret and the value after it. */
  readonly kept: number;
}

/**
 * Finds out what can be written at an offset, however broken the text around it; undefined for nothing.
 * What is replaced is a scalar or a word at the caret, never a list, an object or a key that nothing was
 * typed of; it holds the offset and lies in its line (LSP 3.17, CompletionItem.textEdit).
 */
export function caretAt(document: AnalysesDocument, offset: number): Caret | undefined {
  const caret = caretIn(document, offset);
  if (caret === undefined) return undefined;
  const { start, end } = caret.replaced;
  const holdsOffset = start <= offset && offset <= end;
  return holdsOffset && document.text.positionAt(start).line === document.text.positionAt(end).line
    ? caret
    : undefined;
}

function caretIn(document: AnalysesDocument, offset: number): Caret | undefined {
  const { steps, property } = pathAt(document, offset);
  if (isInComment(document, steps, offset)) return undefined;
  const innermost = steps.at(-1);
  if (innermost === undefined) return document.root.node.kind === "missing" ? rootCaret(offset) : undefined;
  const begun = begunBefore(document, innermost, offset);
  if (begun !== undefined)
    return { kind: "property", steps, current: undefined, replaced: begun, follows: "nothing" };
  const unfinished =
    property?.part === "key" ? unfinishedBefore(document, innermost, property.property, offset) : undefined;
  if (unfinished !== undefined) {
    const { node, start } = unfinished.value;
    if (node.kind === "missing" || node.kind === "lazy")
      return afterKeyCaret(document, steps, unfinished, offset);
    const step = { node, start, via: { kind: "property", property: unfinished } } as const;
    return scalarCaret(document, [...steps, step], step, offset);
  }
  if (property !== undefined)
    return property.part === "key"
      ? keyCaret(document, steps, property.property, offset)
      : afterKeyCaret(document, steps, property.property, offset);
  switch (innermost.node.kind) {
    case "object":
      return {
        kind: "property",
        steps,
        current: undefined,
        replaced: { start: offset, end: offset },
        follows: "nothing",
      };
    case "array":
      // Before the next element, the bracket of the one before comes first.
      if (isAfterUnclosed(innermost, offset)) return undefined;
      return {
        kind: "value",
        steps,
        key: elementsBefore(innermost, offset),
        current: undefined,
        replaced: { start: offset, end: offset },
        kept: 0,
      };
    default:
      return scalarCaret(document, steps, innermost, offset);
  }
}

/** Whether what is written at an offset is part of a comment: also at the end of one that a line or the text ends. */
function isInComment(document: AnalysesDocument, steps: readonly Step[], offset: number): boolean {
  const { text } = document;
  return commentsAround(document, steps).some(({ start, end }) => {
    if (offset <= start) return false;
    const written = text.slice(start, end);
    if (/^(?:\/\*|<!)/.test(written))
      return offset < end || (offset === end && !/(?:\*\/|-->)$/.test(written));
    return text.positionAt(offset).line === text.positionAt(start).line;
  });
}

/** The comments that stand directly in the document or in what lies on a way. */
function commentsAround({ problems }: AnalysesDocument, steps: readonly Step[]): readonly Span[] {
  const commentsOf = (problems: readonly SyntaxProblem[], at: number): readonly Span[] =>
    problems.flatMap(({ kind, start, end }) =>
      kind === "comment" ? [{ start: at + start, end: at + end }] : [],
    );
  return [
    ...commentsOf(problems, 0),
    ...steps.flatMap(({ node, start }) => commentsOf(node.problems, start)),
  ];
}

/** What is typed of a property right before the key of the next, which is not read as part of that. */
function begunBefore({ text }: AnalysesDocument, { node, start }: Step, offset: number): Span | undefined {
  if (node.kind !== "object") return undefined;
  const begun = node.problems
    .map((problem) => ({ start: start + problem.start, end: start + problem.end, kind: problem.kind }))
    .find(
      (one) =>
        (one.kind === "not-json" || one.kind === "leftover") && one.start < offset && offset <= one.end,
    );
  const isWord = begun !== undefined && /^["'\p{L}\p{N}_$-]+$/u.test(text.slice(begun.start, begun.end));
  return isWord ? { start: begun.start, end: begun.end } : undefined;
}

/** The property before the key that the caret touches, where its value is not there yet, or is being typed. */
function unfinishedBefore(
  { text }: AnalysesDocument,
  { node, start }: Step,
  next: PlacedProperty,
  offset: number,
): PlacedProperty | undefined {
  if (offset !== next.start || node.kind !== "object") return undefined;
  const before = [...propertiesOf({ node, start })][next.index - 1];
  if (before === undefined) return undefined;
  const { value } = before;
  if (value.node.kind === "missing")
    return previousSignificant(text, offset)?.character === ":" ? before : undefined;
  const isTyped = value.node.kind === "error" || (value.node.kind === "string" && !value.node.closed);
  return isTyped && value.start + value.node.length === offset ? before : undefined;
}

/** In a document without a value, the value is what can be written. */
function rootCaret(offset: number): ValueCaret {
  const replaced = { start: offset, end: offset };
  return { kind: "value", steps: [], key: undefined, current: undefined, replaced, kept: 0 };
}

function keyCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  current: PlacedProperty,
  offset: number,
): PropertyCaret {
  const follows = followsKey(current);
  // Right before a property nothing of its key was typed: another one goes before it.
  if (offset === current.start && follows !== "nothing") {
    const replaced = { start: offset, end: offset };
    return { kind: "property", steps, current: undefined, replaced, follows: "nothing" };
  }
  const replaced = writtenToken(text, { start: current.start, end: current.keyEnd }, offset);
  const [, next] = /"([^"]+)"?$/.exec(text.slice(replaced.end, current.keyEnd)) ?? [];
  // What was read after the key belongs to the one behind it.
  return next === undefined
    ? { kind: "property", steps, current, replaced, follows }
    : { kind: "property", steps, current, replaced, follows: "nothing", next };
}

function followsKey({ property, value }: PlacedProperty): PropertyCaret["follows"] {
  if (property.colon !== undefined) return "colon";
  return value.node.kind === "missing" || value.node.kind === "error" ? "nothing" : "value";
}

/** Between a key and its value: a value where the colon is before the caret. */
function afterKeyCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  current: PlacedProperty,
  offset: number,
): Caret | undefined {
  const { colon, name, keyLength } = current.property;
  if (keyLength === 0 && offset <= current.start && text.charCodeAt(current.start) === 58) {
    const replaced = { start: offset, end: offset };
    return { kind: "property", steps, current, replaced, follows: "colon" };
  }
  if (colon === undefined || offset <= current.start + colon) return undefined;
  const { start, node } = current.value;
  const caret = { kind: "value", steps, key: name, current } as const;
  if (node.kind === "missing") return { ...caret, replaced: { start: offset, end: offset }, kept: 0 };
  if (node.kind === "object" || node.kind === "array" || node.kind === "lazy") return undefined;
  return { ...caret, replaced: { start: offset, end: start + node.length }, kept: start - offset };
}

function scalarCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  { node, start, via }: Step,
  offset: number,
): ValueCaret | undefined {
  const token = { start, end: start + node.length };
  // Text that lacks only its opening quote is none of the offers, and no word of it is to be replaced.
  const lacksOpeningQuote =
    node.kind === "error" &&
    /^[^"']+"$/.test(text.slice(token.start, token.end)) &&
    /^[ \t]*(?:[,}\]\r\n]|$)/.test(text.slice(token.end, token.end + 20));
  if (lacksOpeningQuote) return undefined;
  const replaced =
    node.kind === "missing"
      ? { start: offset, end: offset }
      : writtenToken(text, opensKeyBehind(text, token) ? { start, end: start + 1 } : token, offset);
  return {
    kind: "value",
    steps: steps.slice(0, -1),
    key:
      via.kind === "property" ? via.property.property.name : via.kind === "element" ? via.index : undefined,
    current: via.kind === "property" ? via.property : undefined,
    replaced,
    kept: 0,
  };
}

/** Whether the second of two quotes opens the key behind them, as in `"study": ""events": 12`. */
function opensKeyBehind(text: DocumentText, { start, end }: Span): boolean {
  const isEmpty = end - start === 2 && text.slice(start, end) === '""';
  return isEmpty && /^[\p{L}\p{N}_$][^"\\:,\r\n]*"[ \t]*:/u.test(text.slice(end, end + 120));
}

/**
 * What of a key or scalar the author means to replace: all of it, but of a string whose end quote is
 * not there only the word at the caret, since such a string takes in what follows it: the rest of its line,
 * or the next key with its quotes, as in `"ev "total": 148`.
 */
function writtenToken(text: DocumentText, token: Span, offset: number): Span {
  const written = text.slice(token.start, token.end);
  if (isOnePiece(written)) return token;
  // The caret is in what stands behind another quote: what is before that is another's.
  const behind = written
    .slice(0, Math.max(0, offset - token.start))
    .replace(/\\./gs, "__")
    .lastIndexOf('"');
  if (behind > 0) return writtenToken(text, { start: token.start + behind, end: token.end }, offset);
  const quoteLength = /^["']/.test(written) ? 1 : 0;
  let end = Math.max(offset, token.start + quoteLength);
  while (end < token.end && /[\p{L}\p{N}_$-]/u.test(text.slice(end, end + 1))) end += 1;
  return { start: token.start, end };
}

/** Whether a token is a string from its quote to the next, or has no quotes at all. */
function isOnePiece(written: string): boolean {
  const quote = written.charAt(0);
  if (quote !== '"' && quote !== "'") return !written.includes('"');
  for (let at = 1; at < written.length; at++) {
    if (written.charAt(at) === "\\") at += 1;
    else if (written.charAt(at) === quote) return at === written.length - 1;
  }
  return false;
}

function isAfterUnclosed({ node, start }: Step, offset: number): boolean {
  if (node.kind !== "array") return false;
  const before = [...elementsOf({ node, start })].findLast((element) => element.start < offset)?.node;
  const tree = before?.kind === "lazy" ? before.tree : before;
  return (tree?.kind === "object" || tree?.kind === "array") && !tree.closed;
}

function elementsBefore(array: Step, offset: number): number {
  const { node, start } = array;
  if (node.kind !== "array") return 0;
  let count = 0;
  for (const element of elementsOf({ node, start })) {
    if (element.start >= offset) break;
    count += 1;
  }
  return count;
}

/** The commas that an insertion needs and that are not there yet, and the space that goes with them. */
export interface Separators {
  /** A comma after the member before the caret, where space stands between the two. */
  readonly apart: TextEdit | undefined;
  /** Written before and after what is inserted. */
  readonly before: string;
  readonly after: string;
}

export const noSeparators: Separators = { apart: undefined, before: "", after: "" };

/**
 * The commas around a new property or element. Edits of one item must not touch each other (LSP 3.17,
 * CompletionItem.additionalTextEdits): right after a member its comma is part of what is inserted.
 *
 * @param margin the indentation of inserted lines
 */
export function separatorsOfMember(
  document: AnalysesDocument,
  { steps, replaced: { start, end } }: Caret,
  margin: string,
): Separators {
  const { text } = document;
  const comments = commentsAround(document, steps);
  const previous = previousBefore(text, comments, start);
  const next = nextSignificant(text, end);
  const comma = commaAfter(text, end);
  const after = comma !== "" && next?.at === end ? comma + gapAt(document, start, margin) : comma;
  const gap = comments.some((comment) => comment.end === start) ? gapAt(document, start, margin) : "";
  if (previous === undefined || "{[,:".includes(previous.character))
    return { ...noSeparators, before: gap, after };
  if (previous.at + 1 === start)
    return { ...noSeparators, before: `,${gapAt(document, start, margin)}`, after };
  const position = text.positionAt(previous.at + 1);
  return { apart: { range: { start: position, end: position }, newText: "," }, before: gap, after };
}

/** The last character before an offset that is neither white space nor part of a comment. */
function previousBefore(
  text: DocumentText,
  comments: readonly Span[],
  offset: number,
): ReturnType<typeof previousSignificant> {
  const previous = previousSignificant(text, offset);
  const comment = previous && comments.find(({ start, end }) => start <= previous.at && previous.at < end);
  return comment === undefined ? previous : previousBefore(text, comments, comment.start);
}

/** The comma after a property's value, with a space where the next key touches it. */
export function separatorsOfValue({ text }: AnalysesDocument, { end }: Span): Separators {
  const comma = commaAfter(text, end);
  return {
    ...noSeparators,
    after: comma !== "" && nextSignificant(text, end)?.at === end ? `${comma} ` : comma,
  };
}

function commaAfter(text: AnalysesDocument["text"], end: number): string {
  const next = behindComments(text, end);
  // At the end of the text nothing comes, which is in every text.
  return ",:}]".includes(text.slice(next, next + 1)) ? "" : ",";
}

/** Between two members: a new line where the one at the offset begins or ends a line of its own. */
function gapAt({ text }: AnalysesDocument, offset: number, margin: string): string {
  const { line } = text.positionAt(offset);
  const lineStart = text.offsetAt({ line, character: 0 });
  const first = lineStart + indentationOf(text, line).length;
  const beginsLine = first === offset || "]}".includes(text.slice(first, first + 1));
  return beginsLine || isWholeMember(text.slice(first, offset)) ? `\n${margin}` : " ";
}

const wholeMember = new RegExp(String.raw`^"[^"]*"\s*:\s*(?:${stringPattern}|[^\s,"{}[\]]+|\{\}|\[\])$`);

/** Whether the part of a line before an offset is one property, as in documents with a line for each. */
function isWholeMember(written: string): boolean {
  return wholeMember.test(written);
}
