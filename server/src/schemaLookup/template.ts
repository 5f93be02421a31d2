import type { JsonObject, JsonPath, JsonValue } from "@analyses/json";
import type { ApplyingSchema } from "@analyses/json-schema";
import { jsonEquals, namesInOrder, requiredBeside } from "@analyses/json-schema";
import { isJsonArray, isJsonObject, readJson } from "@analyses/json";
import { knowledgeOf } from "./valueKnowledge";
import type { RiskOfBias } from "./riskOfBias";
import { schemasForMethod } from "./riskOfBias";
import type { SchemaLookup } from "./schemaLookup";

/*
 * Templates: text to insert, with tab stops. Builds the skeleton of a new value from schemas.
 */

/** Text to insert, with tab stops. */
export type Template = readonly TemplatePart[];

export type TemplatePart =
  | { readonly kind: "text"; readonly text: string }
  /** A tab stop with an initial text. */
  | { readonly kind: "stop"; readonly preset: string }
  /** A tab stop with several texts to choose from, initially the first. */
  | { readonly kind: "choice"; readonly choices: readonly string[] }
  /** The final caret position; without it, the end of the text. */
  | { readonly kind: "end" };

export const text = (written: string): TemplatePart => ({ kind: "text", text: written });
export const stop = (preset = ""): TemplatePart => ({ kind: "stop", preset });

/**
 * The maximum number of tab stops in a snippet. VS Code numbers the stops of a nested snippet in tenths between two
 * stops of the outer one, so a tenth would merge with the next outer stop.
 */
const mostStops = 8;
/** The maximum number of values in one choice of a snippet. */
const mostChoices = 500;

