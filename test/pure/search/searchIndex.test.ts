import assert from "node:assert/strict";
import fc from "fast-check";
import { type Candidate, SearchIndex, SearchList, foldedText } from "@analyses/client/search/searchList";

function candidate(name: string, id: string, detail = ""): Candidate {
  return { kind: "group", id, name, link: "", detail };
}

function indexOf(...lists: readonly (readonly Candidate[])[]): SearchIndex<Candidate> {
  return new SearchIndex(
    lists.map((list) =>
      SearchList.of(
        list,
        (each) => each,
        (each) => each,
      ),
    ),
  );
}

function namesFound(index: SearchIndex<Candidate>, query: string, limit = 10): readonly string[] {
  return index.find(query, limit).map(({ name }) => name);
}

describe("searching what is known of a registry", () => {
  const index = indexOf(
    [
      candidate("Australia Centre", "156", "Centre"),
      candidate("Centre of Western Australia", "A2D50EBA82E26AA200B088F836A8AA03", "Centre Branch"),
      candidate("Białobrzezie Affiliate", "4446", "Affiliate"),
      candidate("Bias Methods Group", "246", "Methods Group"),
      candidate("Review Group 156", "9", "Review Group"),
      candidate("Sorø Fællesskab", "10", "Other"),
    ],
    [candidate("Åse Ødegård", "11143", "contact person of Sorø Fællesskab")],
  );

  it("finds names by their beginning first, then by the beginnings of their words", () => {
    assert.deepEqual(namesFound(index, "austr"), ["Australia Centre", "Centre of Western Australia"]);
    assert.deepEqual(namesFound(index, "cen")[0], "Centre of Western Australia");
  });

  it("finds an identifier before a name that holds it", () => {
    assert.deepEqual(namesFound(index, "156"), ["Australia Centre", "Review Group 156"]);
    assert.deepEqual(namesFound(index, "a2d50eba82e26aa200b088f836a8aa03"), ["Centre of Western Australia"]);
  });

  it("takes no account of case and diacritics, in what is typed and in what is found", () => {
    assert.deepEqual(namesFound(index, "bialobrzezie")[0], "Białobrzezie Affiliate");
    assert.deepEqual(namesFound(index, "ASE ODEGARD")[0], "Åse Ødegård");
    assert.equal(foldedText("O’Tierney – “Ærø”"), 'o\'tierney - "aero"');
    assert.deepEqual(namesFound(index, "sörø fællesskab")[0], "Sorø Fællesskab");
  });

  it("finds words in any order, in name, identifier and type together", () => {
    assert.deepEqual(namesFound(index, "methods bias"), ["Bias Methods Group"]);
    assert.deepEqual(namesFound(index, "western branch"), ["Centre of Western Australia"]);
  });

  it("finds a name of which letters were left out", () => {
    assert.deepEqual(namesFound(index, "bias mthods"), ["Bias Methods Group"]);
    assert.deepEqual(namesFound(index, "methodsgroup"), ["Bias Methods Group"]);
    assert.deepEqual(namesFound(index, "australa cntre")[0], "Australia Centre");
    assert.deepEqual(namesFound(index, "sor"), ["Sorø Fællesskab", "Åse Ødegård"]);
  });

  it("finds a name by its initials, but none whose letters only happen to come in this order", () => {
    assert.deepEqual(namesFound(index, "bmg"), ["Bias Methods Group"]);
    assert.deepEqual(namesFound(index, "cwa"), ["Centre of Western Australia"]);
    assert.deepEqual(namesFound(index, "bgp"), []);
  });

  it("finds nothing for what is nowhere, and for nothing typed", () => {
    assert.deepEqual(namesFound(index, "xyzzy"), []);
    assert.deepEqual(namesFound(index, "  "), []);
    assert.deepEqual(namesFound(indexOf([]), "a"), []);
  });

  it("offers nothing that has no identifier, which could neither be inserted nor opened", () => {
    const [nameless, other] = [candidate("Centre", "", "Centre"), candidate("Centre Branch", "2")];
    const both = indexOf([nameless, other], [nameless]);
    assert.deepEqual(both.find("centre", 10), [other]);
    assert.deepEqual(both.first(10), [other]);
  });

  it("finds each candidate that holds all words, once, however names are made", () => {
    const text = fc.string({ unit: fc.constantFrom("a", "b", "Å", "ß", " ", "\n", "\0", "1"), maxLength: 6 });
    fc.assert(
      fc.property(fc.array(fc.tuple(text, text), { maxLength: 30 }), text, (fields, query) => {
        const candidates = fields.map(([name, id]) => candidate(name, id));
        const words = foldedText(query)
          .split(/\s+/)
          .filter((word) => word !== "" && !word.includes("\0"));
        fc.pre(words.length > 0);
        const found = indexOf(candidates.slice(0, 10), candidates.slice(10)).find(words.join(" "), 1000);
        assert.equal(new Set(found).size, found.length);
        for (const each of candidates) {
          const whole = foldedText(`${each.name}\n${each.id}\n`).replaceAll("\0", " ");
          if (each.id !== "" && words.every((word) => whole.includes(word)))
            assert.ok(found.includes(each), JSON.stringify(each));
        }
      }),
    );
  });
});
