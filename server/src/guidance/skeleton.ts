import type { JsonObject, JsonValue } from "../document/valueOf";
import type { FoundSchema } from "./applicableSchemas";
import { isJsonArray, isJsonObject, jsonEquals, readJson } from "../document/json";
import { knownProperties, namesInOrder } from "./knownProperties";
import type { SchemaGuide } from "./schemaGuide";
import type { Template } from "../editing/template";
import { stop, text, toPlainText } from "../editing/template";
import { knowledgeOf } from "./valueKnowledge";
import type { Way } from "./ways";

/** Skeletons deeper than this are left for the author to go on with. */
const deepest = 5;
const looks = 4;

/** What is known beyond schemas: the value that a place should get, such as the next free number. */
export type SuggestedValue = (way: Way) => JsonValue | undefined;

export interface SkeletonOptions {
  readonly guide: SchemaGuide;
  readonly suggest: SuggestedValue;
  /** One step of indentation. */
  readonly indent: string;
}

/**
 * A value to begin with: what schemas require, with places to fill. Lines after the first are indented
 * as if the value stood at the start of a line.
 *
 * @param way where the value will stand
 */
export function skeleton(
  schemas: readonly FoundSchema[],
  way: Way,
  options: SkeletonOptions,
  margin = "",
  depth = 0,
): Template {
  const { types, values, default: preset, minimum } = knowledgeOf(schemas);
  const suggested = options.suggest(way) ?? preset;
  const named = values.map(({ value }) => value);
  if (named.length > 1) return choice(putFirst(suggested, named));
  // An identifier is written as it is: the caret goes where the author has something to say.
  if (suggested !== undefined && isSchemaIdentifier(way)) return [text(JSON.stringify(suggested))];
  if (suggested !== undefined) return presetValue(suggested, margin, options.indent);
  if (named[0] !== undefined) return [text(JSON.stringify(named[0]))];
  const type = types.find((name) => name !== "null") ?? types[0];
  switch (type) {
    case "object":
      return objectSkeleton(schemas, way, options, margin, depth);
    case "array":
      return arraySkeleton(schemas, way, options, margin, depth);
    case "string":
      return [text('"'), stop(), text('"')];
    case "number":
    case "integer":
      return [stop(String(Math.max(minimum ?? 0, 0)))];
    case "boolean":
      return choice([false, true]);
    case "null":
      return [text("null")];
    default:
      return [stop("null")];
  }
}

function isSchemaIdentifier(way: Way): boolean {
  return way.length === 1 && way[0] === "$schema";
}

function objectSkeleton(
  schemas: readonly FoundSchema[],
  way: Way,
  options: SkeletonOptions,
  margin: string,
  depth: number,
): Template {
  const inner = margin + options.indent;
  const members = new Map<string, Template>();
  // What is written decides what more is required: a second look, and a third, find it.
  for (let look = 0; look < looks; look += 1) {
    const own = options.guide.schemasOfNew(schemas, valueOfMembers(members));
    const wanted = knownProperties(own).filter(
      ({ name, required }) => required || options.suggest([...way, name]) !== undefined,
    );
    if (depth === deepest || wanted.every(({ name }) => members.has(name))) break;
    for (const { name } of wanted) {
      const childWay = [...way, name];
      const childSchemas = options.guide.schemasOfChild(own, childWay);
      members.set(name, skeleton(childSchemas, childWay, options, inner, depth + 1));
    }
  }
  if (members.size === 0) return [text("{"), stop(), text("}")];
  const parts = inOrder(members, options.guide.schemasOfNew(schemas, valueOfMembers(members))).flatMap(
    ([name, value], index) => {
      const separator = index === members.size - 1 ? "" : ",";
      return [text(`\n${inner}${JSON.stringify(name)}: `), ...value, text(separator)];
    },
  );
  return [text("{"), ...parts, text(`\n${margin}}`)];
}

/** As the schemas have them, whichever are required and whichever look brought them. */
function inOrder(
  members: ReadonlyMap<string, Template>,
  schemas: readonly FoundSchema[],
): readonly (readonly [string, Template])[] {
  const order = namesInOrder(schemas);
  return [...members].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** What an object of templates holds before the author fills them. */
function valueOfMembers(members: ReadonlyMap<string, Template>): JsonObject {
  const entries = [...members].map(([name, template]): [string, JsonValue] => {
    const written = toPlainText(template);
    return [name, readJson(written)];
  });
  return Object.fromEntries(entries);
}

function arraySkeleton(
  schemas: readonly FoundSchema[],
  way: Way,
  options: SkeletonOptions,
  margin: string,
  depth: number,
): Template {
  const needsElement = schemas.some(
    ({ schema, certain }) => certain && typeof schema.minItems === "number" && schema.minItems > 0,
  );
  if (!needsElement || depth === deepest) return [text("["), stop(), text("]")];
  const inner = margin + options.indent;
  const elementWay = [...way, 0];
  const elementSchemas = options.guide.schemasOfChild(schemas, elementWay);
  const element = skeleton(elementSchemas, elementWay, options, inner, depth + 1);
  return [text(`[\n${inner}`), ...element, text(`\n${margin}]`)];
}

function choice(values: readonly JsonValue[]): Template {
  if (values.every((value) => typeof value === "string"))
    return [text('"'), { kind: "choice", choices: values.map(insideQuotes) }, text('"')];
  return [{ kind: "choice", choices: values.map((value) => JSON.stringify(value)) }];
}

function putFirst(value: JsonValue | undefined, values: readonly JsonValue[]): readonly JsonValue[] {
  const isIt = (one: JsonValue): boolean => value !== undefined && jsonEquals(one, value);
  return [...values.filter(isIt), ...values.filter((one) => !isIt(one))];
}

function presetValue(value: JsonValue, margin: string, indent: string): Template {
  if (typeof value === "string") return [text('"'), stop(insideQuotes(value)), text('"')];
  if (isJsonObject(value) || isJsonArray(value))
    return [text(JSON.stringify(value, undefined, indent).replaceAll("\n", `\n${margin}`))];
  return [stop(JSON.stringify(value))];
}

function insideQuotes(value: string): string {
  return JSON.stringify(value).slice(1, -1);
}
