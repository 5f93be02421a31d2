import { knownProperties } from "@analyses/json-schema";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import type { SchemaContext } from "../../schema/schemaContext";
import { translate } from "../../localisation/translate";
import type { Finding } from "../../findings/finding";
import { type Template, text } from "../../schemaLookup/template";
import type { Span } from "../../document/locate";
import type { PlacedProperty, Placed, ObjectNode, Step, ArrayNode } from "@analyses/json";
import { memberRemoval as removalOf, pathAt } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";

/** A quick fix for a finding. */
export interface Fix {
  readonly title: string;
  /** In text order, without overlaps. */
  readonly replacements: readonly Replacement[];
  /** Whether the fix certainly matches the author's intent, so that it can apply without review. */
  readonly certain: boolean;
  /** Whether the fix is the finding's best fix (LSP `isPreferred`). */
  readonly preferred: boolean;
}

/** The new text between two offsets. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly template: Template;
}

export function fix(
  title: string,
  replacements: readonly Replacement[],
  { certain = false, preferred = false }: Partial<Pick<Fix, "certain" | "preferred">>,
): Fix {
  return { title, replacements, certain, preferred };
}

/** The property whose key is at an offset. */
export function propertyAt(document: AnalysesDocument, keyStart: number): PlacedProperty | undefined {
  const { property } = pathAt(document, keyStart);
  return property?.part === "key" ? property.property : undefined;
}

export function objectAt(document: AnalysesDocument, start: number): Placed<ObjectNode> | undefined {
  return objectWithSteps(document, start).object;
}

/** The object that starts at an offset, with the steps to it. */
export function objectWithSteps(
  document: AnalysesDocument,
  start: number,
): { readonly object: Placed<ObjectNode> | undefined; readonly steps: readonly Step[] } {
  const { steps } = pathAt(document, start + 1);
  const last = steps.findLastIndex((step) => step.node.kind === "object" && step.start === start);
  const node = steps[last]?.node;
  return { object: node?.kind === "object" ? { node, start } : undefined, steps: steps.slice(0, last + 1) };
}

/** Whether an array element spans `start` to `end`. */
export function isElement(document: AnalysesDocument, start: number, end: number): boolean {
  const { steps } = pathAt(document, Math.min(start + 1, end));
  return steps.some(
    (step) => step.via.kind === "element" && step.start === start && step.start + step.node.length === end,
  );
}

/** Removes the property or element that starts at an offset, with its comma and white space. */
export function memberRemoval(document: AnalysesDocument, start: number): readonly Replacement[] {
  const { steps } = pathAt(document, start);
  const container = steps.findLast(
    (step): step is Step & Placed<ObjectNode | ArrayNode> =>
      (step.node.kind === "object" || step.node.kind === "array") &&
      step.node.starts.includes(start - step.start),
  );
  if (container === undefined) return [];
  return removalOf(document.text, container, start).map((removal) => ({ ...removal, template: [] }));
}

export function replaced({ start, end }: Span, newText: string): Replacement {
  return { start, end, template: [text(newText)] };
}

/** Replaces the finding's whole range. */
export function replaceWhole(
  finding: Finding,
  json: string,
  how: Partial<Pick<Fix, "certain" | "preferred">>,
): Fix {
  return fix(replaceBy(json), [replaced(finding, json)], how);
}

export const replaceBy = (value: string): string => translate("Replace by {0}", value);

export const renameOther = (from: string, to: string): string => translate("Rename “{0}” to “{1}”", from, to);

export const changeOther = (name: string, value: string): string =>
  translate("Change “{0}” to {1}", name, value);

export const addProperty = (name: string): string => translate("Add “{0}”", name);

/** Removes a property whose value only marks a missing value. */
export function leaveOutFix(document: AnalysesDocument, valueStart: number): readonly Fix[] {
  const via = pathAt(document, valueStart).steps.at(-1)?.via;
  if (via?.kind !== "property") return [];
  return [fix(leaveOut(via.property.property.name), memberRemoval(document, via.property.start), {})];
}

/** Removes an unfinished property if it is optional. */
export function leaveOutOptionalFix(
  document: AnalysesDocument,
  schemas: SchemaContext,
  valueStart: number,
): readonly Fix[] {
  const { steps } = pathAt(document, valueStart);
  const via = steps.at(-1)?.via;
  if (via?.kind !== "property") return [];
  const known = knownProperties(schemaLookup(schemas).schemasAt(document, steps.slice(0, -1)));
  const isOptional = known.some(({ name, required }) => name === via.property.property.name && !required);
  return isOptional ? leaveOutFix(document, valueStart) : [];
}

export const leaveOut = (name: string): string => translate("Leave “{0}” out", name);
