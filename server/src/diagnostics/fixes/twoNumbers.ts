import { requiredSiblings } from "@analyses/json-schema";
import { isJsonObject, pathAt, pathOf, propertiesOf } from "@analyses/json";
import { type Fix, fix, replaceBy, replaced } from "./fix";
import type { AnalysesDocument } from "../../document/analysesDocument";
import type { Span } from "../../document/locate";
import type { SchemaContext } from "../../schema/schemaContext";
import { schemaLookup, writtenValue } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";

/** Matches a text of two numbers: events and a total as `19/151`, or a mean and a standard deviation as `4.1 (1.2)`. */
const twoNumbers =
  /^["'“”]?\s*(-?\d+(?:\.\d+)?)(\s*[/±([]\s*|\s+(?:(?:out )?of )?)(\d+(?:\.\d+)?)\s*[)\]]?\s*["'“”]?$/u;

/** Whether a text holds several numbers, some of which may belong to other properties. */
export function holdsSeveralNumbers(written: string): boolean {
  return /\d\s*(?:[/±([;|–—]|(?:\s(?:out )?of|\sto)\s|\s)[^\p{L}\d]*\d/u.test(written);
}

/**
 * Fixes for a text of two numbers where one is expected. Offers the first number alone if another property of the
 * object has the second. Otherwise offers both if they can be events and a total, and the object lacks one number.
 */
export function twoNumberFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start, end }: Span,
): readonly Fix[] {
  const { text } = document;
  const [, first, between, second] = twoNumbers.exec(text.slice(start, end)) ?? [];
  const { steps } = pathAt(document, start);
  const [object, value] = steps.slice(-2);
  if (first === undefined || between === undefined || second === undefined) return [];
  if (object?.node.kind !== "object" || value?.via.kind !== "property") return [];
  const placed = { node: object.node, start: object.start };
  const hasSecondNumber = [...propertiesOf(placed)].some(
    ({ value: { node, start: at } }) =>
      node.kind === "number" && Number(text.slice(at, at + node.length)) === Number(second),
  );
  if (hasSecondNumber) return [fix(replaceBy(first), [replaced({ start, end }, first)], {})];
  const mayBeProportion = /^(?:\/|(?:out )?of)?$/.test(between.trim()) && !`${first}${second}`.includes(".");
  if (!mayBeProportion || Number(first) > Number(second)) return [];
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasAt(document, steps.slice(0, -1));
  const before = writtenValue(document, placed);
  const written = { ...(isJsonObject(before) ? before : {}), [value.via.property.property.name]: first };
  const path = pathOf(steps.slice(0, -1));
  const [missing, ...others] = requiredSiblings(own, written).filter((name) =>
    knowledgeOf(lookup.schemasOfChild(own, [...path, name])).types.some(isNumeric),
  );
  if (missing === undefined || others.length > 0) return [];
  const both = `${first}, ${JSON.stringify(missing)}: ${second}`;
  return [fix(replaceBy(both), [replaced({ start, end }, both)], {})];
}

const isNumeric = (type: string): boolean => type === "integer" || type === "number";
