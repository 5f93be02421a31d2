import type { Counts } from "./report";
import type { Review } from "./review";

export function countsOf({ groups }: Pick<Review, "groups">): Counts {
  const analyses = groups.flatMap((group) => group.analyses);
  const sum = (counted: (analysis: (typeof analyses)[number]) => number): number =>
    analyses.reduce((total, analysis) => total + counted(analysis), 0);
  return {
    groups: groups.length,
    analyses: analyses.length,
    subgroups: sum(({ subgroups }) => subgroups.length),
    rows: sum(({ rows }) => rows.length),
  };
}
