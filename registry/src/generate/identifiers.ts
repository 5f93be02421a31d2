import type { Random } from "./random";

/**
 * An identifier of one of the forms that occur: `11143`, `A2D50EBA82E26AA200B088F836A8AA03`,
 * `08573771072139469457090803092242`.
 *
 * @param number the one to use where the identifier looks like a number; unique in its collection
 */
export function identifier(random: Random, number: number): string {
  const form = random.below(10);
  if (form < 6) return String(number);
  if (form < 9) return longIdentifier(random);
  return ["0", random.digits(7), random.digits(8), random.digits(8), random.digits(8)].join("");
}

/** 32 hexadecimal digits. */
export function longIdentifier(random: Random): string {
  return [random.hex(), random.hex(), random.hex(), random.hex()].join("");
}
