import { type Subject, thingName } from "../findings/subject";
import { translate } from "../localisation/translate";
import { type JsonValue, elementAt, isJsonArray, isJsonObject, valueOf } from "@analyses/json";
import { type ProblemDetail, mayFollowPattern } from "@analyses/json-schema";
import type { FindingDraft } from "../findings/finding";
import { handleOf, rangeOf } from "../document/locate";
import {
  entryNotAllowed,
  examplesOfFormat,
  firstOfSame,
  noSuchDay,
  notMultiple,
  outOfFormat,
  outOfPattern,
  sameEntries,
  tooFewEntries,
  tooFewMatches,
  tooLarge,
  tooLong,
  tooManyEntries,
  tooManyMatches,
  tooShort,
  tooSmall,
} from "./limitMessages";
import { type Site, exampleIn, subjectAt, titleOf } from "../findings/site";

type Detail<Keyword> = Extract<ProblemDetail, { readonly keyword: Keyword }>;

export function rangeFindings(
  site: Site,
  { keyword, limit }: Detail<"minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum">,
): FindingDraft[] {
  const isExclusive = keyword.startsWith("exclusive");
  const message = keyword === "minimum" || keyword === "exclusiveMinimum" ? tooSmall : tooLarge;
  const found = atValue(site, keyword, message(subjectAt(site), limit, isExclusive));
  const value = valueOf(site.document, site.located);
  if (message !== tooLarge || limit !== 1 || typeof value !== "number" || value > 100) return found;
  // A number up to 100 in the place of a fraction may be a percentage: for `95`, offer 0.95.
  const candidates = [JSON.stringify(Number((value / 100).toPrecision(12)))];
  return found.map((finding) => ({ ...finding, data: { kind: "schema", keyword, candidates } }));
}

export function multipleFindings(site: Site, { divisor }: Detail<"multipleOf">): FindingDraft[] {
  return atValue(site, "multipleOf", notMultiple(subjectAt(site), divisor));
}

export function textLengthFindings(
  site: Site,
  keyword: "minLength" | "maxLength",
  limit: number,
): FindingDraft[] {
  const message = keyword === "minLength" ? tooShort : tooLong;
  return atValue(site, keyword, message(subjectAt(site), limit));
}

export function patternFindings(site: Site, { pattern }: Detail<"pattern">): FindingDraft[] {
  const { schema } = site.problem;
  const following = (texts: readonly string[]) => texts.filter((text) => mayFollowPattern(text, pattern));
  const [ofFormat] = following(isJsonObject(schema) ? examplesOfFormat(schema.format) : []);
  const message = outOfPattern(subjectAt(site), pattern, exampleIn(schema) ?? ofFormat);
  const value = valueOf(site.document, site.located);
  const written = typeof value === "string" ? value : "";
  const [tidy] = following(tidied(written));
  const candidates =
    tidy === undefined ? following([...readDate(written).dates, ...addressOf(written)]) : [tidy];
  if (candidates.length === 0) return atValue(site, "pattern", message);
  const data = {
    kind: "schema",
    keyword: "pattern",
    candidates: candidates.map((text) => JSON.stringify(text)),
  } as const;
  return atValue(site, "pattern", message).map((finding) => ({ ...finding, data }));
}

/** Returns the text with plain single spaces; then also without final punctuation; then also without brackets. */
function tidied(text: string): readonly string[] {
  if (text.length > maxTidiedLength) return [];
  const spaced = text
    .replace(/[\u200b-\u200d\u2060\ufeff]/gu, "")
    .replace(/\s+/gu, " ")
    .trim();
  const ended = spaced.replace(/[\s,;.:]+$/u, "");
  return [...new Set([spaced, ended, ended.replace(/[()[\]]/gu, "")])].filter((each) => each !== text);
}

const maxTidiedLength = 200;

