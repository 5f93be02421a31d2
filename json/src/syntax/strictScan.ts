import { Char, isCloser } from "./characters";
import type { TextReader } from "./textReader";

/** Facts about a well-formed object or array. */
export interface ScanFacts {
  readonly length: number;
  /** Number of property names, at any depth. */
  readonly keyCount: number;
  /** Whether a number may lose digits as a double, because of its length or an exponent. */
  readonly longNumbers: boolean;
}

/** Why there are no facts: the text is not JSON, or it ends before the container does. */
type NoFacts = "not-json" | "text-ends";

/*
 * The grammar of RFC 8259 between two brackets, as regular expressions: they run at full speed at once,
 * whereas JavaScript code must be compiled first. Each is deterministic per character, so that the time is
 * linear, and none repeats a group without a bound, for which the engine would need memory.
 */
const space = String.raw`[ \n\r\t]*`;
const plain = String.raw`[^"\\\u0000-\u001f]*`;
const escape = String.raw`\\(?:["\\/bfnrt]|u[\da-fA-F]{4})`;
const someText = `${plain}(?:${escape}${plain}){0,50}`;
const number = String.raw`-?(?:0|[1-9]\d*)(?:\.\d+)?`;
const inObject = String.raw`${space}(?:,${space}(?=")|(?=\}))`;
const inArray = String.raw`${space}(?:,${space}(?![\]}])|(?=\]))`;

/** A scalar of which a double keeps all digits: a double keeps 15 decimal digits (IEEE 754 binary64). */
const usualScalar = String.raw`(?:"${someText}"|(?![-\d.]{16})${number}|true|false|null)`;

const usualProperty = sticky(`"${someText}"${space}:${space}(?:${usualScalar}${inObject}|(?=[[{]))`);
const usualElement = sticky(`${usualScalar}${inArray}`);
const onlySpace = sticky(space);
const colon = sticky(`${space}:${space}`);
const afterValueInObject = sticky(inObject);
const afterValueInArray = sticky(inArray);
const textInString = sticky(someText);
const numberOrWord = sticky(`${number}(?:[eE][+-]?\\d+)?|true|false|null`);

const plainProperty = sticky(
  `"(${plain})"(${space}:${space})(?:("${plain}")|(${number})|true|false|null)(${space})(?:,${space}(?=")|(?=\\}))`,
);

/** A property without escapes whose value is a scalar; offsets are relative to its start. */
export interface PlainProperty {
  readonly name: string;
  readonly colon: number;
  readonly valueStart: number;
  readonly valueLength: number;
  readonly value: "string" | "number" | "true" | "false" | "null";
  /** Offset of the comma after the property; undefined for the last property. */
  readonly comma: number | undefined;
  /** Offset of the next property or the closing brace. */
  readonly end: number;
}

/** Returns the plain property at an index if another property or the object's end follows it; else undefined. */
export function plainPropertyAt(text: string, at: number): PlainProperty | undefined {
  plainProperty.lastIndex = at;
  const match = plainProperty.exec(text);
  if (match === null) return undefined;
  const [{ length: end }, name = "", separator = "", string, number, spaceAfter = ""] = match;
  const valueStart = name.length + 2 + separator.length;
  const colon = name.length + 2 + separator.indexOf(":");
  const word = string === undefined && number === undefined ? wordAt(text, at + valueStart) : undefined;
  const value = word ?? (string === undefined ? "number" : "string");
  const valueLength = (string ?? number ?? value).length;
  const afterValue = valueStart + valueLength + spaceAfter.length;
  return {
    name,
    colon,
    valueStart,
    valueLength,
    value,
    comma: afterValue < end ? afterValue : undefined,
    end,
  };
}

function wordAt(text: string, at: number): "true" | "false" | "null" {
  const code = text.charCodeAt(at);
  return code === Char.LowerT ? "true" : code === Char.LowerF ? "false" : "null";
}

/** How truncated text ends: in an escape; in a number or word; in or after one; before a colon; around a comma. */
const escapeBegun = sticky(String.raw`(?:\\(?:u[\da-fA-F]{0,3})?)?$`);
const numberOrWordBegun = sticky(String.raw`[-+.\w]*$`);
const valueBegun = sticky(String.raw`[-+.\w]*$|${space}(?:,${space})?$`);
const colonBegun = sticky(`${space}$`);
const separatorBegun = sticky(`${space}(?:,${space})?$`);

