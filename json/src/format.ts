import { AscendingPositions, pathAt, walkTree } from "./document/places";
import type { InTurns, JsonDocument } from "./document/jsonDocument";
import { isWellFormed } from "./syntax/nodes";
import type { SyntaxProblem } from "./syntax/problems";
import { indentationOf } from "./text/documentText";
import type { LinePosition, LineRange } from "./text/documentText";

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

/**
 * White space that makes a document easy to read (LSP 3.17, `textDocument/formatting`). Nothing but white space
 * changes. An object or list on one line stays on one line where it fits. Text that is not JSON, comments aside, is left
 * alone: its columns and line breaks show where a bracket is missing.
 *
 * @returns the changes; yields how many characters each step has read
 */
export function formatDocument(document: JsonDocument, options: FormatOptions): InTurns<TextChange[]> {
  return formatBetween(document, 0, document.text.length, options);
}

/** The same for the lines of a range (LSP 3.17, `textDocument/rangeFormatting`). */
export function formatRange(
  document: JsonDocument,
  range: LineRange,
  options: FormatOptions,
): InTurns<TextChange[]> {
  const { text } = document;
  const isLineEnd = range.end.character === 0 && range.end.line > range.start.line;
  const start = text.offsetAt({ line: range.start.line, character: 0 });
  const lastLine = isLineEnd ? range.end.line - 1 : range.end.line;
  const end = text.offsetAt({ line: lastLine, character: Number.MAX_SAFE_INTEGER });
  return formatBetween(document, start, end, options);
}

function* formatBetween(
  document: JsonDocument,
  start: number,
  end: number,
  options: FormatOptions,
): InTurns<TextChange[]> {
  if (!(yield* canBeRead(document))) return [];
  const text = document.text.toString();
  const spacings: Spacing[] = [];
  for (const spacing of layOut(text, layoutOf(document, options))) {
    if (typeof spacing === "number") yield spacing;
    else {
      const within = clipped(spacing, start, end);
      if (within !== undefined && within.space !== text.slice(within.start, within.end))
        spacings.push(within);
    }
  }
  const positions = new AscendingPositions(document.text);
  const edits: TextChange[] = [];
  for (const spacing of yield* fewerSpacings(text, spacings)) {
    edits.push({ range: positions.rangeBetween(spacing.start, spacing.end), newText: spacing.space });
    yield spacing.end - spacing.start;
  }
  return edits;
}

/** Whether a text is JSON, comments aside (RFC 8259). */
function* canBeRead(document: JsonDocument): InTurns<boolean> {
  if (!document.problems.every(isComment)) return false;
  if (isWellFormed(document.root.node)) return true;
  for (const { node } of walkTree(document, document.root, ({ node: one }) => !isWellFormed(one))) {
    if (node.kind === "missing" || node.kind === "error" || !node.problems.every(isComment)) return false;
    yield 1;
  }
  return true;
}

function isComment({ kind }: SyntaxProblem): boolean {
  return kind === "comment";
}

/** White space to stand between two offsets. */
interface Spacing {
  readonly start: number;
  readonly end: number;
  readonly space: string;
}

/** What of a spacing lies between two offsets, which are those of whole lines. */
function clipped({ start, end, space }: Spacing, from: number, to: number): Spacing | undefined {
  if (start >= from) return end <= to ? { start, end, space } : undefined;
  // The line break before the first line stays.
  const indentation = /[\r\n]([ \t]*)$/.exec(space)?.[1];
  return end < from || end > to || indentation === undefined
    ? undefined
    : { start: from, end, space: indentation };
}

/** A document on one line has a gap for every value, and clients take longer for as many edits than for the text. */
const maxSpacings = 9_999;

