import { pathOf, propertiesOf } from "@analyses/json";
import { namesInOrder } from "@analyses/json-schema";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { nearestTo } from "../../findings/nearest";
import { maxCompared } from "../../findings/objectIndex";
import { kindOf, mayHold } from "../../findings/site";
import type { SchemaContext } from "../../schema/schemaContext";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import { type Fix, fix, objectWithSteps, renameOther, replaced } from "./fix";

/** The most renames to offer. */
const mostOffered = 10;

/**
 * Renames of properties that no schema knows to missing ones of the type of their values: `events` to `cases`. Any may be
 * wrong, so that the author chooses. A name that is like another one that the object lacks is meant for that.
 */
export function renamesTo(
  document: AnalysesDocument,
  schemas: SchemaContext,
  objectStart: number,
  missing: readonly string[],
): readonly Fix[] {
  const { object, steps } = objectWithSteps(document, objectStart);
  if (object === undefined || object.node.properties.length > maxCompared) return [];
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasAt(document, steps);
  const childOf = (name: string) => lookup.schemasOfChild(own, [...pathOf(steps), name]);
  const properties = [...propertiesOf(object)];
  const present = new Set(properties.map(({ property }) => property.name));
  const lacking = namesInOrder(own).filter((name) => !present.has(name));
  const renames = properties.flatMap(({ property: { name, keyLength }, start, keyEnd, value }) => {
    if (keyLength === 0 || childOf(name).length > 0) return [];
    const alike = nearestTo(name, lacking);
    return missing.flatMap((to): readonly Fix[] => {
      const { types } = knowledgeOf(childOf(to));
      const isOther = alike.length > 0 && !alike.includes(to);
      if (isOther || types.length === 0 || !mayHold({ type: types }, kindOf(value.node))) return [];
      return [fix(renameOther(name, to), [replaced({ start, end: keyEnd }, JSON.stringify(to))], {})];
    });
  });
  return renames.slice(0, mostOffered);
}