/** By default `format` is advice (JSON Schema 2020-12, Validation, section 7.2.1). */
export function formatFindings(site: Site, { format }: Detail<"format">): FindingDraft[] {
  const subject = subjectAt(site);
  const value = valueOf(site.document, site.located);
  const written = typeof value === "string" ? value.trim() : "";
  const { dates, shortMonth } = readDate(format === "date" ? written : "");
  const message =
    shortMonth === undefined
      ? outOfFormat(subject, format)
      : noSuchDay(subject, shortMonth.month, shortMonth.days);
  const addresses = format === "uri" ? addressOf(written) : [];
  const candidates = [...dates, ...addresses].map((text) => JSON.stringify(text));
  return atValue(site, "format", message).map((finding) => ({
    ...finding,
    severity: "warning",
    data: { kind: "schema", keyword: "format", candidates },
  }));
}

/**
 * The web address for a DOI or an address as papers print them: a DOI without the resolver's address (DOI Handbook,
 * 3.8), other addresses without `https://`.
 */
function addressOf(written: string): readonly string[] {
  if (/^10\.\d{4,9}\/\S+$/.test(written)) return [`https://doi.org/${written}`];
  return /^(?:www\.|(?:dx\.)?doi\.org\/)\S+$/.test(written) ? [`https://${written}`] : [];
}

function atValue(site: Site, keyword: string, message: string): FindingDraft[] {
  const data = { kind: "schema", keyword } as const;
  return [{ code: "schema", message, ...rangeOf(site.located), related: [], data }];
}

export function entryCountFindings(
  site: Site,
  keyword: "minItems" | "maxItems",
  limit: number,
  actual: number,
): FindingDraft[] {
  const { located } = site;
  const subject = subjectAt(site);
  const data = { kind: "schema", keyword } as const;
  if (keyword === "minItems") {
    const message = tooFewEntries(subject, limit, actual);
    return [{ code: "schema", message, ...handleOf(located), related: [], data }];
  }
  const message = tooManyEntries(subject, limit, actual);
  return [{ code: "schema", message, ...entryRange(site, limit), related: [], data }];
}

/**
 * Reports a list entry for which the schema is `false`: the list is too long or, if further entries are allowed after
 * this entry, only this entry is not allowed.
 */
export function extraEntryFindings(
  site: Site,
  detail: Detail<"prefixItems" | "items"> | Detail<"unevaluatedItems">,
): FindingDraft[] {
  const { keyword, index } = detail;
  const subject = subjectAt(site);
  const message =
    keyword === "unevaluatedItems" && !detail.isTooLong
      ? entryNotAllowed(subject, index + 1)
      : tooManyEntries(subject, index, undefined);
  const data = { kind: "schema", keyword } as const;
  return [{ code: "schema", message, ...entryRange(site, index), related: [], data }];
}

export function sameEntryFindings(site: Site, { first, second }: Detail<"uniqueItems">): FindingDraft[] {
  return [
    {
      code: "schema",
      message: sameEntries(subjectAt(site), first + 1, second + 1),
      ...entryRange(site, second),
      related: [{ message: firstOfSame(first + 1), ...entryRange(site, first) }],
      data: { kind: "schema", keyword: "uniqueItems" },
    },
  ];
}

export function matchCountFindings(site: Site, detail: Detail<"contains">): FindingDraft[] {
  const { actual, minimum, maximum } = detail;
  const { schema } = site.problem;
  const contains = schema === false ? undefined : schema.contains;
  const kind = isJsonObject(contains) ? titleOf(contains) : undefined;
  const subject = subjectAt(site);
  const message =
    maximum !== undefined && actual > maximum
      ? tooManyMatches(subject, maximum, kind)
      : tooFewMatches(subject, minimum, kind, requiredIn(contains));
  const data = { kind: "schema", keyword: "contains" } as const;
  return [{ code: "schema", message, ...handleOf(site.located), related: [], data }];
}

/** The properties that the `contains` schema requires of a matching entry. */
function requiredIn(schema: JsonValue | undefined): readonly string[] {
  const required = isJsonObject(schema) ? schema.required : undefined;
  return isJsonArray(required) ? required.filter((name) => typeof name === "string") : [];
}

