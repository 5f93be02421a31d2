import { kindName, thingName } from "./subject";
import type { Subject } from "./subject";
import { listOf } from "./wording";

/** Lists of names longer than this help nobody. */
const longestList = 8;

export function missingProperty(object: Subject, name: string): string {
  return `${thingName(object)} has no \`${name}\`.`;
}

export function missingDependent(object: Subject, name: string, since: string): string {
  return `${thingName(object)} has \`${since}\`, so it must have \`${name}\` too.`;
}

export function unknownProperty(
  object: Subject,
  name: string,
  nearest: readonly string[],
  allowed: readonly string[],
): string {
  const statement = `\`${name}\` is not a property of ${kindName(object)}`;
  const [likeliest] = nearest;
  if (likeliest !== undefined) return `${statement}: did you mean \`${likeliest}\`?`;
  if (allowed.length === 0 || allowed.length > longestList) return `${statement}.`;
  return `${statement}: it may have ${listOf(
    allowed.map((each) => `\`${each}\``),
    "and",
  )}.`;
}

export function propertyNotAllowed(object: Subject, name: string): string {
  return `\`${name}\` must not stand in ${kindName(object)}.`;
}

export function nameNotAllowed(object: Subject, name: string): string {
  return `\`${name}\` cannot be the name of a property of ${kindName(object)}.`;
}

export function tooFewProperties(object: Subject, limit: number): string {
  return `${thingName(object)} must have at least ${limit} ${limit === 1 ? "property" : "properties"}.`;
}

export function tooManyProperties(object: Subject, limit: number): string {
  return `${thingName(object)} must have at most ${limit} ${limit === 1 ? "property" : "properties"}.`;
}
