import type { SyntaxProblemKind } from "./problems";

/** A possible interpretation of a scrap: text in place of a value that is not JSON. */
export interface Reading {
  /** The value as JSON text. */
  readonly json: string;
  /** The narrowest JSON Schema type of the value. */
  readonly type: "integer" | "number" | "string" | "boolean" | "null" | "array";
  /**
   * "certain": the same value in another notation. "likely": people use this notation for no other
   * value. "possible": the user has to confirm the value.
   */
  readonly trust: "certain" | "likely" | "possible";
}

/** A number as RFC 8259, section 6, defines it. */
export const numberForm = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Characters that texts and papers use as a minus: the minus sign, dashes, the small and the full-width hyphen. */
const minusSigns = "\u2212\u2010\u2011\u2012\u2013\ufe63\uff0d";
const minusAtStart = new RegExp(`^[${minusSigns}]`, "u");

export function isMinusSign(code: number): boolean {
  return code >= 0x2010 && minusSigns.includes(String.fromCharCode(code));
}

const constants = new Map<string, Pick<Reading, "json" | "type" | "trust">>([
  ["true", { json: "true", type: "boolean", trust: "certain" }],
  ["false", { json: "false", type: "boolean", trust: "certain" }],
  ["null", { json: "null", type: "null", trust: "certain" }],
  ["yes", { json: "true", type: "boolean", trust: "possible" }],
  ["no", { json: "false", type: "boolean", trust: "possible" }],
]);

/** Returns the constant that the user may be typing: the first one that starts with the text. */
function constantBegun(text: string): Reading | undefined {
  const [, begun] = [...constants].find(([, { json }]) => text.length > 1 && json.startsWith(text)) ?? [];
  return begun && { ...begun, trust: "possible" };
}

