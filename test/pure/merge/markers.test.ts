import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { markedText, mergeTexts, sidesOfMarkers, textOfPieces } from "@analyses/merge";

const folder = "test/fixtures/merge";
const labels = { ours: "HEAD", theirs: "topic" };

describe("conflict markers", () => {
  const marked = readdirSync(folder).filter((name) =>
    readFileSync(`${folder}/${name}/expected`, "utf8").includes("<<<<<<<"),
  );
  it("have the sides of each scenario", () => {
    for (const name of marked) {
      const [base, ours, theirs] = ["base", "ours", "theirs"].map((file) =>
        readFileSync(`${folder}/${name}/${file}`, "utf8"),
      );
      const merged = mergeTexts({ base: base ?? "", ours: ours ?? "", theirs: theirs ?? "" });
      if (merged.kind === "unreadable") assert.fail(name);
      const text = markedText(merged, { size: 7, labels });
      const read = sidesOfMarkers(text);
      if (read.kind !== "sides") assert.fail(name);
      // A marker needs a line of its own, so that a text without a final line end gets one.
      const side = (answer: "ours" | "theirs"): string => textOfPieces(merged.pieces, () => answer).trimEnd();
      assert.equal(read.texts.ours.trimEnd(), side("ours"));
      assert.equal(read.texts.theirs.trimEnd(), side("theirs"));
      assert.equal(read.texts.base, null);
      assert.deepEqual(read.labels, { ours: "HEAD", theirs: "topic" });
    }
  });

  it("are read as Git writes them in the form zdiff3, also with Windows' line ends", () => {
    const text = [
      "{",
      "<<<<<<< ours",
      '"a": 1',
      "||||||| base",
      '"a": 0',
      "=======",
      '"a": 2',
      ">>>>>>> x y",
      "}",
      "",
    ];
    assert.deepEqual(sidesOfMarkers(text.join("\r\n")), {
      kind: "sides",
      texts: {
        base: '{\r\n"a": 0\r\n}\r\n',
        ours: '{\r\n"a": 1\r\n}\r\n',
        theirs: '{\r\n"a": 2\r\n}\r\n',
      },
      labels: { ours: "ours", theirs: "x y" },
    });
  });

  it("are not guessed where one is missing or stands where it cannot", () => {
    assert.deepEqual(sidesOfMarkers("{}\n"), { kind: "none" });
    assert.deepEqual(sidesOfMarkers("<<<<<<< a\n{}\n"), { kind: "broken" });
    assert.deepEqual(sidesOfMarkers("{\n=======\n}\n"), { kind: "broken" });
    assert.deepEqual(sidesOfMarkers("<<<<<<< a\n<<<<<<< b\n"), { kind: "broken" });
  });

  it("are as long as Git wants them", () => {
    const merged = mergeTexts({ base: '{ "a": 1 }', ours: '{ "a": 2 }', theirs: '{ "a": 3 }' });
    if (merged.kind === "unreadable") assert.fail();
    assert.equal(
      markedText(merged, { size: 9, labels }),
      '<<<<<<<<< HEAD\n{ "a": 2 }\n=========\n{ "a": 3 }\n>>>>>>>>> topic\n',
    );
  });
});

describe("a merge without a base", () => {
  it("asks of what only one text has: it may be new there, or gone in the other", () => {
    const merged = mergeTexts({
      base: null,
      ours: '{ "studies": [{ "study": "A", "n": 1 }, { "study": "B" }] }',
      theirs: '{ "studies": [{ "study": "A", "n": 1 }] }',
    });
    if (merged.kind === "unreadable") assert.fail();
    assert.deepEqual(
      merged.conflicts.map(({ kind, ours, theirs }) => [kind, ours, theirs]),
      [["one-side-only", '{ "study": "B" }', null]],
    );
    assert.equal(
      textOfPieces(merged.pieces, () => "theirs"),
      '{ "studies": [{ "study": "A", "n": 1 }] }',
    );
  });
});

describe("a text that is not JSON", () => {
  it("is not merged, whichever it is", () => {
    const good = '{ "a": [1, 2] }';
    for (const broken of ["", "{", '{ "a": [1,,2] }', "{ 'a': 1 }", "a: 1", '{ "a": 1 } x', "# a\n{}"]) {
      assert.equal(mergeTexts({ base: good, ours: good, theirs: broken }).kind, "unreadable");
      assert.equal(mergeTexts({ base: broken, ours: broken, theirs: good }).kind, "unreadable");
    }
  });
});
