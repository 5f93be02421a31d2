import type { TablePart } from "./tableRows";

/** Which sign people put before decimals. */
export type DecimalSign = "." | ",";

const thousands = /^[-−+]?\d{1,3}(?:[.,'’\u00a0\u202f ]\d{3})+$/;
const spaces = /[\s\u00a0\u202f'’]/g;

/**
 * A number as people and spreadsheets write it, as JSON: decimal commas, thousands, a minus sign, a plus.
 *
 * @param isCount of people or events: a sign before three digits is between thousands
 * @param sign before decimals, where others of the same hand show it
 * @returns undefined for what is no number
 */
export function numberFromText(
  written: string,
  isCount: boolean,
  sign: DecimalSign | undefined,
): string | undefined {
  const trimmed = written.trim();
  if (isCount && thousands.test(trimmed)) return normal(trimmed.replace(/[^\d−-]/g, ""));
  const text = trimmed.replace(spaces, "");
  const decimal = sign ?? decimalSignOf(text);
  if (decimal === undefined) return normal(text);
  const other = decimal === "," ? "." : ",";
  const [whole = "", ...rest] = text.replaceAll(other, "").split(decimal);
  return rest.length > 1 ? undefined : normal([whole, ...rest].join("."));
}

/** The sign before decimals that numbers written alike show; undefined where they show none. */
export function decimalSignIn(texts: readonly string[]): DecimalSign | undefined {
  const signs = new Set<DecimalSign>();
  for (const text of texts) {
    const found = /\d([.,])(?:\d{1,2}|\d{4,})$|^[-−+]?0([.,])\d+$/.exec(text.trim());
    const sign = found?.[1] ?? found?.[2];
    if (sign === "," || sign === ".") signs.add(sign);
  }
  const [only, ...others] = signs;
  return others.length === 0 ? only : undefined;
}

/** Of one number: the last of two kinds of signs, or the only sign there is. */
function decimalSignOf(text: string): DecimalSign | undefined {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma === -1 && point === -1) return undefined;
  return comma > point ? "," : ".";
}

function normal(text: string): string | undefined {
  const plain = text.replace("−", "-").replace(/^\+/, "");
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain)) return plain;
  // `.5`, `007`, `5.`
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  const number = Number(plain);
  return Number.isFinite(number) ? String(number) : undefined;
}

/**
 * What is typed into a cell, as JSON; undefined for what is no number where one belongs.
 *
 * @param asText also what is no number
 */
export function valueText(
  part: TablePart,
  typed: string,
  asText: boolean,
  sign: DecimalSign | undefined,
): string | undefined {
  if (part === "study" || asText) return JSON.stringify(typed.trim());
  if (typed.trim() === "") return "null";
  return numberFromText(typed, isCount(part), sign);
}

function isCount(part: TablePart): boolean {
  return part.endsWith("-events") || part.endsWith("-total");
}
