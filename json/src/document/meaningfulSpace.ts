import { changeDocumentInTurns } from "./jsonDocument";
import type { JsonDocument } from "./jsonDocument";
import { elementsOf, propertiesOf, walkTree } from "./places";
import { previousSignificant } from "../text/documentText";
import { isWellFormed } from "../syntax/nodes";
import type { OpenNode, Placed } from "../syntax/nodes";
import { isHarmless } from "../syntax/problems";
import type { SyntaxProblem } from "../syntax/problems";

/*
 * White space of a text that is not JSON may mean something: a text without its closing quote ends where it seems to,
 * and the columns of lines say which bracket is missing.
 */

export function isJson({ root, problems }: JsonDocument): boolean {
  return isWellFormed(root.node) && problems.length === 0;
}

/** A stretch of a text that stays as it is. */
export interface VerbatimSpan {
  readonly kind: "text" | "comment" | "conflict" | "container";
  readonly start: number;
  readonly end: number;
  /** By how many objects and arrays what follows lies deeper. */
  readonly nesting: number;
}

/**
 * Stretches of a text that is not JSON in which white space may mean something, in its order: texts with quotes or line
 * breaks in them, comments that do not end with their line, what stands beside a text that lacks a quote, what stands for
 * a value and is none, rows of a table, YAML, merge conflicts, what follows the end, and as much around what is wrong as is
 * to be kept.
 *
 * @param around 1 keeps each object and list that something is wrong in, 2 also those around them, and so on
 */
export function* verbatimSpans(
  document: JsonDocument,
  around: number,
  conflicts: readonly VerbatimSpan[],
): Generator<number, readonly VerbatimSpan[]> {
  if (isJson(document)) return [];
  const spans: VerbatimSpan[] = [...conflicts];
  const keep = (kind: "text" | "comment" | "container", { start, end: before }: Extent): void => {
    // What is not closed ends with the space that follows it.
    const end = (previousSignificant(document.text, before)?.at ?? -1) + 1;
    const isApart = kind === "container" || !conflicts.some((one) => one.start < end && start < one.end);
    if (start < end && isApart) spans.push({ kind, start, end, nesting: 0 });
  };
  const keepComment = (start: number, end: number): void => {
    if (/^(?:\/\*|<!--)/.test(document.text.slice(start, start + 4))) keep("comment", { start, end });
  };
  for (const { kind, start, end } of document.problems)
    if (kind === "text-after-end") keep("text", { start, end: document.text.length });
    else if (kind === "comment") keepComment(start, end);
  const containers: Extent[] = [];
  for (const { node, start } of walkTree(document, document.root, ({ node }) => !isWellFormed(node))) {
    const end = start + node.length;
    if (node.kind === "object" || node.kind === "array") {
      for (
        let outer = containers.at(-1);
        outer && (start < outer.start || outer.end < end);
        outer = containers.at(-1)
      )
        containers.pop();
      containers.push({ start, end });
      const odd = yield* oddlyQuoted(document, { node, start });
      for (const extent of odd) keep("text", extent);
      const isWrong = odd.length > 0 || node.problems.some(({ kind }) => !isHarmless(kind));
      const kept = containers[Math.max(0, containers.length - around)];
      if (kept !== undefined && (isWrong || around === Infinity)) keep("container", kept);
      if (around === Infinity) break;
    } else {
      yield node.length;
      const isText = node.kind === "error" || node.problems.length > 0;
      if (isText) keep("text", { start, end });
    }
    for (const { kind, start: from, end: to } of node.problems)
      if (kind === "table" || kind === "yaml") keep("text", { start: start + from, end: start + to });
      else if (kind === "comment") keepComment(start + from, start + to);
  }
  return spans.sort((one, other) => one.start - other.start || other.end - one.end);
}

interface Extent {
  readonly start: number;
  readonly end: number;
}

