import type { RegistryReference } from "@analyses/protocol/references";
import {
  documentJson,
  identifierProperty,
  isCalledAsRecord,
  isOnlyReference,
  referenceObject,
} from "@analyses/protocol/references";
import { nameOr } from "../platform/displayText";
import { type JsonPlace, jsonPlaceAt } from "./jsonCaret";
import type { Member, Span, TextChange } from "./jsonReading";
import { referenceText } from "./referencesInText";

/** The document's layout: its indentation unit and line break. */
export interface Layout {
  readonly indentation: string;
  readonly lineBreak: string;
}

export interface Insertion {
  readonly changes: readonly TextChange[];
  /** The number of references for which the text has no place. */
  readonly leftOut: number;
}

/**
 * Plans the insertion of references at a caret in a JSON text: as objects where a value, an element or a property is
 * valid, as the identifier, name or link inside a string, as text in a comment, or into an object that already refers
 * to a group or person. Leaves the rest of the text unchanged.
 *
 * @param property the name of a new property; default: a name that the object does not have
 * @returns undefined if JSON allows no value at the caret
 */
export function planJsonInsertion(
  text: string,
  offset: number,
  references: readonly RegistryReference[],
  layout: Layout,
  property?: string,
): Insertion | undefined {
  const place = jsonPlaceAt(text, offset);
  const [first] = references;
  if (first === undefined) return undefined;
  const filled = fillReference(text, offset, place, references, layout);
  if (filled !== undefined) return filled;
  // A group's identifier cannot replace a person's, or the reverse.
  if ((place.kind === "string" || place.kind === "value") && isIdentifier(place)) return undefined;
  const line = indentationAt(text, offset);
  switch (place.kind) {
    case "string":
      return insertAt(offset, references.map((reference) => escaped(stringFor(reference, place))).join(", "));
    case "empty":
      return insertAt(offset, objectText(references, layout));
    case "value": {
      const gap = text.charAt(place.replaces.start - 1) === ":" ? " " : "";
      const newText = gap + objectText(references, layout, line) + (place.needsCommaAfter ? "," : "");
      return planOf([{ ...place.replaces, newText }]);
    }
    case "element":
      return insertElements(text, offset, place, references, layout);
    case "property":
      return insertMember(text, offset, place, layout, (indentation) => {
        if (property === undefined && place.isEmpty && references.length === 1) {
          return propertiesText(referenceObject(first), layout, indentation);
        }
        const name = property ?? freeName(place, propertyName(references, first));
        return `${JSON.stringify(name)}: ${objectText(references, layout, indentation)}`;
      });
    case "comment":
      return insertAt(offset, commentText(text.charAt(offset - 1), references));
    case "other":
      return undefined;
  }
}

/**
 * Fills the object around the caret if it refers to a record of the kind of one of the references. The caret must be at
 * a field of the reference, or between the fields of an object that is only a reference. Inserts further references
 * after the object if it is a list element.
 */
