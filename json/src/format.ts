import { AscendingPositions, memoized, pathAt } from "./document/places";
import type { JsonDocument } from "./document/jsonDocument";
import { afterWhiteSpace, isJson, verbatimSpans } from "./document/meaningfulSpace";
import type { VerbatimSpan, WhiteSpaceChange } from "./document/meaningfulSpace";
import { indentationOf, nextSignificant, previousSignificant } from "./text/documentText";
import type { LinePosition, LineRange } from "./text/documentText";
import { conflictsIn } from "./syntax/trivia";

/** How an editor wants text laid out (of LSP 3.17, FormattingOptions). */
export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** Whether the text ends with a line break; without, as it does. */
  readonly insertFinalNewline?: boolean;
}

/** A range of a text and what comes in its place (LSP 3.17, TextEdit). */
export interface TextChange {
  readonly range: LineRange;
  readonly newText: string;
}

/** Work in steps: yields how many characters each has looked at, and returns the changes. */
type Formatting = Generator<number, TextChange[]>;

/**
 * White space that makes a document easy to read. Nothing but white space changes: numbers stay as
 * they are written (LSP 3.17, `textDocument/formatting`).
 */
export function* formatDocument(document: JsonDocument, options: FormatOptions): Formatting {
  const first = yield* readAlike(document, (kept) => formatOnce(document, options, kept));
  let last = first;
  for (let passes = 1; last.edits.length > 0 && !isJson(document) && passes < mostPasses; passes++) {
    const { document: laidOut } = last;
    last = yield* readAlike(laidOut, (kept) => formatOnce(laidOut, options, kept));
  }
  if (last.document === first.document) return first.edits;
  if (last.edits.length > 0) return [];
  return [
    { range: document.text.rangeBetween(0, document.text.length), newText: last.document.text.toString() },
  ];
}

const mostPasses = 6;

/** Changes of a text, and what it is with them. */
interface LaidOut {
  readonly edits: TextChange[];
  readonly document: JsonDocument;
}

/**
 * How much stays as it is around what is wrong, the least first: 1 for the object or list that something is wrong in, 2
 * for the one around that too, and so on.
 */
const keptAround = [0, 1, 2, 3, 5, 8, Infinity];

/**
 * The changes that keep the least of a text and after which it is read as before: where something is wrong, columns and
 * line breaks say what is meant. No changes where there are no such.
 */
function* readAlike(
  document: JsonDocument,
  format: (kept: number) => Formatting,
): Generator<number, LaidOut> {
  if (isJson(document)) return { edits: yield* format(0), document };
  for (const kept of keptAround) {
    const edits = yield* format(kept);
    const change = togetherOf(document, edits);
    if (change === undefined) break;
    yield change.newText.length;
    const laidOut = yield* afterWhiteSpace(document, change);
    if (laidOut !== undefined) return { edits, document: laidOut };
  }
  return { edits: [], document };
}

/** Edits of a text, which are in its order, as one. */
function togetherOf({ text }: JsonDocument, edits: readonly TextChange[]): WhiteSpaceChange | undefined {
  const [first] = edits;
  if (first === undefined) return undefined;
  const start = text.offsetAt(first.range.start);
  let newText = "";
  let end = start;
  for (const edit of edits) {
    newText += text.slice(end, text.offsetAt(edit.range.start)) + edit.newText;
    end = text.offsetAt(edit.range.end);
  }
  return { start, end, newText };
}

function* formatOnce(document: JsonDocument, options: FormatOptions, around: number): Formatting {
  const edits = yield* formatBetween(document, { start: 0, end: document.text.length }, options, around);
  const ending = finalSpacing(document, options);
  return ending === undefined ? edits : [...edits, ending];
}

/** The same for the lines of a range (LSP 3.17, `textDocument/rangeFormatting`). */
export function* formatRange(document: JsonDocument, range: LineRange, options: FormatOptions): Formatting {
  const { text } = document;
  const isLineEnd = range.end.character === 0 && range.end.line > range.start.line;
  const start = text.offsetAt({ line: range.start.line, character: 0 });
  const lastLine = isLineEnd ? range.end.line - 1 : range.end.line;
  const end = text.offsetAt({ line: lastLine, character: Number.MAX_SAFE_INTEGER });
  const lines = { start, end };
  const { edits } = yield* readAlike(document, (kept) => formatBetween(document, lines, options, kept));
  return edits;
}

