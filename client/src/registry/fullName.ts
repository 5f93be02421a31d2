import type { Person } from "./records";

/** A person's name as one reads it: first, middle and last names. */
export function fullName({ firstName, middleNames, lastName }: Person): string {
  return [firstName, middleNames, lastName].filter((part) => part !== "").join(" ");
}
