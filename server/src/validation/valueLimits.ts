import { type JsonValue, isJsonArray, isJsonObject, valueOf } from "@analyses/json";
import { type ProblemDetail, mayFollowPattern, stringsIn } from "@analyses/json-schema";
import type { FindingDraft } from "../findings/finding";
import { typeName } from "../diagnostics/wrong-type";
import { type Site, exampleIn, nameOfReference, schemaFinding, subjectAt, titleOf } from "../findings/site";
import {
  type Subject,
  inSentence,
  listOf,
  plain,
  thingName,
  valueName,
  withArticle,
} from "../findings/subject";
import { translate } from "../localisation/translate";

type Detail<Keyword> = Extract<ProblemDetail, { readonly keyword: Keyword }>;

export function rangeFindings(
  site: Site,
  { keyword, limit }: Detail<"minimum" | "maximum" | "exclusiveMinimum" | "exclusiveMaximum">,
): FindingDraft[] {
  const name = valueName(subjectAt(site));
  const messages = {
    minimum: translate("{0} must be at least {1}.", name, limit),
    exclusiveMinimum: translate("{0} must be more than {1}.", name, limit),
    maximum: translate("{0} must be at most {1}.", name, limit),
    exclusiveMaximum: translate("{0} must be less than {1}.", name, limit),
  };
  const finding = schemaFinding(site, messages[keyword]);
  const value = valueOf(site.document, site.located);
  const isAbove = keyword === "maximum" || keyword === "exclusiveMaximum";
  if (!isAbove || limit !== 1 || typeof value !== "number" || value > 100) return [finding];
  // A number up to 100 in the place of a fraction may be a percentage: for `95`, offer 0.95.
  const candidates = [JSON.stringify(Number((value / 100).toPrecision(12)))];
  return [{ ...finding, data: { kind: "schema", keyword, candidates } }];
}

export function multipleFindings(site: Site, { divisor }: Detail<"multipleOf">): FindingDraft[] {
  const name = valueName(subjectAt(site));
  const message =
    divisor === 1
      ? translate("{0} must be a whole number.", name)
      : translate("{0} must be a multiple of {1}.", name, divisor);
  return [schemaFinding(site, message)];
}

export function textLengthFindings(
  site: Site,
  keyword: "minLength" | "maxLength",
  limit: number,
): FindingDraft[] {
  const name = valueName(subjectAt(site));
  const tooShort = (): string =>
    limit === 1
      ? translate("{0} must not be empty.", name)
      : translate("{0} must have at least {1} characters.", name, limit);
  const tooLong = (): string =>
    limit === 1
      ? translate("{0} must have at most 1 character.", name)
      : translate("{0} must have at most {1} characters.", name, limit);
  return [schemaFinding(site, keyword === "minLength" ? tooShort() : tooLong())];
}

export function patternFindings(site: Site, { pattern }: Detail<"pattern">): FindingDraft[] {
  const { schema } = site.problem;
  const following = (texts: readonly string[]) => texts.filter((text) => mayFollowPattern(text, pattern));
  const [ofFormat] = following(isJsonObject(schema) ? examplesOfFormat(schema.format) : []);
  const finding = schemaFinding(site, outOfPattern(subjectAt(site), pattern, exampleIn(schema) ?? ofFormat));
  const value = valueOf(site.document, site.located);
  const written = typeof value === "string" ? value : "";
  const [tidy] = following(tidied(written));
  const candidates =
    tidy === undefined ? following([...readDate(written).dates, ...addressOf(written)]) : [tidy];
  if (candidates.length === 0) return [finding];
  const texts = candidates.map((text) => JSON.stringify(text));
  return [{ ...finding, data: { kind: "schema", keyword: "pattern", candidates: texts } }];
}

/** @param example a matching text, which is easier to read than a regular expression */
function outOfPattern(subject: Subject, pattern: string, example: string | undefined): string {
  if (example !== undefined)
    return translate(
      "{0} does not have the form that is asked for: write it like “{1}”.",
      valueName(subject),
      example,
    );
  return subject.title === undefined
    ? translate("{0} does not have the form that is asked for: `{1}`.", valueName(subject), pattern)
    : translate(
        "{0} does not have the form of {1} that is asked for: `{2}`.",
        valueName(subject),
        withArticle(subject.title),
        pattern,
      );
}

/**
 * Candidates for a text that violates its pattern: with plain single spaces; then also without final punctuation; then
 * also without brackets.
 */
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

/**
 * A finding that says "should": by default, `format` is only advice (JSON Schema 2020-12, Validation, section 7.2.1).
 */
export function formatFindings(site: Site, { format }: Detail<"format">): FindingDraft[] {
  const name = valueName(subjectAt(site));
  const value = valueOf(site.document, site.located);
  const written = typeof value === "string" ? value.trim() : "";
  const { dates, shortMonth } = readDate(format === "date" ? written : "");
  const message =
    shortMonth === undefined
      ? outOfFormat(name, format)
      : translate("{0} should be a date: {1} has only {2} days.", name, shortMonth.month, shortMonth.days);
  const addresses = format === "uri" ? addressOf(written) : [];
  const candidates = [...dates, ...addresses].map((text) => JSON.stringify(text));
  const data = { kind: "schema", keyword: "format", candidates } as const;
  return [{ ...schemaFinding(site, message), severity: "warning", data }];
}

