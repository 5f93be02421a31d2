import type { AnalysesDocument } from "../../document/analysesDocument";
import type { PlacedProperty } from "../../document/places";
import type { Step } from "../../document/pathAt";
import { elementsOf } from "../../document/places";
import { pathAt } from "../../document/pathAt";
import type { DocumentText } from "../../text/documentText";
import { isNameCharacter, lineBreakBetween } from "../../editing/scan";

/** A piece of text between two offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** What can be written at the caret. */
export type Caret = PropertyCaret | ValueCaret;

export interface PropertyCaret {
  readonly kind: "property";
  /** The way to the object that gets the property. */
  readonly steps: readonly Step[];
  /** The property that is being written there. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
  /** What of the property is there already behind its name. */
  readonly follows: "nothing" | "value" | "colon";
}

export interface ValueCaret {
  readonly kind: "value";
  /** The way to the object or array that holds the value; empty at the top of the document. */
  readonly steps: readonly Step[];
  /** The property's name, the element's index, undefined for the document's own value. */
  readonly key: string | number | undefined;
  /** The property whose value it is. */
  readonly current: PlacedProperty | undefined;
  readonly replaced: Span;
}

/** Finds out what can be written at an offset, however broken the text around it; undefined for nothing. */
export function caretAt(document: AnalysesDocument, offset: number): Caret | undefined {
  const { steps, property } = pathAt(document, offset);
  const innermost = steps.at(-1);
  if (innermost === undefined) return document.root.node.kind === "missing" ? rootCaret(offset) : undefined;
  if (property !== undefined)
    return property.part === "key"
      ? keyCaret(document, steps, property.property, offset)
      : afterKeyCaret(document, steps, property.property, offset);
  switch (innermost.node.kind) {
    case "object":
      return {
        kind: "property",
        steps,
        current: undefined,
        replaced: { start: offset, end: offset },
        follows: "nothing",
      };
    case "array":
      return {
        kind: "value",
        steps,
        key: elementsBefore(innermost, offset),
        current: undefined,
        replaced: { start: offset, end: offset },
      };
    default:
      return scalarCaret(document, steps, innermost, offset);
  }
}

/** In a document without a value, the value is what can be written. */
function rootCaret(offset: number): ValueCaret {
  const replaced = { start: offset, end: offset };
  return { kind: "value", steps: [], key: undefined, current: undefined, replaced };
}

function keyCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  current: PlacedProperty,
  offset: number,
): PropertyCaret {
  return {
    kind: "property",
    steps,
    current,
    replaced: writtenToken(text, { start: current.start, end: current.keyEnd }, offset),
    follows: followsKey(current),
  };
}

function followsKey({ property, value }: PlacedProperty): PropertyCaret["follows"] {
  if (property.colon !== undefined) return "colon";
  return value.node.kind === "missing" || value.node.kind === "error" ? "nothing" : "value";
}

/** Between a key and its value: a value where the colon is before the caret. */
function afterKeyCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  current: PlacedProperty,
  offset: number,
): Caret | undefined {
  const { colon, name, keyLength } = current.property;
  if (keyLength === 0 && offset <= current.start && text.charCodeAt(current.start) === 58) {
    const replaced = { start: offset, end: offset };
    return { kind: "property", steps, current, replaced, follows: "colon" };
  }
  if (colon === undefined || offset <= current.start + colon) return undefined;
  const { start, node } = current.value;
  const isElsewhere = node.kind === "missing" || lineBreakBetween(text, offset, start);
  const replaced = isElsewhere ? { start: offset, end: offset } : { start, end: start + node.length };
  return { kind: "value", steps, key: name, current, replaced };
}

function scalarCaret(
  { text }: AnalysesDocument,
  steps: readonly Step[],
  { node, start, via }: Step,
  offset: number,
): ValueCaret {
  const replaced =
    node.kind === "missing"
      ? { start: offset, end: offset }
      : writtenToken(text, { start, end: start + node.length }, offset);
  return {
    kind: "value",
    steps: steps.slice(0, -1),
    key:
      via.kind === "property" ? via.property.property.name : via.kind === "element" ? via.index : undefined,
    current: via.kind === "property" ? via.property : undefined,
    replaced,
  };
}

/**
 * What of a key or scalar the author means to replace: all of it, but of a string whose end quote is
 * not there only the word at the caret, since such a string takes in the rest of its line.
 */
function writtenToken(text: DocumentText, token: Span, offset: number): Span {
  const quote = text.charCodeAt(token.start);
  const isQuoted = quote === 34 || quote === 39;
  const isClosed = token.end - token.start > 1 && text.charCodeAt(token.end - 1) === quote;
  if (!isQuoted || isClosed) return token;
  let end = Math.max(offset, token.start + 1);
  while (end < token.end && isNameCharacter(text.charCodeAt(end))) end += 1;
  return { start: token.start, end };
}

function elementsBefore(array: Step, offset: number): number {
  const { node, start } = array;
  if (node.kind !== "array") return 0;
  let count = 0;
  for (const element of elementsOf({ node, start })) {
    if (element.start >= offset) break;
    count += 1;
  }
  return count;
}
