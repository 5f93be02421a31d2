// Attributes with results that RevMan computed.

import type { Stored, StoredName } from "../model/review";
import { numberCell } from "../reading/cells";
import type { Element } from "../reading/xml";

const effectAttributes = [
  ["estimate", "EFFECT_SIZE"],
  ["low", "CI_START"],
  ["high", "CI_END"],
  ["weight", "WEIGHT"],
] as const;

export const rowAttributes: readonly (readonly [StoredName, string])[] = effectAttributes;

export const poolAttributes: readonly (readonly [StoredName, string])[] = [
  ...effectAttributes,
  ["z", "Z"],
  ["p", "P_Z"],
  ["q", "CHI2"],
  ["df", "DF"],
  ["qP", "P_CHI2"],
  ["i2", "I2"],
  ["tau2", "TAU2"],
  ["experimentalEvents", "EVENTS_1"],
  ["experimentalTotal", "TOTAL_1"],
  ["comparatorEvents", "EVENTS_2"],
  ["comparatorTotal", "TOTAL_2"],
];

export const differenceAttributes: readonly (readonly [StoredName, string])[] = [
  ["q", "Q"],
  ["qP", "P_Q"],
  ["i2", "I2_Q"],
];

/** Reads the results that RevMan computed; empty if not estimable. */
export function storedOf(
  { attributes, place }: Element,
  names: readonly (readonly [StoredName, string])[],
): Stored {
  if (attributes.get("ESTIMABLE") === "NO") return {};
  return Object.fromEntries(
    names.flatMap(([name, attribute]) => {
      const cell = numberCell(attributes.get(attribute) ?? "", place);
      return cell === undefined ? [] : [[name, cell] as const];
    }),
  );
}