const plainKey = /^"[^"\\\r\n]*(?:\\.[^"\\\r\n]*)*"$/;
const singleQuoted = /^'[^'"]*'$/;

/**
 * The keys of a container that are no JSON, and what stands beside a key or a text that lacks a quote on its line:
 * where that ends may be read otherwise by whoever wrote it.
 */
function* oddlyQuoted(
  document: JsonDocument,
  container: Placed<OpenNode>,
): Generator<number, readonly Extent[]> {
  const { text } = document;
  const odd: Extent[] = [];
  const children: Extent[] = [];
  const lacking = new Set<Extent>();
  const add = (start: number, { node, start: valueStart }: Placed): void => {
    const child = { start, end: valueStart + node.length };
    children.push(child);
    const isLacking =
      node.kind === "error"
        ? text.slice(valueStart, child.end).includes('"')
        : node.kind === "string" &&
          (!node.closed || node.problems.some(({ kind }) => kind === "quote-in-text" || kind === "leftover"));
    if (isLacking) lacking.add(child);
  };
  if (container.node.kind === "array")
    for (const element of elementsOf({ ...container, node: container.node })) add(element.start, element);
  else if (container.node.kind === "object")
    for (const { start, keyEnd, value } of propertiesOf({ ...container, node: container.node })) {
      add(start, value);
      const key = text.slice(start, keyEnd);
      yield key.length;
      if (plainKey.test(key)) continue;
      odd.push({ start, end: keyEnd });
      const child = children.at(-1);
      if (/["']/.test(key) && !singleQuoted.test(key) && child !== undefined) lacking.add(child);
    }
  if (lacking.size === 0) return odd;
  const breaks = (start: number, end: number): boolean => /[\r\n]/.test(text.slice(start, end));
  let run: (Extent & { readonly isLacking: boolean; readonly isOneLine: boolean }) | undefined;
  for (const child of children) {
    yield child.end - child.start;
    const isLacking = lacking.has(child);
    const isOneLine = !breaks(child.start, child.end);
    if (run?.isOneLine === true && isOneLine && !breaks(run.end, child.start))
      run = { ...run, end: child.end, isLacking: run.isLacking || isLacking };
    else {
      if (run?.isLacking === true) odd.push(run);
      run = { ...child, isLacking, isOneLine };
    }
  }
  if (run?.isLacking === true) odd.push(run);
  return odd;
}

/** White space that is written anew: a stretch of a text, and the same with other white space. */
export interface WhiteSpaceChange {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** The document after a change; undefined where it is not read as before. */
export function* afterWhiteSpace(
  document: JsonDocument,
  { start, end, newText }: WhiteSpaceChange,
): Generator<number, JsonDocument | undefined> {
  const range = document.text.rangeBetween(start, end);
  const laidOut = yield* changeDocumentInTurns(document, [{ range, text: newText }]);
  const before = readingOf(document, { start, end });
  const after = readingOf(laidOut, { start, end: start + newText.length });
  for (;;) {
    const next = before.next();
    if (next.value !== after.next().value) return undefined;
    if (next.done === true) return laidOut;
    yield next.value.length;
  }
}

/**
 * What is read of a text that is not JSON, node by node. Places outside the stretch that was changed are counted from
 * the near end of the text, and those in it in characters that are no white space.
 */
function* readingOf(document: JsonDocument, stretch: Extent): Generator<string, void> {
  const place = placesIn(document, stretch);
  function* told(problems: readonly SyntaxProblem[], from: number): Generator<string, void> {
    for (const { kind, start, repair } of problems) {
      const mended = repair && [
        place(from + repair.start),
        place(from + repair.end),
        repair.newText.replace(whiteSpace, ""),
        repair.certain,
      ];
      yield JSON.stringify([kind, place(from + start), mended]);
    }
  }
  yield* told(document.problems, 0);
  for (const { node, start } of walkTree(document, document.root, ({ node }) => !isWellFormed(node))) {
    const form =
      node.kind === "object" || node.kind === "array"
        ? [node.opened, node.closed, node.starts.length + node.unlisted]
        : [];
    const end = place(start + node.length);
    yield JSON.stringify([node.kind, place(start), end, form, node.problems.length]);
    yield* told(node.problems, start);
  }
}

const whiteSpace = /[ \t\r\n]+/g;

function placesIn({ text }: JsonDocument, { start, end }: Extent): (offset: number) => number {
  const changed = text.slice(start, end);
  const step = 512;
  const count = (from: number, to: number): number => changed.slice(from, to).replace(whiteSpace, "").length;
  const before = [0];
  for (let from = 0; from < changed.length; from += step)
    before.push((before.at(-1) ?? 0) + count(from, from + step));
  const all = before.at(-1);
  return (offset) => {
    if (offset <= start) return offset;
    const whole = Math.floor((offset - start) / step);
    const counted = offset < end ? (before[whole] ?? 0) + count(whole * step, offset - start) : all;
    if (counted === 0) return start;
    return counted === undefined || counted === all ? Math.max(offset, end) - text.length : start + counted;
  };
}
