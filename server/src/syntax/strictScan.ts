import { Char, isDigit, isHexDigit } from "./characters";

/** What a scan found out about a well-formed object or array. */
export interface ScanFacts {
  readonly length: number;
  /** How many property names are written in it, at any depth. */
  readonly keyCount: number;
  /** Whether a number is so long, or has an exponent, that digits could be lost in a double. */
  readonly longNumbers: boolean;
}

const expectValue = 0;
const expectElementOrEnd = 1;
const expectKey = 2;
const expectKeyOrEnd = 3;
const expectColon = 4;
const expectCommaOrEnd = 5;

/** Instead of an index: the text is not JSON, or goes on where the string at hand ends. */
const notJson = -1;
const textEnds = -2;

/** Decimal digits that every double keeps (IEEE 754 binary64). */
const safeDigits = 15;

/**
 * Reads one object or array strictly as RFC 8259 has it and keeps nothing but a few facts: the quick
 * way past text that is in order.
 *
 * @param start - Index of the opening bracket in `text`.
 * @returns Why there are no facts: the text is not JSON, or it ends too early to say.
 */
export function scanStrictly(text: string, start: number): ScanFacts | "not-json" | "text-ends" {
  const end = text.length;
  const inObject: boolean[] = [];
  let isObject = false;
  let keyCount = 0;
  let longNumbers = false;
  let expect = expectValue;
  let at = start;
  while (at < end) {
    const code = text.charCodeAt(at);
    if (code <= Char.Space) {
      if (code < Char.Space && code !== Char.LineFeed && code !== Char.CarriageReturn && code !== Char.Tab) {
        return "not-json";
      }
      at++;
    } else if (code === Char.Quote) {
      if (expect >= expectColon) return "not-json";
      at = endOfString(text, at + 1);
      if (at < 0) break;
      if (expect >= expectKey) {
        keyCount++;
        expect = expectColon;
      } else expect = expectCommaOrEnd;
    } else if (code === Char.Comma) {
      if (expect !== expectCommaOrEnd) return "not-json";
      expect = isObject ? expectKey : expectValue;
      at++;
    } else if (code === Char.Colon) {
      if (expect !== expectColon) return "not-json";
      expect = expectValue;
      at++;
    } else if (code === Char.OpenBrace || code === Char.OpenBracket) {
      if (expect > expectElementOrEnd) return "not-json";
      inObject.push(isObject);
      isObject = code === Char.OpenBrace;
      expect = isObject ? expectKeyOrEnd : expectElementOrEnd;
      at++;
    } else if (code === Char.CloseBrace || code === Char.CloseBracket) {
      if ((code === Char.CloseBrace) !== isObject) return "not-json";
      const expectEmpty = isObject ? expectKeyOrEnd : expectElementOrEnd;
      if (expect !== expectCommaOrEnd && expect !== expectEmpty) return "not-json";
      at++;
      isObject = inObject.pop() === true;
      if (inObject.length === 0) return { length: at - start, keyCount, longNumbers };
      expect = expectCommaOrEnd;
    } else {
      if (expect > expectElementOrEnd) return "not-json";
      expect = expectCommaOrEnd;
      if (code === Char.Minus || isDigit(code)) {
        const from = at;
        at = endOfNumber(text, at);
        longNumbers ||= at - from > safeDigits || hasExponent(text, from, at);
      } else at = endOfWord(text, at, code);
      if (at < 0) break;
    }
  }
  return at === notJson ? "not-json" : "text-ends";
}

function endOfString(text: string, start: number): number {
  const end = text.length;
  for (let at = start; at < end; at++) {
    const code = text.charCodeAt(at);
    if (code === Char.Quote) return at + 1;
    if (code < Char.Space) return notJson;
    if (code === Char.Backslash) {
      const next = endOfEscape(text, at + 1);
      if (next < 0) return next;
      at = next - 1;
    }
  }
  return textEnds;
}

function endOfEscape(text: string, at: number): number {
  switch (text.charCodeAt(at)) {
    case Char.Quote:
    case Char.Backslash:
    case Char.Slash:
    case Char.LowerB:
    case Char.LowerF:
    case Char.LowerN:
    case Char.LowerR:
    case Char.LowerT:
      return at + 1;
    case Char.LowerU:
      for (let digit = at + 1; digit < at + 5; digit++) {
        if (!isHexDigit(text.charCodeAt(digit))) return failedAt(text, digit);
      }
      return at + 5;
    default:
      return failedAt(text, at);
  }
}

function endOfWord(text: string, start: number, first: number): number {
  const word = first === Char.LowerT ? "true" : first === Char.LowerF ? "false" : "null";
  for (let index = 0; index < word.length; index++) {
    if (text.charCodeAt(start + index) !== word.charCodeAt(index)) return failedAt(text, start + index);
  }
  return start + word.length;
}

function endOfNumber(text: string, start: number): number {
  let at = text.charCodeAt(start) === Char.Minus ? start + 1 : start;
  const whole = at;
  at = endOfDigits(text, at);
  if (at === whole) return failedAt(text, at);
  if (at - whole > 1 && text.charCodeAt(whole) === Char.Zero) return notJson;
  if (text.charCodeAt(at) === Char.Dot) {
    const fraction = at + 1;
    at = endOfDigits(text, fraction);
    if (at === fraction) return failedAt(text, at);
  }
  const exponent = text.charCodeAt(at);
  if (exponent === Char.LowerE || exponent === Char.UpperE) {
    const sign = text.charCodeAt(at + 1);
    const digits = sign === Char.Plus || sign === Char.Minus ? at + 2 : at + 1;
    at = endOfDigits(text, digits);
    if (at === digits) return failedAt(text, at);
  }
  return at;
}

function endOfDigits(text: string, start: number): number {
  let at = start;
  while (isDigit(text.charCodeAt(at))) at++;
  return at;
}

function hasExponent(text: string, from: number, to: number): boolean {
  for (let at = from + 1; at < to - 1; at++) {
    const code = text.charCodeAt(at);
    if (code === Char.LowerE || code === Char.UpperE) return true;
  }
  return false;
}

function failedAt(text: string, at: number): number {
  return at >= text.length ? textEnds : notJson;
}
