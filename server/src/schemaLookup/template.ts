import type { JsonObject, JsonPath, JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject, memoized } from "@analyses/json";
import type { ApplyingSchema, NewValue, ValuePlace } from "@analyses/json-schema";
import {
  elementsNeeded,
  jsonEquals,
  namesInOrder,
  newValue,
  placeholderOf,
  requiredBeside,
} from "@analyses/json-schema";
import type { RiskOfBias } from "./riskOfBias";
import { schemasForMethod } from "./riskOfBias";
import type { SchemaLookup } from "./schemaLookup";
import type { KnownValue } from "./valueKnowledge";
import { knowledgeOf } from "./valueKnowledge";

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
): Template {
  const { indent, wanted } = options;
  return rendered(newValue(placeAt(schemas, way, options, { wanted })), way, margin);

  function rendered(value: NewValue, own: JsonPath, outer: string): Template {
    const given = options.given?.(own, outer);
    if (given !== undefined) return given;
    const inner = outer + indent;
    switch (value.kind) {
      case "fixed":
        return [text(JSON.stringify(value.value, undefined, indent).replaceAll("\n", `\n${outer}`))];
      case "suggested":
        return [stop(JSON.stringify(value.value))];
      case "open":
        return openTemplate(value);
      case "object": {
        const isWanted = own.length === way.length + 1 && own.at(-1) === wanted;
        if (isWanted && value.members.size === 0) return [text(`{\n${inner}`), stop(), text(`\n${outer}}`)];
        const members = [...value.members].map(([name, one]): Template => [
          text(`\n${inner}${JSON.stringify(name)}: `),
          ...rendered(one, [...own, name], inner),
        ]);
        return enclosed("{", members, outer, "}");
      }
      case "list": {
        const elements = value.elements.map((one, index): Template => [
          text(`\n${inner}`),
          ...rendered(one, [...own, index], inner),
        ]);
        return enclosed("[", elements, outer, "]");
      }
    }
  }
}

function enclosed(open: string, parts: readonly Template[], margin: string, close: string): Template {
  if (parts.length === 0) return [text(open), stop(), text(close)];
  const separated = parts.flatMap((part, index) => (index === 0 ? part : [text(","), ...part]));
  return [text(open), ...separated, text(`\n${margin}${close}`)];
}

function openTemplate(value: Extract<NewValue, { kind: "open" }>): Template {
  const { at, type } = value;
  const placeholder = JSON.stringify(placeholderOf(value));
  if (type === "string") return [text('"'), stop(), text('"')];
  // The author completes a term of a long list at the placeholder: the editor would list them all in the snippet.
  if (at.values.length > mostChoices) return [stop(placeholder)];
  const proposed = at.preset === undefined ? [] : [at.preset];
  const listed = type === "boolean" ? [false, true] : type === undefined ? at.values : proposed;
  if (listed.length === 0) return [stop(placeholder)];
  const isProposed = (one: JsonValue): boolean => proposed.some((each) => jsonEquals(each, one));
  const choices = [...listed.filter(isProposed), ...listed.filter((one) => !isProposed(one))];
  return [{ kind: "choice", choices: [placeholder, ...choices.map((one) => JSON.stringify(one))] }];
}

/**
 * What the schemas expect of a new value at a path.
 *
 * @param more.begun the initial members that its list defines
 */
function placeAt(
  schemas: readonly ApplyingSchema[],
  way: JsonPath,
  options: Pick<SkeletonOptions, "lookup" | "suggest" | "riskOfBias">,
  { wanted, begun = {} }: { readonly wanted?: string | undefined; readonly begun?: JsonObject } = {},
): ValuePlace {
  const { lookup, suggest, riskOfBias } = options;
  const knowledge = knowledgeOf(schemas);
  const suggested = suggest(way);
  // No tab stop for an identifier, since the author does not edit it.
  const kind = way.length === 1 && way[0] === "$schema" ? "fixed" : "suggested";
  const elements = schemas.map(({ schema }) => schema[annotation]).find(isJsonArray) ?? [];
  return {
    given: suggested === undefined ? undefined : { kind, value: suggested },
    schemas,
    types: knowledge.types,
    // Lazy, because lists are long.
    get values() {
      return plainValues(knowledge.values);
    },
    get isClosed() {
      return knowledge.closed;
    },
    preset: knowledge.default,
    entries: Math.max(elementsNeeded(schemas), elements.length),
    element(index) {
      const [child, first] = [[...way, index], elements[index]];
      const known = isJsonObject(first) ? { begun: first } : {};
      return placeAt(lookup.schemasOfChild(schemas, child), child, options, known);
    },
    having(members) {
      const own = lookup.schemasOfNew(schemas, members);
      const initial = { ...membersOfNew(own), ...begun };
      const names = namesInOrder(own);
      const isToWrite = (name: string): boolean =>
        !Object.hasOwn(members, name) &&
        (Object.hasOwn(initial, name) ||
          suggest([...way, name]) !== undefined ||
          riskOfBias?.isDomain(name) === true ||
          name === wanted);
      return {
        names,
        lacking: [...new Set([...requiredBeside(own, members), ...names.filter(isToWrite)])],
        property(name) {
          const [known, child] = [initial[name] ?? null, [...way, name]];
          const place = placeAt(schemasForMethod(lookup, own, child, riskOfBias), child, options);
          if (known !== null) return { ...place, given: { kind: "fixed", value: known } };
          const isBlank = name === wanted && !place.types.includes("array");
          return isBlank ? { ...place, given: { kind: "object", members: new Map() } } : place;
        },
      };
    },
  };
}

const plainValues = memoized((known: readonly KnownValue[]): readonly JsonValue[] =>
  known.map(({ value }) => value),
);

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
