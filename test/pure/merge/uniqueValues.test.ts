import assert from "node:assert/strict";
import fc from "fast-check";
import { mergeTexts, textOfPieces } from "@analyses/merge";
import { cases } from "../../support/size";
import type { Properties, Value } from "./documents";
import { Digits, documentOf, forms, layouts, readValue, study, write } from "./documents";

/*
 * A second opinion, which knows nothing of studies and analyses: every value of a document is unique, so that what a merge
 * must contain follows from counting. A value that both sides have stays, one that a side removed goes, one that a side
 * added comes; only values in a conflict may be otherwise.
 */

const kinds = [
  ...["number", "text", "object", "list", "notation", "property", "no-property", "footnote", "no-footnote"],
  ...[
    "rename",
    "decomposed-name",
    "capitals",
    "new-study",
    "no-study",
    "no-studies",
    "move",
    "move-property",
  ],
  ...["other-list", "renumber", "first-analysis"],
] as const;

interface Edit {
  readonly kind: (typeof kinds)[number];
  readonly where: number;
  readonly to: number;
}

const edits = fc.array(
  fc.record<Edit>({ kind: fc.constantFrom(...kinds), where: fc.nat(1000), to: fc.nat(20) }),
  { minLength: 1, maxLength: 5 },
);

/** Makes values that no document has yet. */
class Values {
  #count = 100_000;
  readonly number = (): Digits =>
    new Digits([`${this.#next()}`, `-${this.#next()}.50`][this.#count % 2] ?? "");
  readonly name = (): string => `Étude ${this.#next()}`;
  readonly text = (): string => `{"[,]}/*x*/ <<<<<<< é#${this.#next()}`;

  #next(): number {
    return (this.#count += 1);
  }

  unique(value: Value, name = ""): Value {
    if (Array.isArray(value)) return value.map((inner) => this.unique(inner));
    if (isObject(value))
      return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.unique(inner, key)]));
    if (identifying.has(name) || typeof value === "boolean") return value;
    return value instanceof Digits ? this.number() : this.text();
  }
}

const identifying = new Set([
  "study",
  "study-name",
  "name",
  "number",
  "domain",
  "subgroup-number",
  "$schema",
]);
const naming = ["study", "study-name", "name"];

function isObject(value: Value | undefined): value is Properties {
  return typeof value === "object" && !Array.isArray(value) && !(value instanceof Digits);
}

function edited(document: Value, all: readonly Edit[], values: Values): Value {
  const copy = readValue(write(document, "one-line"));
  // What is renamed and edited by one side may be another study: a merge cannot know.
  const renaming = all.filter(({ kind }) => kind === "rename");
  for (const edit of renaming.length > 0 ? renaming.slice(0, 1) : all) apply(copy, edit, values);
  return copy;
}

/** Under another name, such an analysis or group is another one to a merge. */
function isWithoutData(owner: Properties): boolean {
  const isOuter = "method" in owner || "analyses" in owner;
  return isOuter && !/"study(?:-name)?":/.test(write(owner, "one-line"));
}

interface Place {
  readonly owner: Properties;
  readonly key: string;
}

function placesIn(document: Value) {
  const leaves: Place[] = [];
  const names: Place[] = [];
  const lists: { readonly key: string; readonly list: Value[] }[] = [];
  const texts: Value[][] = [];
  const objects: Properties[] = [];
  const look = (value: Value, key: string): void => {
    if (Array.isArray(value)) {
      if (value.every(isObject)) lists.push({ key, list: value });
      else texts.push(value);
      for (const one of value) look(one, key);
    }
    if (!isObject(value)) return;
    objects.push(value);
    for (const [name, inner] of Object.entries(value)) {
      if (naming.includes(name)) names.push({ owner: value, key: name });
      else if (typeof inner !== "object" || inner instanceof Digits)
        if (!identifying.has(name)) leaves.push({ owner: value, key: name });
      look(inner, name);
    }
  };
  look(document, "");
  return { leaves, names, lists, texts, objects };
}

