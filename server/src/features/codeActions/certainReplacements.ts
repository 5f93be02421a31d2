import type { Fix, Replacement } from "./fix";

/**
 * What all certain fixes replace, in the order of the text. Of fixes that overlap the first is taken;
 * the others come when it is applied and the document is looked at again.
 *
 * @param fixes the fixes of each finding, the best first
 */
export function certainReplacements(fixes: readonly (readonly Fix[])[]): readonly Replacement[] {
  const taken: Replacement[] = [];
  for (const ofFinding of fixes) {
    const certain = ofFinding.find((fix) => fix.certain);
    if (certain === undefined) continue;
    const isFree = certain.replacements.every((one) => taken.every((other) => !overlap(one, other)));
    if (isFree) taken.push(...certain.replacements);
  }
  return taken.sort((one, other) => one.start - other.start);
}

/** Two insertions at one place count as overlapping: their order would be open. */
function overlap(one: Replacement, other: Replacement): boolean {
  return one.start <= other.end && other.start <= one.end;
}