function entryRange({ located }: Site, index: number): { readonly start: number; readonly end: number } {
  const { node, start } = located;
  const entry = node.kind === "array" ? elementAt({ node, start }, index) : undefined;
  return entry === undefined ? handleOf(located) : rangeOf(entry);
}

/** Interpretations of a text as a date (RFC 3339, full-date). */
interface DateReading {
  /** The dates, as `2026-03-31`; two if the order of day and month is ambiguous. */
  readonly dates: readonly string[];
  /** A month, as `2026-02`, that is too short for the day, with its number of days. */
  readonly shortMonth: { readonly month: string; readonly days: number } | undefined;
}

const nothing: DateReading = { dates: [], shortMonth: undefined };

/** Prefixes of month names in English, German and Spanish, January first. */
const months: readonly RegExp[] = [
  "jan|jän|ene",
  "feb",
  "mar|mär|mrz",
  "apr|abr",
  "may|mai",
  "jun",
  "jul",
  "aug|ago",
  "sep",
  "oct|okt",
  "nov",
  "dec|dez|dic",
].map((names) => new RegExp(`^(?:${names})\\p{L}*$`, "iu"));

/** Parses dates in the formats of papers, tables and registries, such as `31/03/2026` or `31 March 2026`. */
function readDate(written: string): DateReading {
  // Ignores a time after the date.
  const text = written.trim().replace(/(?<=^\d{4}-\d\d-\d\d)[T ]\d.*$/, "");
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text) ?? [];
  if (isoYear !== undefined) return dateOf(isoYear, Number(isoMonth), Number(isoDay));
  const [, first, second, year] = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})$/.exec(text) ?? [];
  if (first !== undefined && year !== undefined) {
    const dayFirst = dateOf(year, Number(second), Number(first));
    const monthFirst = dateOf(year, Number(first), Number(second));
    return { ...nothing, dates: [...new Set([...dayFirst.dates, ...monthFirst.dates])] };
  }
  const dayMonth = /^(\d{1,2})(?:\.|st|nd|rd|th)?(?: de)? (\p{L}+)\.?,?(?: de)? (\d{4})$/u.exec(text);
  if (dayMonth !== null) return dateOf(dayMonth[3] ?? "", monthNamed(dayMonth[2] ?? ""), Number(dayMonth[1]));
  const monthDay = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u.exec(text);
  if (monthDay !== null) return dateOf(monthDay[3] ?? "", monthNamed(monthDay[1] ?? ""), Number(monthDay[2]));
  return nothing;
}

function monthNamed(name: string): number {
  return months.findIndex((names) => names.test(name)) + 1;
}

function dateOf(year: string, month: number, day: number): DateReading {
  if (month < 1 || month > 12 || day < 1 || day > 31) return nothing;
  // Day 0 is the last day of the month before, and JavaScript counts months from 0.
  const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const yearAndMonth = `${year}-${String(month).padStart(2, "0")}`;
  if (day > days) return { dates: [], shortMonth: { month: yearAndMonth, days } };
  return { ...nothing, dates: [`${yearAndMonth}-${String(day).padStart(2, "0")}`] };
}

export function propertyCountFindings(
  site: Site,
  keyword: "minProperties" | "maxProperties",
  limit: number,
): FindingDraft[] {
  const message = keyword === "minProperties" ? tooFewProperties : tooManyProperties;
  return [
    {
      code: "schema",
      message: message(subjectAt(site), limit),
      ...handleOf(site.located),
      related: [],
      data: { kind: "schema", keyword },
    },
  ];
}

function tooFewProperties(object: Subject, limit: number): string {
  return limit === 1
    ? translate("{0} must have at least 1 property.", thingName(object))
    : translate("{0} must have at least {1} properties.", thingName(object), limit);
}

function tooManyProperties(object: Subject, limit: number): string {
  return limit === 1
    ? translate("{0} must have at most 1 property.", thingName(object))
    : translate("{0} must have at most {1} properties.", thingName(object), limit);
}
