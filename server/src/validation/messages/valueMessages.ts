import { kindName, listOf, thingName, valueName, valueNameInside, withArticle } from "./subject";
import type { Reason, Subject } from "./subject";
import { translate } from "../../localisation/translate";

/** Longer lists of names and values are no help. */
const longestList = 8;

/**
 * @param given - The value as JSON text.
 * @param allowed - The allowed values as JSON text, the likeliest first.
 * @param nearest - How many of them are near.
 */
export function notAllowedValue(
  subject: Subject,
  given: string,
  allowed: readonly string[],
  nearest: number,
  reason: Reason | undefined,
): string {
  const [value, property] = [plain(given), valueNameInside(subject)];
  const [likeliest] = allowed;
  if (nearest > 0 && likeliest !== undefined && isSameText(given, likeliest))
    return otherCharacters(plain(likeliest));
  if (reason !== undefined && allowed.length > 0 && allowed.length <= longestList)
    return translate(
      "`{0}` is not allowed for {1}, since `{2}` is {3}: use {4}.",
      value,
      property,
      reason.name,
      reason.value,
      listOf(allowed.map(plain), "or"),
    );
  const kind = subject.title === undefined ? undefined : withArticle(subject.title);
  if (allowed.length === 0)
    return kind === undefined
      ? translate("`{0}` is not allowed for {1}.", value, property)
      : translate("`{0}` is not {1}.", value, kind);
  if (allowed.length <= longestList) {
    const values = listOf(allowed.map(plain), "or");
    return kind === undefined
      ? translate("`{0}` is not allowed for {1}: use {2}.", value, property, values)
      : translate("`{0}` is not {1}: use {2}.", value, kind, values);
  }
  const near = listOf(allowed.slice(0, Math.max(1, Math.min(nearest, 3))).map(plain), "or");
  if (nearest === 0)
    return kind === undefined
      ? translate(
          "`{0}` is not allowed for {1}: {2} values are allowed, such as {3}.",
          value,
          property,
          allowed.length,
          near,
        )
      : translate(
          "`{0}` is not {1}: {2} values are allowed, such as {3}.",
          value,
          kind,
          allowed.length,
          near,
        );
  return kind === undefined
    ? translate("`{0}` is not allowed for {1}: did you mean {2}?", value, property, near)
    : translate("`{0}` is not {1}: did you mean {2}?", value, kind, near);
}

/** Whether two texts look the same and consist of other characters (Unicode Standard Annex 15, NFC). */
function isSameText(one: string, other: string): boolean {
  return one !== other && one.normalize() === other.normalize();
}

const otherCharacters = (meant: string): string =>
  translate(
    "This looks like `{0}`, but its accents are characters of their own: write it with one character each.",
    meant,
  );

export function notTheValue(subject: Subject, expected: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("{0} must be {1}.", valueName(subject), plain(expected))
    : translate(
        "{0} must be {1}, since `{2}` is {3}.",
        valueName(subject),
        plain(expected),
        reason.name,
        reason.value,
      );
}

export function stillToFillIn({ property, entry, whole }: Subject): string {
  if (property !== undefined) return translate("`{0}` is still to be filled in.", property);
  if (entry?.list !== undefined)
    return translate("Entry {0} of `{1}` is still to be filled in.", entry.number, entry.list);
  if (entry !== undefined) return translate("Entry {0} is still to be filled in.", entry.number);
  return whole === "analysis"
    ? translate("The analysis is still to be filled in.")
    : translate("The analyses document is still to be filled in.");
}

/** Text without its quotes; other JSON abridged. */
export function plain(json: string): string {
  const text = json.startsWith('"') && json.endsWith('"') && json.length > 2 ? json.slice(1, -1) : json;
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}

/** JSON's types in an author's words. */
export function typeName(type: string): string {
  switch (type) {
    case "array":
      return translate("a list");
    case "boolean":
      return translate("true or false");
    case "integer":
      return translate("a whole number");
    case "number":
      return translate("a number");
    case "object":
      return translate("an object");
    case "string":
      return translate("text in double quotes");
    default:
      return type;
  }
}

/** Said of an unknown property, beside the one that is missing. */
export const mayBeMeant = (name: string): string => translate("`{0}` may be meant for it.", name);

/**
 * @param found - The type of the value, and the value as it is written.
 * @param replacement - The same value as JSON text of the right type, where there is one.
 */
