import {
  type DataType,
  type NumberRole,
  armNamed,
  bindRoles,
  evidenceOfItem,
  numberRoles,
  ofOtherArm,
  partNamed,
  placesOfRows,
} from "@analyses/evidence";
import { sharedEnds } from "@analyses/json";
import { type Answers, type ColumnMeaning, columnMeanings } from "./answers";
import { isWholeInterval } from "./lines";

/** Headings with a meaning in tables only, in lower case without punctuation. */
const tableWords: ReadonlyMap<string, ColumnMeaning> = new Map(
  (
    [
      ["outcome", "outcome outcomename endpoint analysis analysisname timepoint outcomemeasure"],
      ["comparison", "comparison comparisonname"],
      ["included", "includestudy include included"],
      ["footnotes", "footnotes footnote notes note comment comments"],
      ["year", "year studyyear studypublicationyear publicationyear yearofstudy pubyear"],
      ["subgroup", "subgroup subgroupname stratum"],
      ["experimental-events", "tpos"],
      ["experimental-non-events", "bi tneg"],
      ["comparator-events", "cpos"],
      ["comparator-non-events", "di cneg"],
      [
        "study",
        "author authors authoretal authoryear slab studlab firstauthor studyauthor studyfirstauthor studies trials " +
          "reference citation publication paper article",
      ],
    ] as const
  ).flatMap(([meaning, words]) => words.split(" ").map((word) => [word, meaning] as const)),
);

/** Headings that only tables with a row for each arm have; names such as `Mean` are in {@link partNamed}. */
const armWords: ReadonlyMap<string, ColumnMeaning> = new Map(
  (
    [
      ["arm", "t treatment arm intervention group treat armname treatmentname"],
      ["arm-events", "r responders"],
      ["arm-total", "size"],
      ["arm-mean", "m y"],
    ] as const
  ).flatMap(([meaning, words]) => words.split(" ").map((word) => [word, meaning] as const)),
);

/** Matches the heading of a column of names with years: `Author (year)`, `Study, year`. */
const nameWithYear =
  /^(?:(?:(?:first|erst)?\s*(?:authors?|autor(?:en|in|es)?))|stud(?:y|ie)|estudio|trial)\s*(?:[(,/&]|and|und|y)\s*(?:year|jahr|año)\)?$/iu;

