import { SyntaxKind, stripComments } from "jsonc-parser";
import type { Container, Span, Token } from "./jsonReading";
import { JsonReader, isCloser, isComment } from "./jsonReading";

/** A path from the root of a JSON text: property names and array indices. */
export type JsonPath = readonly (string | number)[];

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
      /** `empty`: a text without any value. `other`: where no value is allowed, such as in a key or number. */
      readonly kind: "empty" | "comment" | "other";
    }
) & {
  /** The path of the existing or missing value at the caret; for `property`, the path of the object. */
  readonly path: JsonPath;
  /** The innermost object or array around the caret, with all its members. */
  readonly container: Pick<Container, "kind" | "start" | "end" | "members" | "lastComma"> | undefined;
};

/** Determines the context of the caret at `offset`. Tolerates text that is not valid JSON (yet). */
export function jsonPlaceAt(text: string, offset: number): JsonPlace {
  const reader = new JsonReader(text);
  for (;;) {
    const token = reader.scan();
    if (isComment(token)) {
      const kind = caretInComment(text, token, offset);
      if (kind !== undefined) return { kind, path: pathOf(reader.open), container: undefined };
      continue;
    }
    const { kind, start, end, isUnclosed } = token;
    const isBetween = kind === SyntaxKind.EOF || start >= offset;
    if (isBetween || offset < end || (offset === end && (isUnclosed || includesItsEnd(token)))) {
      const following = reader.next();
      const isKey = following.kind === SyntaxKind.ColonToken;
      const place = isBetween
        ? placeBetween(reader, offset, token, isKey)
        : placeInside(reader.open, token, splitsEscape(text, start, offset));
      readOn(reader, [token, following]);
      return place;
    }
    reader.read(token);
  }
}

/** Reads to the end of the innermost container, so that `JsonPlace.container` has all its members. */
function readOn(reader: JsonReader, scanned: Token[]): void {
  const container = reader.open.at(-1);
  while (container !== undefined) {
    const token = scanned.shift() ?? reader.next();
    if (token.kind === SyntaxKind.EOF) container.close(undefined);
    if (token.kind === SyntaxKind.EOF || reader.read(token) === container) return;
  }
}

/** `comment` for an offset inside a comment, `other` for one that splits a delimiter such as `//`, else undefined. */
function caretInComment(
  text: string,
  { kind, start, end }: Token,
  offset: number,
): "comment" | "other" | undefined {
  const isBlock = kind === SyntaxKind.BlockCommentTrivia;
  // Text typed at the end of a line comment still belongs to it.
  if (offset <= start || offset > end || (isBlock && offset === end)) return undefined;
  const isInDelimiter =
    offset === start + 1 || (isBlock && offset === end - 1 && text.charAt(offset) === "/");
  return isInDelimiter ? "other" : "comment";
}

/** Whether an offset in a string that begins at `start` splits an escape sequence (RFC 8259, section 7). */
function splitsEscape(text: string, start: number, offset: number): boolean {
  return /(?<!\\)(?:\\\\)*\\(?:u[\da-f]{0,3})?$/i.test(text.slice(start, offset));
}

/**
 * The context of a caret between two tokens.
 *
 * @param next the token after the caret
 * @param isKey whether a colon follows `next`, which makes it a property name
 */
function placeBetween(
  { open, end: previousEnd }: JsonReader,
  offset: number,
  next: Token,
  isKey: boolean,
): JsonPlace {
  const container = open.at(-1);
  if (container === undefined) {
    const isEmpty = previousEnd === 0 && next.kind === SyntaxKind.EOF;
    return { kind: isEmpty ? "empty" : "other", path: [], container };
  }
  const { kind, expects, members, index, lastComma } = container;
  const path = pathOf(open);
  const isBeforeDelimiter =
    isCloser(next) || next.kind === SyntaxKind.CommaToken || next.kind === SyntaxKind.EOF;
  // A token before a colon can only be a property name.
  if (expects === "colon" || next.kind === SyntaxKind.ColonToken) return { kind: "other", path, container };
  if (expects === "value") {
    if (next.kind === SyntaxKind.NullKeyword && next.start === offset)
      return { kind: "value", path, container, replaces: next, needsCommaAfter: false };
    // The property already has the value that follows the caret.
    if (!isBeforeDelimiter && !isKey) return { kind: "other", path, container };
    const replaces = { start: offset, end: offset };
    return { kind: "value", path, container, replaces, needsCommaAfter: !isBeforeDelimiter };
  }
  return {
    kind: kind === "array" ? "element" : "property",
    path: kind === "array" ? path : pathOf(open.slice(0, -1)),
    container,
    isEmpty:
      expects === "member" && members.length + index === 0 && lastComma === undefined && isCloser(next),
    commaBeforeAt: expects === "comma" ? previousEnd : undefined,
    needsCommaAfter: !isBeforeDelimiter,
  };
}

function placeInside(open: readonly Container[], token: Token, isInEscape: boolean): JsonPlace {
  const container = open.at(-1);
  const place = { path: pathOf(open), container };
  const isValue = container?.kind === "array" || container?.expects === "value";
  if (isValue && token.kind === SyntaxKind.StringLiteral)
    return { kind: isInEscape ? "other" : "string", ...place };
  if (isValue && token.kind === SyntaxKind.NullKeyword)
    return { kind: "value", ...place, replaces: token, needsCommaAfter: false };
  return { kind: "other", ...place };
}

/** Whether a caret at the token's end is still in it: `null` is replaced, and an unknown word may be incomplete. */
function includesItsEnd({ kind }: Token): boolean {
  return kind === SyntaxKind.NullKeyword || kind === SyntaxKind.Unknown;
}

function pathOf(open: readonly Container[]): JsonPath {
  return open.flatMap(({ kind, index, key }) => (kind === "array" ? index : (key ?? [])));
}

/**
 * The offset at which the innermost object or array around an offset begins; -1 outside of all. Undefined if the offset
 * is inside a number or a literal such as `true`.
 */
export function containerAt(text: string, offset: number): number | undefined {
  const reader = new JsonReader(text);
  for (let token = reader.next(); token.kind !== SyntaxKind.EOF; token = reader.next()) {
    if (token.start >= offset) break;
    if (offset < token.end && token.kind !== SyntaxKind.StringLiteral) return undefined;
    reader.read(token);
  }
  return reader.open.at(-1)?.start ?? -1;
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
