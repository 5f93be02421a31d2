import { createScanner, SyntaxKind } from "jsonc-parser";
import type { Span } from "./jsonPlace";

/** A property of a JSON object: its name, and where its value stands. */
export interface Member {
  readonly name: string;
  readonly value: Span;
}

/** The properties of the JSON object whose opening brace is at `start`, as far as they have values. */
export function membersOf(text: string, start: number): readonly Member[] {
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
    const isClose = token === SyntaxKind.CloseBraceToken || token === SyntaxKind.CloseBracketToken;
    if (depth === 0 && (isClose || token === SyntaxKind.CommaToken)) {
      endMember();
      if (isClose) return members;
      continue;
    }
    if (isClose) depth -= 1;
    if (token === SyntaxKind.OpenBraceToken || token === SyntaxKind.OpenBracketToken) depth += 1;
    if (depth === 0 && token === SyntaxKind.ColonToken) continue;
    if (name === undefined) name = scanner.getTokenValue();
    else {
      valueStart ??= scanner.getTokenOffset();
      valueEnd = scanner.getTokenOffset() + scanner.getTokenLength();
    }
  }
  endMember();
  return members;
}
