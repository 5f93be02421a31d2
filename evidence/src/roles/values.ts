import type { ChoiceValues } from "../choiceValues";
import { readChoice, readExcluded } from "../choiceValues";
import type { Role } from "./roles";

/**
 * What the value of a choice stands for: by its own entry, else by the words that are known, else by the entry of all
 * others.
 *
 * @returns null where it says nothing, undefined where it is not known
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

/** What a value stands for: by its own entry, else that of all others, else as it is. */
export function standardValue(role: Role, values: ReadonlyMap<string, string>, value: unknown): unknown {
  const isKnown = role === "excluded" && readExcluded(value) !== undefined;
  return values.get(String(value)) ?? (isKnown ? value : (values.get("*") ?? value));
}

/** What the name of a row, or of a subgroup, stands for that is a heading, or the sum of others. */
export const notOne = { study: "not-a-study", subgroup: "not-a-subgroup" } as const;