/** @param around how much stays as it is around what is wrong (`keptAround`) */
function* formatBetween(
  document: JsonDocument,
  { start, end }: { readonly start: number; readonly end: number },
  options: FormatOptions,
  around: number,
): Formatting {
  const spans = (yield* verbatimSpans(document, around, conflictsOf(document))).filter(
    (span) => span.start < end && start < span.end,
  );
  const kept = spans.map((span) => ({ ...span, start: span.start - start, end: span.end - start }));
  const depth = start === 0 ? 0 : depthAt(document, start, Math.min(start, spans[0]?.start ?? start));
  const layout = { step: stepOf(options), lineBreak: lineBreakOf(document), depth, kept };
  const text = document.text.slice(start, end);
  const spacings = yield* fewerSpacings(text, yield* layOut(text, layout));
  const positions = new AscendingPositions(document.text);
  const edits: TextChange[] = [];
  for (const spacing of spacings) {
    const range = positions.rangeBetween(start + spacing.start, start + spacing.end);
    edits.push({ range, newText: spacing.space });
    yield spacing.end - spacing.start;
  }
  return edits;
}

/** A document on one line has a gap for every value, and clients take longer for as many edits than for the text. */
const mostSpacings = 9_999;

/** The same with neighbours made one, and the text between them written again, where they are too many. */
function* fewerSpacings(text: string, spacings: readonly Spacing[]): Generator<number, readonly Spacing[]> {
  if (spacings.length <= mostSpacings) return spacings;
  const together = Math.ceil(spacings.length / mostSpacings);
  const fewer: Spacing[] = [];
  for (let first = 0; first < spacings.length; first += together) {
    const group = spacings.slice(first, first + together);
    const start = group[0]?.start ?? 0;
    // Joined here, where others have their turn: text that is only added up is put together when all is sent.
    const pieces: string[] = [];
    let at = start;
    for (const spacing of group) {
      pieces.push(text.slice(at, spacing.start), spacing.space);
      at = spacing.end;
    }
    fewer.push({ start, end: at, space: pieces.join("") });
    yield at - start;
  }
  return fewer;
}

/** What clients ask for may be any number; nobody reads lines that are indented by more. */
const widestStep = 32;

function stepOf({ tabSize, insertSpaces }: FormatOptions): string {
  return insertSpaces ? " ".repeat(Math.min(Math.max(0, Math.trunc(tabSize)), widestStep)) : "\t";
}

/**
 * How many objects and arrays the first token at or after the start of a line lies in; a closing bracket in one less.
 * @param keptFrom where what stays as it is starts, if the line begins in it
 */
function depthAt(document: JsonDocument, lineStart: number, keptFrom: number): number {
  const { text } = document;
  const offset = lineStart + indentationOf(text, text.positionAt(lineStart).line).length;
  const isKept = keptFrom < lineStart;
  const inside = isKept ? keptFrom : offset;
  const containers = pathAt(document, offset).steps.filter(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < inside,
  );
  // The line may be empty, and the bracket in one of the next.
  const isClosing = !isKept && "}]".includes(nextSignificant(text, offset)?.character ?? " ");
  return Math.max(0, containers.length - (isClosing ? 1 : 0));
}

/** The end of the document: one line break where the editor's options or the document have it so. */
function finalSpacing(document: JsonDocument, options: FormatOptions): TextChange | undefined {
  const end = document.text.length;
  const last = previousSignificant(document.text, end);
  if (last === undefined || isInConflict(document, last.at)) return undefined;
  const written = document.text.slice(last.at + 1, end);
  const wanted = (options.insertFinalNewline ?? /[\r\n]/.test(written)) ? lineBreakOf(document) : "";
  if (written === wanted) return undefined;
  return { range: document.text.rangeBetween(last.at + 1, end), newText: wanted };
}

/** The line break that the document begins with; a new one for a document of one line. */
function lineBreakOf({ text }: JsonDocument): string {
  if (text.lineCount < 2) return "\n";
  const firstLineEnd = text.offsetAt({ line: 0, character: Number.MAX_SAFE_INTEGER });
  return text.slice(firstLineEnd, text.offsetAt({ line: 1, character: 0 }));
}

/** After these characters the indentation of their line may have to change. */
export const onTypeCharacters = ["}", "]", "\n"] as const;

/**
 * Indents the line just begun as deep as its place in the document, and one that begins with a closing
 * bracket as its opening one (LSP 3.17, `textDocument/onTypeFormatting`).
 */
