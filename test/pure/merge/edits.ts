import fc from "fast-check";
import { type Form, type Properties, type Value, analysis, Digits, study } from "./documents";

/** An edit; `where` and `what` select its place and its content. */
export interface Edit {
  readonly kind: (typeof kinds)[number];
  readonly where: number;
  readonly what: number;
}

const kinds = [
  "change-number",
  "change-number",
  "change-text",
  "add-property",
  "remove-property",
  "add-study",
  "add-study",
  "remove-study",
  "move-study",
  "add-analysis",
  "insert-analysis",
  "remove-analysis",
  "add-footnote",
] as const;

export const anEdit: fc.Arbitrary<Edit> = fc.record({
  kind: fc.constantFrom(...kinds),
  where: fc.nat(1000),
  what: fc.nat(5),
});

/** @param author prefix of added names: two people seldom add the same study */
export function edited(document: Value, form: Form, edits: readonly Edit[], author: string): Value {
  const copy = copyOf(document);
  for (const edit of edits) apply(copy, form, edit, author);
  return copy;
}

function copyOf(value: Value): Value {
  if (Array.isArray(value)) return value.map(copyOf);
  if (typeof value !== "object" || value instanceof Digits) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, copyOf(inner)]));
}

function apply(document: Value, form: Form, { kind, where, what }: Edit, author: string): void {
  const found = placesIn(document);
  const pick = <One>(all: readonly One[]): One | undefined => all[where % Math.max(1, all.length)];
  const list = pick(found.lists);
  const names = [
    `${author} 2020`,
    `${author} 2020a`,
    "Both 2021",
    `${author} 2022`,
    "Both 2023",
    `${author} 2024`,
  ];
  const name = names[what] ?? author;
  switch (kind) {
    case "change-number": {
      const place = pick(found.cells.filter(({ owner, key }) => owner[key] instanceof Digits));
      if (place !== undefined)
        place.owner[place.key] = new Digits(["1.50", "7", "0", "1e3", "99", "2.5"][what] ?? "1");
      break;
    }
    case "change-text": {
      const place = pick(found.cells.filter(({ owner, key }) => typeof owner[key] === "string"));
      if (place !== undefined) place.owner[place.key] = ["LOW", "HIGH", "other"][what % 3] ?? "";
      break;
    }
    case "add-property": {
      const place = pick(found.cells);
      if (place !== undefined) place.owner[`note-${what}`] = what < 3 ? "noted" : author;
      break;
    }
    case "remove-property": {
      const place = pick(found.cells);
      if (place !== undefined) Reflect.deleteProperty(place.owner, place.key);
      break;
    }
    case "add-study":
      if (list !== undefined && !list.some((one) => isCalled(one, name)))
        list.splice(
          what % 2 === 0 ? list.length : where % (list.length + 1),
          0,
          study(form, name, 50 + 2 * where),
        );
      break;
    case "remove-study":
      list?.splice(where % Math.max(1, list.length), 1);
      break;
    case "move-study": {
      const [moved] = list?.splice(where % Math.max(1, list.length), 1) ?? [];
      if (moved !== undefined) list?.splice(what % ((list.length || 0) + 1), 0, moved);
      break;
    }
    case "add-analysis":
    case "insert-analysis": {
      const title = `Outcome of ${name}`;
      if (found.analyses.some((one) => isCalled(one, title))) break;
      found.analyses.splice(
        kind === "add-analysis" ? found.analyses.length : 0,
        0,
        analysis(form, title, 9, ["Abara 2014"], 2000 + 2 * where),
      );
      if (kind === "insert-analysis")
        found.analyses.forEach((one, at) => {
          if (isObject(one)) one.number = new Digits(String(at + 1));
        });
      break;
    }
    case "remove-analysis":
      if (found.analyses.length > 1) found.analyses.splice(where % found.analyses.length, 1);
      break;
    case "add-footnote": {
      const footnotes = pick(found.footnotes);
      footnotes?.push(author);
      break;
    }
  }
}

function isCalled(value: Value, name: string): boolean {
  return isObject(value) && (value.study ?? value["study-name"] ?? value.name) === name;
}

function isObject(value: Value | undefined): value is Properties {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);
}

interface Found {
  readonly analyses: Value[];
  readonly lists: Value[][];
  readonly footnotes: Value[][];
  readonly cells: { readonly owner: Properties; readonly key: string }[];
}

/** Keys that other tests change: names that identify something, and subgroup numbers that rows reference. */
const knownBy = new Set(["study", "study-name", "name", "number", "domain", "subgroup-number", "$schema"]);

function placesIn(document: Value): Found {
  const found: { -readonly [Name in keyof Found]: Found[Name] } = {
    analyses: [],
    lists: [],
    footnotes: [],
    cells: [],
  };
  const look = (value: Value): void => {
    if (Array.isArray(value)) value.forEach(look);
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) {
      if (Array.isArray(inner)) {
        if (key === "analyses") found.analyses = inner;
        if (key === "studies" || key === "data-rows") found.lists.push(inner);
        if (key === "footnotes") found.footnotes.push(inner);
      } else if (!isObject(inner) && !knownBy.has(key)) found.cells.push({ owner: value, key });
      look(inner);
    }
  };
  look(document);
  return found;
}
