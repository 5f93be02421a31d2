import { type JsonValue, isJsonArray, isJsonObject } from "@analyses/json";
import { stringsIn } from "@analyses/json-schema";
import { typeName } from "../diagnostics/wrong-type";
import { type Site, nameOfReference, subjectAt, titleOf } from "../findings/site";
import {
  type Subject,
  inSentence,
  listOf,
  mustNotBe,
  mustNotFollow,
  mustNotHave,
  plain,
  valueName,
  valueNameInside,
  withArticle,
} from "../findings/subject";
import { translate } from "../localisation/translate";

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

/** An example of a text in the format; empty for formats without an example here. */
export function examplesOfFormat(format: JsonValue | undefined): readonly string[] {
  const example =
    typeof format === "string" && Object.hasOwn(examples, format) ? examples[format] : undefined;
  return example === undefined ? [] : [example];
}

export function outOfFormat(subject: Subject, format: string): string {
  const name = formatName(format);
  if (name === undefined) return translate("{0} is not of the format “{1}”.", valueName(subject), format);
  const example = examples[format];
  return example === undefined
    ? translate("{0} should be {1}.", valueName(subject), name)
    : translate("{0} should be {1}, such as {2}.", valueName(subject), name, example);
}

/** @param month as `2026-02` */
export function noSuchDay(subject: Subject, month: string, days: number): string {
  return translate("{0} should be a date: {1} has only {2} days.", valueName(subject), month, days);
}

/** @param example a matching text, which is easier to read than a regular expression */
export function outOfPattern(subject: Subject, pattern: string, example: string | undefined): string {
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

export function tooSmall(subject: Subject, limit: number, exclusive: boolean): string {
  return exclusive
    ? translate("{0} must be more than {1}.", valueName(subject), limit)
    : translate("{0} must be at least {1}.", valueName(subject), limit);
}

export function tooLarge(subject: Subject, limit: number, exclusive: boolean): string {
  return exclusive
    ? translate("{0} must be less than {1}.", valueName(subject), limit)
    : translate("{0} must be at most {1}.", valueName(subject), limit);
}

export function notMultiple(subject: Subject, step: number): string {
  return step === 1
    ? translate("{0} must be a whole number.", valueName(subject))
    : translate("{0} must be a multiple of {1}.", valueName(subject), step);
}

export function tooShort(subject: Subject, limit: number): string {
  if (limit === 1) return translate("{0} must not be empty.", valueName(subject));
  return translate("{0} must have at least {1} characters.", valueName(subject), limit);
}

export function tooLong(subject: Subject, limit: number): string {
  return limit === 1
    ? translate("{0} must have at most 1 character.", valueName(subject))
    : translate("{0} must have at most {1} characters.", valueName(subject), limit);
}

export function tooFewEntries(subject: Subject, limit: number, found: number): string {
  if (found === 0 && limit === 1) return translate("{0} must not be empty.", valueName(subject));
  return limit === 1
    ? translate("{0} must have at least 1 entry, not {1}.", valueName(subject), found)
    : translate("{0} must have at least {1} entries, not {2}.", valueName(subject), limit, found);
}

export function tooManyEntries(subject: Subject, limit: number, found: number | undefined): string {
  if (limit === 0) return translate("{0} must be empty.", valueName(subject));
  if (found === undefined)
    return limit === 1
      ? translate("{0} must have at most 1 entry.", valueName(subject))
      : translate("{0} must have at most {1} entries.", valueName(subject), limit);
  return limit === 1
    ? translate("{0} must have at most 1 entry, not {1}.", valueName(subject), found)
    : translate("{0} must have at most {1} entries, not {2}.", valueName(subject), limit, found);
}

export function entryNotAllowed(list: Subject, number: number): string {
  return translate("Entry {0} must not stand in {1}.", number, valueNameInside(list));
}

export function sameEntries(subject: Subject, first: number, second: number): string {
  return translate(
    "Entries {0} and {1} of {2} are the same: each may stand only once.",
    first,
    second,
    valueNameInside(subject),
  );
}

export function firstOfSame(first: number): string {
  return translate("Entry {0} is the same.", first);
}

/** @param required the properties that make an entry count */
export function tooFewMatches(
  subject: Subject,
  limit: number,
  kind: string | undefined,
  required: readonly string[],
): string {
  const name = valueName(subject);
  if (kind === undefined && required.length > 0) {
    const names = listOf(
      required.map((each) => `\`${each}\``),
      "and",
    );
    return limit === 1
      ? translate("{0} must have at least one entry with {1}.", name, names)
      : translate("{0} must have at least {1} entries with {2}.", name, limit, names);
  }
  if (kind === undefined)
    return limit === 1
      ? translate("{0} must have at least one entry that is of the kind asked for.", name)
      : translate("{0} must have at least {1} entries that are of the kind asked for.", name, limit);
  return limit === 1
    ? translate("{0} must have at least one entry that is {1}.", name, withArticle(kind))
    : translate("{0} must have at least {1} entries that are {2}.", name, limit, withArticle(kind));
}

export function tooManyMatches(subject: Subject, limit: number, kind: string | undefined): string {
  const name = valueName(subject);
  if (kind === undefined)
    return limit === 1
      ? translate("{0} must have at most 1 entry of one kind.", name)
      : translate("{0} must have at most {1} entries of one kind.", name, limit);
  return limit === 1
    ? translate("{0} must have at most 1 entry that is {1}.", name, withArticle(kind))
    : translate("{0} must have at most {1} entries that are {2}.", name, limit, withArticle(kind));
}

/** The message for a failed `not`, by what its schema provides: a title, values, types, properties or a pattern. */
export function ruledOut(site: Site): string {
  const subject = subjectAt(site);
  const { schema } = site.problem;
  const unwanted = schema === false ? undefined : schema.not;
  if (!isJsonObject(unwanted)) return mustNotBe(subject, undefined);
  const title = titleOf(unwanted);
  if (title !== undefined) return mustNotBe(subject, inSentence(title));
  // Several keywords rule out only what matches all of them, which listing one keyword would misstate.
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
      return mustNotFollow(subject, stringsIn([value]).join());
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