function fillReference(
  text: string,
  offset: number,
  place: JsonPlace,
  references: readonly RegistryReference[],
  layout: Layout,
): Insertion | undefined {
  const { container } = place;
  if (container?.kind !== "object") return undefined;
  const { members, lastComma, end } = container;
  const reference = references.find(({ kind }) =>
    members.some(({ name }) => name === identifierProperty[kind]),
  );
  if (reference === undefined) return undefined;
  const identifiers = members.filter(({ name }) => name === identifierProperty[reference.kind]);
  // A list of identifiers refers to several records.
  if (identifiers.some(({ value }) => isContainer(text, value))) return undefined;
  const names = members.map(({ name }) => name);
  const isOnly = isOnlyReference(names);
  const isText = (name: string): boolean =>
    members.every((member) => member.name !== name || /["']/.test(text.charAt(member.value.start)));
  // In an object that is more than a reference, `name` may be the object's own name, which must stay.
  const isNameOfObject = !isCalledAsRecord(names, isText);
  const fillable = members.filter(
    ({ name, value }) =>
      !(name === "name" && isNameOfObject && isWritten(text, value)) && !isContainer(text, value),
  );
  const nameAtCaret = memberAt(members, place, offset);
  const wanted = referenceObject(reference);
  const isAtField = fillable.some(({ name }) => name === nameAtCaret && Object.hasOwn(wanted, name));
  if (nameAtCaret === undefined ? !isOnly : !isAtField) return undefined;
  const changes = [...fillMembers(text, container.start, members, fillable, reference)];
  // Remove a trailing comma that the author typed to continue.
  if (lastComma !== undefined && lastComma < offset) {
    changes.push({ start: lastComma, end: lastComma + 1, newText: "" });
  }
  const others = references.filter((other) => other !== reference);
  if (others.length === 0) return planOf(changes);
  // Further references fit only into a list.
  const after = jsonPlaceAt(text, end ?? text.length);
  if (end === undefined || after.kind !== "element") return planOf(changes, others.length);
  const further = insertElements(text, end, after, others, layout);
  return planOf([...changes, ...further.changes]);
}

/** The name of the property with the caret at its value, if any. */
function memberAt(
  members: readonly Member[],
  { kind, path }: JsonPlace,
  offset: number,
): string | number | undefined {
  return kind === "string" || kind === "value"
    ? path.at(-1)
    : members.find(({ value }) => value.start < offset && offset < value.end)?.name;
}

function isContainer(text: string, { start }: Span): boolean {
  return /[[{]/.test(text.charAt(start));
}

/** Whether a value exists and is neither `null` nor an empty string. */
function isWritten(text: string, { start, end }: Span): boolean {
  return !/^(?:|null|""|'')$/.test(text.slice(start, end));
}

/**
 * Replaces the values that the reference has, and adds its missing fields.
 *
 * @param fillable the members with replaceable values
 */
function fillMembers(
  text: string,
  start: number,
  members: readonly Member[],
  fillable: readonly Member[],
  reference: RegistryReference,
): readonly TextChange[] {
  const wanted = referenceObject(reference);
  // The white space before the object's first property.
  const separator = /^\s+(?=["}])/.exec(text.slice(start + 1))?.[0] ?? " ";
  const missing = Object.entries(wanted)
    .filter(([name]) => members.every((member) => member.name !== name))
    .map(([name, value]) => `,${separator}"${name}": ${documentJson(value)}`)
    .join("");
  const identifier = members.findLast(({ name }) => name === identifierProperty[reference.kind]);
  return fillable.flatMap((member) => {
    const { name, value, lacksComma } = member;
    // A document may use any name, also one that every object inherits, such as `constructor`.
    const newValue = Object.hasOwn(wanted, name) ? wanted[name] : undefined;
    if (newValue === undefined) return [];
    const newText = documentJson(newValue) + (member === identifier ? missing : "") + (lacksComma ? "," : "");
    return [value.start < value.end ? { ...value, newText } : missingValue(text, value.start, newText)];
  });
}

/** Inserts a value after a colon without a value. */
function missingValue(text: string, at: number, newText: string): TextChange {
  const hasSpace = /[ \t]/.test(text.charAt(at));
  return hasSpace ? { start: at + 1, end: at + 1, newText } : { start: at, end: at, newText: ` ${newText}` };
}

/** Whether a place is the identifier of a group or person. */
export function isIdentifier({ path }: JsonPlace): boolean {
  return Object.values(identifierProperty).some((name) => name === path.at(-1));
}

function insertElements(
  text: string,
  offset: number,
  place: Extract<JsonPlace, { kind: "element" | "property" }>,
  references: readonly RegistryReference[],
  layout: Layout,
): Insertion {
  return insertMember(text, offset, place, layout, (indentation) =>
    references
      .map((reference) => jsonText(referenceObject(reference), layout, indentation))
      .join(`,${layout.lineBreak}${indentation}`),
  );
}

function insertMember(
  text: string,
  offset: number,
  place: JsonPlace & { kind: "element" | "property" },
  layout: Layout,
  memberText: (indentation: string) => string,
): Insertion {
  const before = text.slice(text.lastIndexOf("\n", offset - 1) + 1, offset);
  const lineEnd = text.indexOf("\n", offset);
  const after = text.slice(offset, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, "");
  const rest = after.trimStart();
  const outer = indentationAt(text, place.container?.start ?? 0);
  // The current line's indentation is used if it is deeper than that of the line where the container begins.
  const own = indentationAt(text, offset);
  const indentation = own.length > outer.length ? own : outer + layout.indentation;
  const newLine = layout.lineBreak + indentation;
  const member = memberText(indentation) + (place.needsCommaAfter ? "," : "");
  const isAfterCode = before.trim() !== "";
  const commaAt = place.commaBeforeAt ?? Infinity;
  const comma = commaAt > offset ? [] : [{ start: commaAt, end: commaAt, newText: "," }];
  if (isAfterCode && onlyComment.test(rest)) {
    // The comment refers to the code before it, so insert after the comment.
    const end = offset + after.length;
    return planOf([...comma, { start: end, end, newText: newLine + member }]);
  }
  // The rest of the line moves to a line of its own.
  const movesRest = rest !== "" && !rest.startsWith(",");
  const end = movesRest ? offset + (after.length - rest.length) : offset;
  const newText =
    (isAfterCode ? newLine : indentation.slice(before.length)) +
    member +
    (movesRest ? layout.lineBreak + (place.needsCommaAfter ? indentation : outer) : "");
  return planOf(
    commaAt === offset
      ? [{ start: offset, end, newText: `,${newText}` }]
      : [...comma, { start: offset, end, newText }],
  );
}

const onlyComment = /^(?:\/\/.*|\/\*(?:[^*]|\*(?!\/))*\*\/\s*)$/;

function insertAt(offset: number, newText: string): Insertion {
  return planOf([{ start: offset, end: offset, newText }]);
}

function planOf(changes: readonly TextChange[], leftOut = 0): Insertion {
  return { changes, leftOut };
}

/** One reference as an object, several as an array of objects. */
export function objectText(
  references: readonly RegistryReference[],
  layout: Layout,
  indentation = "",
): string {
  const objects = references.map(referenceObject);
  return jsonText(objects.length === 1 ? objects[0] : objects, layout, indentation);
}

function jsonText(value: unknown, layout: Layout, indentation: string): string {
  return documentJson(value, layout.indentation).replaceAll("\n", layout.lineBreak + indentation);
}

function propertiesText(
  object: Readonly<Record<string, string>>,
  layout: Layout,
  indentation: string,
): string {
  return Object.entries(object)
    .map(([name, value]) => `"${name}": ${documentJson(value)}`)
    .join(`,${layout.lineBreak}${indentation}`);
}

/** References as text that cannot close a comment, not even together with the character before it. */
function commentText(before: string, references: readonly RegistryReference[]): string {
  const text = references.map((reference) => referenceText(reference, "plaintext")).join(", ");
  return `${before}${text}`.replaceAll("*/", "* /").slice(before.length);
}

/** The reference's identifier, name or link, by the words in the name of the property that contains the string. */
function stringFor({ id, name, link }: RegistryReference, { path }: JsonPlace): string {
  const key = path.findLast((step) => typeof step === "string") ?? "";
  const words = key.match(/\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+/gu) ?? [];
  const holds = (form: RegExp) => words.some((word) => form.test(word));
  if (holds(/^(?:links?|urls?|hrefs?|address(?:es)?|websites?)$/i)) return link;
  return holds(/^(?:names?|titles?|labels?|texts?|descriptions?)$/i) ? nameOr(name, id) : id;
}

/** Escapes text for use between the quotes of a JSON string. */
function escaped(text: string): string {
  return documentJson(text).slice(1, -1);
}

/** The name of a new property for references: "group", "groups" for several, "references" for mixed kinds. */
function propertyName(references: readonly RegistryReference[], { kind }: RegistryReference): string {
  if (references.length === 1) return kind;
  if (references.some((other) => other.kind !== kind)) return "references";
  return kind === "group" ? "groups" : "people";
}

/** A property name that the object does not have yet: "group", "group2", "group3" … */
function freeName({ container }: JsonPlace, wanted: string): string {
  const usedNames = new Set(container?.members.map(({ name }) => name));
  let name = wanted;
  for (let number = 2; usedNames.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}

function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
