import type { Yielding } from "./yielding";
import { pathAt, walkTree } from "./document/places";
import type { JsonDocument } from "./document/jsonDocument";
import { isWellFormed } from "./syntax/nodes";
import type { SyntaxProblem } from "./syntax/problems";
import { type LinePosition, type LineRange, indentationOf, indentationStep } from "./text/documentText";

/** Formatting options of an editor (from LSP 3.17, FormattingOptions). */
export interface FormatOptions {
  readonly tabSize: number;
  readonly insertSpaces: boolean;
  /** Whether to end the text with a line break; undefined: if it has one now. */
  readonly insertFinalNewline?: boolean;
}

/** A range of a text and its replacement (LSP 3.17, TextEdit). */
export interface TextChange {
  readonly range: LineRange;
  readonly newText: string;
}

/**
 * Formats a document (LSP 3.17, `textDocument/formatting`). Changes white space only. An object or list on one line
 * stays on one line if it fits. Returns no changes for text that is not JSON (comments aside): its columns and line
 * breaks show where a bracket is missing.
 *
 * @returns the changes; yields the number of characters that each step read
 */
export function formatDocument(document: JsonDocument, options: FormatOptions): Yielding<TextChange[]> {
  return formatBetween(document, 0, document.text.length, options);
}

/** Formats the lines of a range (LSP 3.17, `textDocument/rangeFormatting`). */
export function formatRange(
  document: JsonDocument,
  range: LineRange,
  options: FormatOptions,
): Yielding<TextChange[]> {
  const { text } = document;
  const endsAtLineStart = range.end.character === 0 && range.end.line > range.start.line;
  const start = text.offsetAt({ line: range.start.line, character: 0 });
  const lastLine = endsAtLineStart ? range.end.line - 1 : range.end.line;
  const end = text.offsetAt({ line: lastLine, character: Number.MAX_SAFE_INTEGER });
  return formatBetween(document, start, end, options);
}

function* formatBetween(
  document: JsonDocument,
  start: number,
  end: number,
  options: FormatOptions,
): Yielding<TextChange[]> {
  if (!(yield* isJsonWithComments(document))) return [];
  const text = document.text.toString();
  const spacings: Spacing[] = [];
  for (const spacing of layOut(text, layoutOf(document, options))) {
    if (typeof spacing === "number") yield spacing;
    else {
      const within = clipSpacing(spacing, start, end);
      if (within !== undefined && within.space !== text.slice(within.start, within.end))
        spacings.push(within);
    }
  }
  const edits: TextChange[] = [];
  for (const spacing of spacings.length > maxSpacings ? [yield* joined(text, spacings)] : spacings) {
    edits.push({ range: document.text.rangeBetween(spacing.start, spacing.end), newText: spacing.space });
    yield spacing.end - spacing.start;
  }
  return edits;
}