/** Neighbouring spacings are joined, with the text between them, where there are too many. */
function* fewerSpacings(text: string, spacings: readonly Spacing[]): InTurns<readonly Spacing[]> {
  if (spacings.length <= maxSpacings) return spacings;
  const perGroup = Math.ceil(spacings.length / maxSpacings);
  const fewer: Spacing[] = [];
  for (let first = 0; first < spacings.length; first += perGroup) {
    const group = spacings.slice(first, first + perGroup);
    const start = group[0]?.start ?? 0;
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

interface Layout {
  /** One level of indentation. */
  readonly step: string;
  /** The columns that a tab takes. */
  readonly tabSize: number;
  readonly lineBreak: string;
  /** White space after the end of the JSON. */
  readonly ending: string;
}

/** Wider steps make no text easier to read. */
const widestStep = 32;

function layoutOf(document: JsonDocument, options: FormatOptions): Layout {
  const lineBreak = lineBreakOf(document);
  const { text } = document;
  const endsWithBreak =
    options.insertFinalNewline ?? /[\r\n][ \t\r\n]*$/.test(text.slice(text.length - 1000, text.length));
  return {
    step: stepOf(options),
    tabSize: options.tabSize,
    lineBreak,
    ending: endsWithBreak ? lineBreak : "",
  };
}

function stepOf({ tabSize, insertSpaces }: FormatOptions): string {
  return insertSpaces ? " ".repeat(Math.min(Math.max(0, Math.trunc(tabSize)), widestStep)) : "\t";
}

/** The line break that the document begins with; a new one for a document of one line. */
function lineBreakOf({ text }: JsonDocument): string {
  if (text.lineCount < 2) return "\n";
  const firstLineEnd = text.offsetAt({ line: 0, character: Number.MAX_SAFE_INTEGER });
  return text.slice(firstLineEnd, text.offsetAt({ line: 1, character: 0 }));
}

/** Containers nested deeper are not laid out: the text would grow with the square of its depth. */
const maxDepth = 100;

/** An object or list that stands on one line stays there up to this column (the width that the samples use). */
const maxColumn = 120;

/** Yield point: after so many characters. */
const charactersPerStep = 1000;

/** The white space before each token of a JSON text, and at times how many characters were read since the last time. */
function* layOut(
  text: string,
  { step, tabSize, lineBreak, ending }: Layout,
): Generator<Spacing | number, void> {
  let depth = 0;
  /** The depth of the outermost container that stays on one line, while inside it. */
  let flatDepth: number | undefined;
  let column = 0;
  let previous: Token | undefined;
  let read = 0;
  for (const token of tokensOf(text)) {
    const start = previous?.end ?? 0;
    if (token.end - read > charactersPerStep) {
      yield token.end - read;
      read = token.end;
    }
    if (token.kind === "close") depth--;
    const isLaidOut = depth <= maxDepth;
    const written = text.slice(start, token.start);
    let space = written;
    if (isLaidOut) {
      const newLine = (): string => lineBreak + step.repeat(depth);
      if (previous === undefined) space = "";
      else if (token.kind === "comment" || previous.kind === "comment")
        space = besideComment(previous, token, written, newLine);
      else space = flatDepth === undefined ? spread(previous, token, newLine) : flat(previous, token);
      yield { start, end: token.start, space };
    }
    const broken = space.lastIndexOf("\n") >= 0 || space.lastIndexOf("\r") >= 0;
    column =
      (broken ? depth * (step === "\t" ? tabSize : step.length) : column + space.length) + token.length;
    if (token.kind === "open") {
      const width =
        flatDepth === undefined && isLaidOut ? widthOnLine(text, token, maxColumn - column) : undefined;
      if (width !== undefined) flatDepth = depth;
      depth++;
    } else if (token.kind === "close" && flatDepth === depth) flatDepth = undefined;
    previous = token;
  }
  if (previous !== undefined) yield { start: previous.end, end: text.length, space: ending };
}

function spread(previous: Token, token: Token, newLine: () => string): string {
  switch (token.kind) {
    case "close":
      return previous.kind === "open" ? "" : newLine();
    case "comma":
    case "colon":
      return "";
    default:
      return previous.kind === "colon" ? " " : newLine();
  }
}

/** On one line there is space inside braces, and none inside brackets. */
function flat(previous: Token, token: Token): string {
  if (previous.kind === "open") return token.kind === "close" || previous.sign === "[" ? "" : " ";
  if (token.kind === "close") return token.sign === "]" ? "" : " ";
  return token.kind === "comma" || token.kind === "colon" ? "" : " ";
}

/** A comment stays on the line that it stands on, and so does what follows it. */
function besideComment(previous: Token, token: Token, written: string, newLine: () => string): string {
  if (!/[\r\n]/.test(written)) return written;
  return token.kind === "comma" || token.kind === "colon"
    ? written
    : previous.kind === "colon"
      ? " "
      : newLine();
}

/**
 * How wide a container is that stands on one line, its comma included; undefined where it has line breaks or comments or
 * is wider than `available`.
 */
function widthOnLine(text: string, opener: Token, available: number): number | undefined {
  let width = 0;
  let depth = 1;
  let previous = opener;
  for (const token of tokensOf(text, opener.end)) {
    if (token.kind === "comment" || /[\r\n]/.test(text.slice(previous.end, token.start))) return undefined;
    width += flat(previous, token).length + token.length;
    if (width > available) return undefined;
    if (token.kind === "open") depth++;
    else if (token.kind === "close" && --depth === 0)
      return width < available || text.charAt(token.end) !== "," ? width : undefined;
    previous = token;
  }
  return undefined;
}

/** A piece of JSON text that is not white space. */
interface Token {
  readonly kind: "open" | "close" | "comma" | "colon" | "comment" | "value";
  /** Its first character. */
  readonly sign: string;
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

const kinds: Readonly<Partial<Record<string, Token["kind"]>>> = {
  "{": "open",
  "[": "open",
  "}": "close",
  "]": "close",
  ",": "comma",
  ":": "colon",
  "/": "comment",
  "<": "comment",
};

const piece =
  /"[^"\\]*(?:\\[^][^"\\]*)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|<!--[^]*?-->|[{}[\],:]|[^ \t\r\n{}[\],:"/<]+|[^ \t\r\n]/g;

/** The tokens of a JSON text from an offset on, which is not inside one. */
function* tokensOf(text: string, offset = 0): Generator<Token, void> {
  const tokens = new RegExp(piece);
  tokens.lastIndex = offset;
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [{ length }] = found;
    const sign = found[0].charAt(0);
    yield { kind: kinds[sign] ?? "value", sign, start: found.index, end: found.index + length, length };
  }
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
  const container = pathAt(document, contentStart).steps.findLast(
    ({ node, start }) => (node.kind === "object" || node.kind === "array") && start < contentStart,
  );
  if (container === undefined) return [];
  const outer = indentationOf(text, text.positionAt(container.start).line);
  const isClosing = "}]".includes(text.slice(contentStart, contentStart + 1) || " ");
  const wanted = isClosing ? outer : outer + stepOf(options);
  return wanted === written ? [] : [{ range: text.rangeBetween(lineStart, contentStart), newText: wanted }];
}
