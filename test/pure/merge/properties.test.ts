import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import fc from "fast-check";
import { type Merged, mergeTexts, textOfPieces } from "@analyses/merge";
import { cases } from "../../support/size";
import { type Form, type Value, cellsOf, documentOf, forms, layouts, readValue, write } from "./documents";
import { anEdit, edited } from "./edits";

const runs = cases(5000);
/** For properties whose failures the first property would mostly find, too. */
const fewerRuns = cases(3000);

const samples = ["drug-versus-placebo", "every-kind-of-data"].map((name) =>
  readValue(readFileSync(`test/fixtures/samples/${name}.analyses.json`, "utf8")),
);

const someStudies = fc.uniqueArray(
  fc.constantFrom("Abara 2014", "Bergström 2016", "Delgado 2018", "Óga 2021a"),
  {
    maxLength: 4,
  },
);
const aDocument: fc.Arbitrary<{ readonly form: Form; readonly document: Value }> = fc.oneof(
  {
    weight: 20,
    arbitrary: fc
      .record({
        form: fc.constantFrom(...forms),
        analyses: fc.array(someStudies, { minLength: 1, maxLength: 3 }),
      })
      .map(({ form, analyses }) => ({ form, document: documentOf(form, analyses) })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(...samples).map((document) => ({ form: "samples", document }) as const),
  },
);
const edits = fc.array(anEdit, { maxLength: 6 });
const versions = fc
  .record({ start: aDocument, ours: edits, theirs: edits, layout: fc.constantFrom(...layouts) })
  .map(({ start: { form, document }, ours, theirs, layout }) => {
    const all = {
      base: document,
      ours: edited(document, form, ours, "Ours"),
      theirs: edited(document, form, theirs, "Theirs"),
    };
    const texts = {
      base: write(all.base, layout),
      ours: write(all.ours, layout),
      theirs: write(all.theirs, layout),
    };
    return { ...all, texts };
  });

function merge(texts: Parameters<typeof mergeTexts>[0]): Merged {
  const merged = mergeTexts(texts);
  if (merged.kind === "unreadable") assert.fail("unreadable");
  return merged;
}

/** The expected result, by merging cells without texts; `answer` resolves the conflicts. */
function expected(
  base: ReadonlyMap<string, string>,
  ours: ReadonlyMap<string, string>,
  theirs: ReadonlyMap<string, string>,
  answer: "ours" | "theirs",
): { readonly cells: ReadonlyMap<string, string>; readonly conflicts: ReadonlySet<string> } {
  const cells = new Map<string, string>();
  const conflicts = new Set<string>();
  const gone = new Map<string, "drop" | "ours" | "theirs">();
  const above = (key: string): readonly string[] =>
    key.split("/").map((_, at, names) => names.slice(0, at + 1).join("/"));
  const under = (all: ReadonlyMap<string, string>, key: string): string =>
    JSON.stringify([...all].filter(([one]) => one === key || one.startsWith(`${key}/`)));
  for (const key of base.keys()) {
    if (ours.has(key) === theirs.has(key)) continue;
    const other = ours.has(key) ? ours : theirs;
    if (above(key).some((one) => gone.has(one))) continue;
    if (under(other, key) === under(base, key)) gone.set(key, "drop");
    else {
      gone.set(key, ours.has(key) ? "ours" : "theirs");
      conflicts.add(key);
    }
  }
  for (const key of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const around = above(key).find((one) => gone.has(one));
    const kept = around === undefined ? undefined : gone.get(around);
    const [was, is, other] = [base.get(key), ours.get(key), theirs.get(key)];
    let value: string | undefined;
    if (kept !== undefined)
      value = kept === "drop" || kept !== answer ? undefined : answer === "ours" ? is : other;
    else if (is === other || other === was) value = is;
    else if (is === was) value = other;
    else {
      conflicts.add(key);
      value = answer === "ours" ? is : other;
    }
    if (value !== undefined) cells.set(key, value);
  }
  return { cells, conflicts };
}

function sorted(cells: ReadonlyMap<string, string>): readonly (readonly [string, string])[] {
  return [...cells].sort(([one], [other]) => (one < other ? -1 : 1));
}

describe("a merge of random edits", () => {
  it("loses no edit of either side, invents none, and asks of what both changed differently only", () => {
    fc.assert(
      fc.property(versions, ({ base, ours, theirs, texts }) => {
        const merged = merge(texts);
        for (const answer of ["ours", "theirs"] as const) {
          const wanted = expected(cellsOf(base), cellsOf(ours), cellsOf(theirs), answer);
          const found = cellsOf(readValue(textOfPieces(merged.pieces, () => answer)));
          assert.deepEqual(sorted(found), sorted(wanted.cells));
          assert.equal(merged.conflicts.length, wanted.conflicts.size);
        }
      }),
      { numRuns: runs },
    );
  });

  it("changes nothing where one side or both are as they were", () => {
    fc.assert(
      fc.property(versions, ({ texts: { base, ours } }) => {
        const text = (merged: Merged): string => textOfPieces(merged.pieces, () => "ours");
        assert.equal(text(merge({ base: ours, ours, theirs: ours })), ours);
        assert.equal(text(merge({ base, ours, theirs: base })), ours);
        assert.equal(text(merge({ base, ours: base, theirs: ours })), ours);
      }),
      { numRuns: fewerRuns },
    );
  });

  it("says the same with its sides exchanged, but for the order", () => {
    fc.assert(
      fc.property(versions, ({ texts: { base, ours, theirs } }) => {
        const [one, other] = [merge({ base, ours, theirs }), merge({ base, ours: theirs, theirs: ours })];
        const cells = (merged: Merged, answer: "ours" | "theirs") =>
          sorted(cellsOf(readValue(textOfPieces(merged.pieces, () => answer))));
        assert.deepEqual(cells(one, "ours"), cells(other, "theirs"));
        assert.deepEqual(cells(one, "theirs"), cells(other, "ours"));
      }),
      { numRuns: fewerRuns },
    );
  });

  it("keeps each study that neither side touched as it is written", () => {
    fc.assert(
      fc.property(versions, ({ texts }) => {
        const result = textOfPieces(merge(texts).pieces, () => "ours");
        const studies = (text: string): readonly string[] =>
          text
            .split(/(?=\{\s*(?:\/\*.*?\*\/ )?"study(?:-name)?")/)
            .slice(1)
            .map((piece) => piece.slice(0, endOfObject(piece)));
        const [ours, theirs] = [studies(texts.ours), studies(texts.theirs)];
        for (const one of studies(texts.base))
          if (ours.includes(one) && theirs.includes(one)) assert.ok(result.includes(one), one);
      }),
      { numRuns: fewerRuns },
    );
  });
});

function endOfObject(text: string): number {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}" && --depth === 0) return at + 1;
  }
  return text.length;
}
