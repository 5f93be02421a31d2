/*
 * Numbers as people and spreadsheets write them: in what is pasted, typed and taken over from reports.
 */

/** Which sign people put before decimals. */
export type DecimalSign = "." | ",";

const thousands = /^[-−+]?[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3})+$/;
/** One sign more than once: there is one before decimals at most. */
const millions = /^[-−+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/;
/** Spaces and apostrophes belong between thousands only: `12.3 4` and `12 5` are two numbers, or none. */
const spaced = /^[-−+]?[1-9]\d{0,2}(?:[\s'’]\d{3})+(?=$|[.,])/;
const spaces = /[\s'’]/g;

/**
 * A number as people and spreadsheets write it, as JSON: decimal commas, thousands, a minus sign, a plus.
 *
 * @param isCount of people or events: a sign before three digits is between thousands, if it is not known to be another
 * @param sign before decimals, where others of the same hand show it
 * @returns undefined for what is no number
 */
export function numberFromText(
  written: string,
  isCount: boolean,
  sign: DecimalSign | undefined,
): string | undefined {
  const trimmed = written.trim().replace(/^([-−+])\s+/, "$1");
  const isDecimal = sign !== undefined && trimmed.includes(sign);
  if (isCount && !isDecimal && thousands.test(trimmed)) return normal(trimmed.replace(/[^\d−-]/g, ""));
  const text = trimmed.replace(spaced, (groups) => groups.replace(spaces, ""));
  const [, separator] = millions.exec(text) ?? [];
  if (separator !== undefined && separator !== sign) return normal(text.replaceAll(separator, ""));
  const decimal = sign ?? decimalSignOf(text);
  if (decimal === undefined) return normal(text);
  const [whole = "", ...rest] = text.replaceAll(otherThan(decimal), "").split(decimal);
  return rest.length > 1 ? undefined : normal([whole, ...rest].join("."));
}

/**
 * The sign before decimals that numbers written alike show; undefined where they show none.
 *
 * @param counts those of people or events: where no number has decimals, they show what is between thousands
 */
export function decimalSignIn(
  numbers: readonly string[],
  counts: readonly string[],
): DecimalSign | undefined {
  const decimals = signsIn(numbers, /\d([.,])(?:\d{1,2}|\d{4,})$|^[-−+]?0([.,])\d+$/);
  if (decimals.size > 0) return onlyOf(decimals);
  const between = onlyOf(signsIn(counts, /^[-−+]?[1-9]\d{0,2}([.,])\d{3}$/));
  return between === undefined ? undefined : otherThan(between);
}

function signsIn(texts: readonly string[], shown: RegExp): ReadonlySet<DecimalSign> {
  const signs = new Set<DecimalSign>();
  for (const text of texts) {
    const found = shown.exec(text.trim());
    const sign = found?.[1] ?? found?.[2];
    if (sign === "," || sign === ".") signs.add(sign);
  }
  return signs;
}

function onlyOf([only, ...others]: Iterable<DecimalSign>): DecimalSign | undefined {
  return others.length === 0 ? only : undefined;
}

function otherThan(sign: DecimalSign): DecimalSign {
  return sign === "," ? "." : ",";
}

/** Of one number: the last of two kinds of signs, or the only sign there is. */
function decimalSignOf(text: string): DecimalSign | undefined {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma === -1 && point === -1) return undefined;
  return comma > point ? "," : ".";
}

/** Whether a number is one to whoever reads the document: `1e999` would be infinite, `5e-400` nothing. */
function isKept(json: string): boolean {
  const number = Number(json);
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(json.replace(/e.*/i, "")));
}

function normal(text: string): string | undefined {
  const plain = text.replace("−", "-").replace(/^\+/, "");
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain)) return isKept(plain) ? plain : undefined;
  // `.5`, `007`, `5.`
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  return isKept(plain) ? String(Number(plain)) : undefined;
}

/** A number with a comma before three digits, without it and with a point: between thousands for some, before decimals for others. */
export function twoReadings(written: string): readonly [string, string] | undefined {
  const text = written.trim();
  return /^[-−+]?[1-9]\d{0,2},\d{3}$/.test(text)
    ? [text.replace(",", ""), text.replace(",", ".")]
    : undefined;
}

const oneOfTwo = String.raw`[-−+]?\.?\d(?:[\d.,]*\d)?(?:e[-+]?\d+)?`;
/** A sign before the second number is its own where only spaces are before that. */
const between = String.raw`\s*[;–—]\s*|,\s+|\s+[-−]\s+|[-−]\s*|\s+(?:to|bis|a)\s+|\s+`;
const pair = new RegExp(String.raw`^[([]?\s*(${oneOfTwo})(?:${between})(${oneOfTwo})\s*[)\]]?$`, "i");

/** The two numbers that a text is, as reports print quartiles and ranges, in brackets perhaps: `4.1, 7.9`, `4–9`, `-3 - 2`, `3 to 4`. */
export function twoNumbers(written: string): readonly [string, string] | undefined {
  const [, first, second] = pair.exec(written.trim()) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}
