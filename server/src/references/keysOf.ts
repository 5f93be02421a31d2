import { identifierProperty } from "../../../protocol/src/references";
import { isJsonArray } from "../document/json";
import type { JsonObject, JsonValue } from "../document/valueOf";

/** What the property names of a value tell, at any depth. */
export interface Keys {
  readonly count: number;
  /** Whether one of them identifies a record of a registry. */
  readonly hasIdentifier: boolean;
}

const { group, person } = identifierProperty;

/** One walk over a value for all who ask about its property names. */
export function keysOf(value: JsonValue | undefined): Keys {
  let count = 0;
  let hasIdentifier = false;
  const waiting: (JsonObject | readonly JsonValue[])[] = [];
  const visit = (inner: JsonValue | undefined): void => {
    if (typeof inner === "object" && inner !== null) waiting.push(inner);
  };
  visit(value);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isJsonArray(next)) for (const element of next) visit(element);
    else {
      for (const name in next) {
        count++;
        hasIdentifier ||= name === group || name === person;
        visit(next[name]);
      }
    }
  }
  return { count, hasIdentifier };
}
