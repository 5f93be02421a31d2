import { requiredProperties } from "@analyses/json-schema";
import { type Hover, type Range, MarkupContent, MarkupKind } from "vscode-languageserver-types";
import { type AnalysesDocument, readableText } from "../document/analysesDocument";
import { type JsonPath, type LinePosition, type Step, open, pathAt, pathOf, valueOf } from "@analyses/json";
import { describeKnownValue, describeSchemas, isEmpty, kindsOf, render } from "../presentation/documentation";
import type { Documentation } from "../presentation/documentation";
import { plainInMarkdown } from "../presentation/markdown";
import { knownValueOf } from "../schemaLookup/valueKnowledge";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import type { SchemaContext } from "../schema/schemaContext";
import { depthOf, partAt } from "@analyses/protocol/documentFormat";
import { type GroupPlace, groupAt, groupsOf } from "../document/groups";
import { analysesOf, analysisLabel, groupLabel, labelText } from "../document/labels";
import { momentText, translate } from "../localisation/translate";
import {
  recordCard,
  type LookUpResult,
  type ReferenceAtPosition,
} from "@analyses/protocol/referenceMessages";
import { notAnsweredYet, oneLine, referenceUnknown } from "../references/referenceStatuses";

/** The documentation of the key, value or bracket at a position (LSP 3.17, `textDocument/hover`). */
export function hover(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
  kind: MarkupKind,
): Hover | null {
  const target = targetAt(document, document.text.offsetAt(position));
  if (target === undefined) return null;
  const documentation = describeTarget(document, schemas, target);
  if (isEmpty(documentation)) return null;
  return {
    contents: render(documentation, kind),
    range: document.text.rangeBetween(target.start, target.end),
  };
}

function describeTarget(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { part, value, parents }: Target,
): Documentation {
  const lookup = schemaLookup(schemas);
  const steps = [...parents, value];
  const path = pathOf(steps);
  const key = path.at(-1);
  const parentSchemas = lookup.schemasAt(document, parents);
  const ownSchemas = lookup.schemasOfChild(parentSchemas, path);
  const required = typeof key === "string" && requiredProperties(parentSchemas).has(key);
  const others = typeof key === "string" ? lookup.discriminatorSchemas(parentSchemas, key) : [];
  const described = describeSchemas(ownSchemas, undefined, required, others);
  if (part === "value") {
    const written = valueOf(document, value);
    const known = written === undefined ? undefined : knownValueOf(ownSchemas, written);
    if (known !== undefined) return describeKnownValue(known, described);
  }
  const kinds = kindsOf(lookup.schemasAt(document, steps), ownSchemas, described);
  const facts = [...factsAbout(document, path), ...readableValue(document, value)];
  return { ...described, facts, kinds };
}

/** The plain text of a value that is written in HTML, as RevMan's names are; none if the value is plain already. */
function readableValue(document: AnalysesDocument, value: Step): readonly string[] {
  const written = value.node.kind === "string" ? valueOf(document, value) : undefined;
  if (typeof written !== "string") return [];
  const readable = readableText(document, written);
  return readable === written || readable === "" ? [] : [readable];
}

/** Facts about a value: the number of analyses in a list of groups or a group, the label of a group or an analysis. */
function factsAbout(document: AnalysesDocument, path: JsonPath): readonly string[] {
  const part = partAt(path);
  if (part === "groups") {
    const groups = [...groupsOf(document)];
    return [translate("{0} with {1} in all.", countGroups(groups), countAnalyses(groups))];
  }
  const [, groupIndex] = path;
  const group = typeof groupIndex === "number" ? groupAt(document, groupIndex) : undefined;
  if (group === undefined) return [];
  if (part === "group" || (partAt(path.slice(0, depthOf.group)) === "group" && path.length === 3))
    return [`${labelText(groupLabel(group))}: ${countAnalyses([group])}.`];
  if (part !== "analysis") return [];
  for (const analysis of analysesOf(group))
    if (analysis.index === path[3])
      return [`${labelText(analysisLabel(document, group, analysis, analysis.index))}.`];
  return [];
}

