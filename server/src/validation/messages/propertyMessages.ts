import { kindName, thingName } from "./subject";
import type { Subject } from "./subject";
import { listOf } from "./wording";
import { translate } from "../../localisation/translate";

/** Lists of names longer than this help nobody. */
const longestList = 8;

export function missingProperty(object: Subject, name: string): string {
  return translate("{0} has no `{1}`.", thingName(object), name);
}

/** @param names - Two or more, of which one is needed. */
export function missingAlternative(object: Subject, names: readonly string[]): string {
  const quoted = names.map((name) => `\`${name}\``);
  const [first, second, third] = quoted;
  if (first === undefined || second === undefined || third !== undefined)
    return translate("{0} must have {1}.", thingName(object), listOf(quoted, "or"));
  return translate("{0} has neither {1} nor {2}.", thingName(object), first, second);
}

export function missingDependent(object: Subject, name: string, since: string): string {
  return translate("{0} has `{1}`, so it must have `{2}` too.", thingName(object), since, name);
}

export function unknownProperty(
  object: Subject,
  name: string,
  nearest: readonly string[],
  allowed: readonly string[],
): string {
  const kind = kindName(object);
  const [likeliest] = nearest;
  if (likeliest !== undefined)
    return translate("`{0}` is not a property of {1}: did you mean `{2}`?", name, kind, likeliest);
  if (allowed.length === 0 || allowed.length > longestList)
    return translate("`{0}` is not a property of {1}.", name, kind);
  const quoted = allowed.map((each) => `\`${each}\``);
  return translate("`{0}` is not a property of {1}: it may have {2}.", name, kind, listOf(quoted, "and"));
}

export function propertyNotAllowed(object: Subject, name: string): string {
  return translate("`{0}` must not stand in {1}.", name, kindName(object));
}

export function nameNotAllowed(object: Subject, name: string): string {
  return translate("`{0}` cannot be the name of a property of {1}.", name, kindName(object));
}

export function tooFewProperties(object: Subject, limit: number): string {
  return limit === 1
    ? translate("{0} must have at least 1 property.", thingName(object))
    : translate("{0} must have at least {1} properties.", thingName(object), limit);
}

export function tooManyProperties(object: Subject, limit: number): string {
  return limit === 1
    ? translate("{0} must have at most 1 property.", thingName(object))
    : translate("{0} must have at most {1} properties.", thingName(object), limit);
}
