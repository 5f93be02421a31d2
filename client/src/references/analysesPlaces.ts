import type { JsonPlace } from "./jsonPlace";

/**
 * Whether the analyses format (specification 2.7) leaves room for a reference at a place: inside an
 * analysis always, as an analysis only where no item schema says what one is, in texts that people write
 * (a group's name), and nowhere else, as no further properties are allowed at the top and in a group.
 */
export function analysesFormatPermits(place: JsonPlace, hasItemSchema: boolean): boolean {
  const [top, , member] = place.path;
  const isInGroup = top === "analysis-groups" && place.path.length >= 3;
  if (!isInGroup) return false;
  if (member === "name") return place.kind === "string" && place.path.length === 3;
  if (member !== "analyses") return false;
  const isAnalysis = place.path.length === 4;
  // In a name or a number nothing can go, whatever the format says.
  if (isAnalysis && place.kind !== "property" && place.kind !== "other") return !hasItemSchema;
  return place.path.length >= 4;
}
