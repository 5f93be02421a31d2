import { createScanner, SyntaxKind } from "jsonc-parser";
import type { Span } from "./jsonPlace";

/** A property of a JSON object: its name, and where its value stands. */
export interface Member {
  readonly name: string;
  readonly value: Span;
}

/** A JSON object in a text, as far as it is written yet. */
export interface ObjectText {
  /** The properties that have values. */
  readonly members: readonly Member[];
  /** Behind the closing brace; undefined where there is none. */
  readonly end: number | undefined;
}

/** Reads the JSON object whose opening brace is at `start`. */
export function objectAt(text: string, start: number): ObjectText {
  const scanner = createScanner(text, true);
  scanner.setPosition(start);
  scanner.scan();
  const members: Member[] = [];
  let depth = 0;
  let name: string | undefined;
  let valueStart: number | undefined;
  let valueEnd = start;
  const endMember = () => {
    if (name !== undefined && valueStart !== undefined) {
      members.push({ name, value: { start: valueStart, end: valueEnd } });
    }
    name = undefined;
    valueStart = undefined;
  };
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    const end = scanner.getTokenOffset() + scanner.getTokenLength();
    const isClose = token === SyntaxKind.CloseBraceToken || token === SyntaxKind.CloseBracketToken;
    if (depth === 0 && (isClose || token === SyntaxKind.CommaToken)) {
      endMember();
      if (isClose) return { members, end };
      continue;
    }
    if (isClose) depth -= 1;
    if (token === SyntaxKind.OpenBraceToken || token === SyntaxKind.OpenBracketToken) depth += 1;
    if (depth === 0 && token === SyntaxKind.ColonToken) continue;
    if (name === undefined) name = scanner.getTokenValue();
    else {
      valueStart ??= scanner.getTokenOffset();
      valueEnd = end;
    }
  }
  endMember();
  return { members, end: undefined };
}
