import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Span } from "../../document/locate";
import type { DocumentText, PlacedProperty, Step, SyntaxProblem } from "@analyses/json";
import {
  afterComments,
  elementsOf,
  indentationOf,
  nextSignificant,
  pathAt,
  previousSignificant,
  propertiesOf,
  stringPattern,
} from "@analyses/json";
import type { TextEdit } from "vscode-languageserver-types";

export type Caret = PropertyCaret | ValueCaret;

export interface PropertyCaret {
  readonly kind: "property";
  /** The steps to the object that receives the property. */
  readonly steps: readonly Step[];
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** Which part of the property already follows its name. */
  readonly follows: "nothing" | "value" | "colon";
  /** The name of the following property, if the parser read the unfinished one as one with it. */
  readonly next?: string;
}

export interface ValueCaret {
  readonly kind: "value";
  /** The steps to the object or array that holds the value; empty at the top of the document. */
  readonly steps: readonly Step[];
  /** The property's name, the element's index, undefined for the document's own value. */
  readonly key: string | number | undefined;
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** Length of the part of `replaced` that stays: the white space between the caret and the value after it. */
  readonly kept: number;
}

/**
 * Finds what can be written at an offset, even in broken text; undefined if nothing can. The replaced span is a scalar
 * or a word at the caret, never a list, an object or a key of which nothing is typed yet; it contains the offset and
 * lies in its line (LSP 3.17, CompletionItem.textEdit).
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
      // The previous element still lacks its closing bracket: no next element here.
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

/** Whether an offset lies in a comment, including the end of one that a line break or the end of the text closes. */
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

/** The comments directly in the document or in the nodes on the path. */
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

/** The typed part of a property right before the next key, if the parser did not read it as part of that key. */
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

/** The property before the key at the caret, if its value is missing or unfinished. */
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
  // Right before a key, the caret starts a new property in front of it.
  if (offset === current.start && follows !== "nothing") {
    const replaced = { start: offset, end: offset };
    return { kind: "property", steps, current: undefined, replaced, follows: "nothing" };
  }
  const replaced = writtenToken(text, { start: current.start, end: current.keyEnd }, offset);
  const [, next] = /"([^"]+)"?$/.exec(text.slice(replaced.end, current.keyEnd)) ?? [];
  // The value read after the key belongs to the following property.
  return next === undefined
    ? { kind: "property", steps, current, replaced, follows }
    : { kind: "property", steps, current, replaced, follows: "nothing", next };
}

function followsKey({ property, value }: PlacedProperty): PropertyCaret["follows"] {
  if (property.colon !== undefined) return "colon";
  return value.node.kind === "missing" || value.node.kind === "error" ? "nothing" : "value";
}

/** Between a key and its value: a value caret if the colon precedes the caret. */
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
  // Text that lacks only its opening quote gets no offers: completion must not replace a word of it.
  const lacksOpeningQuote =
    node.kind === "error" &&
    /^[^"']+"$/.test(text.slice(token.start, token.end)) &&
    /^[ \t]*(?:[,}\]\r\n]|$)/.test(text.slice(token.end, token.end + 20));
  if (lacksOpeningQuote) return undefined;
  const replaced =
    node.kind === "missing"
      ? { start: offset, end: offset }
      : writtenToken(text, opensKeyAfter(text, token) ? { start, end: start + 1 } : token, offset);
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

/** Whether the second of two quotes opens the following key, as in `"study": ""events": 12`. */
function opensKeyAfter(text: DocumentText, { start, end }: Span): boolean {
  const isEmpty = end - start === 2 && text.slice(start, end) === '""';
  return isEmpty && /^[\p{L}\p{N}_$][^"\\:,\r\n]*"[ \t]*:/u.test(text.slice(end, end + 120));
}

/**
 * The part of a key or scalar to replace: all of it, but of a string without its closing quote only the word at the
 * caret, since such a string swallows what follows it: the rest of its line, or the next key with its quotes, as in
 * `"ev "total": 148`.
 */
function writtenToken(text: DocumentText, token: Span, offset: number): Span {
  const written = text.slice(token.start, token.end);
  if (isOnePiece(written)) return token;
  // The caret follows another quote: the text before that quote belongs to another token.
  const next = written
    .slice(0, Math.max(0, offset - token.start))
    .replace(/\\./gs, "__")
    .lastIndexOf('"');
  if (next > 0) return writtenToken(text, { start: token.start + next, end: token.end }, offset);
  const quoteLength = /^["']/.test(written) ? 1 : 0;
  let end = Math.max(offset, token.start + quoteLength);
  while (end < token.end && /[\p{L}\p{N}_$-]/u.test(text.slice(end, end + 1))) end += 1;
  return { start: token.start, end };
}

/** Whether a token is a string from one quote to the next, or has no quotes at all. */
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

/** The missing commas that an insertion needs, with their white space. */
export interface Separators {
  /** A comma after the member before the caret, where white space separates the two. */
  readonly apart: TextEdit | undefined;
  /** Inserted directly before and after the new text. */
  readonly before: string;
  readonly after: string;
}

export const noSeparators: Separators = { apart: undefined, before: "", after: "" };

/**
 * The commas around a new property or element. Edits of one item must not touch each other (LSP 3.17,
 * CompletionItem.additionalTextEdits): right after a member, the comma is part of the inserted text.
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
  if (previous?.character === "," && previous.at + 1 === start)
    return { ...noSeparators, before: gapAt(document, previous.at, margin), after };
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
  const next = afterComments(text, end);
  // At the end of the text the slice is empty, and every string includes the empty string.
  return ",:}]".includes(text.slice(next, next + 1)) ? "" : ",";
}

/** Between two members: a line break where the member at the offset begins or ends a line of its own, else a space. */
function gapAt({ text }: AnalysesDocument, offset: number, margin: string): string {
  const { line } = text.positionAt(offset);
  const lineStart = text.offsetAt({ line, character: 0 });
  const first = lineStart + indentationOf(text, line).length;
  const beginsLine = first === offset || "]}".includes(text.slice(first, first + 1));
  return beginsLine || isWhole(text.slice(first, offset)) ? `\n${margin}` : " ";
}

const wholeMember = new RegExp(String.raw`^"[^"]*"\s*:\s*(?:${stringPattern}|[^\s,"{}[\]]+|\{\}|\[\])$`);

const flat = String.raw`\{(?:[^{}"]|${stringPattern})*\}`;
const wholeObject = new RegExp(String.raw`^\{(?:[^{}"]|${stringPattern}|${flat})*\}$`);

/** Whether the part of a line before an offset is one whole property or object, as in documents with a line for each. */
function isWhole(written: string): boolean {
  return wholeMember.test(written) || wholeObject.test(written);
}