/** Converts a heading to lower case without punctuation. */
export function folded(heading: string): string {
  return heading.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

/** Removes the number that distinguishes equal headings: the 4 in `Events (column 4)` does not name an arm. */
export function withoutColumnNumber(heading: string): string {
  return heading.replace(/ \(column \d+\)$/, "");
}

const roleWords = [
  "study",
  "year",
  "subgroup",
  "excluded",
  "footnotes",
  "effect-measure",
  "unit",
  ...numberRoles,
] as const;

/** Returns the meanings of columns: by the answers, else by headings of tables, else by the names of roles. */
export function meaningsOf(headings: readonly string[], { columns }: Answers): readonly ColumnMeaning[] {
  const byRole = rolesOf(headings);
  const isLong = isByArms(headings, byRole);
  const usedMeanings = new Set<ColumnMeaning>(columns.values());
  const named = headings.map((heading): ColumnMeaning => {
    const answered = columns.get(heading);
    if (answered !== undefined) return answered;
    const word = folded(heading);
    // A column with both limits of an interval is not the column of either limit.
    if (isWholeInterval(heading)) return "ignored";
    const meaning =
      (nameWithYear.test(heading) ? "study" : undefined) ??
      (isLong ? ofEitherArm(heading) : undefined) ??
      tableWords.get(word) ??
      byRole.get(heading) ??
      (isLong ? undefined : numberedArm(heading)) ??
      "ignored";
    const isOfPair = isLong && numberRoles.some((role) => role === meaning);
    // Several columns may identify the outcome, such as outcome and time point: together they divide the table into
    // analyses.
    const isAlone = meaning !== "outcome" || word === "outcomemeasure";
    if (isOfPair || (usedMeanings.has(meaning) && isAlone)) return "ignored";
    if (meaning !== "ignored") usedMeanings.add(meaning);
    return meaning;
  });
  return withOtherArm(headings, named, columns);
}

/** German and Spanish words of the parts of an arm's numbers. */
const partsInOtherLanguages = [
  [/(?<!\p{L})(?:ereignisse|eventos)(?!\p{L})/iu, "Events"],
  [/(?<!\p{L})(?:patienten|teilnehmer|pacientes|participantes)(?!\p{L})/iu, "Total"],
  [/(?<!\p{L})(?:MW|mittelwert|media)(?!\p{L})/iu, "Mean"],
  [/(?<!\p{L})(?:standardabweichung|desviación (?:estándar|típica))(?!\p{L})/iu, "SD"],
] as const;

/**
 * Words of German and Spanish headings: `Kontrollgruppe: N`, `Ereignisse Kontrolle`, `Grupo de intervención N`; and
 * estimates with their measure in brackets: `Effect size (SMD)`.
 */
const inOtherLanguages = [
  [/^(?:studie|estudio)$/iu, "Study"],
  [/^(?:erstautor(?:in)?|autor(?:en|in|es)?)$/iu, "Author"],
  [/^(?:(?:publikations)?jahr|año)$/iu, "Year"],
  [/^(?:subgruppe|untergruppe|subgrupo)$/iu, "Subgroup"],
  [/^(?:bemerkung(?:en)?|anmerkung(?:en)?|notas?)$/iu, "Notes"],
  [/(?<!\p{L})(?:kontrolle|kontroll(?:gruppe|arm)|grupo (?:de )?control)(?!\p{L})/iu, "Control"],
  [/^(?:effect(?:\s?size)?|estimate)\s*[([]\s*((?:log|ln)?\s?(?:OR|RR|HR|RD|MD|SMD|IRR))\s*[)\]]$/iu, "$1"],
  [/(?<!\p{L})(?:interventions(?:gruppe|arm)|(?:grupo (?:de )?)?intervención)(?!\p{L})/iu, "Intervention"],
] as const;

/** Translates the part of a number in a heading, not the name of its arm. */
export function partInEnglish(heading: string): string {
  return partsInOtherLanguages.reduce((text, [words, name]) => text.replace(words, name), heading);
}

export function inEnglish(heading: string): string {
  return inOtherLanguages.reduce((text, [words, name]) => text.replace(words, name), partInEnglish(heading));
}

const rowPlaces = placesOfRows();

/** Reads a heading such as `group1`: its column names the arm whose number columns end in 1. */
function numberedArm(heading: string): ColumnMeaning | undefined {
  const [byWords] = rowPlaces;
  const numbered = byWords?.property(heading).roles.find(({ role }) => role === "arm")?.numbered;
  if (numbered === undefined) return undefined;
  return numbered === "experimental" ? "first-arm" : "second-arm";
}

/** Returns the meanings that a heading may have by its name alone; `arm-events` for events of either arm. */
export function meaningsNamed(heading: string): readonly ColumnMeaning[] {
  const roles = rowPlaces.flatMap((place) => place.property(heading).roles.map(({ role }) => role));
  const words = [tableWords.get(folded(heading)), ofEitherArm(heading)];
  return columnMeanings.filter(
    (meaning) => roles.some((role) => role === meaning) || words.includes(meaning),
  );
}

/** The meaning of a heading in a table with a row for each arm. */
function ofEitherArm(heading: string): ColumnMeaning | undefined {
  const part = partNamed(heading);
  return armWords.get(folded(heading)) ?? columnMeanings.find((meaning) => meaning === `arm-${part}`);
}

/**
 * Returns the roles of headings, determined by name in the same way as those of a study's properties in a document.
 */
function rolesOf(headings: readonly string[]): ReadonlyMap<string, ColumnMeaning> {
  const named = headings
    .filter((heading) => heading !== "")
    .map((heading) => [heading, inEnglish(heading)] as const);
  const row = Object.fromEntries(named.map(([, english]) => [english, 1]));
  const { content } = evidenceOfItem({ studies: [row, row] }, bindRoles({}));
  const places = content.rows?.[0]?.places;
  const found = new Map<string, ColumnMeaning>();
  for (const role of roleWords) {
    const pointer = places?.get(role);
    const [heading] =
      named.find(([, english]) =>
        pointer?.endsWith(`/${english.replaceAll("~", "~0").replaceAll("/", "~1")}`),
      ) ?? [];
    if (heading !== undefined && !found.has(heading)) found.set(heading, role);
  }
  return found;
}

/**
 * Whether each arm has its own row: a column names the arm, and few headings name the experimental or the comparator
 * arm.
 */
function isByArms(headings: readonly string[], byRole: ReadonlyMap<string, ColumnMeaning>): boolean {
  const meanings = headings.map(ofEitherArm);
  const has = (meaning: ColumnMeaning): boolean => meanings.includes(meaning);
  const ofArms = Array.from(byRole.values()).filter((role) => /^(?:experimental|comparator)-/.test(role));
  // A table with both arms in a row has at least four columns whose headings name an arm.
  return has("arm") && has("arm-total") && (has("arm-events") || has("arm-mean")) && ofArms.length < 3;
}

/** Returns the types of data for which the columns suffice. */
export function typesThatFit(meanings: readonly ColumnMeaning[]): readonly DataType[] {
  const has = (...wanted: readonly ColumnMeaning[]): boolean => wanted.every((one) => meanings.includes(one));
  const hasTotal = (arm: "experimental" | "comparator"): boolean =>
    has(`${arm}-total`) || has(`${arm}-non-events`);
  const isLong = has("arm", "arm-total");
  const fits: Readonly<Record<DataType, boolean>> = {
    dichotomous:
      (has("experimental-events", "comparator-events") &&
        hasTotal("experimental") &&
        hasTotal("comparator")) ||
      (isLong && has("arm-events")),
    continuous:
      has("experimental-mean", "experimental-sd", "experimental-total") &&
      has("comparator-mean", "comparator-sd", "comparator-total")
        ? true
        : isLong && has("arm-mean", "arm-sd"),
    contrast:
      has("estimate") && (has("standard-error") || has("variance") || has("interval-low", "interval-high")),
    "observed-expected": has("observed-minus-expected", "variance"),
  };
  return (Object.keys(fits) as DataType[]).filter((type) => fits[type]);
}

// The user's answer for a column of one arm also names that arm: after `Deaths (aspirin)`, the columns
// `Deaths (placebo)` and `Randomised (aspirin)` need no answers of their own.

type Arms = readonly [own: string, other: string];

function wordsOf(heading: string): readonly string[] {
  return heading
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");
}

/** Returns the words in which two headings differ, if the words before or after them are equal; else undefined. */
function difference(heading: string, other: string): Arms | undefined {
  const [words, otherWords] = [wordsOf(heading), wordsOf(other)];
  const { start, end } = sharedEnds(words, otherWords);
  const [first, second] = [words, otherWords].map((all) => all.slice(start, all.length - end).join(" "));
  return start + end > 0 && first && second ? [first, second] : undefined;
}

/**
 * Gives a meaning to columns whose headings differ from those of the other arm only in the name of the arm.
 *
 * @param answered the user's answers by heading
 */
function withOtherArm(
  headings: readonly string[],
  meanings: readonly ColumnMeaning[],
  answered: ReadonlyMap<string, ColumnMeaning>,
): readonly ColumnMeaning[] {
  const arms = Array.from(answered).flatMap(([heading, meaning]) =>
    meaning.startsWith("experimental-")
      ? headings.flatMap((other) => {
          const names = difference(heading, other);
          return names !== undefined && armNamed(names[1]) === "comparator" ? [names] : [];
        })
      : [],
  );
  const roleOf = (heading: string): NumberRole | undefined =>
    numberRoles.find((role) => {
      const known = headings[meanings.findIndex((meaning) => meaning === ofOtherArm.get(role))];
      const names = known === undefined ? undefined : difference(heading, known);
      const [experimental, comparator] = role.startsWith("experimental-")
        ? (names ?? [])
        : (names ?? []).toReversed();
      return arms.some(([own, other]) => own === experimental && other === comparator);
    });
  return meanings.map((meaning, index) => {
    const heading = headings[index] ?? "";
    if (meaning !== "ignored" || answered.has(heading)) return meaning;
    const role = roleOf(heading);
    return role === undefined || meanings.includes(role) ? meaning : role;
  });
}
