import type { ApplicableSchema } from "../guidance/applicableSchemas";
import type { Documentation, Kind, ListEntry } from "./documentation";
import type { KnownValue, ValueKnowledge } from "../guidance/valueKnowledge";
import { knowledgeOf } from "../guidance/valueKnowledge";
import { translate } from "../localisation/translate";

const longestList = 30;

/** What schemas say about a property or an element, for a reader. */
export function describeSchemas(
  schemas: readonly ApplicableSchema[],
  fallbackTitle: string | undefined,
  required: boolean,
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
    paragraphs: knowledge.description === undefined ? [] : [knowledge.description],
    kinds: [],
    list: listOfValues(knowledge),
  };
}

/** What schemas say about one of the values that they name. */
export function describeKnownValue(
  { value, title, description }: KnownValue,
  property: Documentation,
): Documentation {
  return {
    title: title ?? JSON.stringify(value),
    remark: property.title ?? "",
    facts: [],
    paragraphs: [description ?? property.paragraphs[0]].filter((paragraph) => paragraph !== undefined),
    kinds: [],
    list: undefined,
  };
}

/**
 * The kinds that a value as it is written belongs to, as schemas name them.
 *
 * @param schemas those that hold for the value as it is written
 * @param title what the value is called in any case
 */
export function kindsOf(schemas: readonly ApplicableSchema[], title: string | undefined): readonly Kind[] {
  const kinds = new Map<string, Kind>();
  for (const { schema, certain } of schemas) {
    if (!certain || typeof schema.title !== "string" || schema.title === title) continue;
    const description = typeof schema.description === "string" ? schema.description : undefined;
    if (!kinds.has(schema.title)) kinds.set(schema.title, { title: schema.title, description });
  }
  return [...kinds.values()];
}

function listOfValues({ values, closed, examples, default: preset }: ValueKnowledge): Documentation["list"] {
  if (values.length > 0) {
    const entries = values
      .slice(0, longestList)
      .map(({ value, title }) => entry(JSON.stringify(value), title));
    const rest = values.length - longestList;
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
