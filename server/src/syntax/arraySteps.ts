import { Char, startsWord } from "./characters";
import { closerOf } from "./frames";
import type { ArrayFrame, Frame } from "./frames";
import type { Parser } from "./parser";
import { isKeyAt } from "./keyAt";
import { closesOuterByLayout, meaningOfBrace } from "./misplacedClosers";
import type { CloserMeaning } from "./misplacedClosers";
import { meaningOfKey } from "./misplacedMembers";

/** Reads the next thing in the innermost container, an array. */
export function readArray(parser: Parser, frame: ArrayFrame): void {
  parser.skipTrivia();
  const { at, reader } = parser;
  const code = reader.codeAt(at);
  switch (code) {
    case Char.End:
      parser.closeAtEnd();
      return;
    case Char.CloseBracket:
      if (closesOuterByLayout(reader, at, parser.frames)) {
        parser.closeUnfinished(at);
        return;
      }
      if (frame.comma !== undefined) frame.report(extraComma(frame.comma));
      parser.close(at + 1, true);
      return;
    case Char.CloseBrace:
      readMisplacedCloser(parser, frame, meaningOfBrace(reader, at, frame, parser.frames));
      return;
    case Char.Comma:
      readComma(parser, frame);
      return;
    case Char.Colon:
      frame.report({ kind: "colon-extra", start: at, end: at + 1, repair: removal(at) });
      parser.at = at + 1;
      return;
    case Char.Semicolon:
      if (frame.state === "value") {
        readElement(parser, frame, code);
        return;
      }
      frame.report(semicolonForComma(at));
      frame.state = "value";
      parser.at = at + 1;
      return;
    default:
      if (frame.state === "value" && parser.reuseElements(frame)) return;
      readElement(parser, frame, code);
  }
}

function readElement(parser: Parser, frame: ArrayFrame, code: number): void {
  const { at, reader } = parser;
  const mayBeKey = code === Char.Quote || code === Char.Apostrophe || startsWord(code);
  if (mayBeKey && isKeyAt(reader, at)) {
    if (meaningOfKey(reader, at, frame, parser.frames) === "closes-array") {
      parser.at = frame.lastEnd;
      parser.closeUnfinished(frame.lastEnd);
      return;
    }
    if (frame.state === "after-value") frame.report(missingComma(frame.lastEnd));
    const repair = { start: at, end: at, newText: "{", certain: false };
    parser.openUnwrittenObject(at).report({ kind: "brace-not-opened", start: at, end: at + 1, repair });
    return;
  }
  if (frame.state === "after-value") frame.report(missingComma(frame.lastEnd));
  parser.beginValue(frame.depth + 1);
}

function readComma(parser: Parser, frame: ArrayFrame): void {
  const { at } = parser;
  if (frame.state === "after-value") {
    frame.comma = at;
    frame.state = "value";
  } else frame.report(extraComma(at));
  parser.at = at + 1;
}

/** Does what a closing bracket of the other kind than the innermost container's means. */
export function readMisplacedCloser(parser: Parser, frame: Frame, meaning: CloserMeaning): void {
  const { at } = parser;
  switch (meaning) {
    case "closes-outer":
      parser.closeUnfinished(at);
      return;
    case "mistyped": {
      const repair = replacement(at, closerOf(frame));
      frame.report({ kind: "closer-wrong", start: at, end: at + 1, repair });
      parser.close(at + 1, true);
      return;
    }
    case "stray":
      skipCloser(parser, frame);
  }
}

export function skipCloser(parser: Parser, frame: Frame): void {
  const { at } = parser;
  frame.report({ kind: "closer-extra", start: at, end: at + 1, repair: removal(at, false) });
  parser.at = at + 1;
}

export function extraComma(at: number) {
  return { kind: "comma-extra", start: at, end: at + 1, repair: removal(at) } as const;
}

export function missingComma(end: number) {
  const repair = { start: end, end, newText: ",", certain: true };
  return { kind: "comma-missing", start: end - 1, end, repair } as const;
}

/** Many lists in other languages are written with semicolons. */
export function semicolonForComma(at: number) {
  return { kind: "comma-missing", start: at, end: at + 1, repair: replacement(at, ",") } as const;
}

export function removal(at: number, certain = true) {
  return { start: at, end: at + 1, newText: "", certain };
}

export function replacement(at: number, newText: string) {
  return { start: at, end: at + 1, newText, certain: false };
}
