import { folded } from "./columns";
import type { Sheet } from "./sheets";
import type { Turns } from "../turns";
import { mapInTurns } from "../turns";

/** The columns that exist once per arm, with its number as a suffix: `T.1 R.1 N.1 T.2 R.2 N.2`. */
const parts: ReadonlyMap<string, string> = new Map([
  ["t", "T"],
  ["r", "R"],
  ["n", "N"],
  ["mean", "Mean"],
  ["y", "Mean"],
  ["sd", "SD"],
]);

/** Converts a table with columns per arm to one with a row for each arm; returns any other table unchanged. */
export function* withRowsOfArms(sheet: Sheet): Turns<Sheet> {
  const places = sheet.headings.map((heading) => {
    const [, word = "", number = ""] = /^([a-z]+)([1-9])$/.exec(folded(heading)) ?? [];
    const part = parts.get(word);
    return part === undefined ? undefined : { part, arm: Number(number) };
  });
  const arms = [...new Set(places.flatMap((place) => place?.arm ?? []))].sort();
  const has = (arm: number, part: string): boolean =>
    places.some((place) => place?.arm === arm && place.part === part);
  const areNamed = arms.length > 1 && arms.every((arm) => has(arm, "T") && has(arm, "N"));
  if (!areNamed) return sheet;
  const own = [...new Set(places.flatMap((place) => place?.part ?? []))];
  const others = places.flatMap((place, index) => (place === undefined ? [index] : []));
  const records = yield* mapInTurns(sheet.records, ({ cells, place: at }) =>
    arms.flatMap((arm) => {
      const values = own.map((part) => {
        const index = places.findIndex((place) => place?.arm === arm && place.part === part);
        return cells[index] ?? "";
      });
      if (values.every((value) => value.trim() === "")) return [];
      return [{ place: at, cells: [...others.map((index) => cells[index] ?? ""), ...values] }];
    }),
  );
  return {
    ...sheet,
    headings: [...others.map((index) => sheet.headings[index] ?? ""), ...own],
    records: records.flat(),
  };
}
