import assert from "node:assert/strict";
import fc from "fast-check";
import type { JsonDocument, JsonValue, LazyPolicy } from "../../../json/src";
import { changeDocument, isJsonArray, isJsonObject, readDocument, valueOf } from "../../../json/src";
import type { TrickyChange } from "../../support/analysesText";
import { trickyChange } from "../../support/analysesText";
import { sized } from "../../support/size";

const lazyBelow: LazyPolicy = (depth) => (depth === 0 ? "eager" : "lazy");

const studies = Array.from({ length: 700 }, (_, index) => ({
  study: `Bergström ${index}`,
  experimental: { events: index % 40, total: 148, note: 'no "total"\\' },
  comparator: { events: 19, total: 151 },
}));
/** Long enough to be read in parts after an edit. */
const analyses = {
  "with a list of studies": { name: "Falls", studies },
  "with subgroups": {
    name: "Falls",
    subgroups: [{ studies: studies.slice(0, 100) }, { studies: studies.slice(100) }],
  },
};

function replaced(document: JsonDocument, from: number, length: number, text: string): JsonDocument {
  const range = { start: document.text.positionAt(from), end: document.text.positionAt(from + length) };
  return changeDocument(document, [{ range, text }]);
}

/** Of a study's number of events, so that the text stays JSON. */
interface DigitEdit {
  readonly near: number;
  readonly digit: number;
}

const digit: fc.Arbitrary<DigitEdit> = fc.record({
  near: fc.nat(200_000),
  digit: fc.integer({ min: 1, max: 9 }),
});

function edited(document: JsonDocument, edit: DigitEdit | TrickyChange): JsonDocument {
  const text = document.text.toString();
  if ("insert" in edit) return replaced(document, edit.at % (text.length + 1), edit.length, edit.insert);
  const at = text.indexOf('"events": ', edit.near % text.length);
  return at === -1 ? document : replaced(document, at + 10, 1, String(edit.digit));
}

describe("a long analysis that is edited", () => {
  for (const [name, analysis] of Object.entries(analyses)) {
    const text = JSON.stringify([analysis, { name: "Pain" }], null, 2);

    it(`is what its text says after any edits, ${name}`, () => {
      const edits = fc.array(
        fc.oneof({ weight: 3, arbitrary: digit }, { weight: 1, arbitrary: trickyChange }),
        {
          minLength: 1,
          maxLength: 8,
        },
      );
      fc.assert(
        fc.property(edits, (made) => {
          let document = readDocument(text, lazyBelow);
          valueOf(document, document.root);
          const elements = document.root.node.kind === "array" ? document.root.node.elements : [];
          assert.equal(elements[0]?.kind, "lazy");
          for (const edit of made) {
            document = edited(document, edit);
            const fresh = readDocument(document.text.toString(), lazyBelow);
            assert.deepEqual(analysisIn(document), analysisIn(fresh));
          }
        }),
        { numRuns: sized(60) },
      );
    });
  }

  it("has the studies that no edit touched as they were, which need not be checked again", () => {
    let document = readDocument(JSON.stringify([analyses["with a list of studies"]], null, 2), lazyBelow);
    analysisIn(document);
    document = edited(document, { near: 0, digit: 7 });
    const first = studiesOf(analysisIn(document));
    document = edited(document, { near: 50_000, digit: 8 });
    const second = studiesOf(analysisIn(document));
    const others = second.filter((study, index) => study !== first[index]);
    assert.equal(others.length, 1);
    assert.equal(second.length, studies.length);
  });

  for (const [what, inner] of [
    ["entries", Array.from({ length: 100_001 }, () => 1)],
    ["properties", Object.fromEntries(Array.from({ length: 20_001 }, (_, index) => [`a${index}`, 1]))],
  ] as const)
    it(`has all ${what} that its text has, however many`, () => {
      const analysis = { name: "Pain", inner };
      let document = readDocument(JSON.stringify([analysis]), lazyBelow);
      for (const letter of ["p", "M"]) {
        analysisIn(document);
        document = replaced(document, document.text.toString().indexOf("ain") - 1, 1, letter);
        assert.deepEqual(analysisIn(document), { ...analysis, name: `${letter}ain` });
      }
    });
});

/** The value of the first element of the root. */
function analysisIn(document: JsonDocument): JsonValue | undefined {
  const { node, start } = document.root;
  if (node.kind !== "array") return valueOf(document, document.root);
  const [element, offset] = [node.elements[0], node.starts[0] ?? 0];
  return element && valueOf(document, { node: element, start: start + offset });
}

function studiesOf(value: JsonValue | undefined): readonly JsonValue[] {
  const list = isJsonObject(value) ? value.studies : undefined;
  assert.ok(isJsonArray(list));
  return list;
}
