import type { StoredChange, StoredMembers } from "@analyses/evidence";
import type { ObjectNode, Placed } from "@analyses/json";
import {
  indentationStep,
  marginOfMembers,
  membersInsertion,
  membersRemoval,
  pathOfPointer,
  propertiesOf,
} from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { locate, rangeOf } from "../document/locate";
import type { NumberRepair } from "../findings/finding";

/**
 * Returns edits that update the stored results of an analysis in RevMan's form, with RevMan's number format and the
 * layout of the text. None if a place is missing, because applying only some edits would introduce another error.
 */
export function storedRepairs(
  document: AnalysesDocument,
  analysis: Placed,
  changes: readonly StoredChange[],
): readonly NumberRepair[] {
  const edits: NumberRepair[] = [];
  // Members to insert, by object and index, since two insertions at one offset would overlap.
  const added = new Map<string, { object: Placed<ObjectNode>; index: number; members: string[] }>();
  // Members to remove, by the start of their object.
  const removed = new Map<number, { object: Placed<ObjectNode>; indices: number[] }>();
  for (const change of changes) {
    const path = pathOfPointer(change.pointer);
    const located = locate(document, analysis, path);
    if (located === undefined) return [];
    if (change.kind === "write") {
      if (located.node.kind !== "number") return [];
      edits.push({ ...rangeOf(located), newText: javaNumber(change.value) });
      continue;
    }
    if (change.kind === "add") {
      const { node, start } = located;
      if (node.kind !== "object") return [];
      const object = { node, start };
      const names = [...propertiesOf(object)].map(({ property }) => property.name);
      const next = names.findIndex((name) => change.before.includes(name));
      const index = (next === -1 ? names.length : next) - 1;
      const key = `${start} ${index}`;
      const known = added.get(key) ?? { object, index, members: [] };
      known.members.push(memberText(document, object, change.name, change.value));
      added.set(key, known);
      continue;
    }
    const holder = locate(document, analysis, path.slice(0, -1));
    if (holder?.node.kind !== "object") return [];
    const object = { node: holder.node, start: holder.start };
    const known = removed.get(holder.start) ?? { object, indices: [] };
    known.indices.push([...propertiesOf(object)].findIndex(({ property }) => property.name === path.at(-1)));
    removed.set(holder.start, known);
  }
  for (const { object, index, members } of added.values()) {
    const { start, end, text } = membersInsertion(document.text, object, index, members);
    const removal = removed.get(object.start);
    const at = removal?.indices.indexOf(index) ?? -1;
    if (at === -1) edits.push({ start, end, newText: text });
    else {
      // An insertion after a removed member would touch the removal, so the new members replace the removed member.
      removal?.indices.splice(at, 1);
      const place = object.start + (object.node.starts[index] ?? 0);
      edits.push({ start: place, end, newText: text.replace(/^\s*,\s*/, "") });
    }
  }
  for (const { object, indices } of removed.values())
    for (const { start, end, text } of membersRemoval(
      document.text,
      object,
      indices.sort((one, other) => one - other),
    ))
      edits.push({ start, end, newText: text });
  return edits.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** A property with its value, on one line or in the layout of its object. */
function memberText(
  { text }: AnalysesDocument,
  object: Placed<ObjectNode>,
  name: string,
  value: number | StoredMembers,
): string {
  const own = text.slice(object.start, object.start + object.node.length);
  const colon = /":\s/.test(own) ? ": " : ":";
  const isLaidOut = own.includes("\n");
  const outer = marginOfMembers(text, object);
  const step = indentationStep(text);
  const written = (one: number | StoredMembers, margin: string): string => {
    if (typeof one === "number") return javaNumber(one);
    const members = Object.entries(one).flatMap(([key, member]) =>
      member === undefined ? [] : [`${JSON.stringify(key)}${colon}${written(member, margin + step)}`],
    );
    if (!isLaidOut) return `{${members.join(",")}}`;
    return `{\n${members.map((member) => margin + step + member).join(",\n")}\n${margin}}`;
  };
  return `${JSON.stringify(name)}${colon}${written(value, outer)}`;
}

/** Formats a number as Java prints a double, but whole numbers without a point: `-0.36`, `6.5E-4`, `120`. */
function javaNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}
