import type { Node } from "jsonc-parser";
import { findNodeAtLocation, getNodeValue, parseTree } from "jsonc-parser";
import type { Review } from "@analyses/exchange";

/** A document's groups, as far as an import needs them. */
export interface DocumentGroups {
  /** The list of groups. */
  readonly list: Node;
  readonly groups: readonly ExistingGroup[];
  readonly isMinified: boolean;
}

interface ExistingGroup {
  readonly number: unknown;
  readonly name: unknown;
  /** The list of its analyses; undefined if it has none. */
  readonly list: Node | undefined;
  readonly numbers: readonly unknown[];
}

/** Undefined if the text is no analyses document. */
export function groupsIn(text: string): DocumentGroups | undefined {
  const root = parseTree(text, [], { allowTrailingComma: true });
  const list = root && findNodeAtLocation(root, ["analysis-groups"]);
  if (list?.type !== "array") return undefined;
  const groups = (list.children ?? []).map((group): ExistingGroup => {
    const analyses = findNodeAtLocation(group, ["analyses"]);
    const valueAt = (node: Node, name: string): unknown => {
      const found = findNodeAtLocation(node, [name]);
      return found && (getNodeValue(found) as unknown);
    };
    return {
      number: valueAt(group, "number"),
      name: valueAt(group, "name"),
      list: analyses?.type === "array" ? analyses : undefined,
      numbers: (analyses?.children ?? []).map((analysis) => valueAt(analysis, "number")),
    };
  });
  return { list, groups, isMinified: !text.trimEnd().includes("\n") };
}

/** Renumbers a review with numbers that are free in a document. @returns it, with old and new numbers */
export function numbered(
  review: Review,
  { groups }: Pick<DocumentGroups, "groups">,
): { readonly review: Review; readonly changed: readonly (readonly [string, string])[] } {
  const changed: (readonly [string, string])[] = [];
  const isNew = (group: Review["groups"][number]): boolean => existingGroup(groups, group) === undefined;
  const numbers = freeNumbers(
    groups.map(({ number }) => number),
    review.groups.filter(isNew).map(({ number }) => number),
  );
  const made = review.groups.map((group) => {
    const existing = existingGroup(groups, group);
    if (existing === undefined) {
      const number = numbers.get(group.number) ?? group.number;
      if (number !== group.number) changed.push([String(group.number), String(number)]);
      return { ...group, number };
    }
    const own = freeNumbers(
      existing.numbers,
      group.analyses.map(({ number }) => number),
    );
    const analyses = group.analyses.map((analysis) => {
      const number = own.get(analysis.number) ?? analysis.number;
      if (number !== analysis.number)
        changed.push([`${group.number}.${analysis.number}`, `${group.number}.${number}`]);
      return { ...analysis, number };
    });
    return { ...group, analyses };
  });
  return { review: { ...review, groups: made }, changed };
}

/** The document's group of the same number and name. */
export function existingGroup(
  groups: readonly ExistingGroup[],
  { number, name }: Pick<Review["groups"][number], "number" | "name">,
): ExistingGroup | undefined {
  return groups.find((one) => one.number === number && (one.name === name.value || one.name === name.text));
}

/** Maps each wanted number to itself if free, else to the next number that is neither taken nor wanted. */
function freeNumbers(taken: readonly unknown[], wanted: readonly number[]): ReadonlyMap<number, number> {
  const used = new Set<unknown>([...taken, ...wanted]);
  let next = 1;
  return new Map(
    wanted.map((number) => {
      if (!taken.includes(number)) return [number, number];
      while (used.has(next)) next++;
      used.add(next);
      return [number, next];
    }),
  );
}

/** The insertion that appends values to a list. */
export function appended(
  text: string,
  list: Node,
  values: readonly string[],
  isMinified: boolean,
): { readonly offset: number; readonly text: string } {
  const last = list.children?.at(-1);
  const offset = last === undefined ? list.offset + 1 : last.offset + last.length;
  if (isMinified) return { offset, text: `${last === undefined ? "" : ","}${values.join(",")}` };
  const lineStart = text.lastIndexOf("\n", list.offset) + 1;
  const margin = /^[ \t]*/.exec(text.slice(lineStart))?.[0] ?? "";
  const inner = `${margin}${margin.startsWith("\t") ? "\t" : "  "}`;
  const indented = values.map((value) => `\n${inner}${value.replaceAll("\n", `\n${inner}`)}`).join(",");
  return {
    offset,
    text: `${last === undefined ? "" : ","}${indented}${last === undefined ? `\n${margin}` : ""}`,
  };
}
