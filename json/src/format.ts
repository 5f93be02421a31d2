import { memoized, pathAt, walkTree } from "./document/places";
import type { JsonDocument } from "./document/jsonDocument";
import { readDocument } from "./document/jsonDocument";
import { indentationOf, previousSignificant } from "./text/documentText";
import { AscendingPositions } from "./document/ascendingPositions";
import type { LinePosition, LineRange } from "./text/documentText";
import { conflictsIn } from "./syntax/trivia";
import { isContainer, isWellFormed } from "./syntax/nodes";

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
  const edits = yield* formatOnce(document, options);
  if (isWellFormed(document.root.node)) return edits;
  // In a text that is not JSON, a line break can make another reading of what stands around it.
  let laidOut = yield* edited(document, edits);
  let again = yield* formatOnce(laidOut, options);
  if (again.length === 0) return edits;
  for (let passes = 0; again.length > 0 && passes < mostPasses; passes++) {
    laidOut = yield* edited(laidOut, again);
    again = yield* formatOnce(laidOut, options);
  }
  return [{ range: document.text.rangeBetween(0, document.text.length), newText: laidOut.text.toString() }];
}

const mostPasses = 5;

/** A text with its edits, which are in its order, read anew. */
function* edited(
  { text, policy }: JsonDocument,
  edits: readonly TextChange[],
): Generator<number, JsonDocument> {
  const before = text.toString();
  let content = "";
  let at = 0;
  for (const { range, newText } of edits) {
    content += before.slice(at, text.offsetAt(range.start)) + newText;
    at = text.offsetAt(range.end);
  }
  content += before.slice(at);
  yield content.length;
  const document = readDocument(content, policy);
  yield content.length;
  return document;
}

function* formatOnce(document: JsonDocument, options: FormatOptions): Formatting {
  const edits = yield* formatBetween(document, 0, document.text.length, 0, options);
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
  return yield* formatBetween(document, start, end, depthAt(document, range.start.line), options);
}

function* formatBetween(
  document: JsonDocument,
  start: number,
  end: number,
  depth: number,
  options: FormatOptions,
): Formatting {
  const kept = (yield* verbatimSpans(document))
    .filter((stretch) => stretch.start < end && start < stretch.end)
    .map((stretch) => ({ ...stretch, start: stretch.start - start, end: stretch.end - start }));
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
    let space = "";
    let at = start;
    for (const spacing of group) {
      space += text.slice(at, spacing.start) + spacing.space;
      at = spacing.end;
    }
    fewer.push({ start, end: at, space });
    yield at - start;
  }
  return fewer;
}

/** What clients ask for may be any number; nobody reads lines that are indented by more. */
const widestStep = 32;

function stepOf({ tabSize, insertSpaces }: FormatOptions): string {
  return insertSpaces ? " ".repeat(Math.min(Math.max(0, Math.trunc(tabSize)), widestStep)) : "\t";
}

/** How many objects and arrays the first token of a line lies in; a closing bracket in one less. */
function depthAt(document: JsonDocument, line: number): number {
  const { text } = document;
  const offset = text.offsetAt({ line, character: 0 }) + indentationOf(text, line).length;
  const containers = pathAt(document, offset).steps.filter(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < offset,
  );
  const isClosing = "}]".includes(text.slice(offset, offset + 1) || " ");
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

function isJson({ root, problems }: JsonDocument): boolean {
  return isWellFormed(root.node) && problems.length === 0;
}

function isInConflict(document: JsonDocument, offset: number): boolean {
  return conflictsOf(document).some(({ start, end }) => start <= offset && offset <= end);
}

/**
 * Stretches of a text that is not JSON in which white space may mean something, in its order: texts with
 * quotes or line breaks in them, what stands for a value and is none, rows of a table, YAML, and merge conflicts.
 */
function* verbatimSpans(document: JsonDocument): Generator<number, readonly VerbatimSpan[]> {
  if (isJson(document)) return [];
  const conflicts = conflictsOf(document);
  const spans: VerbatimSpan[] = [...conflicts];
  const keep = (start: number, end: number): void => {
    if (!conflicts.some((conflict) => conflict.start < end && start < conflict.end))
      spans.push({ kind: "text", start, end, nesting: 0 });
  };
  for (const { node, start } of walkTree(document, document.root, ({ node }) => !isWellFormed(node))) {
    const end = start + node.length;
    if (!isContainer(node)) yield node.length;
    const isText =
      node.kind === "error" || (node.kind === "string" && node.closed && node.problems.length > 0);
    if (isText) keep(start, end);
    for (const { kind, start: from, end: to } of node.problems)
      if (kind === "table" || kind === "yaml") keep(start + from, start + to);
  }
  return spans.sort((one, other) => one.start - other.start);
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
    yield token.end - start;
    if (depth > mostSteps) continue;
    const space = before === undefined ? atStart(token, indentation) : between(before, token, newLine);
    if (space !== undefined && space !== text.slice(start, token.start))
      spacings.push({ start, end: token.start, space });
  }
  return spacings;
}

function atStart({ kind }: Token, indentation: () => string): string | undefined {
  return kind === "conflict" ? undefined : indentation();
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
}

/** A stretch of a text that stays as it is. */
interface VerbatimSpan {
  readonly kind: "text" | "conflict";
  readonly start: number;
  readonly end: number;
  readonly nesting: number;
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
const openString = /^"(?:[^"\\]|\\.)*$/;

/** The tokens of a text in its order. A string ends with its line at the latest. */
function* tokensOf(text: string): Generator<Token, void> {
  for (const { index, 0: found } of text.matchAll(piece)) {
    if (whiteSpace.test(found)) continue;
    const kind = kinds[found] ?? (found.startsWith("//") ? "line-comment" : "other");
    const end = index + found.length;
    yield openString.test(found) ? { kind, start: index, end, endsLine: true } : { kind, start: index, end };
  }
}

/** The tokens of a text in its order; what is kept is one token, with what goes on beyond it. */
function* tokensBeside(text: string, kept: readonly VerbatimSpan[]): Generator<Token, void> {
  let index = 0;
  let end = 0;
  let open: Token | undefined;
  for (const token of tokensOf(text)) {
    for (let next = kept[index]; next !== undefined && next.start <= token.start; next = kept[index]) {
      index++;
      if (open !== undefined) yield open;
      const start = Math.max(end, next.start);
      const kind = next.kind === "conflict" ? "conflict" : "other";
      end = Math.max(start, Math.min(next.end, text.length));
      const keepsGap = start > next.start || text.startsWith("//", start);
      open = { kind, start, end, nesting: next.nesting, keepsGap };
    }
    const isInside = open !== undefined && token.start < end;
    end = Math.max(end, token.end);
    if (open !== undefined && isInside) open = { ...open, end };
    else {
      if (open !== undefined) yield open;
      open = undefined;
      yield token;
    }
  }
  if (open !== undefined) yield open;
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
