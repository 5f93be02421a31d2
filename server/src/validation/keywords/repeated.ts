import type { FindingDraft } from "../../findings/finding";

/**
 * Keeps one finding of what several schemas or keywords report: of lists of values for one place the shortest, or the
 * last of equally short ones; of one missing property the finding without a condition; of a pattern and a format the
 * pattern, since a format is advice.
 */
export function oneOfEach(findings: readonly FindingDraft[]): FindingDraft[] {
  const best = new Map<string, { readonly finding: FindingDraft; readonly weight: number }>();
  const patterns = new Set<number>();
  for (const finding of findings) {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "pattern") patterns.add(start);
    const topic = topicOf(finding);
    const known = topic && best.get(topic.of);
    if (topic !== undefined && (known === undefined || topic.weight >= known.weight))
      best.set(topic.of, { finding, weight: topic.weight });
  }
  return findings.filter((finding) => {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "format") return !patterns.has(start);
    const topic = topicOf(finding);
    return topic === undefined || best.get(topic.of)?.finding === finding;
  });
}

/** What a finding is about, and its weight among others about the same. */
interface Topic {
  readonly of: string;
  readonly weight: number;
}

function topicOf({ data, start, end, related }: FindingDraft): Topic | undefined {
  switch (data.kind) {
    case "not-allowed-value":
    case "unfinished-value":
      return { of: `value ${start} ${end}`, weight: data.count === 0 ? -Infinity : -data.count };
    case "missing-property": {
      const isAlways = !related.some(({ isReason }) => isReason === true);
      return { of: `property ${data.object} ${data.name}`, weight: isAlways ? 1 : 0 };
    }
    default:
      return undefined;
  }
}
