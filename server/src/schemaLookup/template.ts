// Templates, which are texts to insert with tab stops, and the skeleton of a new value, a template built from schemas.

import type { JsonObject, JsonPath, JsonValue } from "@analyses/json";
import { isJsonArray, isJsonObject, memoized, readJson } from "@analyses/json";
import type { ApplyingSchema, NewValue, ValuePlace } from "@analyses/json-schema";
import {
  elementsNeeded,
  equalityKey,
  namesInOrder,
  newValue,
  placeholderOf,
  requiredSiblings,
} from "@analyses/json-schema";
import { type RiskOfBias, schemasForMethod } from "./riskOfBias";
import type { SchemaLookup } from "./schemaLookup";
import { type KnownValue, knowledgeOf } from "./valueKnowledge";
import { schemaText } from "../localisation/translate";

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
 * The maximum number of tab stops in a snippet. VS Code inserts a nested snippet's stops between two stops of the outer
 * snippet by adding tenths to the number, so that the tenth stop would have the number of the next outer stop.
 */
const maxStops = 8;
const maxChoices = 500;

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
          if (stops > maxStops) return toSnippet([text(part.preset)]);
          return part.preset === ""
            ? `\${${stops}}`
            : `\${${stops}:${part.preset.replace(/[\\$}]/g, "\\$&")}}`;
        case "choice":
          stops += 1;
          if (stops > maxStops) return toSnippet([text(part.choices[0] ?? "")]);
          return `\${${stops}|${part.choices.map((choice) => choice.replace(/[\\,|]/g, "\\$&")).join(",")}|}`;
        case "end":
          return "$0";
      }
    })
    .join("");
}

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

/** Suggests a value that schemas cannot know, such as the next free number; undefined if there is none for the path. */
export type SuggestedValue = (path: JsonPath) => JsonValue | undefined;

interface SkeletonOptions {
  readonly lookup: SchemaLookup;
  readonly suggest: SuggestedValue;
  /** One step of indentation. */
  readonly indent: string;
  /** The method whose domains the skeleton includes. */
  readonly riskOfBias?: RiskOfBias | undefined;
  /** The existing content of a path, with lines indented by `margin`; undefined if the skeleton has to build it. */
  readonly given?: (path: JsonPath, margin: string) => Template | undefined;
  /** A property that the root value includes even if not required: a list, or an object with an empty line to fill. */
  readonly wanted?: string | undefined;
}

/**
 * Builds an initial value, with tab stops, from what the schemas require. Writes only values that have no alternative;
 * any other value is `null` or an empty text, which the schema rejects, so that validation reports it until the author
 * fills it in. Lines after the first are indented by `margin`.
 *
 * @param path the path of the new value
 */