/** Renders the template as a snippet (LSP 3.17, Snippet Syntax). Tab stops after the eighth become plain text. */
export function toSnippet(template: Template): string {
  let stops = 0;
  return template
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text.replace(/[\\$]/g, "\\$&");
        case "stop":
          stops += 1;
          if (stops > mostStops) return toSnippet([text(part.preset)]);
          return part.preset === ""
            ? `\${${stops}}`
            : `\${${stops}:${part.preset.replace(/[\\$}]/g, "\\$&")}}`;
        case "choice":
          stops += 1;
          if (stops > mostStops) return toSnippet([text(part.choices[0] ?? "")]);
          return `\${${stops}|${part.choices.map((choice) => choice.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
        case "end":
          return "$0";
      }
    })
    .join("");
}

/** Renders the template as plain text with the initial texts. */
export function toPlainText(template: Template): string {
  return template
    .map((part) => {
      switch (part.kind) {
        case "text":
          return part.text;
        case "stop":
          return part.preset;
        case "choice":
          return part.choices[0] ?? "";
        case "end":
          return "";
      }
    })
    .join("");
}

/** The maximum depth of a skeleton; deeper values stay empty. */
const deepest = 5;
const looks = 4;
const mostEntries = 50;

/** Suggests a value that schemas cannot provide, such as the next free number. */
export type SuggestedValue = (way: JsonPath) => JsonValue | undefined;

interface SkeletonOptions {
  readonly lookup: SchemaLookup;
  readonly suggest: SuggestedValue;
  /** One step of indentation. */
  readonly indent: string;
  /** The method whose domains the skeleton includes. */
  readonly riskOfBias?: RiskOfBias | undefined;
  /** Existing content for a path, indented for its position. */
  readonly given?: (way: JsonPath, margin: string) => Template | undefined;
  /** A property that the root value includes even if not required: a list, or an object with an empty line to fill. */
  readonly wanted?: string | undefined;
}

/**
 * Builds an initial value from what the schemas require, with tab stops. Writes only values that have no alternative;
 * the other places hold `null` or an empty text, which the schema rejects, so that validation reports them until the
 * author fills them. Indents lines after the first as if the value stood at the start of a line.
 *
 * @param way the path of the new value
 */
export function skeleton(
  schemas: readonly ApplyingSchema[],
  way: JsonPath,
  options: SkeletonOptions,
  margin = "",
  depth = 0,
  begun: JsonObject = {},
): Template {
  const given = options.given?.(way, margin);
  if (given !== undefined) return given;
  const { types, values, closed, default: preset } = knowledgeOf(schemas);
  const suggested = options.suggest(way);
  // No tab stop for an identifier, since the author does not edit it.
  if (suggested !== undefined)
    return [isSchemaIdentifier(way) ? text(JSON.stringify(suggested)) : stop(JSON.stringify(suggested))];
  // The author completes a term of a long list at the placeholder: the editor would list them all in the snippet.
  if (values.length > mostChoices) return [stop(placeholderFor(schemas))];
  const [only, ...others] = values.map(({ value }) => value);
  if (only !== undefined && closed && others.length === 0) return [text(JSON.stringify(only))];
  const placeholder = placeholderFor(schemas);
  if (only !== undefined) return choice(placeholder, putFirst(preset, [only, ...others]));
  const type = types.find((name) => name !== "null") ?? types[0];
  switch (type) {
    case "object":
      return objectSkeleton(schemas, way, options, margin, depth, begun);
    case "array":
      return arraySkeleton(schemas, way, options, margin, depth);
    case "string":
      return [text('"'), stop(), text('"')];
    case "number":
    case "integer":
      return preset === undefined ? [stop(placeholder)] : choice(placeholder, [preset]);
    case "boolean":
      return choice(placeholder, putFirst(preset, [false, true]));
    case "null":
      return [text("null")];
    default:
      return [stop(placeholder)];
  }
}

/** A placeholder that the schema rejects. */
function placeholderFor(schemas: readonly ApplyingSchema[]): string {
  const { types, values, closed } = knowledgeOf(schemas);
  const takesNull = closed
    ? values.some(({ value }) => value === null)
    : types.length === 0 || types.includes("null");
  return takesNull ? '""' : "null";
}

function isSchemaIdentifier(way: JsonPath): boolean {
  return way.length === 1 && way[0] === "$schema";
}

function objectSkeleton(
  schemas: readonly ApplyingSchema[],
  way: JsonPath,
  options: SkeletonOptions,
  margin: string,
  depth: number,
  given: JsonObject,
): Template {
  const inner = margin + options.indent;
  const members = new Map<string, Template>();
  // Members can make other members required, so repeat a few times.
  for (let look = 0; look < looks; look += 1) {
    const value = valueOfMembers(members);
    const own = options.lookup.schemasOfNew(schemas, value);
    const begun = { ...membersOfNew(own), ...given };
    const wanted = new Set([
      ...requiredBeside(own, value),
      ...namesInOrder(own).filter(
        (name) =>
          !members.has(name) &&
          (Object.hasOwn(begun, name) ||
            options.suggest([...way, name]) !== undefined ||
            options.riskOfBias?.isDomain(name) === true ||
            (depth === 0 && name === options.wanted)),
      ),
    ]);
    if (depth === deepest || wanted.size === 0) break;
    for (const name of wanted) {
      const known = begun[name] ?? null;
      if (known !== null) {
        members.set(name, [
          text(JSON.stringify(known, undefined, options.indent).replaceAll("\n", `\n${inner}`)),
        ]);
        continue;
      }
      const childWay = [...way, name];
      const childSchemas = schemasForMethod(options.lookup, own, childWay, options.riskOfBias);
      if (depth === 0 && name === options.wanted && !knowledgeOf(childSchemas).types.includes("array")) {
        members.set(name, [text(`{\n${inner}${options.indent}`), stop(), text(`\n${inner}}`)]);
        continue;
      }
      members.set(name, skeleton(childSchemas, childWay, options, inner, depth + 1));
    }
  }
  if (members.size === 0) return [text("{"), stop(), text("}")];
  const parts = inOrder(members, options.lookup.schemasOfNew(schemas, valueOfMembers(members))).flatMap(
    ([name, value], index) => {
      const separator = index === members.size - 1 ? "" : ",";
      return [text(`\n${inner}${JSON.stringify(name)}: `), ...value, text(separator)];
    },
  );
  return [text("{"), ...parts, text(`\n${margin}}`)];
}

/**
 * Keyword of object and array schemas: initial members besides the required ones, unless a property's own schema
 * defines a value; `null` marks a value that the author has to fill in.
 */
const annotation = "x-new";

function membersOfNew(schemas: readonly ApplyingSchema[]): JsonObject {
  const members = schemas.flatMap(({ certain, schema: { [annotation]: begun } }) =>
    certain && isJsonObject(begun) ? Object.entries(begun) : [],
  );
  return Object.fromEntries(members);
}

/** Sorts members by the schemas' order. */
function inOrder(
  members: ReadonlyMap<string, Template>,
  schemas: readonly ApplyingSchema[],
): readonly (readonly [string, Template])[] {
  const order = namesInOrder(schemas);
  return [...members].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
}

/** The initial value of an object of templates. */
function valueOfMembers(members: ReadonlyMap<string, Template>): JsonObject {
  const entries = [...members].map(([name, template]): [string, JsonValue] => {
    const written = toPlainText(template);
    return [name, readJson(written)];
  });
  return Object.fromEntries(entries);
}

function arraySkeleton(
  schemas: readonly ApplyingSchema[],
  way: JsonPath,
  options: SkeletonOptions,
  margin: string,
  depth: number,
): Template {
  const begun = schemas.map(({ schema }) => schema[annotation]).find(isJsonArray) ?? [];
  const needed = Math.max(entriesNeeded(schemas), begun.length);
  const count = depth === deepest ? 0 : Math.min(needed, mostEntries);
  if (count === 0) return [text("["), stop(), text("]")];
  const inner = margin + options.indent;
  const elements = Array.from({ length: count }, (_, index): Template => {
    const elementWay = [...way, index];
    const elementSchemas = options.lookup.schemasOfChild(schemas, elementWay);
    const separator = index === 0 ? "" : ",";
    return [
      text(`${separator}\n${inner}`),
      ...skeleton(elementSchemas, elementWay, options, inner, depth + 1, membersOf(begun[index])),
    ];
  });
  return [text("["), ...elements.flat(), text(`\n${margin}]`)];
}

function membersOf(value: JsonValue | undefined): JsonObject {
  return isJsonObject(value) ? value : {};
}

function entriesNeeded(schemas: readonly ApplyingSchema[]): number {
  const counts = schemas.map(({ schema, certain }) => {
    if (!certain) return 0;
    const { minItems, contains, minContains } = schema;
    const contained = contains === undefined ? 0 : typeof minContains === "number" ? minContains : 1;
    return Math.max(typeof minItems === "number" ? minItems : 0, contained);
  });
  return counts.reduce((most, count) => Math.max(most, count), 0);
}

function choice(placeholder: string, values: readonly JsonValue[]): Template {
  const choices = [placeholder, ...values.map((value) => JSON.stringify(value))];
  return [{ kind: "choice", choices }];
}

function putFirst(value: JsonValue | undefined, values: readonly JsonValue[]): readonly JsonValue[] {
  const isIt = (one: JsonValue): boolean => value !== undefined && jsonEquals(one, value);
  return [...values.filter(isIt), ...values.filter((one) => !isIt(one))];
}
