import type { JsonValue } from "../../document/valueOf";

const typeBits: Readonly<Record<string, number>> = {
  null: 1,
  boolean: 2,
  object: 4,
  array: 8,
  integer: 16,
  number: 16 | 32,
  string: 64,
};

/** A test whether a value is of one of the types (validation 2020-12, section 6.1.1). */
export function typeTest(names: readonly string[]): (value: JsonValue) => boolean {
  const bits = names.reduce((sum, name) => sum | (typeBits[name] ?? 0), 0);
  return (value) => (bitOf(value) & bits) !== 0;
}

function bitOf(value: JsonValue): number {
  if (typeof value === "string") return 64;
  if (typeof value === "number") return Number.isInteger(value) ? 16 : 32;
  if (typeof value === "boolean") return 2;
  if (value === null) return 1;
  return Array.isArray(value) ? 8 : 4;
}
