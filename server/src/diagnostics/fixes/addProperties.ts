import { type ApplyingSchema, namesInOrder, requiredSiblings, requiredIn } from "@analyses/json-schema";
import { type Template, skeleton, toPlainText, text } from "../../schemaLookup/template";
import type { JsonObject, PlacedProperty } from "@analyses/json";
import { suggestedValues } from "../../schemaLookup/suggestedValues";
import { schemaLookup, writtenValue } from "../../schemaLookup/schemaLookup";
import {
  pathOf,
  propertiesOf,
  isJsonObject,
  memoized,
  readJson,
  aroundInsertion,
  indentationStep,
  indentationOf,
} from "@analyses/json";
import { type Replacement, objectWithSteps } from "./fix";
import type { SchemaContext } from "../../schema/schemaContext";
import type { AnalysesDocument } from "../../document/analysesDocument";

/** How many times to look for further properties that the added properties require. */
const maxRounds = 3;

/**
 * Adds missing properties, and those that they require in turn, in the schema's order and with tab stops; nothing if no
 * object starts at `objectStart`.
 */
export function addPropertiesTo(
  document: AnalysesDocument,
  schemas: SchemaContext,
  objectStart: number,
  names: readonly string[],
): readonly Replacement[] {
  const { object, steps: ownSteps } = objectWithSteps(document, objectStart);
  if (object === undefined) return [];
  const lookup = schemaLookup(schemas);
  const ownSchemas = lookup.schemasAt(document, ownSteps);
  const path = pathOf(ownSteps);
  const order = placesOf(namesInOrder(ownSchemas));
  const layout = layoutOf(document, object.start, object.node.length);
  const options = { lookup, suggest: suggestedValues(document, schemas), indent: layout.step };
  const existing = [...propertiesOf(object)];

  const before = writtenValue(document, { node: object.node, start: object.start });
  const added = new Map<string, Template>();
  let value: JsonObject = isJsonObject(before) ? before : {};
  // Properties that were required before the fix, or that other branches require: the added properties do not require
  // them, so the fix does not add them.
  const lacked = new Set([
    ...ofOtherBranches(ownSchemas, names),
    ...requiredSiblings(ownSchemas, value),
    ...requiredSiblings(lookup.schemasOfNew(ownSchemas, value), value),
  ]);
  const add = (name: string): void => {
    const childPath = [...path, name];
    const template = skeleton(
      lookup.schemasOfChild(ownSchemas, childPath),
      childPath,
      options,
      layout.margin,
    );
    added.set(name, template);
    // A computed key makes a property of `__proto__` too; assignment would not.
    value = { ...value, [name]: readJson(toPlainText(template)) };
  };
  names.forEach(add);
  // Added properties can require others, which can require more.
  for (let round = 0; round < maxRounds; round += 1)
    requiredSiblings(lookup.schemasOfNew(ownSchemas, value), value)
      .filter((name) => !lacked.has(name))
      .forEach(add);

  const insertions = new Map<PlacedProperty | undefined, Template[]>();
  for (const [name, template] of [...added].sort(([a], [b]) => placeIn(order, a) - placeIn(order, b))) {
    const previous = propertyBefore(existing, order, name);
    const members = insertions.get(previous) ?? [];
    members.push([text(`${JSON.stringify(name)}: `), ...template]);
    insertions.set(previous, members);
  }
  return [...insertions].map(([previous, members]) => {
    if (previous !== undefined) {
      const end = previous.value.start + previous.value.node.length;
      const isLast = previous.start === existing.at(-1)?.start;
      const { before, after, length } = aroundInsertion(document.text, end, layout.gap, isLast);
      const template = members.flatMap((member, index) => [
        text((index === 0 ? before : ",") + layout.gap),
        ...member,
      ]);
      return { start: end, end: end + length, template: [...template, text(after)] };
    }
    const isEmpty = existing.length === 0;
    const parts = members.flatMap((member, index) => [
      text(layout.gap),
      ...member,
      text(isEmpty && index === members.length - 1 ? layout.end : ","),
    ]);
    return insertion(objectStart + 1, parts);
  });
}

const placesOf = memoized(
  (names: readonly string[]): ReadonlyMap<string, number> =>
    new Map(names.map((name, place) => [name, place])),
);

/**
 * If a possible branch of the schema requires one of the added names: the properties that the other possible branches
 * require. The added properties have no values yet that would rule out those branches.
 */
function ofOtherBranches(schemas: readonly ApplyingSchema[], names: readonly string[]): readonly string[] {
  const branches = schemas.flatMap(({ schema, certain }) => (certain ? [] : [requiredIn(schema)]));
  const matches = (required: readonly string[]): boolean => required.some((name) => names.includes(name));
  return branches.some(matches) ? branches.filter((required) => !matches(required)).flat() : [];
}

function insertion(at: number, template: Template): Replacement {
  return { start: at, end: at, template };
}

/** The white space in and around an object; `step` is one step of indentation. */
interface Layout {
  readonly step: string;
  /** A member's indentation. */
  readonly margin: string;
  /** The white space before a member. */
  readonly gap: string;
  /** The white space before the closing brace of a previously empty object. */
  readonly end: string;
}

function layoutOf({ text: written }: AnalysesDocument, start: number, length: number): Layout {
  const step = indentationStep(written);
  const line = written.positionAt(start).line;
  const outer = indentationOf(written, line);
  const margin = outer + step;
  const isOneLine = written.positionAt(start + length).line === line;
  const isEmpty = written.slice(start + 1, start + length - 1).trim() === "";
  if (isOneLine && !isEmpty) return { step, margin: outer, gap: " ", end: "" };
  return { step, margin, gap: `\n${margin}`, end: isOneLine ? `\n${outer}` : "" };
}

/** The last existing property that the schema's order puts before `name`; the last of all for an unlisted `name`. */
function propertyBefore(
  existing: readonly PlacedProperty[],
  order: ReadonlyMap<string, number>,
  name: string,
): PlacedProperty | undefined {
  const place = placeIn(order, name);
  return existing.findLast(({ property }) => {
    const own = placeIn(order, property.name);
    return place === -1 || (own !== -1 && own < place);
  });
}

/** -1 for a name that the schemas do not list. */
function placeIn(order: ReadonlyMap<string, number>, name: string): number {
  return order.get(name) ?? -1;
}