export function formatOnType(
  document: JsonDocument,
  position: LinePosition,
  options: FormatOptions,
): TextChange[] {
  const { text } = document;
  const lineStart = text.offsetAt({ line: position.line, character: 0 });
  const written = indentationOf(text, position.line);
  const contentStart = lineStart + written.length;
  if (text.offsetAt(position) > contentStart + 1) return [];
  if (isInConflict(document, lineStart)) return [];
  const container = pathAt(document, contentStart).steps.findLast(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < contentStart,
  );
  if (container === undefined) return [];
  const outer = indentationOf(text, text.positionAt(container.start).line);
  const step = stepOf(options);
  const isClosing = "}]".includes(text.slice(contentStart, contentStart + 1) || " ");
  const wanted = isClosing ? outer : outer + step;
  return wanted === written
    ? []
    : [{ range: document.text.rangeBetween(lineStart, contentStart), newText: wanted }];
}

const conflictsOf = memoized((document: JsonDocument): readonly VerbatimSpan[] => {
  if (isJson(document)) return [];
  const text = document.text.toString();
  return conflictsIn(text).map(({ start, end, read }) => {
    return { kind: "conflict", start, end, nesting: nestingOf(text.slice(read.start, read.end)) };
  });
});

function isInConflict(document: JsonDocument, offset: number): boolean {
  return conflictsOf(document).some(({ start, end }) => start <= offset && offset <= end);
}

/** What lays a text out. */
interface Layout {
  /** One step of indentation. */
  readonly step: string;
  readonly lineBreak: string;
  /** How many objects and arrays the text's first line lies in. */
  readonly depth: number;
  /** What stays as it is, in the order of the text. */
  readonly kept: readonly VerbatimSpan[];
}

/** Deeper than this nothing is laid out: the text would grow with the square of its depth. */
const mostSteps = 100;

/** Whoever waits need not be asked after each token. */
const longestStep = 1000;

/** White space to stand between two offsets. */
interface Spacing {
  readonly start: number;
  readonly end: number;
  readonly space: string;
}

/**
 * The white space between the tokens of a text that has to change so that each member stands on a line
 * of its own. Where two tokens cannot stand beside each other in JSON, what is there stays.
 */
function* layOut(
  text: string,
  { step, lineBreak, depth: startDepth, kept }: Layout,
): Generator<number, readonly Spacing[]> {
  const spacings: Spacing[] = [];
  let lookedAt = 0;
  let depth = startDepth;
  let previous: Token | undefined;
  const indentation = (): string => step.repeat(Math.max(0, depth));
  const newLine = (): string => lineBreak + indentation();
  for (const token of tokensBeside(text, kept)) {
    if (previous?.kind === "open" && token.kind !== "close") depth += 1;
    if (token.kind === "close" && previous !== undefined && previous.kind !== "open") depth -= 1;
    depth += token.nesting ?? 0;
    const before = previous;
    previous = token;
    const start = before?.end ?? 0;
    lookedAt += token.end - start;
    if (lookedAt > longestStep) {
      yield lookedAt;
      lookedAt = 0;
    }
    if (depth > mostSteps) continue;
    const space = before === undefined ? atStart(token, indentation) : between(before, token, newLine);
    if (space !== undefined && space !== text.slice(start, token.start))
      spacings.push({ start, end: token.start, space });
    if (token.isContainer === true) spacings.push(...movedLines(text, token, indentation()));
  }
  return spacings;
}

/** The lines of a container that is kept, moved as far as the one that it begins on. */
function movedLines(text: string, { start, end }: Token, indentation: string): Spacing[] {
  const lines = [...text.slice(start, end).matchAll(/(?:\r\n?|\n)([ \t]*)(?=[^ \t\r\n])/g)];
  if (lines.length === 0) return [];
  const lineStart = Math.max(text.lastIndexOf("\n", start - 1), text.lastIndexOf("\r", start - 1)) + 1;
  const before = /^[ \t]*/.exec(text.slice(lineStart, start))?.[0] ?? "";
  if (before === indentation) return [];
  return lines.flatMap(({ index, 0: found, 1: written = "" }) => {
    if (!written.startsWith(before)) return [];
    const to = start + index + found.length;
    return [{ start: to - written.length, end: to - written.length + before.length, space: indentation }];
  });
}

function atStart({ kind, keepsGap }: Token, indentation: () => string): string | undefined {
  return kind === "conflict" || keepsGap === true ? undefined : indentation();
}

