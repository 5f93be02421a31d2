import type { ChoiceValues } from "../choiceValues";
import { readChoice, readExcluded } from "../choiceValues";
import type { Role } from "./roles";

/**
 * Reads the value of a choice: by its own entry, else by the known words, else by the entry `*`.
 *
 * @returns null for a value that maps to nothing, undefined for an unknown one
 */
export function readValue<Role extends keyof ChoiceValues>(
  role: Role,
  values: ReadonlyMap<string, string>,
  value: unknown,
): ChoiceValues[Role] | null | undefined {
  const own = values.get(String(value));
  const known = readChoice[role](own ?? value);
  const other = values.get("*");
  if (own === "" || (known === undefined && other === "")) return null;
  return known ?? (other === undefined ? undefined : readChoice[role](other));
}

/** The standard value: by the value's own entry, else by `*`, else unchanged. */
export function standardValue(role: Role, values: ReadonlyMap<string, string>, value: unknown): unknown {
  const isKnown = role === "excluded" && readExcluded(value) !== undefined;
  return values.get(String(value)) ?? (isKnown ? value : (values.get("*") ?? value));
}

/** The standard values of names that are headings or sums: not a study, or not a subgroup. */
export const notOne = { study: "not-a-study", subgroup: "not-a-subgroup" } as const;
