import { Char, continuesWord, isDigit, isForeignSpace, isLineEnd, isSpace, isStructural } from "./characters";
import { errorNode, falseNode, nullNode, numberNode, trueNode } from "./makeNodes";
import type { OpenNode } from "./nodes";
import type { SyntaxProblem } from "./problems";
import type { TextReader } from "./textReader";

const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

const otherSpellings = new Map([
  ["true", { newText: "true", certain: true }],
  ["false", { newText: "false", certain: true }],
  ["null", { newText: "null", certain: true }],
  ["none", { newText: "null", certain: false }],
  ["nil", { newText: "null", certain: false }],
  ["undefined", { newText: "null", certain: false }],
  ["nan", { newText: "null", certain: false }],
  ["infinity", { newText: "null", certain: false }],
  ["yes", { newText: "true", certain: false }],
  ["no", { newText: "false", certain: false }],
]);

/** Reads what starts like a number; what is none is an error node. */
export function scanNumber(reader: TextReader, start: number): OpenNode {
  let end = start;
  let plain = true;
  for (;;) {
    const code = reader.codeAt(end);
    if (isDigit(code)) end++;
    else if (continuesWord(code) || code === Char.Plus || code === Char.Dot) {
      plain = false;
      end++;
    } else break;
  }
  const length = end - start;
  if (plain && (length === 1 || reader.codeAt(start) !== Char.Zero)) return numberNode(length);
  const written = reader.slice(start, end);
  if (numberForm.test(written)) return numberNode(length);
  const mended = mendNumber(written);
  const repair = mended === undefined ? undefined : { start: 0, end: length, ...mended };
  return errorNode(length, {
    kind: "number-invalid",
    start: 0,
    end: length,
    ...(repair === undefined ? {} : { repair }),
  });
}

/** The number that was surely meant (certain), or may have been. */
function mendNumber(written: string): { newText: string; certain: boolean } | undefined {
  const withoutPlus = written.replace(/^\+/, "");
  const newText = withoutPlus
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, "");
  if (!numberForm.test(newText)) return undefined;
  return { newText, certain: !/^[+-]?0\d/.test(written) };
}

/**
 * Reads a run of text that is neither string nor number: `true`, `false`, `null`, or text that lacks
 * its quotes. It ends before punctuation or with its line; a quote right behind it belongs to it.
 */
export function scanWord(reader: TextReader, start: number): OpenNode {
  const end = withoutSemicolon(reader, endOfBareText(reader, start));
  const text = reader.slice(start, end);
  switch (text) {
    case "true":
      return trueNode;
    case "false":
      return falseNode;
    case "null":
      return nullNode;
  }
  const length = end - start;
  const spelling = otherSpellings.get(text.toLowerCase());
  const repair = {
    start: 0,
    end: length,
    ...(spelling ?? { newText: JSON.stringify(withoutQuotes(text)), certain: false }),
  };
  const kind = spelling === undefined ? "word-not-quoted" : "word-not-json";
  return errorNode(length, { kind, start: 0, end: length, repair });
}

/** A semicolon behind a word stands for the comma. */
function withoutSemicolon(reader: TextReader, end: number): number {
  return reader.codeAt(end - 1) === Char.Semicolon ? end - 1 : end;
}

const typographicQuotes = /^[“”„‟‘’]|["“”„‟‘’]$/gu;

/** Text that lacks its quotes, without a lone one at its end and without those of a word processor. */
export function withoutQuotes(text: string): string {
  return text.replace(typographicQuotes, "");
}

/** Where the closing quote of text stands that begins with a word processor's; undefined if nowhere. */
function endOfTypographicText(reader: TextReader, start: number): number | undefined {
  if (!/[“„‘]/u.test(String.fromCharCode(reader.codeAt(start)))) return undefined;
  for (let at = start + 1; !isLineEnd(reader.codeAt(at)); at++) {
    if (reader.codeAt(at) === Char.End) return undefined;
    if (/[”“’]/u.test(String.fromCharCode(reader.codeAt(at)))) return at;
  }
  return undefined;
}

export function endOfBareText(reader: TextReader, start: number): number {
  let at = endOfTypographicText(reader, start) ?? start;
  let end = start;
  for (;;) {
    const code = reader.codeAt(at);
    if (isStructural(code) || isLineEnd(code) || startsComment(reader, at)) break;
    at++;
    if (!isSpace(code) && !isForeignSpace(code)) end = at;
  }
  return reader.codeAt(at) === Char.Quote && end === at ? at + 1 : end;
}

/** Reads characters that mean nothing in JSON, up to space or punctuation. */
export function scanNonsense(reader: TextReader, start: number): OpenNode {
  let end = start + 1;
  for (;;) {
    const code = reader.codeAt(end);
    if (isStructural(code) || isSpace(code) || isForeignSpace(code) || continuesWord(code)) break;
    end++;
  }
  return errorNode(end - start, { kind: "text-not-json", start: 0, end: end - start });
}

export function startsComment(reader: TextReader, at: number): boolean {
  if (reader.codeAt(at) !== Char.Slash) return false;
  const next = reader.codeAt(at + 1);
  return next === Char.Slash || next === Char.Asterisk;
}

/** Reads a comment (`//` or `/*`); the problem's places are offsets in the text. */
export function scanComment(reader: TextReader, start: number): SyntaxProblem {
  const block = reader.codeAt(start + 1) === Char.Asterisk;
  let end = start + 2;
  for (;;) {
    const code = reader.codeAt(end);
    if (code === Char.End) break;
    if (!block && isLineEnd(code)) break;
    if (block && code === Char.Asterisk && reader.codeAt(end + 1) === Char.Slash) {
      end += 2;
      break;
    }
    end++;
  }
  return { kind: "comment", start, end, repair: { start, end, newText: "", certain: false } };
}