function outOfFormat(value: string, format: string): string {
  const name = formatName(format);
  if (name === undefined) return translate("{0} is not of the format “{1}”.", value, format);
  const example = examples[format];
  return example === undefined
    ? translate("{0} should be {1}.", value, name)
    : translate("{0} should be {1}, such as {2}.", value, name, example);
}

/** Describes a `format` (JSON Schema 2020-12, Validation, section 7.3). */
function formatName(format: string): string | undefined {
  switch (format) {
    case "date":
      return translate("a date");
    case "date-time":
      return translate("a date and time");
    case "time":
      return translate("a time");
    case "duration":
      return translate("a duration");
    case "email":
      return translate("an e-mail address");
    case "hostname":
      return translate("a host name");
    case "ipv4":
      return translate("an IPv4 address");
    case "ipv6":
      return translate("an IPv6 address");
    case "uri":
      return translate("a web address");
    case "uri-reference":
      return translate("a web address or a part of one");
    case "uuid":
      return translate("a UUID");
    case "json-pointer":
      return translate("a JSON pointer");
    case "regex":
      return translate("a regular expression");
    default:
      return undefined;
  }
}

const examples: Readonly<Record<string, string>> = {
  date: "2024-05-31",
  "date-time": "2024-05-31T09:30:00Z",
  time: "09:30:00Z",
  duration: "P3M",
  email: "name@example.org",
  hostname: "example.org",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  uri: "https://example.org/",
  uuid: "8c1b3a56-6f0e-4f6c-9c0e-2b9d3a7e5f10",
  "json-pointer": "/a/0",
};

/** A list with an example of the format; empty for formats without an example in `examples`. */
function examplesOfFormat(format: JsonValue | undefined): readonly string[] {
  const example =
    typeof format === "string" && Object.hasOwn(examples, format) ? examples[format] : undefined;
  return example === undefined ? [] : [example];
}

/**
 * The web address for what papers print: a DOI without the resolver's address (DOI Handbook, 3.8), or an address
 * without `https://`.
 */
function addressOf(written: string): readonly string[] {
  if (/^10\.\d{4,9}\/\S+$/.test(written)) return [`https://doi.org/${written}`];
  return /^(?:www\.|(?:dx\.)?doi\.org\/)\S+$/.test(written) ? [`https://${written}`] : [];
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

/** The message for a failed `not`, by what its schema provides: a title, values, types, properties or a pattern. */
export function ruledOut(site: Site): string {
  const subject = subjectAt(site);
  const { schema } = site.problem;
  const unwanted = schema === false ? undefined : schema.not;
  if (!isJsonObject(unwanted)) return mustNotBe(subject, undefined);
  const title = titleOf(unwanted);
  if (title !== undefined) return mustNotBe(subject, inSentence(title));
  // Several keywords together rule out only values that match all of them, so naming one keyword would be wrong.
  const [keyword, ...others] = Object.keys(unwanted).filter((name) => !describing.has(name));
  if (keyword === undefined || others.length > 0) return mustNotBe(subject, undefined);
  const value = unwanted[keyword];
  switch (keyword) {
    case "const":
    case "enum":
      return mustNotBe(subject, listOf(valuesOf(value, keyword).map(plain), "or"));
    case "type":
      return mustNotBe(
        subject,
        listOf((isJsonArray(value) ? stringsIn(value) : stringsIn([value])).map(typeName), "or"),
      );
    case "required":
      return mustNotHave(subject, stringsIn(value));
    case "pattern":
      return translate("{0} must not have the form `{1}`.", valueName(subject), stringsIn([value]).join());
    default:
      return mustNotBe(subject, nameOfReference(unwanted));
  }
}

/** Keywords without constraints. */
const describing: ReadonlySet<string> = new Set(["$comment", "description", "markdownDescription"]);

function valuesOf(value: JsonValue | undefined, keyword: "const" | "enum"): readonly string[] {
  const values = keyword === "const" ? [value] : isJsonArray(value) ? value : [];
  return values.map((one) => JSON.stringify(one));
}

/** @param unwanted the ruled-out kind, as in a sentence; undefined without a name */
function mustNotBe(subject: Subject, unwanted: string | undefined): string {
  return unwanted === undefined || unwanted === ""
    ? translate("{0} has a form that is ruled out here.", valueName(subject))
    : translate("{0} must not be {1}.", valueName(subject), unwanted);
}

/** @param names of properties that the object must not have together */
function mustNotHave(object: Subject, names: readonly string[]): string {
  const quoted = listOf(
    names.map((name) => `\`${name}\``),
    "and",
  );
  return names.length === 1
    ? translate("{0} must not have {1}.", thingName(object), quoted)
    : translate("{0} must not have {1} together.", thingName(object), quoted);
}
