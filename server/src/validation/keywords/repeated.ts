import type { FindingDraft } from "../../findings/finding";

/**
 * Keeps one of several findings about the same mistake. Lists of allowed values at one range: the shortest, or the last
 * of equally short lists. One missing property: the finding without a condition. A pattern and a format at one value:
 * the pattern, because a format is only advice (JSON Schema 2020-12, Validation, section 7.2.1).
 */
export function oneOfEach(findings: readonly FindingDraft[]): FindingDraft[] {
  const best = new Map<string, { readonly finding: FindingDraft; readonly weight: number }>();
  const patterns = new Set<number>();
  for (const finding of findings) {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "pattern") patterns.add(start);
    const topic = topicOf(finding);
    const known = topic && best.get(topic.key);
    if (topic !== undefined && (known === undefined || topic.weight >= known.weight))
      best.set(topic.key, { finding, weight: topic.weight });
  }
  return findings.filter((finding) => {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "format") return !patterns.has(start);
    const topic = topicOf(finding);
    return topic === undefined || best.get(topic.key)?.finding === finding;
  });
}

interface Topic {
  /** The same key for all findings about the same range or property. */
  readonly key: string;
  /** The finding with the greatest weight is kept. */
  readonly weight: number;
}

function topicOf({ data, start, end, related }: FindingDraft): Topic | undefined {
  switch (data.kind) {
    case "not-allowed-value":
    case "unfinished-value":
      // A finding that lists no values helps the author least.
      return { key: `value ${start} ${end}`, weight: data.count === 0 ? -Infinity : -data.count };
    case "missing-property": {
      const isAlways = !related.some(({ isReason }) => isReason === true);
      return { key: `property ${data.object} ${data.name}`, weight: isAlways ? 1 : 0 };
    }
    default:
      return undefined;
  }
}
