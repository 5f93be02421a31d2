import type { Place } from "./pieces";
import { knownName } from "./values";

/** Counts the second and later elements of one number and name: a decision is stored by the words of its place. */
export function withOccurrence(place: Place, occurrences: Map<string, number>): Place {
  const last = place.trail.at(-1);
  if (last?.kind !== "element") return place;
  const { number, name } = last;
  const key = `${number} ${knownName(name)}`;
  const occurrence = (occurrences.get(key) ?? 0) + 1;
  occurrences.set(key, occurrence);
  if (occurrence === 1) return place;
  const counted = number === "" ? { number: String(occurrence) } : { name: `${name} (${occurrence})` };
  return { trail: [...place.trail.slice(0, -1), { ...last, ...counted }] };
}

/** Whether two texts are names of the same study, apart from white space and case. */
export function isSameStudy({ trail }: Place, ours: string, theirs: string): boolean {
  const around = trail.at(-2);
  if (around?.kind !== "element" || around.what !== "study" || around.name === "") return false;
  const nameIn = (text: string): string => (text.startsWith('"') ? knownName(String(JSON.parse(text))) : "");
  return nameIn(ours) === knownName(around.name) && nameIn(theirs) === knownName(around.name);
}
