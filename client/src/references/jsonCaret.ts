import { type JSONScanner, ScanError, SyntaxKind, createScanner, stripComments } from "jsonc-parser";

/** A path from the root of a JSON text: property names and array indices. */
export type JsonPath = readonly (string | number)[];

/** Offsets in a text, in UTF-16 code units; `end` is exclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** A replacement of a span of a text. */
export interface TextChange extends Span {
  readonly newText: string;
}

/** The syntactic context of a caret in a JSON text. */
export type JsonPlace = (
  | {
      /** Inside a string value, between its quotes. */
      readonly kind: "string";
    }
  | {
      /** Where a value is missing, or at the `null` in the span `replaces`. */
      readonly kind: "value";
      readonly replaces: Span;
      readonly needsCommaAfter: boolean;
    }
  | {
      /** Between the members of an array (`element`) or of an object (`property`). */
      readonly kind: "element" | "property";
      readonly isEmpty: boolean;
      /** The offset at which a comma is needed before a new member, if any. */
      readonly commaBeforeAt: number | undefined;
      readonly needsCommaAfter: boolean;
    }
  | {
      /** `empty`: a text without any value. `other`: in a key, a number, or after the end. */
      readonly kind: "empty" | "comment" | "other";
    }
) & {
  /** The path of the existing or missing value at the caret; for a property, of its object. */
  readonly path: JsonPath;
  /** The innermost object or array around the caret. */
  readonly container: { readonly kind: "object" | "array"; readonly start: number } | undefined;
};

interface Frame {
  readonly kind: "object" | "array";
  readonly start: number;
  key: string | undefined;
  index: number;
  expects: "member" | "colon" | "value" | "comma";
}

