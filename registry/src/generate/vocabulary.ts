import type { Country } from "@analyses/schemas/generated/registry";
import vocabulary from "../../data/vocabulary.json";
import type { Random } from "./random";

/**
 * Names and towns for generated people, all invented. In numbers each `#` stands for a digit; telephone numbers are
 * in the ranges that regulators reserve for films and books, and empty if a country has none.
 */
export interface Region {
  readonly country: Country;
  readonly givenNames: readonly string[];
  readonly familyNames: readonly string[];
  readonly towns: readonly string[];
  readonly streets: readonly string[];
  readonly zip: string;
  readonly phone: string;
  readonly mobile: string;
}

export const regions: readonly Region[] = vocabulary.regions;
export const {
  healthTopics,
  methodTopics,
  interventions,
  conditions,
  groupRoleNames,
  documentRoleNames,
  departments,
} = vocabulary;

/** Replaces each `#` in a number by a random digit. */
export function withDigits(random: Random, number: string): string {
  return number.replace(/#+/g, ({ length }) => random.digits(length));
}