function countAnalyses(groups: readonly GroupPlace[]): string {
  const sum = groups.reduce((total, { analyses }) => total + (analyses?.node.elements.length ?? 0), 0);
  return sum === 1 ? translate("1 analysis") : translate("{0} analyses", sum);
}

function countGroups({ length }: readonly GroupPlace[]): string {
  return length === 1 ? translate("1 analysis group") : translate("{0} analysis groups", length);
}

/** The token under the pointer. */
export interface Target {
  readonly part: "key" | "value" | "bracket";
  /** The value at the pointer: for a key the property's value, for a bracket the object or array. */
  readonly value: Step;
  /** The steps to the value's parent. */
  readonly parents: readonly Step[];
  /** The token's offsets. */
  readonly start: number;
  readonly end: number;
}

/** Finds the key, scalar or bracket at an offset; undefined if there is only white space or a separator. */
export function targetAt(document: AnalysesDocument, offset: number): Target | undefined {
  const character = document.text.slice(offset, offset + 1);
  const isOpening = character === "{" || character === "[";
  const isClosing = character === "}" || character === "]";
  // The inside of an object or array begins after its opening bracket and ends before the closing one.
  const { steps, property } = pathAt(document, isOpening ? offset + 1 : offset);
  const innermost = steps.at(-1);
  if (innermost === undefined) return undefined;
  if (property !== undefined) {
    if (property.part === "separator") return undefined;
    const { start, keyEnd, value } = property.property;
    const via = { kind: "property", property: property.property } as const;
    return { part: "key", value: { ...open(document, value), via }, parents: steps, start, end: keyEnd };
  }
  const reached = { value: innermost, parents: steps.slice(0, -1) };
  const { node, start } = innermost;
  switch (node.kind) {
    case "object":
    case "array":
      if (!isOpening && !isClosing) return undefined;
      return { ...reached, part: "bracket", start: offset, end: offset + 1 };
    case "missing":
      return undefined;
    default:
      return { ...reached, part: "value", start, end: start + node.length };
  }
}

/** The result of a look-up; `late` if it exceeds the hover's time limit. */
export type RecordAnswer = LookUpResult | { readonly kind: "late" };

/**
 * A hover that shows the record of the reference in the text, or why there is none, above the schemas' hover.
 *
 * @param own the schemas' hover at the position
 */
export function recordHover(
  own: Hover | null,
  { kind, id, range }: ReferenceAtPosition,
  answer: RecordAnswer,
  format: MarkupKind,
): Hover | null {
  const isMarkdown = format === MarkupKind.Markdown;
  const plain = (text: string): string => (isMarkdown ? plainInMarkdown(oneLine(text)) : oneLine(text));
  const paragraphs = paragraphsOf();
  if (paragraphs.length === 0) return own;
  return aboveHover(own, paragraphs.join("\n\n"), format, range);

  function paragraphsOf(): readonly string[] {
    switch (answer.kind) {
      case "known":
        return recordCard(answer.record, {
          translate,
          plain,
          heading: (text) => (isMarkdown ? `**${text}**` : text),
          moment: momentText,
        });
      case "unknownId":
        return [plain(referenceUnknown(kind, id, answer.registry))];
      case "notChecked":
        return answer.message === "" ? [] : [plain(answer.message)];
      case "otherRegistry":
        return [];
      case "late":
        return [plain(notAnsweredYet())];
    }
  }
}

/** A hover with a text above the content of the schemas' hover. */
export function aboveHover(own: Hover | null, text: string, kind: MarkupKind, range: Range): Hover {
  const rest = own !== null && MarkupContent.is(own.contents) ? own.contents.value : "";
  const separator = kind === MarkupKind.Markdown ? "\n\n---\n\n" : "\n\n";
  return { contents: { kind, value: rest === "" ? text : text + separator + rest }, range };
}