function sticky(source: string): RegExp {
  return new RegExp(source, "y");
}

/** End of the match at an index; -1 if there is none. */
function endOf(expression: RegExp, text: string, at: number): number {
  expression.lastIndex = at;
  return expression.test(text) ? expression.lastIndex : -1;
}

function whyNot(begun: RegExp, text: string, at: number): NoFacts {
  return endOf(begun, text, at) < 0 ? "not-json" : "text-ends";
}

/**
 * Reads one object or array strictly by RFC 8259 and returns only a few facts: the fast path for
 * well-formed text.
 *
 * @param start - Index of the opening bracket in `text`.
 */
function scanStrictly(text: string, start: number): ScanFacts | NoFacts {
  const around: boolean[] = [];
  let isObject = false;
  let keyCount = 0;
  let longNumbers = false;
  let at = start;
  for (;;) {
    const code = text.charCodeAt(at);
    if (code === Char.OpenBrace || code === Char.OpenBracket) {
      around.push(isObject);
      isObject = code === Char.OpenBrace;
      at = text.charCodeAt(at + 1) > Char.Space ? at + 1 : endOf(onlySpace, text, at + 1);
      const first = text.charCodeAt(at);
      if (isObject && first !== Char.Quote && first !== Char.CloseBrace)
        return whyNot(separatorBegun, text, at);
    } else if (isCloser(code)) {
      if ((code === Char.CloseBrace) !== isObject) return "not-json";
      isObject = around.pop() === true;
      if (around.length === 0) return { length: at + 1 - start, keyCount, longNumbers };
      at++;
      if (isCloser(text.charCodeAt(at))) continue;
      const next = endOf(isObject ? afterValueInObject : afterValueInArray, text, at);
      if (next < 0) return whyNot(separatorBegun, text, at);
      at = next;
    } else {
      if (isObject) keyCount++;
      const next = endOf(isObject ? usualProperty : usualElement, text, at);
      if (next >= 0) at = next;
      else {
        const entry = readUnusual(text, at, isObject);
        if (typeof entry === "string") return entry;
        at = entry.end;
        longNumbers ||= entry.isLongNumber;
      }
    }
  }
}

/** Length of the first chunk in which the scan looks for a container's end: most analyses are shorter. */
const smallestScan = 8192;

/**
 * Facts about the container at an offset, as {@link scanStrictly} finds them; undefined if it is not well-formed or is
 * longer than `longest`.
 */
export function strictFactsAt(reader: TextReader, start: number, longest: number): ScanFacts | undefined {
  const farthest = Math.min(start + longest, reader.length);
  let chunk = reader.stretchFrom(start, smallestScan);
  for (let size = 16 * smallestScan; ; size *= 16) {
    const facts = scanStrictly(chunk.text, start - chunk.start);
    if (typeof facts === "object") return facts;
    if (facts === "not-json" || chunk.start + chunk.text.length >= farthest) return undefined;
    chunk = { text: reader.slice(start, Math.min(start + size, farthest)), start };
  }
}

/** Reads a property or element token by token, up to its value's bracket or past the comma after it. */
function readUnusual(
  text: string,
  start: number,
  isObject: boolean,
): { readonly end: number; readonly isLongNumber: boolean } | NoFacts {
  let value = start;
  if (isObject) {
    const keyEnd = endOfString(text, start);
    if (typeof keyEnd === "string") return keyEnd;
    value = endOf(colon, text, keyEnd);
    if (value < 0) return whyNot(colonBegun, text, keyEnd);
    const code = text.charCodeAt(value);
    if (code === Char.OpenBrace || code === Char.OpenBracket) return { end: value, isLongNumber: false };
  }
  const isString = text.charCodeAt(value) === Char.Quote;
  const end = isString ? endOfString(text, value) : endOf(numberOrWord, text, value);
  if (typeof end === "string") return end;
  if (end < 0) return whyNot(numberOrWordBegun, text, value);
  const next = endOf(isObject ? afterValueInObject : afterValueInArray, text, end);
  if (next < 0) return whyNot(isString ? separatorBegun : valueBegun, text, end);
  return { end: next, isLongNumber: !isString };
}

function endOfString(text: string, start: number): number | NoFacts {
  let at = start + 1;
  for (let end = endOf(textInString, text, at); end > at; end = endOf(textInString, text, at)) at = end;
  return text.charCodeAt(at) === Char.Quote ? at + 1 : whyNot(escapeBegun, text, at);
}