export function skeleton(
  schemas: readonly ApplyingSchema[],
  path: JsonPath,
  options: SkeletonOptions,
  margin = "",
): Template {
  const { indent, wanted } = options;
  return rendered(newValue(placeAt(schemas, path, options, { wanted })), path, margin);

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
        const isWanted = own.length === path.length + 1 && own.at(-1) === wanted;
        if (isWanted && value.members.size === 0) return [text(`{\n${inner}`), stop(), text(`\n${outer}}`)];
        const members = [...value.members].map(([name, one]): Template => [
          text(`\n${inner}${JSON.stringify(name)}: `),
          ...rendered(one, [...own, name], inner),
        ]);
        return enclosed("{", members, outer, "}");
      }
      case "list": {
        const elements = value.elements.map((element, index): Template => [
          text(`\n${inner}`),
          ...rendered(element, [...own, index], inner),
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
  // A snippet's choice would show the whole list at once; at a plain stop, completion narrows a long list.
  if (at.values.length > maxChoices) return [stop(placeholder)];
  const proposed = at.preset === undefined ? [] : [at.preset];
  const listed = type === "boolean" ? [false, true] : type === undefined ? at.values : proposed;
  if (listed.length === 0) return [stop(placeholder)];
  const isProposed = (value: JsonValue): boolean =>
    proposed.some((preset) => equalityKey(preset) === equalityKey(value));
  const choices = [...listed.filter(isProposed), ...listed.filter((value) => !isProposed(value))];
  return [{ kind: "choice", choices: [placeholder, ...choices.map((choice) => JSON.stringify(choice))] }];
}

/**
 * What the schemas expect of a new value at a path.
 *
 * @param more.wanted a property to include even if the schemas do not require it
 * @param more.begun for an element: the initial members that the schema of the list defines (`x-new`)
 */
function placeAt(
  schemas: readonly ApplyingSchema[],
  path: JsonPath,
  options: Pick<SkeletonOptions, "lookup" | "suggest" | "riskOfBias">,
  { wanted, begun = {} }: { readonly wanted?: string | undefined; readonly begun?: JsonObject } = {},
): ValuePlace {
  const { lookup, suggest, riskOfBias } = options;
  const knowledge = knowledgeOf(schemas);
  const suggested = suggest(path);
  // The schema identifier has no tab stop, because the author does not edit it.
  const kind = path.length === 1 && path[0] === "$schema" ? "fixed" : "suggested";
  const elements = schemas.map(({ schema }) => schema[annotation]).find(isJsonArray) ?? [];
  return {
    given: suggested === undefined ? undefined : { kind, value: suggested },
    schemas,
    types: knowledge.types,
    // A getter, because lists of values can be long.
    get values() {
      return plainValues(knowledge.values);
    },
    get isClosed() {
      return knowledge.closed;
    },
    preset: knowledge.default,
    entries: Math.max(elementsNeeded(schemas), elements.length),
    element(index) {
      const [child, first] = [[...path, index], elements[index]];
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
          suggest([...path, name]) !== undefined ||
          riskOfBias?.isDomain(name) === true ||
          name === wanted);
      return {
        names,
        lacking: [...new Set([...requiredSiblings(own, members), ...names.filter(isToWrite)])],
        property(name) {
          const [initialValue, child] = [initial[name] ?? null, [...path, name]];
          const place = placeAt(schemasForMethod(lookup, own, child, riskOfBias), child, options);
          if (initialValue !== null) return { ...place, given: { kind: "fixed", value: initialValue } };
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
 * The keyword that adds initial members to the required ones: in an object schema those of the object, in an array
 * schema those of each first element. For the value `null`, the property's own schema or the author decides.
 */
const annotation = "x-new";

function membersOfNew(schemas: readonly ApplyingSchema[]): JsonObject {
  const members = schemas.flatMap(({ certain, schema: { [annotation]: begun } }) =>
    certain && isJsonObject(begun) ? Object.entries(begun) : [],
  );
  return Object.fromEntries(members);
}

/** A snippet that a schema proposes (VS Code, `defaultSnippets`). */
interface ProposedSnippet {
  readonly label: string;
  readonly description: string | undefined;
  readonly template: Template;
}

/**
 * The snippets that schemas propose for a value by VS Code's `defaultSnippets`: a text in `bodyText`, or JSON in
 * `body`, in which a string that starts with `^` is written without quotes.
 *
 * @param indent one step of indentation
 * @param margin the indentation of lines after the first
 */
export function snippetsOf(
  schemas: readonly ApplyingSchema[],
  indent: string,
  margin: string,
): readonly ProposedSnippet[] {
  return schemas
    .flatMap(({ schema: { defaultSnippets } }) => (isJsonArray(defaultSnippets) ? defaultSnippets : []))
    .filter(isJsonObject)
    .flatMap((snippet) => {
      const { label, description, markdownDescription } = snippet;
      const body = bodyOf(snippet, indent);
      if (body === undefined) return [];
      const template = templateOf(body.replaceAll("\n", `\n${margin}`));
      const named = typeof label === "string" ? schemaText(label) : toPlainText(template);
      const explained = [markdownDescription, description].find((value) => typeof value === "string");
      return [
        { label: named, description: explained === undefined ? undefined : schemaText(explained), template },
      ];
    });
}

function bodyOf({ body, bodyText }: JsonObject, indent: string): string | undefined {
  if (body === undefined) return typeof bodyText === "string" ? bodyText.replaceAll("\t", indent) : undefined;
  return JSON.stringify(body, undefined, indent).replace(/"\^(?:[^"\\]|\\.)*"/g, unquoted);
}

function unquoted(json: string): string {
  const written = readJson(json);
  return typeof written === "string" ? written.slice(1) : json;
}

/** Tab stops of a snippet (LSP 3.17, Snippet Syntax): `$1`, `${1}`, `${1:preset}`, `${1|one,other|}`; not `\$`. */
const tabStops = /\\+\$|\$(\d+)|\$\{(\d+)(?::([^}]*)|\|((?:[^|\\]|\\.)*)\|)?\}/g;

/** Parses a snippet. Tab stops get the order of their positions instead of their numbers, except that `$0` is last. */
export function templateOf(body: string): Template {
  const parts: TemplatePart[] = [];
  let end = 0;
  for (const found of body.matchAll(tabStops)) {
    const [whole, short, number = short, preset = "", choices] = found;
    parts.push(text(body.slice(end, found.index)));
    end = found.index + whole.length;
    if (number === undefined) parts.push(text("$"));
    else if (choices !== undefined) parts.push({ kind: "choice", choices: choicesIn(choices) });
    else parts.push(Number(number) === 0 && preset === "" ? { kind: "end" } : stop(preset));
  }
  return [...parts, text(body.slice(end))];
}

function choicesIn(written: string): readonly string[] {
  return [...written.matchAll(/(?:[^,\\]|\\.)+/g)].map(([choice]) => choice.replace(/\\([,|\\])/g, "$1"));
}