function apply(document: Value, { kind, where, to }: Edit, values: Values): void {
  const { leaves, names, lists, texts, objects } = placesIn(document);
  const pick = <One>(all: readonly One[]): One | undefined => all[where % Math.max(1, all.length)];
  const leaf = pick(leaves);
  const list = pick(lists.filter((one) => one.list.length > 0));
  const texted = pick(texts);
  const at = (length: number): number => to % Math.max(1, length);
  const put = (value: Value): void => {
    if (leaf !== undefined) leaf.owner[leaf.key] = value;
  };
  const rename = (changed: (name: string) => string): void => {
    const place = pick(names.filter(({ owner }) => !isWithoutData(owner)));
    if (place !== undefined) place.owner[place.key] = changed(String(place.owner[place.key]));
  };
  switch (kind) {
    case "number":
      return put(values.number());
    case "text":
      return put(values.text());
    case "object":
      return put({ inner: values.number(), more: [values.text()] });
    case "list":
      return put([values.number(), values.text()]);
    case "notation": {
      const place = pick(leaves.filter(({ owner, key }) => owner[key] instanceof Digits));
      const written = place?.owner[place.key];
      if (place !== undefined && written instanceof Digits && /^\d+$/.test(written.written))
        place.owner[place.key] = new Digits(`${written.written}.0`);
      return;
    }
    case "property": {
      const owner = pick(objects);
      if (owner !== undefined)
        owner[`new-${to % 3}`] = { deep: { er: values.number(), text: values.text() } };
      return;
    }
    case "no-property":
      if (leaf !== undefined) Reflect.deleteProperty(leaf.owner, leaf.key);
      return;
    case "footnote":
      texted?.splice(at(texted.length + 1), 0, values.text());
      return;
    case "no-footnote":
      texted?.splice(at(texted.length), 1);
      return;
    case "rename":
      return rename(() => values.name());
    case "decomposed-name":
      return rename((name) => name.normalize("NFD"));
    case "capitals":
      return rename((name) => name.toUpperCase().replace(" ", "  "));
    case "new-study":
      if (list?.key === "studies" || list?.key === "data-rows")
        list.list.splice(
          at(list.list.length + 1),
          0,
          values.unique(study(list.key === "studies" ? "samples" : "revman", values.name(), to)),
        );
      return;
    case "no-study":
      list?.list.splice(at(list.list.length), 1);
      return;
    case "no-studies":
      list?.list.splice(0);
      return;
    case "move": {
      const [moved] = list?.list.splice(where % list.list.length, 1) ?? [];
      if (moved !== undefined) list?.list.splice(at(list.list.length + 1), 0, moved);
      return;
    }
    case "move-property": {
      const owner = pick(objects);
      const [first] = Object.entries(owner ?? {});
      if (owner === undefined || first === undefined) return;
      Reflect.deleteProperty(owner, first[0]);
      owner[first[0]] = first[1];
      return;
    }
    case "other-list": {
      const from = pick(lists.filter((one) => one.key === "studies" && one.list.length > 0));
      const into = lists.filter((one) => one.key === "studies" && one !== from);
      const [moved] = into.length === 0 ? [] : (from?.list.splice(at(from.list.length), 1) ?? []);
      if (moved !== undefined) into[to % into.length]?.list.push(moved);
      return;
    }
    case "renumber":
    case "first-analysis": {
      const analyses = lists.find(({ key }) => key === "analyses")?.list ?? [];
      if (kind === "first-analysis")
        analyses.unshift({
          number: new Digits("1"),
          name: values.text(),
          method: values.text(),
          studies: [],
        });
      analyses.forEach((one, index) => {
        if (isObject(one)) one.number = new Digits(String(index + 1));
      });
    }
  }
}

/** How often a document has each unique value; a name that a side gave is one too. */
function counted(value: Value, counts = new Map<string, number>()): ReadonlyMap<string, number> {
  if (Array.isArray(value)) for (const inner of value) counted(inner, counts);
  else if (isObject(value)) for (const inner of Object.values(value)) counted(inner, counts);
  else {
    const text = value instanceof Digits ? value.written : String(value).toUpperCase().normalize("NFC");
    const [token] = /1\d{5}/.exec(text) ?? [];
    if (token !== undefined) counts.set(token, (counts.get(token) ?? 0) + 1);
  }
  return counts;
}

const versions = fc
  .record({
    form: fc.constantFrom(...forms),
    analyses: fc.array(
      fc.uniqueArray(fc.constantFrom("Abara 2014", "Bergström 2016", "Delgado 2018", "Óga 2021a"), {
        maxLength: 4,
      }),
      { minLength: 1, maxLength: 3 },
    ),
    layout: fc.constantFrom(...layouts),
    ours: edits,
    theirs: edits,
  })
  .map(({ form, analyses, layout, ours, theirs }) => {
    const values = new Values();
    const base = values.unique(documentOf(form, analyses));
    const all = { base, ours: edited(base, ours, values), theirs: edited(base, theirs, values) };
    const [baseText, oursText, theirsText] = [all.base, all.ours, all.theirs].map((one) =>
      write(one, layout),
    );
    // A study in another subgroup is another one: what one side moved stays there, whatever the other did with it.
    const isMoved = [...ours, ...theirs].some(({ kind }) => kind === "other-list");
    return {
      ...all,
      isMoved,
      texts: { base: baseText ?? "", ours: oursText ?? "", theirs: theirsText ?? "" },
    };
  });

describe("a merge of documents in which every value is unique", () => {
  it("has what either side added, not what either removed, and nothing twice, but in conflicts", () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs, texts, isMoved }) => {
        const merged = mergeTexts(texts);
        if (merged.kind === "unreadable") assert.fail(merged.sides.join());
        const conflicting = merged.conflicts
          .map((one) => [one.base, one.ours, one.theirs].join(" "))
          .join(" ");
        const [was, own, other] = [counted(base), counted(ours), counted(theirs)];
        for (const answer of ["ours", "theirs"] as const) {
          const found = counted(readValue(textOfPieces(merged.pieces, () => answer)));
          for (const token of new Set([...was.keys(), ...own.keys(), ...other.keys(), ...found.keys()])) {
            const [before = 0, one = 0, two = 0] = [was, own, other].map((counts) => counts.get(token));
            const wanted = one === before ? two : one;
            const times = found.get(token) ?? 0;
            if (conflicting.includes(token) || (isMoved && before > 0 && times > wanted)) continue;
            assert.equal(times, wanted, `${answer}: ${token}`);
          }
        }
        for (const { base: cell, ours: one, theirs: two } of merged.conflicts)
          assert.ok(one !== two && (cell === null || (cell !== one && cell !== two)), `${cell ?? ""}`);
        const exchanged = mergeTexts({ ...texts, ours: texts.theirs, theirs: texts.ours });
        assert.equal(exchanged.kind === "merged" && exchanged.conflicts.length, merged.conflicts.length);
      }),
      { numRuns: cases(10_000) },
    );
  });
});
