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

/** What completion at an offset writes: a property, or a value. */
export type Caret = PropertyCaret | ValueCaret;

export interface PropertyCaret {
  readonly kind: "property";
  /** The steps to the object that receives the property. */
  readonly steps: readonly Step[];
  /** The property whose name completion replaces; undefined if completion inserts a new property. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** What already follows the property's name: nothing, a value without a colon, or a colon. */
  readonly follows: "nothing" | "value" | "colon";
  /** The name of the following property, if the parser read it and the unfinished property as one. */
  readonly next?: string;
}

export interface ValueCaret {
  readonly kind: "value";
  /** The steps to the object or array that holds the value; empty at the top of the document. */
  readonly steps: readonly Step[];
  /** The property's name, the element's index, undefined for the document's own value. */
  readonly key: string | number | undefined;
  /** The property that has the value; undefined for an element and for the document's own value. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** Length of the part of `replaced` that stays: the white space between the caret and the value after it. */
  readonly kept: number;
}

/**
 * Finds what completion can write at an offset, even in broken text; undefined if nothing. The replaced span contains
 * the offset and lies on one line (LSP 3.17, CompletionItem.textEdit). It covers a scalar, a key or a word at the
 * caret, or is empty: it never covers a list or an object, nor a key that starts at the caret.
 */
export function caretAt(document: AnalysesDocument, offset: number): Caret | undefined {
  const caret = caretIn(document, offset);
  if (caret === undefined) return undefined;
  // Clients reject an edit on another line, and the parser may attach distant text to a broken property.
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
  const word = skippedWordAt(document, innermost, offset);
  if (word !== undefined)
    return { kind: "property", steps, current: undefined, replaced: word, follows: "nothing" };
  // At the start of a key, the caret may belong to the unfinished property before that key.
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
      // While the previous element lacks its closing bracket, the user is still writing that element.
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

/** Whether typing at an offset would extend a comment: in it, and at its end unless a delimiter closes it there. */
function isInComment(document: AnalysesDocument, steps: readonly Step[], offset: number): boolean {
  const { text } = document;
  return commentsAround(document, steps).some(({ start, end }) => {
    if (offset <= start) return false;
    const written = text.slice(start, end);
    // A delimiter closes a block comment; the end of its line closes any other.
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

/** The word that ends at or contains the offset and that the parser skipped: the start of a property's name. */
function skippedWordAt({ text }: AnalysesDocument, { node, start }: Step, offset: number): Span | undefined {
  if (node.kind !== "object") return undefined;
  const word = node.problems
    .map((problem) => ({ start: start + problem.start, end: start + problem.end, kind: problem.kind }))
    .find(
      ({ kind, start: from, end }) =>
        (kind === "not-json" || kind === "leftover") && from < offset && offset <= end,
    );
  const isWord = word !== undefined && /^["'\p{L}\p{N}_$-]+$/u.test(text.slice(word.start, word.end));
  return isWord ? { start: word.start, end: word.end } : undefined;
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

/** The caret after a key: after the colon it writes the value; before a colon that has no key, it writes the key. */
function afterKeyCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  current: PlacedProperty,
  offset: number,
): Caret | undefined {
  const { colon, name, keyLength } = current.property;
  if (keyLength === 0 && offset <= current.start && text.slice(current.start, current.start + 1) === ":") {
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

/** Whether the second quote of an empty string opens the next key instead, as in `"study": ""events": 12`. */
function opensKeyAfter(text: DocumentText, { start, end }: Span): boolean {
  const isEmpty = end - start === 2 && text.slice(start, end) === '""';
  // The next 120 characters suffice for a key: a longer search would slow down each keystroke.
  return isEmpty && /^[\p{L}\p{N}_$][^"\\:,\r\n]*"[ \t]*:/u.test(text.slice(end, end + 120));
}

/**
 * The part of a key or scalar to replace. Usually the whole token; but the token of a string without a closing quote
 * also contains the text after that string: the rest of its line, or the next key, as in `"ev "total": 148`. Of such a
 * token, completion replaces only the word at the caret.
 */
function writtenToken(text: DocumentText, token: Span, offset: number): Span {
  const written = text.slice(token.start, token.end);
  if (isWholeToken(written)) return token;
  // The caret follows another quote: the text before that quote belongs to another token.
  const next = written
    .slice(0, Math.max(0, offset - token.start))
    .replace(/\\./gs, "__")
    .lastIndexOf('"');
  if (next > 0) return writtenToken(text, { start: token.start + next, end: token.end }, offset);
  // The replaced span contains the opening quote, then extends to the end of the word.
  const quoteLength = /^["']/.test(written) ? 1 : 0;
  let end = Math.max(offset, token.start + quoteLength);
  while (end < token.end && /[\p{L}\p{N}_$-]/u.test(text.slice(end, end + 1))) end += 1;
  return { start: token.start, end };
}

/** Whether a token is a string from one quote to the next, or contains no double quotes. */
function isWholeToken(written: string): boolean {
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
  /** Inserts a comma after the previous member, if white space lies between that member and the caret. */
  readonly apart: TextEdit | undefined;
  /** Text to insert directly before the new member, such as a comma. */
  readonly before: string;
  /** Text to insert directly after the new member. */
  readonly after: string;
}

export const noSeparators: Separators = { apart: undefined, before: "", after: "" };

/**
 * The commas around a new property or element. The edits of a completion item must not touch each other (LSP 3.17,
 * CompletionItem.additionalTextEdits): if the caret is right after a member, the inserted text contains the comma.
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

/** The comma after a property's value, if there is none; followed by a space if the next key begins right there. */
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

/** The white space between members: a line break if the line of the offset has only one member, else a space. */
function gapAt({ text }: AnalysesDocument, offset: number, margin: string): string {
  const { line } = text.positionAt(offset);
  const lineStart = text.offsetAt({ line, character: 0 });
  const first = lineStart + indentationOf(text, line).length;
  const beginsLine = first === offset || "]}".includes(text.slice(first, first + 1));
  return beginsLine || isWhole(text.slice(first, offset)) ? `\n${margin}` : " ";
}

/** A property whose value is a scalar or an empty container. */
const wholeMember = new RegExp(String.raw`^"[^"]*"\s*:\s*(?:${stringPattern}|[^\s,"{}[\]]+|\{\}|\[\])$`);

/** An object without objects in it. */
const flat = String.raw`\{(?:[^{}"]|${stringPattern})*\}`;
/** An object that contains at most flat objects: a regular expression cannot follow any depth. */
const wholeObject = new RegExp(String.raw`^\{(?:[^{}"]|${stringPattern}|${flat})*\}$`);

/** Whether a text is exactly one property or one object, so that a document with one member a line gets a new line. */
function isWhole(written: string): boolean {
  return wholeMember.test(written) || wholeObject.test(written);
}
