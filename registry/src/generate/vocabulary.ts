import type { Country } from "@analyses/schemas/generated/registry";
import vocabulary from "../../data/vocabulary.json";
import type { Random } from "./random";

/**
 * Where made-up people live: invented names and towns. In numbers each `#` stands for a digit; telephone numbers are of
 * the ranges that regulators keep free for films and books, and empty where there is none.
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

/** A number of a region with its digits. */
export function withDigits(random: Random, number: string): string {
  return number.replace(/#+/g, ({ length }) => random.digits(length));
}
