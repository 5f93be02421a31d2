import { type JsonValue, elementAt, isJsonArray, isJsonObject } from "@analyses/json";
import type { ProblemDetail } from "@analyses/json-schema";
import { handleOf, rangeOf } from "../document/locate";
import type { FindingDraft } from "../findings/finding";
import { type Site, schemaFinding, subjectAt, titleOf } from "../findings/site";
import {
  type Subject,
  listOf,
  thingName,
  valueName,
  valueNameInside,
  withArticle,
} from "../findings/subject";
import { translate } from "../localisation/translate";

type Detail<Keyword> = Extract<ProblemDetail, { readonly keyword: Keyword }>;

export function entryCountFindings(
  site: Site,
  keyword: "minItems" | "maxItems",
  limit: number,
  actual: number,
): FindingDraft[] {
  if (keyword === "maxItems")
    return [schemaFinding(site, tooManyEntries(subjectAt(site), limit, actual), entryRange(site, limit))];
  const name = valueName(subjectAt(site));
  if (limit === 1)
    return [
      schemaFinding(
        site,
        actual === 0
          ? translate("{0} must not be empty.", name)
          : translate("{0} must have at least 1 entry, not {1}.", name, actual),
      ),
    ];
  return [
    schemaFinding(site, translate("{0} must have at least {1} entries, not {2}.", name, limit, actual)),
  ];
}

function tooManyEntries(subject: Subject, limit: number, found: number | undefined): string {
  if (limit === 0) return translate("{0} must be empty.", valueName(subject));
  if (found === undefined)
    return limit === 1
      ? translate("{0} must have at most 1 entry.", valueName(subject))
      : translate("{0} must have at most {1} entries.", valueName(subject), limit);
  return limit === 1
    ? translate("{0} must have at most 1 entry, not {1}.", valueName(subject), found)
    : translate("{0} must have at most {1} entries, not {2}.", valueName(subject), limit, found);
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
  const list = subjectAt(site);
  const message =
    keyword === "unevaluatedItems" && !detail.isTooLong
      ? translate("Entry {0} must not stand in {1}.", index + 1, valueNameInside(list))
      : tooManyEntries(list, index, undefined);
  return [schemaFinding(site, message, entryRange(site, index))];
}

export function sameEntryFindings(site: Site, { first, second }: Detail<"uniqueItems">): FindingDraft[] {
  const message = translate(
    "Entries {0} and {1} of {2} are the same: each may stand only once.",
    first + 1,
    second + 1,
    valueNameInside(subjectAt(site)),
  );
  const earlier = { message: translate("Entry {0} is the same.", first + 1), ...entryRange(site, first) };
  return [{ ...schemaFinding(site, message, entryRange(site, second)), related: [earlier] }];
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
  return [schemaFinding(site, message)];
}

/** @param required the properties that make an entry count */
function tooFewMatches(
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

function tooManyMatches(subject: Subject, limit: number, kind: string | undefined): string {
  const name = valueName(subject);
  if (kind === undefined)
    return limit === 1
      ? translate("{0} must have at most 1 entry of one kind.", name)
      : translate("{0} must have at most {1} entries of one kind.", name, limit);
  return limit === 1
    ? translate("{0} must have at most 1 entry that is {1}.", name, withArticle(kind))
    : translate("{0} must have at most {1} entries that are {2}.", name, limit, withArticle(kind));
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

export function propertyCountFindings(
  site: Site,
  keyword: "minProperties" | "maxProperties",
  limit: number,
): FindingDraft[] {
  const name = thingName(subjectAt(site));
  const tooFew = (): string =>
    limit === 1
      ? translate("{0} must have at least 1 property.", name)
      : translate("{0} must have at least {1} properties.", name, limit);
  const tooMany = (): string =>
    limit === 1
      ? translate("{0} must have at most 1 property.", name)
      : translate("{0} must have at most {1} properties.", name, limit);
  return [schemaFinding(site, keyword === "minProperties" ? tooFew() : tooMany())];
}
