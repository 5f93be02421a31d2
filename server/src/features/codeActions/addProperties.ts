import type { AnalysesDocument } from "../../document/analysesDocument";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import type { JsonObject, PlacedProperty, Step } from "@analyses/json";
import {
  aroundInsertion,
  gapOfMembers,
  indentationOf,
  indentationStep,
  isJsonObject,
  marginOfMembers,
  membersInsertion,
  pathAt,
  pathOf,
  propertiesOf,
  readJson,
} from "@analyses/json";
import type { ApplyingSchema } from "@analyses/json-schema";
import type { Template } from "../../schemaLookup/template";
import { suggestedValues } from "../../schemaLookup/suggestedValues";
import { text, toPlainText, skeleton } from "../../schemaLookup/template";
import { namesInOrder, requiredBeside, stringsOf } from "../../schemaLookup/valueKnowledge";
import { misplacedAt, schemaLookup, writtenValue } from "../../schemaLookup/schemaLookup";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Fix, Replacement } from "./fix";
import * as messages from "./fix";
import { fix, memberRemoval, objectAt } from "./fix";

const looks = 3;

/**
 * Adds properties that an object lacks, and those that they ask for, each where the schema's order has
 * it, with places to fill; nothing where no object starts at `objectStart`.
 */
export function addPropertiesTo(
  document: AnalysesDocument,
  schemas: SchemaContext,
  objectStart: number,
  names: readonly string[],
): readonly Replacement[] {
  const object = objectAt(document, objectStart);
  if (object === undefined) return [];
  const { steps } = pathAt(document, objectStart + 1);
  const ownSteps = steps.slice(
    0,
    steps.findIndex(({ start, node }) => start === objectStart && node.kind === "object") + 1,
  );
  const lookup = schemaLookup(schemas);
  const ownSchemas = lookup.schemasAt(document, ownSteps);
  const way = pathOf(ownSteps);
  const order = namesInOrder(ownSchemas);
  const layout = layoutOf(document, object.start, object.node.length);
  const options = { lookup, suggest: suggestedValues(document, schemas), indent: layout.step };
  const existing = [...propertiesOf(object)];

  const before = writtenValue(document, { node: object.node, start: object.start });
  const added = new Map<string, Template>();
  let value: JsonObject = isJsonObject(before) ? before : {};
  // What the object lacks anyway, also as one of several that would do, is not asked for by what is added.
  const lacked = [
    ...ofOtherBranches(ownSchemas, names),
    ...requiredBeside(ownSchemas, value),
    ...requiredBeside(lookup.schemasOfNew(ownSchemas, value), value),
  ];
  const add = (name: string): void => {
    const childWay = [...way, name];
    const template = skeleton(lookup.schemasOfChild(ownSchemas, childWay), childWay, options, layout.margin);
    added.set(name, template);
    value = { ...value, [name]: readJson(toPlainText(template)) };
  };
  names.forEach(add);
  // What is added may ask for more, which may ask for more again.
  for (let look = 0; look < looks; look += 1)
    requiredBeside(lookup.schemasOfNew(ownSchemas, value), value)
      .filter((name) => !lacked.includes(name))
      .forEach(add);

  const insertions = new Map<PlacedProperty | undefined, Template[]>();
  for (const [name, template] of [...added].sort(([a], [b]) => order.indexOf(a) - order.indexOf(b))) {
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

/** What other branches ask for, where the one that is meant asks for what is added: their own value is not known yet. */
function ofOtherBranches(schemas: readonly ApplyingSchema[], names: readonly string[]): readonly string[] {
  const asked = schemas.flatMap(({ schema, certain }) => (certain ? [] : [stringsOf(schema.required)]));
  const isMeant = (required: readonly string[]): boolean => required.some((name) => names.includes(name));
  return asked.some(isMeant) ? asked.filter((required) => !isMeant(required)).flat() : [];
}

function insertion(at: number, template: Template): Replacement {
  return { start: at, end: at, template };
}

/** How the members of an object are laid out. */
interface Layout {
  readonly step: string;
  /** The indentation of a member. */
  readonly margin: string;
  /** What stands before a member. */
  readonly gap: string;
  /** What stands before the closing brace of an object that was empty. */
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

/** The last of the properties that are there and that the schema's order puts before `name`. */
function propertyBefore(
  existing: readonly PlacedProperty[],
  order: readonly string[],
  name: string,
): PlacedProperty | undefined {
  const place = order.indexOf(name);
  return existing.findLast(({ property }) => {
    const own = order.indexOf(property.name);
    return place === -1 || (own !== -1 && own < place);
  });
}

/**
 * Puts an analysis that stands among groups into a group of its own; a group that is the last of another one's analyses
 * moves behind that. All that is written in them stays as it is, but for the indentation.
 */
export function misplacedFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  start: number,
): readonly Fix[] {
  const { is, wanted, steps } = misplacedAt(document, schemas, start) ?? {};
  if (is?.part === "analysis" && wanted?.part === "group")
    return wrappedInGroup(document, schemas, steps ?? []);
  return is?.part === "group" && wanted?.part === "analysis" ? movedBehindGroup(document, steps ?? []) : [];
}

function wrappedInGroup(
  document: AnalysesDocument,
  schemas: SchemaContext,
  steps: readonly Step[],
): readonly Fix[] {
  const [list, object] = steps.slice(-2);
  if (list?.node.kind !== "array" || object === undefined) return [];
  const { text: whole } = document;
  const end = object.start + object.node.length;
  const written = whole.slice(object.start, end);
  const gap = gapOfMembers(whole, { node: list.node, start: list.start });
  const isOneLine = !gap.includes("\n") && !written.includes("\n");
  const indent = indentationStep(whole);
  const way = pathOf(steps);
  const lookup = schemaLookup(schemas);
  const group = skeleton(
    lookup.schemasOfChild(lookup.schemasAt(document, steps.slice(0, -1)), way),
    way,
    {
      lookup,
      indent,
      suggest: suggestedValues(document, schemas),
      given: (place, margin) =>
        partAt(place) === "analyses"
          ? [
              text(`[\n${margin}${indent}`),
              text(written.replace(/\n(?=[^\r\n])/g, `\n${indent}${indent}`)),
              text(`\n${margin}]`),
            ]
          : undefined,
    },
    indentationOf(whole, whole.positionAt(object.start).line),
  );
  // Text of one line has no line break inside what is given either.
  const template = !isOneLine
    ? group
    : group.map((part) => (part.kind === "text" ? text(part.text.replace(/\n\s*/g, gap)) : part));
  return [fix(messages.putIntoGroup(), [{ start: object.start, end, template }], { preferred: true })];
}

function movedBehindGroup(document: AnalysesDocument, steps: readonly Step[]): readonly Fix[] {
  const [list, group, analyses, object] = steps.slice(depthOf.groups);
  if (list?.node.kind !== "array" || group?.via.kind !== "element" || object?.via.kind !== "element")
    return [];
  // Of what stands behind it, nobody knows whose it is.
  if (analyses?.node.kind !== "array" || object.via.index !== analyses.node.elements.length - 1) return [];
  const { text: whole } = document;
  const groups = { node: list.node, start: list.start };
  const from = indentationOf(whole, whole.positionAt(object.start).line);
  const written = whole
    .slice(object.start, object.start + object.node.length)
    .replaceAll(`\n${from}`, `\n${marginOfMembers(whole, groups)}`);
  const inserted = membersInsertion(whole, groups, group.via.index, [written]);
  const replacements = [
    ...memberRemoval(document, object.start),
    { start: inserted.start, end: inserted.end, template: [text(inserted.text)] },
  ];
  return [fix(messages.moveBehindGroup(), replacements, { preferred: true })];
}
