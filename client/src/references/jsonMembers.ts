import { createScanner, SyntaxKind } from "jsonc-parser";
import type { Span } from "./jsonPlace";

/** A property of a JSON object, as far as it is written yet. */
export interface Member {
  readonly name: string;
  /** Where its value stands; where that is missing, the place behind the colon. */
  readonly value: Span;
  /** Whether another property follows without a comma between them. */
  readonly lacksComma: boolean;
}

/** A JSON object in a text, as far as it is written yet. */
export interface ObjectText {
  /** The properties that have a colon or a value. */
  readonly members: readonly Member[];
  /** Where a comma stands behind which no property follows. */
  readonly lastComma: number | undefined;
  /** Behind the closing brace; undefined where there is none. */
  readonly end: number | undefined;
}

/** A property that is being read. */
interface Reading {
  readonly name: string;
  readonly colonEnd: number | undefined;
  /** The tokens of the value, those of an object or array as one. */
  readonly parts: (Span & { readonly text: string | undefined })[];
}

/** Reads the JSON object whose opening brace is at `start`. */
export function objectAt(text: string, start: number): ObjectText {
  const scanner = createScanner(text, true);
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
      // Text before a colon is a name, also where the comma before it is missing.
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

/** Goes on to the bracket that closes the one just read, and says where it ends. */
function endOfNested(scanner: ReturnType<typeof createScanner>): number {
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
