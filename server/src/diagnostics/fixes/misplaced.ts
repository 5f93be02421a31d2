import { memberRemoval, fix } from "./fix";
import { translate } from "../../localisation/translate";
import { partAt, depthOf } from "@analyses/protocol/documentFormat";
import { suggestedValues } from "../../schemaLookup/suggestedValues";
import { skeleton, text } from "../../schemaLookup/template";
import {
  gapOfMembers,
  indentationStep,
  pathOf,
  indentationOf,
  marginOfMembers,
  membersInsertion,
} from "@analyses/json";
import type { Step } from "@analyses/json";
import { misplacedAt, schemaLookup } from "../../schemaLookup/schemaLookup";
import type { Fix } from "./fix";
import type { SchemaContext } from "../../schema/schemaContext";
import type { AnalysesDocument } from "../../document/analysesDocument";

/**
 * Wraps an analysis among groups in a new group, or moves a group out of another group's analyses, if it is last, to
 * after that group. Changes nothing inside but the indentation.
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
  // The analysis has no line breaks either, so this replaces only the skeleton's.
  const template = !isOneLine
    ? group
    : group.map((part) => (part.kind === "text" ? text(part.text.replace(/\n\s*/g, gap)) : part));
  return [
    fix(translate("Put it into a new group"), [{ start: object.start, end, template }], { preferred: true }),
  ];
}

function movedBehindGroup(document: AnalysesDocument, steps: readonly Step[]): readonly Fix[] {
  const [list, group, analyses, object] = steps.slice(depthOf.groups);
  if (list?.node.kind !== "array" || group?.via.kind !== "element" || object?.via.kind !== "element")
    return [];
  // Elements after it could belong to either group.
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
  return [fix(translate("Move it behind this group"), replacements, { preferred: true })];
}
