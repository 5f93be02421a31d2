import type { Step } from "./pieces";

/** The results that RevMan stores in rows, subgroups and analyses, by its property names. */
const storedNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["data-rows", ["weight", "estimate"]],
  ["subgroups", ["control-group", "experimental-group", "weight", "estimate", "heterogeneity"]],
  ["analyses", ["estimate", "heterogeneity", "subgroup-differences"]],
]);
const sums = ["cases", "sample-size"];

/** Whether a cell of a document in RevMan's form contains a result, not data. */
export function isStoredResult(trail: readonly Step[]): boolean {
  const at = trail.findLastIndex(({ kind }) => kind === "element");
  const [element, ...properties] = trail.slice(Math.max(0, at));
  if (element?.kind !== "element") return false;
  const [first = "", second = ""] = properties.map((step) => (step.kind === "property" ? step.name : ""));
  if (storedNames.get(element.list)?.includes(first) === true) return true;
  return (
    element.list === "analyses" && /^(?:control|experimental)-group$/.test(first) && sums.includes(second)
  );
}
