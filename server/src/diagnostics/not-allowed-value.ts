import { replaceWhole } from "./fixes/fix";
import type { SchemaDiagnostic } from "./diagnostic";
import { translate } from "../localisation/translate";
import {
  valueNameInside,
  listOf,
  withArticle,
  valueName,
  plain,
  isSameText,
  otherCharacters,
  maxListLength,
} from "../findings/subject";
import type { Subject, Reason } from "../findings/subject";
import { rangeOf } from "../document/locate";
import { type Site, textAt, subjectAt } from "../findings/site";
import { nearestTo, areAlikeWordByWord } from "../findings/nearest";
import { type JsonValue, valueOf, memoized, readingsOf, readJson } from "@analyses/json";
import type { AllowedValues, FindingDraft } from "../findings/finding";

export function allowedValueFindings(site: Site, allowed: readonly JsonValue[]): FindingDraft[] {
  const value = valueOf(site.document, site.located);
  const alike = typeof value === "string" ? nearestTo(value, textsIn(allowed)) : [];
  const near = alike.length > 0 ? alike : possibleNumbers(value).filter((number) => allowed.includes(number));
  const written = [...near, ...allowed.slice(0, maxOfferedLength)].map((one) => JSON.stringify(one));
  const sorted = [...new Set(written)];
  const subject = subjectAt(site);
  const [only] = sorted;
  const message =
    only !== undefined && site.problem.detail.keyword === "const"
      ? notTheValue(subject, only, site.reason)
      : notAllowedValue(subject, textAt(site), { count: allowed.length, sorted }, near.length, site.reason);
  return [
    {
      code: "not-allowed-value",
      message,
      ...rangeOf(site.located),
      related: [],
      data: { kind: "not-allowed-value", allowed: sorted, count: allowed.length, nearest: near.length },
    },
  ];
}

/** The strings among allowed values, of which a schema can list thousands. */
const textsIn = memoized((allowed: readonly JsonValue[]): readonly string[] =>
  allowed.filter((each) => typeof each === "string"),
);

/** The numbers that a value may mean: a number as a percentage or a fraction (95 for `0.95`), a text as a number. */
function possibleNumbers(value: JsonValue | undefined): readonly JsonValue[] {
  if (typeof value === "number")
    // Twelve digits remove the rounding error of floating-point numbers: 0.07 * 100 is 7.000000000000001.
    return [value * 100, value / 100].map((number) => Number(number.toPrecision(12)));
  if (typeof value !== "string") return [];
  return readingsOf(value.trim()).flatMap(({ json, type }) => (type === "string" ? [] : [readJson(json)]));
}

/**
 * @param given - The value as JSON text.
 * @param allowed - The number of all allowed values, and the first of them as JSON text, best first.
 * @param nearest - How many of the first allowed values are near the given value.
 */
function notAllowedValue(
  subject: Subject,
  given: string,
  { count, sorted: allowed }: { readonly count: number; readonly sorted: readonly string[] },
  nearest: number,
  reason: Reason | undefined,
): string {
  const [value, property] = [plain(given), valueNameInside(subject)];
  const [likeliest] = allowed;
  if (nearest > 0 && likeliest !== undefined && isSameText(given, likeliest))
    return otherCharacters(plain(given), plain(likeliest));
  if (reason !== undefined && count > 0 && count <= maxListLength)
    return translate(
      "`{0}` is not allowed for {1}, since `{2}` is {3}: use {4}.",
      value,
      property,
      reason.name,
      reason.value,
      listOf(allowed.map(plain), "or"),
    );
  const kind = subject.title === undefined ? undefined : withArticle(subject.title);
  if (count === 0)
    return kind === undefined
      ? translate("`{0}` is not allowed for {1}.", value, property)
      : translate("`{0}` is not {1}.", value, kind);
  if (count <= maxListLength) {
    const values = listOf(allowed.map(plain), "or");
    return kind === undefined
      ? translate("`{0}` is not allowed for {1}: use {2}.", value, property, values)
      : translate("`{0}` is not {1}: use {2}.", value, kind, values);
  }
  const near = listOf(allowed.slice(0, Math.max(1, Math.min(nearest, 3))).map(plain), "or");
  if (nearest === 0)
    return kind === undefined
      ? translate(
          "`{0}` is not allowed for {1}: {2} values are allowed, such as {3}.",
          value,
          property,
          count,
          near,
        )
      : translate("`{0}` is not {1}: {2} values are allowed, such as {3}.", value, kind, count, near);
  return kind === undefined
    ? translate("`{0}` is not allowed for {1}: did you mean {2}?", value, property, near)
    : translate("`{0}` is not {1}: did you mean {2}?", value, kind, near);
}

function notTheValue(subject: Subject, expected: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("{0} must be {1}.", valueName(subject), plain(expected))
    : translate(
        "{0} must be {1}, since `{2}` is {3}.",
        valueName(subject),
        plain(expected),
        reason.name,
        reason.value,
      );
}

function inQuotes(written: string): string {
  return written.replace(/^"|"$/g, "");
}

/** The longest list of values to offer completely as fixes; of a longer list, only the nearest or the first values. */
const maxOfferedLength = 20;

/** How many values of a longer list to offer if none is near. */
const few = 5;

/** The values to offer as fixes. */
export function fewOf({ allowed, count, nearest }: AllowedValues): readonly string[] {
  return count <= maxOfferedLength ? allowed : allowed.slice(0, nearest > 0 ? nearest : few);
}

export const notAllowedValueDiagnostic: SchemaDiagnostic = {
  kind: "schema",
  severity: "error",
  fixes(finding, document) {
    const { data, start, end } = finding;
    if (data.kind !== "not-allowed-value") return [];
    const own = inQuotes(document.text.slice(start, end));
    return fewOf(data).map((value, index) => {
      const certain = index === 0 && data.isSame === true;
      const isLikely = index === 0 && data.nearest > 0 && areAlikeWordByWord(own, inQuotes(value));
      return replaceWhole(finding, value, { preferred: certain || isLikely, certain });
    });
  },
  mayHaveCertainFix: ({ data }) => data.kind === "not-allowed-value" && data.isSame === true,
};
