import { isNumberRole } from "@analyses/evidence";
import type { JsonValue } from "@analyses/json";
import { type ValuePlace, mayFollowPattern } from "@analyses/json-schema";
import type { Losses } from "../model/report";
import type { Row, RiskOfBiasMethod } from "../model/review";
import { judgedAs } from "../reading/riskOfBias";
import { placeFrom } from "./schemaPlace";
import type { ValueOfRole } from "./writeItem";

/** Options for writing rows. */
export interface RowWriting {
  readonly riskOfBias: RiskOfBiasMethod;
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
        return at.types.includes("array") ? texts : texts.join(" ");
      }
      case "risk-of-bias":
        return judgementsOf(row, at, writing);
      default:
        return isNumberRole(role) ? row.numbers[role]?.value : undefined;
    }
  };
}

/** The study's name unchanged, or with the source's year appended if the schema requires one. */
function studyName(row: Row, { schemas }: ValuePlace, { losses }: RowWriting): string {
  const { study, year } = row;
  const fits = (text: string): boolean =>
    schemas.every(
      ({ schema: { pattern } }) => typeof pattern !== "string" || mayFollowPattern(text, pattern),
    );
  const longer = `${study.value} ${year?.value ?? ""}`;
  if (year === null || fits(study.value) || !fits(longer)) return study.value;
  const message = losses.translate("“{0}” became “{1}”: studies are named so here.", study.value, longer);
  losses.addOnce("changed", "name-changed", { place: study.place }, message);
  return longer;
}

function yearOf({ year }: Row, { types }: ValuePlace): JsonValue | undefined {
  if (year === null) return undefined;
  if (!types.includes("integer") && !types.includes("number")) return year.value;
  return /^\d{4}$/.test(year.value) ? Number(year.value) : undefined;
}

/** Returns judgements if the schema has a property for each domain; of several methods, uses the document's. */
function judgementsOf(row: Row, { schemas }: ValuePlace, writing: RowWriting): JsonValue | undefined {
  if (row.riskOfBias.length === 0) return undefined;
  const { riskOfBias, losses } = writing;
  const own = schemas.filter(
    ({ schema }) => schema["x-risk-of-bias-method"] === `RISK_OF_BIAS_${riskOfBias}`,
  );
  const { names, property } = placeFrom(own.length > 0 ? own : schemas).having({});
  const judged = row.riskOfBias.flatMap(
    ({ domain, judged: said }): readonly (readonly [string, JsonValue])[] => {
      const name = names.find((one) => folded(one) === folded(domain));
      const word = (name === undefined ? [] : property(name).values)
        .filter((value) => typeof value === "string")
        .find((value) => judgedAs(value.replaceAll("_", " "), riskOfBias) === said);
      if (name === undefined || word === undefined) {
        const message = losses.translate(
          "The schema has no place for judgements of “{0}”: left out.",
          domain,
        );
        losses.addOnce("lost", "risk-of-bias-domain", { place: row.place }, message);
        return [];
      }
      return [[name, word]];
    },
  );
  return judged.length === 0 ? undefined : Object.fromEntries(judged);
}

function folded(name: string): string {
  return name.toLowerCase().replace(/[^a-z]/g, "");
}