function between(previous: Token, token: Token, newLine: () => string): string | undefined {
  if (previous.kind === "conflict" || token.keepsGap === true) return undefined;
  if (previous.kind === "line-comment") return token.kind === "conflict" ? undefined : newLine();
  switch (token.kind) {
    case "line-comment":
    case "conflict":
      return undefined;
    case "close":
      return previous.kind === "open" ? "" : newLine();
    case "comma":
    case "colon":
      return previous.endsLine === true ? undefined : "";
    case "open":
    case "other":
      if (previous.kind === "open" || previous.kind === "comma") return newLine();
      return previous.kind === "colon" ? " " : undefined;
  }
}

/** A piece of JSON text, however broken, that is not white space. */
interface Token {
  readonly kind: "open" | "close" | "comma" | "colon" | "line-comment" | "conflict" | "other";
  readonly start: number;
  readonly end: number;
  /** Whether it is a string without its closing quote: on the same line, more would belong to it. */
  readonly endsLine?: boolean;
  /** Whether the space before it belongs to it; or it begins with `//` as in `https://`, and would be a comment. */
  readonly keepsGap?: boolean;
  /** By how many objects and arrays what follows lies deeper, where the token holds some itself. */
  readonly nesting?: number;
  /** Whether it is an object or list whose lines stay as they are to each other. */
  readonly isContainer?: boolean;
}

const kinds: Readonly<Partial<Record<string, Token["kind"]>>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
};

const whiteSpace = /^[ \t\r\n]/;
const piece =
  /[ \t\r\n]+|"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"?|\/\/[^\r\n]*|\/\*[^]*?\*\/|[{}[\],:]|[^ \t\r\n{}[\],:"/]+|[^]/g;
const openString = /^"[^"\\]*(?:\\.[^"\\]*)*$/;

/** The tokens of a text in its order, which starts at an offset. A string ends with its line at the latest. */
function* tokensOf(text: string, offset = 0): Generator<Token, void> {
  for (const { index, 0: found } of text.matchAll(piece)) {
    if (whiteSpace.test(found)) continue;
    const kind = kinds[found] ?? (found.startsWith("//") ? "line-comment" : "other");
    const start = offset + index;
    const end = start + found.length;
    yield openString.test(found) ? { kind, start, end, endsLine: true } : { kind, start, end };
  }
}

/** The tokens of a text in its order; what is kept is one token each. */
function* tokensBeside(text: string, kept: readonly VerbatimSpan[]): Generator<Token, void> {
  let at = 0;
  for (const span of apart(text, kept)) {
    const start = Math.max(at, span.start);
    const end = Math.min(span.end, text.length);
    yield* tokensOf(text.slice(at, start), at);
    const endsLine = span.kind === "comment" && isLastOnLine(text, at, start, end);
    yield {
      kind: span.kind === "conflict" ? "conflict" : endsLine ? "line-comment" : "other",
      start,
      end,
      nesting: span.nesting,
      keepsGap: start > span.start || text.startsWith("//", start),
      endsLine: span.kind === "text",
      isContainer: span.kind === "container" && start === span.start,
    };
    at = end;
  }
  yield* tokensOf(text.slice(at), at);
}

/** Whether only the end of the line follows what stands on the line of the token before it, which ends at or after an offset. */
function isLastOnLine(text: string, from: number, start: number, end: number): boolean {
  const gap = text.slice(from + text.slice(from, start).trimEnd().length, start);
  const isBehind = start > gap.length && !/[\r\n]/.test(gap);
  return isBehind && /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end));
}

/** The same without those that lie in others. */
function* apart(text: string, kept: readonly VerbatimSpan[]): Generator<VerbatimSpan, void> {
  let outer: VerbatimSpan | undefined;
  for (const span of kept) {
    if (outer === undefined || outer.end <= span.start) {
      if (outer !== undefined) yield outer;
      outer = span;
      continue;
    }
    const isInside = span.end <= outer.end;
    const isText = span.kind !== "container" && /[\r\n]/.test(text.slice(Math.max(0, span.start), span.end));
    // A text with line breaks in it stays where it is, and so do all lines around it.
    const inside = outer.kind === "container" && isText ? "text" : outer.kind;
    outer = {
      kind: isInside ? inside : span.kind === "conflict" ? "conflict" : "text",
      start: outer.start,
      end: Math.max(outer.end, span.end),
      nesting: outer.nesting + (isInside ? 0 : span.nesting),
    };
  }
  if (outer !== undefined) yield outer;
}

/** How many more objects and arrays are opened in a text than closed. */
function nestingOf(text: string): number {
  let nesting = 0;
  for (const { kind } of tokensOf(text)) {
    if (kind === "open") nesting++;
    else if (kind === "close") nesting--;
  }
  return nesting;
}
