import type { Finding } from "../findings/finding";

/** The maximum number of consequences to list with their cause. */
const mostListed = 20;

/**
 * Keeps one finding for each cause. If a choice contradicts the data of its analysis, the findings that follow become
 * its related places: schema requirements for that choice, and other choices that contradict it.
 */
export function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const causes = new Map(
    findings.flatMap((finding) => (isAgainstData(finding) ? [[finding.start, finding] as const] : [])),
  );
  const following = new Map<Finding, Finding[]>();
  const kept = findings.filter((finding) => {
    const cause = finding.related
      .filter(({ isReason }) => isReason === true || finding.code === "method-mismatch")
      .map(({ start }) => start)
      .concat(finding.chosenBy ?? [])
      .map((start) => causes.get(start))
      .find((one) => one !== undefined && one !== finding);
    if (cause === undefined) return true;
    following.set(cause, [...(following.get(cause) ?? []), finding].slice(0, mostListed));
    return false;
  });
  return kept.map((finding) => {
    const places = following.get(finding);
    return places === undefined
      ? finding
      : { ...finding, related: places.map(({ message, start, end }) => ({ message, start, end })) };
  });
}

function isAgainstData({ code, related }: Finding): boolean {
  return code === "method-mismatch" && related.length === 0;
}
