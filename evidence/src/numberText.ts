// Parses numbers as people and spreadsheets write them: pasted, typed, or copied from reports.

/** The decimal separator. */
export type DecimalSeparator = "." | ",";

/** Digits in groups of three, between any separators: thousands, or one number with three decimals. */
const inThrees = /^[-−+]?[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3})+$/;
/** Digits in groups of three, with one separator twice or more: only thousands are written so. */
const inThousands = /^[-−+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/;
/** Spaces and apostrophes separate thousands only: `12.3 4` and `12 5` are two numbers, or none. */
const spaced = /^[-−+]?[1-9]\d{0,2}(?:[\s'’]\d{3})+(?=$|[.,])/;
const spaces = /[\s'’]/g;

/**
 * Converts a number as people and spreadsheets write it to JSON: decimal commas, thousands, a minus sign, a plus.
 *
 * @param isCount whether the number counts people or events: then a comma or point before three digits separates
 * thousands, unless it is the known decimal separator
 * @param known the decimal separator, if other numbers of the same source show it
 * @returns undefined if the text is not a number
 */
export function numberFromText(
  written: string,
  isCount: boolean,
  known: DecimalSeparator | undefined,
): string | undefined {
  const trimmed = written.trim().replace(/^([-−+])\s+/, "$1");
  const mayHaveDecimals = !isCount || (known !== undefined && trimmed.includes(known));
  if (!mayHaveDecimals && inThrees.test(trimmed)) return normal(trimmed.replace(/[^\d−-]/g, ""));
  const text = trimmed.replace(spaced, (groups) => groups.replace(spaces, ""));
  const [, separator] = inThousands.exec(text) ?? [];
  if (separator !== undefined && separator !== known) return normal(text.replaceAll(separator, ""));
  const decimal = known ?? decimalSeparatorOf(text);
  if (decimal === undefined) return normal(text);
  // The other separator can only separate thousands. A second decimal separator makes the text no number.
  const [whole = "", ...rest] = text.replaceAll(otherThan(decimal), "").split(decimal);
  return rest.length > 1 ? undefined : normal([whole, ...rest].join("."));
}

/**
 * The decimal separator that numbers of one source show; undefined if they show none, or both.
 *
 * @param counts numbers of people or events: if none of `numbers` has decimals, these may show the thousands separator
 */
export function decimalSeparatorIn(
  numbers: readonly string[],
  counts: readonly string[],
): DecimalSeparator | undefined {
  const decimals = signsIn(numbers, /\d([.,])(?:\d{1,2}|\d{4,})$|^[-−+]?0([.,])\d+$/);
  if (decimals.size > 0) return onlyOf(decimals);
  const thousands = onlyOf(signsIn(counts, /^[-−+]?[1-9]\d{0,2}([.,])\d{3}$/));
  return thousands === undefined ? undefined : otherThan(thousands);
}

function signsIn(texts: readonly string[], shown: RegExp): ReadonlySet<DecimalSeparator> {
  const signs = new Set<DecimalSeparator>();
  for (const text of texts) {
    const found = shown.exec(text.trim());
    const sign = found?.[1] ?? found?.[2];
    if (sign === "," || sign === ".") signs.add(sign);
  }
  return signs;
}

function onlyOf([only, ...others]: Iterable<DecimalSeparator>): DecimalSeparator | undefined {
  return others.length === 0 ? only : undefined;
}

function otherThan(sign: DecimalSeparator): DecimalSeparator {
  return sign === "," ? "." : ",";
}

/** The decimal separator of a single number: the last comma or point. */
function decimalSeparatorOf(text: string): DecimalSeparator | undefined {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma === -1 && point === -1) return undefined;
  return comma > point ? "," : ".";
}

/** Whether JSON parsers keep the number: `1e999` would become infinite, `5e-400` zero. */
function isKept(json: string): boolean {
  const number = Number(json);
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(json.replace(/e.*/i, "")));
}

function normal(text: string): string | undefined {
  const plain = text.replace("−", "-").replace(/^\+/, "");
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain)) return isKept(plain) ? plain : undefined;
  // Numbers that JSON writes differently: `.5`, `007`, `5.`.
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  return isKept(plain) ? String(Number(plain)) : undefined;
}

/**
 * Both readings of a number with a comma before three digits, as thousands and as decimals; undefined for other texts.
 */
export function twoReadings(written: string): readonly [string, string] | undefined {
  const text = written.trim();
  return /^[-−+]?[1-9]\d{0,2},\d{3}$/.test(text)
    ? [text.replace(",", ""), text.replace(",", ".")]
    : undefined;
}

const oneOfTwo = String.raw`[-−+]?\.?\d(?:[\d.,]*\d)?(?:e[-+]?\d+)?`;
/** What separates two numbers. A minus that touches only the second number, `3 -2`, belongs to it. */
const between = String.raw`\s*[;–—]\s*|,\s+|\s+[-−]\s+|[-−]\s*|\s+(?:to|bis|a)\s+|\s+`;
const pair = new RegExp(String.raw`^[([]?\s*(${oneOfTwo})(?:${between})(${oneOfTwo})\s*[)\]]?$`, "i");

/** Splits a text into two numbers, as reports print quartiles and ranges: `(4.1, 7.9)`, `4–9`, `-3 - 2`, `3 to 4`. */
export function twoNumbers(written: string): readonly [string, string] | undefined {
  const [, first, second] = pair.exec(written.trim()) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}

/** The number of decimals with which a number is written. */
export function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(100, Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent)));
}
