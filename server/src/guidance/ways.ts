import type { Step } from "../document/pathAt";

/** Where a value stands: the names and indexes that lead to it from the document's root. */
export type Way = readonly (string | number)[];

export function wayOf(steps: readonly Step[]): Way {
  return steps.flatMap(({ via }): (string | number)[] => {
    switch (via.kind) {
      case "root":
        return [];
      case "property":
        return [via.property.property.name];
      case "element":
        return [via.index];
    }
  });
}

/** Whether a way leads to an analysis group: an element of `analysis-groups`. */
export function leadsToGroup(way: Way): boolean {
  return way.length === 2 && way[0] === "analysis-groups" && typeof way[1] === "number";
}

/** How many names and indexes lead to an analysis. */
export const analysisDepth = 4;

/** Whether a way leads to an analysis: an element of a group's `analyses`. */
export function leadsToAnalysis(way: Way): boolean {
  return (
    way.length === analysisDepth &&
    leadsToGroup(way.slice(0, 2)) &&
    way[2] === "analyses" &&
    typeof way[3] === "number"
  );
}