/** Text in single quotes, as in JSON5; without a closing quote, up to the end of its line. */
const singleQuoted = /'([^'\\\r\n]*(?:\\[^][^'\\\r\n]*)*)'?/y;

/** Scans a text token by token, and text in single quotes as one word. */
function scannerOf(text: string): JSONScanner {
  const scanner = createScanner(text, false);
  let quoted: RegExpExecArray | null = null;
  return {
    ...scanner,
    scan: () => {
      for (;;) {
        // Before the library's scan, which at a quote reads to the next blank: quadratic time for many quotes.
        singleQuoted.lastIndex = scanner.getPosition();
        quoted = singleQuoted.exec(text);
        if (quoted !== null) {
          scanner.setPosition(singleQuoted.lastIndex);
          return SyntaxKind.Unknown;
        }
        const token = scanner.scan();
        if (!isTrivia(token)) return token;
      }
    },
    getTokenOffset: () => quoted?.index ?? scanner.getTokenOffset(),
    getTokenLength: () => quoted?.[0].length ?? scanner.getTokenLength(),
    getTokenValue: () => quoted?.[1] ?? scanner.getTokenValue(),
  };
}

/** Determines the context of the caret at `offset`. Tolerates text that is not valid JSON (yet). */
export function jsonPlaceAt(text: string, offset: number): JsonPlace {
  const scanner = scannerOf(text);
  const frames: Frame[] = [];
  let previousEnd = 0;
  for (;;) {
    const token = scanner.scan();
    const start = scanner.getTokenOffset();
    const end = start + scanner.getTokenLength();
    if (token === SyntaxKind.EOF || start >= offset) {
      const following = scanner.scan();
      const next = { token, start, end, isKey: following === SyntaxKind.ColonToken };
      const place = between(frames, offset, previousEnd, next);
      const caret = caretInTrivia(text, previousEnd, offset);
      if (caret === undefined) return place;
      return { kind: caret, path: place.path, container: undefined };
    }
    const isUnclosed = scanner.getTokenError() === ScanError.UnexpectedEndOfString;
    if (offset < end || (offset === end && (isUnclosed || isWord(token)))) {
      return inside(frames, token, { start, end }, splitsEscape(text, start, offset));
    }
    read(frames, token, start, scanner.getTokenValue());
    previousEnd = end;
  }
}

/**
 * Whether an offset is in a comment, or between the characters of a comment delimiter (`other`).
 *
 * @param from an offset outside of comments
 */
function caretInTrivia(text: string, from: number, offset: number): "comment" | "other" | undefined {
  const scanner = createScanner(text, false);
  scanner.setPosition(from);
  for (;;) {
    const token = scanner.scan();
    const start = scanner.getTokenOffset();
    if (token === SyntaxKind.EOF || start >= offset) return undefined;
    const end = start + scanner.getTokenLength();
    const isBlock = token === SyntaxKind.BlockCommentTrivia;
    // Text typed at the end of a line comment still belongs to it.
    const isComment = isBlock ? offset < end : token === SyntaxKind.LineCommentTrivia && offset <= end;
    if (!isComment) continue;
    const isAtSigns = offset === start + 1 || (isBlock && offset === end - 1 && text.charAt(offset) === "/");
    return isAtSigns ? "other" : "comment";
  }
}

/** Whether an offset in a string that begins at `start` splits an escape sequence (RFC 8259, section 7). */
function splitsEscape(text: string, start: number, offset: number): boolean {
  return /(?<!\\)(?:\\\\)*\\(?:u[\da-f]{0,3})?$/i.test(text.slice(start, offset));
}

function read(frames: Frame[], token: SyntaxKind, start: number, value: string): void {
  const frame = frames.at(-1);
  switch (token) {
    case SyntaxKind.OpenBraceToken:
    case SyntaxKind.OpenBracketToken: {
      const kind = token === SyntaxKind.OpenBraceToken ? "object" : "array";
      frames.push({ kind, start, key: undefined, index: 0, expects: "member" });
      return;
    }
    case SyntaxKind.CloseBraceToken:
    case SyntaxKind.CloseBracketToken:
      frames.pop();
      endValue(frames.at(-1));
      return;
    case SyntaxKind.CommaToken:
      if (frame === undefined) return;
      if (frame.expects === "comma") frame.index += 1;
      frame.expects = "member";
      frame.key = undefined;
      return;
    case SyntaxKind.ColonToken:
      if (frame?.kind === "object") frame.expects = "value";
      return;
    default:
      if (frame?.kind === "object" && frame.expects !== "value") {
        frame.key = value;
        frame.expects = "colon";
      } else endValue(frame);
  }
}

function endValue(frame: Frame | undefined): void {
  if (frame !== undefined) frame.expects = "comma";
}

interface NextToken extends Span {
  readonly token: SyntaxKind;
  /** Whether a colon follows, which makes a string a property name. */
  readonly isKey: boolean;
}

function between(frames: readonly Frame[], offset: number, previousEnd: number, next: NextToken): JsonPlace {
  const frame = frames.at(-1);
  if (frame === undefined) {
    const isEmpty = previousEnd === 0 && next.token === SyntaxKind.EOF;
    return { kind: isEmpty ? "empty" : "other", path: [], container: undefined };
  }
  const container = { kind: frame.kind, start: frame.start };
  const path = pathOf(frames);
  const isClose = next.token === SyntaxKind.CloseBraceToken || next.token === SyntaxKind.CloseBracketToken;
  const needsCommaAfter = !isClose && next.token !== SyntaxKind.CommaToken && next.token !== SyntaxKind.EOF;
  // A token before a colon can only be a property name.
  if (frame.expects === "colon" || next.token === SyntaxKind.ColonToken) {
    return { kind: "other", path, container };
  }
  if (frame.expects === "value") {
    if (next.token === SyntaxKind.NullKeyword && next.start === offset) {
      return { kind: "value", path, container, replaces: next, needsCommaAfter: false };
    }
    if (needsCommaAfter && !next.isKey) return { kind: "other", path, container };
    return { kind: "value", path, container, replaces: { start: offset, end: offset }, needsCommaAfter };
  }
  return {
    kind: frame.kind === "array" ? "element" : "property",
    path: frame.kind === "array" ? path : pathOf(frames.slice(0, -1)),
    container,
    isEmpty: frame.expects === "member" && frame.key === undefined && frame.index === 0 && isClose,
    commaBeforeAt: frame.expects === "comma" ? previousEnd : undefined,
    needsCommaAfter,
  };
}

function inside(frames: readonly Frame[], token: SyntaxKind, span: Span, splitsLetter: boolean): JsonPlace {
  const frame = frames.at(-1);
  const path = pathOf(frames);
  const container = frame && { kind: frame.kind, start: frame.start };
  const isValue = frame?.kind === "array" || frame?.expects === "value";
  if (isValue && token === SyntaxKind.StringLiteral) {
    return { kind: splitsLetter ? "other" : "string", path, container };
  }
  if (isValue && token === SyntaxKind.NullKeyword) {
    return { kind: "value", path, container, replaces: span, needsCommaAfter: false };
  }
  return { kind: "other", path, container };
}

/** Whether text typed at the token's end would extend it. */
function isWord(token: SyntaxKind): boolean {
  return token === SyntaxKind.NullKeyword || token === SyntaxKind.Unknown;
}

function pathOf(frames: readonly Frame[]): JsonPath {
  return frames.flatMap((frame): JsonPath => {
    if (frame.kind === "array") return [frame.index];
    return frame.key === undefined ? [] : [frame.key];
  });
}

/**
 * The offset of the innermost object or array around an offset; -1 outside of all. Undefined if the
 * offset is inside a number or a word.
 */
export function containerAt(text: string, offset: number): number | undefined {
  const scanner = scannerOf(text);
  const starts: number[] = [];
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const start = scanner.getTokenOffset();
    if (start >= offset) break;
    if (isOpener(token)) starts.push(start);
    else if (isCloser(token)) starts.pop();
    else if (token !== SyntaxKind.StringLiteral && offset < start + scanner.getTokenLength())
      return undefined;
  }
  return starts.at(-1) ?? -1;
}

const trailingComma = /(?<=[\w"}\]]\s*),(?=\s*[}\]])/g;

/** Whether a text is JSON, allowing comments and trailing commas. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(stripComments(text).replace(trailingComma, ""));
    return true;
  } catch {
    return false;
  }
}

function isTrivia(token: SyntaxKind): boolean {
  switch (token) {
    case SyntaxKind.Trivia:
    case SyntaxKind.LineBreakTrivia:
    case SyntaxKind.LineCommentTrivia:
    case SyntaxKind.BlockCommentTrivia:
      return true;
    default:
      return false;
  }
}

/** A property of a JSON object that may be incomplete. */
export interface Member {
  readonly name: string;
  /** The span of its value; if missing, an empty span after the colon. */
  readonly value: Span;
  /** Whether another property follows without a comma between them. */
  readonly lacksComma: boolean;
}

/** A JSON object in a text that may be incomplete. */
export interface ObjectText {
  /** The properties that have a colon or a value. */
  readonly members: readonly Member[];
  /** The offset of a trailing comma, if any. */
  readonly lastComma: number | undefined;
  /** The offset after the closing brace; undefined if there is none. */
  readonly end: number | undefined;
}

/** The property in progress. */
interface Reading {
  readonly name: string;
  readonly colonEnd: number | undefined;
  /** The tokens of the value; a nested object or array is one. */
  readonly parts: (Span & { readonly text: string | undefined })[];
}

/** Parses the JSON object whose opening brace is at `start`. */
export function objectAt(text: string, start: number): ObjectText {
  const scanner = scannerOf(text);
  scanner.setPosition(start);
  scanner.scan();
  const members: Member[] = [];
  let reading: Reading | undefined;
  let lastComma: number | undefined;
  const endMember = (lacksComma = false) => {
    const [first, last] = [reading?.parts[0], reading?.parts.at(-1)];
    const place = reading?.colonEnd;
    const value =
      first && last ? { start: first.start, end: last.end } : place && { start: place, end: place };
    if (reading !== undefined && value) members.push({ name: reading.name, value, lacksComma });
    reading = undefined;
  };
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const tokenStart = scanner.getTokenOffset();
    const end = tokenStart + scanner.getTokenLength();
    if (token === SyntaxKind.CommaToken) {
      endMember();
      lastComma = tokenStart;
      continue;
    }
    if (isCloser(token)) {
      endMember();
      return { members, lastComma, end };
    }
    lastComma = undefined;
    if (token === SyntaxKind.ColonToken) {
      // A string before a colon is a name, even if the comma before it is missing.
      const name = reading?.colonEnd === undefined ? undefined : reading.parts.at(-1)?.text;
      if (name !== undefined) {
        reading?.parts.pop();
        endMember(true);
        reading = { name, colonEnd: end, parts: [] };
      } else if (reading !== undefined) reading = { ...reading, colonEnd: end };
    } else if (reading === undefined) {
      reading = { name: scanner.getTokenValue(), colonEnd: undefined, parts: [] };
    } else {
      const isText = token === SyntaxKind.StringLiteral;
      const text = isText ? scanner.getTokenValue() : undefined;
      reading.parts.push({ start: tokenStart, end: isOpener(token) ? endOfNested(scanner) : end, text });
    }
  }
  endMember();
  return { members, lastComma, end: undefined };
}

/** Scans to the bracket that closes the one just scanned, and returns its end. */
function endOfNested(scanner: JSONScanner): number {
  let depth = 1;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    if (isOpener(token)) depth += 1;
    if (isCloser(token)) depth -= 1;
    if (depth === 0) break;
  }
  return scanner.getTokenOffset() + scanner.getTokenLength();
}

function isOpener(token: SyntaxKind): boolean {
  return token === SyntaxKind.OpenBraceToken || token === SyntaxKind.OpenBracketToken;
}

function isCloser(token: SyntaxKind): boolean {
  return token === SyntaxKind.CloseBraceToken || token === SyntaxKind.CloseBracketToken;
}
