import type { AnalysesDocument } from "../../document/analysesDocument";
import type { PlacedProperty } from "../../document/places";
import { pathAt } from "../../document/pathAt";
import { propertiesOf } from "../../document/places";
import { indentationOf, indentationStep } from "../../editing/indentation";
import { namesInOrder } from "../../guidance/knownProperties";
import { guideTo } from "../../guidance/schemaGuide";
import { skeleton } from "../../guidance/skeleton";
import { suggestedValues } from "../../guidance/suggestedValues";
import type { Template } from "../../editing/template";
import { text } from "../../editing/template";
import { wayOf } from "../../guidance/ways";
import type { SchemaContext } from "../../schema/schemaContext";
import type { Replacement } from "./fix";
import { objectAt } from "./members";

/**
 * Adds properties that an object lacks, each where the schema's order has it, with a value to begin
 * with; undefined where no object starts at `objectStart`.
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
  const guide = guideTo(schemas);
  const ownSchemas = guide.schemasAt(document, ownSteps);
  const way = wayOf(ownSteps);
  const order = namesInOrder(ownSchemas);
  const layout = layoutOf(document, object.start, object.node.length);
  const options = { guide, suggest: suggestedValues(document, schemas), indent: layout.step };
  const existing = [...propertiesOf(object)];

  const insertions = new Map<PlacedProperty | undefined, Template[]>();
  for (const name of [...names].sort((one, other) => order.indexOf(one) - order.indexOf(other))) {
    const previous = propertyBefore(existing, order, name);
    const childWay = [...way, name];
    const value = skeleton(guide.schemasOfChild(ownSchemas, childWay), childWay, options, layout.margin);
    const members = insertions.get(previous) ?? [];
    members.push([text(`${JSON.stringify(name)}: `), ...value]);
    insertions.set(previous, members);
  }
  return [...insertions].map(([previous, members]) => {
    if (previous !== undefined) {
      const end = previous.value.start + previous.value.node.length;
      return insertion(
        end,
        members.flatMap((member) => [text(`,${layout.gap}`), ...member]),
      );
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