/** Whether a text is JSON, comments aside (RFC 8259). */
function* isJsonWithComments(document: JsonDocument): Yielding<boolean> {
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

/** The white space to write between two offsets. */
interface Spacing {
  readonly start: number;
  readonly end: number;
  readonly space: string;
}

/** Clips a spacing to a range of whole lines. */
function clipSpacing({ start, end, space }: Spacing, from: number, to: number): Spacing | undefined {
  if (start >= from) return end <= to ? { start, end, space } : undefined;
  // The line break before the first line stays.
  const indentation = /[\r\n]([ \t]*)$/.exec(space)?.[1];
  return end < from || end > to || indentation === undefined
    ? undefined
    : { start: from, end, space: indentation };
}

/** Maximum number of edits: a client applies more (as for a one-line document) more slowly than one large edit. */
const maxSpacings = 9_999;

/** Joins spacings and the text between them into one replacement. */
function* joined(text: string, spacings: readonly Spacing[]): Yielding<Spacing> {
  const start = spacings[0]?.start ?? 0;
  const pieces: string[] = [];
  let at = start;
  for (const spacing of spacings) {
    pieces.push(text.slice(at, spacing.start), spacing.space);
    yield spacing.end - at;
    at = spacing.end;
  }
  return { start, end: at, space: pieces.join("") };
}

interface Layout {
  /** One level of indentation. */
  readonly step: string;
  /** Columns per tab. */
  readonly tabSize: number;
  readonly lineBreak: string;
  /** White space after the JSON value: a line break or nothing. */
  readonly ending: string;
}

/** Maximum indentation step, in columns. */
const maxStepWidth = 32;

function layoutOf(document: JsonDocument, options: FormatOptions): Layout {
  const lineBreak = lineBreakOf(document);
  const { text } = document;
  const endsWithBreak =
    options.insertFinalNewline ?? /[\r\n][ \t\r\n]*$/.test(text.slice(text.length - 1000, text.length));
  return {
    step: stepOf(document, options),
    tabSize: options.tabSize,
    lineBreak,
    ending: endsWithBreak ? lineBreak : "",
  };
}

/** One level of indentation: a tab, spaces by the tab size or, for a tab size below one, as in the text. */
function stepOf({ text }: JsonDocument, { tabSize, insertSpaces }: FormatOptions): string {
  if (!insertSpaces) return "\t";
  return tabSize >= 1 ? " ".repeat(Math.min(Math.trunc(tabSize), maxStepWidth)) : indentationStep(text);
}

/** The first line break of the document; "\n" for a document of one line. */
function lineBreakOf({ text }: JsonDocument): string {
  if (text.lineCount < 2) return "\n";
  const firstLineEnd = text.offsetAt({ line: 0, character: Number.MAX_SAFE_INTEGER });
  return text.slice(firstLineEnd, text.offsetAt({ line: 1, character: 0 }));
}

/** The formatter does not change containers nested deeper: the text would grow with the square of its depth. */
const maxDepth = 100;

/** Maximum column of an object or list on one line (the width of the samples). */
const maxColumn = 120;

/** The formatter yields after this many characters. */
const charactersPerStep = 1000;

/** Yields the white space before each token and, every `charactersPerStep`, the number of characters read since. */
function* layOut(
  text: string,
  { step, tabSize, lineBreak, ending }: Layout,
): Generator<Spacing | number, void> {
  let depth = 0;
  /** The depth of the outermost container that stays on one line; undefined outside such containers. */
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
        space = nextToComment(previous, token, written, newLine);
      else
        space =
          flatDepth === undefined
            ? spacingOnLines(previous, token, newLine)
            : spacingOnOneLine(previous, token);
      yield { start, end: token.start, space };
    }
    const startsLine = space.lastIndexOf("\n") >= 0 || space.lastIndexOf("\r") >= 0;
    column =
      (startsLine ? depth * (step === "\t" ? tabSize : step.length) : column + space.length) + token.length;
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

function spacingOnLines(previous: Token, token: Token, newLine: () => string): string {
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

/** Spacing on one line: a space inside braces, none inside brackets. */
function spacingOnOneLine(previous: Token, token: Token): string {
  if (previous.kind === "open") return token.kind === "close" || previous.firstCharacter === "[" ? "" : " ";
  if (token.kind === "close") return token.firstCharacter === "]" ? "" : " ";
  return token.kind === "comma" || token.kind === "colon" ? "" : " ";
}

/** Keeps a comment, and the token after it, on the same line; only a comment below a colon moves up to the colon. */
function nextToComment(previous: Token, token: Token, written: string, newLine: () => string): string {
  if (!/[\r\n]/.test(written)) return written;
  return token.kind === "comma" || token.kind === "colon"
    ? written
    : previous.kind === "colon"
      ? " "
      : newLine();
}

/**
 * Width of a container on one line after its opening bracket; undefined if it has line breaks or comments, or if it and
 * the comma after it need more than `available` columns.
 */
function widthOnLine(text: string, opener: Token, available: number): number | undefined {
  let width = 0;
  let depth = 1;
  let previous = opener;
  for (const token of tokensOf(text, opener.end)) {
    if (token.kind === "comment" || /[\r\n]/.test(text.slice(previous.end, token.start))) return undefined;
    width += spacingOnOneLine(previous, token).length + token.length;
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
  readonly firstCharacter: string;
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

/** Yields the tokens of a JSON text from an offset, which must not be inside a token. */
function* tokensOf(text: string, offset = 0): Generator<Token, void> {
  const tokens = new RegExp(piece);
  tokens.lastIndex = offset;
  for (let found = tokens.exec(text); found !== null; found = tokens.exec(text)) {
    const [{ length }] = found;
    const firstCharacter = found[0].charAt(0);
    const kind = kinds[firstCharacter] ?? "value";
    yield { kind, firstCharacter, start: found.index, end: found.index + length, length };
  }
}

/** Typing one of these characters may change the indentation of the line. */
export const onTypeCharacters = ["}", "]", "\n"] as const;

/**
 * Indents a new line to its nesting depth; a line that starts with a closing bracket like the line of its
 * opening bracket (LSP 3.17, `textDocument/onTypeFormatting`).
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
  const wanted = isClosing ? outer : outer + stepOf(document, options);
  return wanted === written ? [] : [{ range: text.rangeBetween(lineStart, contentStart), newText: wanted }];
}
