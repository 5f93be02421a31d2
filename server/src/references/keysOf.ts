import { identifierProperty } from "../../../protocol/src/references";
import { isJsonArray } from "../document/json";
import type { JsonObject, JsonValue } from "../document/valueOf";

/** What the property names of a value tell, at any depth. */
export interface Keys {
  readonly count: number;
  /** The objects with a property that identifies a record of a registry, in any order. */
  readonly identified: readonly JsonObject[];
}

const { group, person } = identifierProperty;

/** One walk over a value for all who ask about its property names. */
export function keysOf(value: JsonValue | undefined): Keys {
  let count = 0;
  const identified: JsonObject[] = [];
  const waiting: (JsonObject | readonly JsonValue[])[] = [];
  const visit = (inner: JsonValue | undefined): void => {
    if (typeof inner === "object" && inner !== null) waiting.push(inner);
  };
  visit(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const element of next) visit(element);
    else {
      let isIdentified = false;
      for (const name in next) {
        count++;
        isIdentified ||= name === group || name === person;
        visit(next[name]);
      }
      if (isIdentified) identified.push(next);
    }
  }
  return { count, identified };
}