export function wrongType(
  subject: Subject,
  expected: readonly string[],
  found: { readonly type: string; readonly written: string },
  replacement: string | undefined,
): string {
  const types = expected.filter((type) => !(type === "integer" && expected.includes("number")));
  const wanted = listOf(types.map(typeName), "or");
  const given = givenName();
  return replacement === undefined
    ? translate("{0} must be {1}, not {2}.", valueName(subject), wanted, given)
    : translate("{0} must be {1}, not {2}: write {3}.", valueName(subject), wanted, given, replacement);

  function givenName(): string {
    // A whole number is a number too: what is wrong with this one is its value.
    if (found.type === "number" && expected.includes("integer")) return plain(found.written);
    return found.type === "string" ? translate("text") : typeName(found.type);
  }
}

/** @param choices - Titles of the schemas, or what tells them apart. */
export function fitsNone(subject: Subject, choices: readonly string[]): string {
  if (choices.length === 0)
    return translate("{0} has none of the forms that it can have.", valueName(subject));
  return translate(
    "{0} has none of the forms that it can have: it can be {1}.",
    valueName(subject),
    listOf(choices, "or"),
  );
}

export function fitsSeveral(subject: Subject, choices: readonly string[]): string {
  return translate(
    "{0} fits {1} at once: it must fit only one of them.",
    valueName(subject),
    listOf(choices, "and"),
  );
}

/** @param unwanted what is ruled out, as in a sentence; undefined where that has no name */
export function mustNotBe(subject: Subject, unwanted: string | undefined): string {
  return unwanted === undefined || unwanted === ""
    ? translate("{0} has a form that is ruled out here.", valueName(subject))
    : translate("{0} must not be {1}.", valueName(subject), unwanted);
}

/** @param names of properties that must not all be there */
export function mustNotHave(object: Subject, names: readonly string[]): string {
  const quoted = listOf(
    names.map((name) => `\`${name}\``),
    "and",
  );
  return names.length === 1
    ? translate("{0} must not have {1}.", thingName(object), quoted)
    : translate("{0} must not have {1} together.", thingName(object), quoted);
}

export function mustNotFollow(subject: Subject, pattern: string): string {
  return translate("{0} must not have the form `{1}`.", valueName(subject), pattern);
}

export function notAllowedAtAll(subject: Subject): string {
  return translate("{0} is not allowed here.", valueName(subject));
}

export function missingProperty(object: Subject, name: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("{0} has no `{1}`.", thingName(object), name)
    : translate(
        "{0} has no `{1}`, which it needs since `{2}` is {3}.",
        thingName(object),
        name,
        reason.name,
        reason.value,
      );
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

/** @param meant - The name that it can only be. */
export function emptyName(meant: string): string {
  return translate("The name of this property is empty: did you mean `{0}`?", meant);
}

export function looksLike(is: Subject, wanted: Subject): string {
  return translate("This looks like {0}, but {1} is expected here.", kindName(is), kindName(wanted));
}

export function unknownProperty(
  object: Subject,
  name: string,
  nearest: readonly string[],
  allowed: readonly string[],
): string {
  const kind = kindName(object);
  const [likeliest] = nearest;
  if (likeliest !== undefined && isSameText(name, likeliest)) return otherCharacters(likeliest);
  if (likeliest !== undefined)
    return translate("`{0}` is not a property of {1}: did you mean `{2}`?", name, kind, likeliest);
  if (allowed.length === 0 || allowed.length > longestList)
    return translate("`{0}` is not a property of {1}.", name, kind);
  const quoted = allowed.map((each) => `\`${each}\``);
  return translate("`{0}` is not a property of {1}: it may have {2}.", name, kind, listOf(quoted, "and"));
}

export function propertyNotAllowed(object: Subject, name: string, reason: Reason | undefined): string {
  return reason === undefined
    ? translate("`{0}` must not stand in {1}.", name, kindName(object))
    : translate("`{0}` must not stand here, since `{1}` is {2}.", name, reason.name, reason.value);
}

/** @param form what names have to look like, by an example or as a regular expression; undefined where neither is known */
export function nameNotAllowed(
  object: Subject,
  name: string,
  form: { readonly kind: "example" | "pattern"; readonly text: string } | undefined,
): string {
  const kind = kindName(object);
  if (form === undefined) return translate("`{0}` cannot be the name of a property of {1}.", name, kind);
  return form.kind === "example"
    ? translate("`{0}` cannot be the name of a property of {1}: write it like “{2}”.", name, kind, form.text)
    : translate(
        "`{0}` cannot be the name of a property of {1}: names have the form `{2}`.",
        name,
        kind,
        form.text,
      );
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
