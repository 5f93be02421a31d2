import type { ValueOfRole, WritingPlace, Written } from "@analyses/evidence";
import { alternativesOf, isNumberRole, typesOf, viewOf, wordsOf } from "@analyses/evidence";
import type { Losses } from "../model/report";
import type { Row, RiskOfBiasMethod } from "../model/review";
import { judgedAs } from "../reading/riskOfBias";

/** Options for writing rows. */
export interface RowWriting {
  readonly riskOfBias: RiskOfBiasMethod;
  /** Whether a text matches a pattern of the schema. */
  readonly matches: (pattern: string, text: string) => boolean;
  readonly losses: Losses;
}

/** Returns a function that gives a row's value for each role, in the form that the schema requires. */
export function valuesOfRow(row: Row, writing: RowWriting): ValueOfRole {
  return (role, at) => {
    switch (role) {
      case "study":
        return studyName(row, at, writing);
      case "year":
        return yearOf(row, at);
      case "excluded":
        return row.excluded ? true : undefined;
      case "footnotes": {
        if (row.footnotes.length === 0) return undefined;
        const texts = row.footnotes.map(({ value }) => value);
        return typesOf(at).has("array") ? texts : texts.join(" ");
      }
      case "risk-of-bias":
        return judgementsOf(row, at, writing);
      default:
        return isNumberRole(role) ? row.numbers[role]?.value : undefined;
    }
  };
}

/** The study's name unchanged, or with the source's year appended if the schema requires one. */
function studyName(row: Row, { schemas, resolve }: WritingPlace, { matches, losses }: RowWriting): string {
  const { study, year } = row;
  const patterns = alternativesOf(schemas, resolve).flatMap(({ node }) =>
    typeof node.pattern === "string" ? [node.pattern] : [],
  );
  const fits = (text: string): boolean => patterns.every((pattern) => matches(pattern, text));
  const longer = `${study.value} ${year?.value ?? ""}`;
  if (year === null || fits(study.value) || !fits(longer)) return study.value;
  const message = losses.translate("“{0}” became “{1}”: studies are named so here.", study.value, longer);
  losses.addOnce("changed", "name-changed", { place: study.place }, message);
  return longer;
}

function yearOf({ year }: Row, at: WritingPlace): Written | undefined {
  if (year === null) return undefined;
  const types = typesOf(at);
  if (!types.has("integer") && !types.has("number")) return year.value;
  return /^\d{4}$/.test(year.value) ? Number(year.value) : undefined;
}

/** Returns judgements if the schema has a property for each domain; of several methods, uses the document's. */
function judgementsOf(row: Row, at: WritingPlace, writing: RowWriting): Written | undefined {
  if (row.riskOfBias.length === 0) return undefined;
  const { riskOfBias, losses } = writing;
  const { resolve } = at;
  const all = alternativesOf(at.schemas, resolve);
  const own = all.filter(({ node }) => node["x-risk-of-bias-method"] === `RISK_OF_BIAS_${riskOfBias}`);
  const { properties } = viewOf(own.length > 0 ? own : all, resolve);
  const judged = row.riskOfBias.flatMap(
    ({ domain, judged: said }): readonly (readonly [string, Written])[] => {
      const property = Array.from(properties).find(([name]) => folded(name) === folded(domain));
      const word = wordsOf({ schemas: property?.[1] ?? [], resolve })
        .filter((one) => typeof one === "string")
        .find((one) => judgedAs(one.replaceAll("_", " "), riskOfBias) === said);
      if (property === undefined || word === undefined) {
        const message = losses.translate(
          "The schema has no place for judgements of “{0}”: left out.",
          domain,
        );
        losses.addOnce("lost", "risk-of-bias-domain", { place: row.place }, message);
        return [];
      }
      return [[property[0], word]];
    },
  );
  return judged.length === 0 ? undefined : Object.fromEntries(judged);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
