import type { RegistryReference } from "../../../protocol/src/references";
import { identifierProperty, referenceObject } from "../../../protocol/src/references";
import { membersOf } from "./jsonMembers";
import type { JsonPlace, Span } from "./jsonPlace";
import { jsonPlaceAt } from "./jsonPlace";

/** A replacement of a span of a text. */
export interface TextChange extends Span {
  readonly newText: string;
}

/** How the document is laid out: one step of indentation, and its line break. */
export interface Layout {
  readonly indentation: string;
  readonly lineBreak: string;
}

export type InsertionPlan =
  | { readonly kind: "changes"; readonly changes: readonly TextChange[] }
  /** The caret is where JSON allows no value to be put. */
  | { readonly kind: "noPlace" }
  /** The caret is where the analyses format allows no such value (specification 2.7). */
  | { readonly kind: "formatForbids" };

/**
 * Plans how references go into a JSON text at a caret: as objects where a value, an element or a property
 * can stand, as the identifier, name or link inside a string, into the properties of an object that
 * already refers to a group or person. All else in the text stays as it is.
 */
export function planJsonInsertion(
  text: string,
  offset: number,
  references: readonly RegistryReference[],
  layout: Layout,
  permits: (place: JsonPlace) => boolean,
): InsertionPlan {
  const place = jsonPlaceAt(text, offset);
  const [first] = references;
  if (first === undefined) return { kind: "noPlace" };
  if (!permits(place)) return { kind: "formatForbids" };
  const filled = fillReference(text, place, first);
  if (filled !== undefined) return { kind: "changes", changes: filled };
  const line = indentationAt(text, offset);
  switch (place.kind) {
    case "string":
      return insertAt(offset, references.map((reference) => escaped(stringFor(reference, place))).join(", "));
    case "empty":
      return insertAt(offset, objectText(references, layout, ""));
    case "value": {
      const newText = objectText(references, layout, line) + (place.needsCommaAfter ? "," : "");
      return { kind: "changes", changes: [{ ...place.replaces, newText }] };
    }
    case "element":
      return insertMember(text, offset, place, layout, (indentation) =>
        references
          .map((reference) => jsonText(referenceObject(reference), layout, indentation))
          .join(`,${layout.lineBreak}${indentation}`),
      );
    case "property":
      return insertMember(text, offset, place, layout, (indentation) => {
        if (place.isEmpty) return propertiesText(referenceObject(first), layout, indentation);
        const name = freeName(text, place, first.kind);
        return `${JSON.stringify(name)}: ${objectText(references, layout, indentation)}`;
      });
    case "other":
      return { kind: "noPlace" };
  }
}

/** Fills the properties of the object around the caret, where it already is a reference of this kind. */
function fillReference(
  text: string,
  place: JsonPlace,
  reference: RegistryReference,
): TextChange[] | undefined {
  if (place.container?.kind !== "object") return undefined;
  const members = membersOf(text, place.container.start);
  const identifier = members.find(({ name }) => name === identifierProperty[reference.kind]);
  if (identifier === undefined) return undefined;
  const changes: TextChange[] = [];
  const separator = /^\s*(?=["}])/.exec(text.slice(place.container.start + 1))?.[0] ?? " ";
  let missing = "";
  for (const [name, value] of Object.entries(referenceObject(reference))) {
    const member = members.find((candidate) => candidate.name === name);
    if (member === undefined) missing += `,${separator}${JSON.stringify(name)}: ${JSON.stringify(value)}`;
    else changes.push({ ...member.value, newText: JSON.stringify(value) });
  }
  return changes.map((change) =>
    change.start === identifier.value.start ? { ...change, newText: change.newText + missing } : change,
  );
}

function insertMember(
  text: string,
  offset: number,
  place: JsonPlace & { kind: "element" | "property" },
  layout: Layout,
  memberText: (indentation: string) => string,
): InsertionPlan {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  const before = text.slice(lineStart, offset);
  const lineEnd = text.indexOf("\n", offset);
  const after = text.slice(offset, lineEnd === -1 ? undefined : lineEnd).replace(/\r$/, "");
  const outer = indentationAt(text, place.container?.start ?? 0);
  const isOnOwnLine = before.trim() === "";
  const indentation =
    isOnOwnLine && before !== "" && before.length > outer.length ? before : outer + layout.indentation;
  const changes: TextChange[] = [];
  if (place.commaBeforeAt !== undefined && place.commaBeforeAt < offset) {
    changes.push({ start: place.commaBeforeAt, end: place.commaBeforeAt, newText: "," });
  }
  let newText = place.commaBeforeAt === offset ? "," : "";
  if (!isOnOwnLine) newText += layout.lineBreak + indentation;
  else newText += indentation.slice(before.length);
  newText += memberText(indentation) + (place.needsCommaAfter ? "," : "");
  const rest = after.trimStart();
  if (rest !== "" && !rest.startsWith(",")) {
    newText += layout.lineBreak + (place.needsCommaAfter ? indentation : outer);
    changes.push({ start: offset, end: offset + (after.length - rest.length), newText });
  } else changes.push({ start: offset, end: offset, newText });
  return { kind: "changes", changes };
}

function insertAt(offset: number, newText: string): InsertionPlan {
  return { kind: "changes", changes: [{ start: offset, end: offset, newText }] };
}

/** One reference as an object, several as an array of objects. */
function objectText(references: readonly RegistryReference[], layout: Layout, indentation: string): string {
  const objects = references.map(referenceObject);
  return jsonText(objects.length === 1 ? objects[0] : objects, layout, indentation);
}

function jsonText(value: unknown, layout: Layout, indentation: string): string {
  return JSON.stringify(value, undefined, layout.indentation).replaceAll(
    "\n",
    layout.lineBreak + indentation,
  );
}

function propertiesText(
  object: Readonly<Record<string, string>>,
  layout: Layout,
  indentation: string,
): string {
  return Object.entries(object)
    .map(([name, value]) => `${JSON.stringify(name)}: ${JSON.stringify(value)}`)
    .join(`,${layout.lineBreak}${indentation}`);
}

function stringFor(reference: RegistryReference, place: JsonPlace): string {
  const key = String(place.path.at(-1) ?? "").toLowerCase();
  if (/link|url|href|address|website/.test(key)) return reference.link;
  return /name|title|label|text|description/.test(key) ? reference.name : reference.id;
}

/** The text as it stands between the quotes of a JSON string. */
function escaped(text: string): string {
  return JSON.stringify(text).slice(1, -1);
}

/** A property name that the object does not have yet: "group", "group2", "group3" … */
function freeName(text: string, place: JsonPlace, wanted: string): string {
  const taken = new Set(membersOf(text, place.container?.start ?? 0).map(({ name }) => name));
  let name = wanted;
  for (let number = 2; taken.has(name); number += 1) name = `${wanted}${number}`;
  return name;
}

function indentationAt(text: string, offset: number): string {
  const lineStart = text.lastIndexOf("\n", offset - 1) + 1;
  return /^[ \t]*/.exec(text.slice(lineStart, offset))?.[0] ?? "";
}