/** Notations of programs, spreadsheets and papers for a missing value. */
const noValue =
  /^(?:none|nil|undefined|[-+]?(?:nan|inf|infinity)|n\/?a|n\.\s?a\.?|n\/?r|n\.\s?r\.?|n\/?d|#(?:n\/a|div\/0!|value!|ref!|name\?|null!|num!)|[-?.\u2013\u2014]+)$/i;

/** Notations for a missing value that are never ordinary text; `n/a` may be either. */
const ownWords = /^(?:none|nil|undefined|[-+]?(?:nan|inf|infinity)|#.*|[-?.\u2013\u2014]+)$/i;

/** Returns the kind of problem that a scrap is. */
export function problemOfScrap(text: string): SyntaxProblemKind {
  if (noValue.test(text) || constants.has(text.toLowerCase())) return "word-not-json";
  if (constantBegun(text) !== undefined) return "word-not-json";
  const numbers = numberReadings(text);
  if (numbers.length === 1 && /^[^.]*\d,\d+$/u.test(text) && numbers[0]?.trust === "likely")
    return "decimal-comma";
  if (numbers.length > 0 && !/\p{L}{3}/u.test(text)) return "number-invalid";
  if (/^[-+.~<>=\u2248\u2264\u2265\u00b1\d]/u.test(text) || minusAtStart.test(text))
    return /\p{L}{3}/u.test(text) ? "word-not-quoted" : "number-invalid";
  return /^[\p{L}_$"'`\u00ab\u2039\u300c\u2032\u2033\u2018-\u201f]/u.test(text)
    ? "word-not-quoted"
    : "text-not-json";
}

/** Returns the interpretations of a scrap, or of a string where the schema allows none, the likeliest first. */
export function readingsOf(text: string): readonly Reading[] {
  const constant = constants.get(text.toLowerCase());
  const asText: Reading = { json: JSON.stringify(withoutQuotes(text)), type: "string", trust: "likely" };
  if (constant !== undefined) return [constant, { ...asText, trust: "possible" }];
  if (noValue.test(text)) {
    const nothing: Reading = { json: "null", type: "null", trust: "possible" };
    return ownWords.test(text) ? [nothing] : [nothing, { ...asText, trust: "possible" }];
  }
  const begun = constantBegun(text);
  if (begun !== undefined) return [begun, asText];
  return [...(plainNumber(text) ?? numberReadings(text)), ...listReadings(text), asText];
}

/** Digits of Arabic and East Asian keyboards; the last four bits of the code are the value of the digit. */
const otherDigits = /[\u0660-\u0669\u06f0-\u06f9\uff10-\uff19]/gu;
/** Decimal separators of the same keyboards. */
const otherPoints = /[\u066b\uff0e]/gu;

/** Maximum length of a number: in a longer text, the regular expressions would search again from each character. */
const maxNumberLength = 200;

function numberReadings(typed: string): readonly Reading[] {
  if (typed.length > maxNumberLength) return [];
  const written = typed
    .replace(otherDigits, (digit) => String(digit.charCodeAt(0) & 0xf))
    .replace(otherPoints, ".");
  const text = written.replace(minusAtStart, "-");
  if (text !== typed) {
    const readings = plainNumber(text) ?? numberReadings(text);
    return readings.map((reading) =>
      reading.trust === "certain" ? { ...reading, trust: "likely" } : reading,
    );
  }
  const mended = mendNumber(text);
  if (mended !== undefined) return asWritten(mended);
  const separated = separatedNumber(text);
  if (separated.length > 0) return separated;
  const [, percentage] = /^(-?\d[\d.,]*)\s?%$/.exec(text) ?? [];
  if (percentage !== undefined) return shareReadings(percentage);
  const number = digitsAlone(text);
  const readings = number === undefined ? [] : (plainNumber(number) ?? numberReadings(number));
  return readings.map((reading) => ({ ...reading, trust: "possible" }));
}

/** Returns the number in a text that has letters in place of digits, or a character that is no part of a number. */
function digitsAlone(text: string): string | undefined {
  // Scanned papers and typing errors have letters in place of digits.
  const withDigits = text
    .replace(/(?<=[\d.])O|O(?=[\d.])/gi, "0")
    .replace(/(?<=[\d.])[lI]|[lI](?=[\d.])/g, "1");
  if (withDigits !== text && numberForm.test(withDigits)) return withDigits;
  // Spreadsheets write `=` before a formula and `'` before digits as text; papers write `n =` before participants.
  const [, afterPrefix] = /^(?:(?:n\s?)?=\s?|')(-?\d.*)$/i.exec(text) ?? [];
  if (afterPrefix !== undefined) return afterPrefix;
  // A footnote mark, a quote or a comment may follow; not what may be a digit, an exponent, a unit or a second number.
  const [, beforeSuffix] =
    /^(-?\d[\d.,'\u2019_ \u00a0\u2009\u202f]*?)(?:[a-dfL]|\s*(?:[*\u2020\u2021\u00a7\u00b6]+|["\u201d\u2019])|\s#\D*)$/u.exec(
      text,
    ) ?? [];
  return beforeSuffix;
}

/**
 * Numbers of at most 15 digits, which a double keeps (IEEE 754 binary64): no digit is lost when their quotes are
 * removed.
 */
const keptNumber = /^-?(?=(?:\.?\d){1,15}$)(?:0|[1-9]\d*)(?:\.\d+)?$/;

/** Reads a text that is a JSON number. */
function plainNumber(text: string): readonly Reading[] | undefined {
  if (!numberForm.test(text)) return undefined;
  return asWritten(numberReading(text, keptNumber.test(text) ? "certain" : "possible"));
}

/** Returns a number; two numbers if the point may separate decimals or thousands, as in `1.040`. */
function asWritten(number: Reading): readonly Reading[] {
  const { json } = number;
  if (!/^-?[1-9]\d{0,2}\.\d{3}$/.test(json)) return [number];
  return [json.replace(".", ""), json].map((text) => numberReading(text, "possible"));
}

/** Reads a percentage as a fraction and as the number before `%`: both of type "number", since neither is a count. */
function shareReadings(percentage: string): readonly Reading[] {
  const [only, other] = plainNumber(percentage) ?? numberReadings(percentage);
  if (only === undefined || other !== undefined) return [];
  const json = String(Number(`${only.json}e-2`));
  return [json, only.json].map((text) => ({ json: text, type: "number", trust: "possible" }));
}

/** Reads a number with other decimal or group separators. */
function separatedNumber(text: string): readonly Reading[] {
  const [, whole, decimals] = /^(-?(?:0|[1-9]\d*)),(\d+)$/.exec(text) ?? [];
  if (whole !== undefined && decimals !== undefined) {
    const decimal = numberReading(`${whole}.${decimals}`, "likely");
    const mayBeGroups = decimals.length === 3 && /^-?[1-9]\d{0,2}$/.test(whole);
    if (!mayBeGroups) return [decimal];
    return [numberReading(whole + decimals, "possible"), { ...decimal, trust: "possible" }];
  }
  const grouped =
    /^-?[1-9]\d{0,2}(?:(?:,\d{3})+(?:\.\d+)?|(?:\.\d{3})+,\d+|(?:\.\d{3}){2,}|(?:([ \u00a0\u2009\u202f'\u2019_])\d{3})(?:\1\d{3})*(?:[.,]\d+)?)$/;
  if (grouped.test(text)) {
    const [digits = "", fraction] = splitDecimals(text);
    const joined = digits.replace(/[^-\d]/g, "");
    return [numberReading(fraction === undefined ? joined : `${joined}.${fraction}`, "possible")];
  }
  // Some journals write decimals with a raised point.
  const raised = /^(-?(?:0|[1-9]\d*))\u00b7(\d+)$/.exec(text);
  if (raised !== null) return [numberReading(`${raised[1] ?? ""}.${raised[2] ?? ""}`, "likely")];
  const underscored = text.replaceAll("_", "");
  if (/^-?\d+(?:_\d+)+(?:\.\d+)?$/.test(text) && numberForm.test(underscored))
    return [numberReading(underscored, "possible")];
  const [, number = "", fraction] = /^(-?\d*)\s?([\u00bc\u00bd\u00be])$/.exec(text) ?? [];
  if (fraction === undefined) return [];
  const part = fraction === "\u00bc" ? "25" : fraction === "\u00bd" ? "5" : "75";
  const json = `${number === "" || number === "-" ? `${number}0` : number}.${part}`;
  return numberForm.test(json) ? [numberReading(json, "likely")] : [];
}

/** Splits a number at its decimal separator: the last separator, unless that one separates groups of three digits. */
function splitDecimals(text: string): readonly string[] {
  const [, whole, fraction] = /^(.*)[.,](\d+)$/.exec(text) ?? [];
  if (whole === undefined || fraction === undefined) return [text];
  const separator = text.charAt(whole.length);
  const isGroup = fraction.length === 3 && (whole.includes(separator) || !/[^-\d]/.test(whole));
  return isGroup ? [text] : [whole, fraction];
}

/** Corrects the form of a number. Not certain for leading zeros, which labels have too, and for a trailing point. */
function mendNumber(written: string): Reading | undefined {
  const json = written
    .replace(/^\+/, "")
    .replace(/^(-?)0+(?=\d)/, "$1")
    .replace(/^(-?)\./, "$10.")
    .replace(/\.(?=$|[eE])/, "");
  if (json === written || !numberForm.test(json)) return undefined;
  if (/^[+-]?0\d/.test(written)) return numberReading(json, "possible");
  // After a trailing point, the user may be about to type more digits.
  return numberReading(json, written.endsWith(".") ? "likely" : "certain");
}

function numberReading(json: string, trust: Reading["trust"]): Reading {
  return { json, type: Number.isInteger(Number(json)) ? "integer" : "number", trust };
}

/** Reads several numbers as a list without brackets. */
function listReadings(text: string): readonly Reading[] {
  if (!/^-?[\d.]+(?:(?:,\s?|\s)-?[\d.]+)+$/.test(text)) return [];
  const numbers = text.split(/,\s?|\s/);
  if (!numbers.every((number) => numberForm.test(number))) return [];
  return [{ json: `[${numbers.join(", ")}]`, type: "array", trust: "possible" }];
}

const quoteAtStart = /^["'`\u00ab\u2039\u300c\u2032\u2033\u201c-\u201f\u2018-\u201b]/u;
const quoteAtEnd = /["'`\u00bb\u203a\u300d\u2032\u2033\u201c-\u201f\u2018-\u201b]$/u;

/** Removes one quote mark at each end of a text, of any kind; an apostrophe only if both ends have one. */
export function withoutQuotes(text: string): string {
  if (text.length < 2) return text;
  // An inner quote closes the text too early: the text continues after that quote.
  if (text.startsWith('"') && text.slice(1, -1).includes('"') && !text.endsWith('"'))
    return text.replaceAll('"', "");
  if (/^[«»‹›]/u.test(text)) return text.replace(/^[«»‹›]\s?|\s?[«»‹›]$/gu, "");
  // An apostrophe at one end alone may be part of the text.
  if (text.startsWith("'") !== text.endsWith("'")) return text.replace(/^["“„‟‘]|["”“]$/gu, "");
  return text.replace(quoteAtStart, "").replace(quoteAtEnd, "");
}
