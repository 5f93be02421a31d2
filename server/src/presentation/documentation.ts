import { type MarkupContent, MarkupKind } from "vscode-languageserver-types";
import type { ApplyingSchema } from "@analyses/json-schema";
import type { KnownValue, ValueKnowledge } from "../schemaLookup/valueKnowledge";
import { knowledgeOf, valuesOfAllKinds } from "../schemaLookup/valueKnowledge";
import { translate } from "../localisation/translate";
import { codeSpan, plainInMarkdown, safeMarkdown, safeMarkdownLine } from "./markdown";

/** The content of a hover or a completion, independent of its format. */
export interface Documentation {
  readonly title: string | undefined;
  /** A remark after the title, for example "required"; may be empty. */
  readonly remark: string;
  /** Paragraphs in the Markdown of schema descriptions. */
  readonly paragraphs: readonly string[];
  /** The kinds to which the current value belongs. */
  readonly kinds: readonly Kind[];
  /** Sentences about the document, which may quote it. */
  readonly facts: readonly string[];
  readonly list: { readonly heading: string; readonly entries: readonly ListEntry[] } | undefined;
}

export const noText: Documentation = {
  title: undefined,
  remark: "",
  paragraphs: [],
  kinds: [],
  facts: [],
  list: undefined,
};

/** A kind of value that a schema distinguishes by a title, such as a type of analysis. */
interface Kind {
  readonly title: string;
  readonly description: string | undefined;
}

interface ListEntry {
  readonly code: string;
  readonly text: string | undefined;
}

export function isEmpty({ title, facts, paragraphs, list }: Documentation): boolean {
  return title === undefined && facts.length === 0 && paragraphs.length === 0 && list === undefined;
}

/** Renders documentation in a format that the client supports (LSP 3.17, MarkupContent). */
export function render(documentation: Documentation, kind: MarkupKind): MarkupContent {
  const markdown = kind === MarkupKind.Markdown;
  const { title, remark, facts, paragraphs, kinds, list } = documentation;
  const heading = [
    title === undefined ? undefined : markdown ? `**${plainInMarkdown(title)}**` : title,
    remark === "" ? undefined : `(${markdown ? plainInMarkdown(remark) : remark})`,
  ];
  const first = heading.filter((part) => part !== undefined).join(" ");
  const blocks = [
    ...(first === "" ? [] : [first]),
    ...facts.map((fact) => (markdown ? plainInMarkdown(fact) : fact)),
    ...paragraphs.map((paragraph) => (markdown ? safeMarkdown(paragraph) : paragraph)),
    ...kinds.map((one) => renderKind(one, markdown)),
  ];
  if (list !== undefined)
    blocks.push([list.heading, ...list.entries.map((entry) => renderEntry(entry, markdown))].join("\n"));
  return { kind, value: blocks.join("\n\n") };
}

function renderKind({ title, description }: Kind, markdown: boolean): string {
  const name = markdown ? `*${plainInMarkdown(title)}*` : title;
  if (description === undefined) return name;
  return `${name}: ${markdown ? safeMarkdown(description) : description}`;
}

function renderEntry({ code, text }: ListEntry, markdown: boolean): string {
  const shown = markdown ? codeSpan(code) : code;
  const explained = text === undefined ? "" : ` – ${markdown ? safeMarkdownLine(text) : text}`;
  return `- ${shown}${explained}`;
}

const maxListLength = 30;

/**
 * Describes a property or an element by its schemas.
 *
 * @param others the schemas of other values of a property that selects the kind of its object
 */
export function describeSchemas(
  schemas: readonly ApplyingSchema[],
  fallbackTitle: string | undefined,
  required: boolean,
  others: readonly ApplyingSchema[] = [],
): Documentation {
  const knowledge = knowledgeOf(schemas);
  return {
    title: knowledge.title ?? fallbackTitle,
    remark: [
      required ? translate("required") : undefined,
      knowledge.deprecated ? translate("deprecated") : undefined,
    ]
      .filter((word) => word !== undefined)
      .join(", "),
    facts: [],
    paragraphs: [knowledge.deprecationMessage, knowledge.description].filter((text) => text !== undefined),
    kinds: [],
    // A getter, because the list can be long, and the hover of a single value does not need it.
    get list() {
      return listOfValues({ ...knowledge, values: valuesOfAllKinds(schemas, others) });
    },
  };
}

/** Describes one of the values that schemas list. */
export function describeKnownValue(
  { value, title, description }: KnownValue,
  property: Documentation,
): Documentation {
  return {
    title: title ?? JSON.stringify(value),
    remark: property.title ?? "",
    facts: [],
    paragraphs: [description ?? property.paragraphs.at(-1)].filter((paragraph) => paragraph !== undefined),
    kinds: [],
    list: undefined,
  };
}

/**
 * The kinds of the current value, by the titles of its schemas.
 *
 * @param schemas the schemas that apply to the current value
 * @param general the schemas of any value at this place
 * @param shown the documentation that the hover shows already
 */
export function kindsOf(
  schemas: readonly ApplyingSchema[],
  general: readonly ApplyingSchema[],
  { title, paragraphs }: Documentation,
): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  for (const one of schemas) {
    const { title: kind, description } = knowledgeOf([one]);
    if (!one.certain || kind === undefined || kind === title || kinds.has(kind)) continue;
    const isShown = description !== undefined && paragraphs.includes(description);
    if (isShown && general.some(({ schema, certain }) => certain && schema === one.schema)) continue;
    kinds.set(kind, { title: kind, description: isShown ? undefined : description });
  }
  return [...kinds.values()];
}

function listOfValues({ values, closed, examples, default: preset }: ValueKnowledge): Documentation["list"] {
  if (values.length > 0) {
    const entries = values
      .slice(0, maxListLength)
      .map(({ value, title }) => entry(JSON.stringify(value), title));
    const rest = values.length - maxListLength;
    return {
      heading: closed ? translate("Allowed values:") : translate("Values:"),
      entries: rest > 0 ? [...entries, entry("…", translate("{0} more", rest))] : entries,
    };
  }
  if (preset !== undefined)
    return { heading: translate("Default:"), entries: [entry(JSON.stringify(preset), undefined)] };
  if (examples.length === 0) return undefined;
  return {
    heading: examples.length === 1 ? translate("Example:") : translate("Examples:"),
    entries: examples.slice(0, 3).map((example) => entry(JSON.stringify(example), undefined)),
  };
}

function entry(code: string, text: string | undefined): ListEntry {
  return { code, text };
}
