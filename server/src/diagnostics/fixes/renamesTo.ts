import { type JsonPath, pathOf, propertiesOf } from "@analyses/json";
import { namesInOrder } from "@analyses/json-schema";
import { depthOf } from "@analyses/protocol/documentFormat";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { subschemasIn } from "../../evidence/analysisEvidence";
import { nearestTo } from "../../findings/nearest";
import { maxCompared } from "../../findings/objectIndex";
import { kindOf, mayHold } from "../../findings/site";
import type { SchemaContext } from "../../schema/schemaContext";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import { type Fix, fix, objectWithSteps, renameOther, replaced } from "./fix";

const maxOffered = 10;

/**
 * Offers to rename a property that no schema knows to a missing property that allows its value: `events` to `cases`.
 * Any such rename may be wrong, so the author chooses. Does not rename a property that is spelled like another missing
 * one.
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
  const knownToOthers = namesInAnyKind(schemas, pathOf(steps));
  const properties = [...propertiesOf(object)];
  const present = new Set(properties.map(({ property }) => property.name));
  const lacking = namesInOrder(own).filter((name) => !present.has(name));
  const renames = properties.flatMap(({ property: { name, keyLength }, start, keyEnd, value }) => {
    if (keyLength === 0 || knownToOthers.has(name) || childOf(name).length > 0) return [];
    const alike = nearestTo(name, lacking);
    return missing.flatMap((to): readonly Fix[] => {
      const { types } = knowledgeOf(childOf(to));
      const isLikeAnother = alike.length > 0 && !alike.includes(to);
      if (isLikeAnother || types.length === 0 || !mayHold({ type: types }, kindOf(value.node))) return [];
      return [fix(renameOther(name, to), [replaced({ start, end: keyEnd }, JSON.stringify(to))], {})];
    });
  });
  return renames.slice(0, maxOffered);
}

/**
 * The property names that the item schema has at a path for any kind of analysis. Such a name is no misspelling: `mean`
 * belongs to another kind of analysis and is no other name for `cases`.
 */
function namesInAnyKind({ itemSchema }: SchemaContext, path: JsonPath): ReadonlySet<string | undefined> {
  const inItem = path.slice(depthOf.analysis).map((step) => (typeof step === "number" ? "*" : step));
  const atPath = subschemasIn(itemSchema).filter(
    (subschema) =>
      subschema.path.length === inItem.length + 1 &&
      inItem.every((step, index) => step === subschema.path[index]),
  );
  return new Set(atPath.map((one) => one.path.at(-1)));
}
