import assert from "node:assert/strict";
import {
  type AnalysesDocument,
  createDocument,
  updateDocument,
} from "@analyses/server/document/analysesDocument";
import { codeActions } from "@analyses/server/features/codeActions/codeActions";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import { pathAt, valueOf, withoutYielding } from "@analyses/json";
import { defaultSettings, uninterrupted } from "../../support/findings";
import { schemaContext } from "../features/support/schemas";
import { sized } from "../../support/size";
import { holdsMeasure, processorTime } from "../../support/measured";

const quickFixes = {
  only: ["quickfix"],
  snippetEdits: false,
  versionedEdits: true,
  selectItemSchema: undefined,
};

const deep = sized(200_000);
const inItem = (text: string) =>
  `{"analysis-groups": [{"number": 1, "name": "a", "analyses": [{"a": ${text}}]}]}`;

const extremes: Record<string, string> = {
  "many open arrays": "[".repeat(deep),
  "many nested arrays": "[".repeat(deep) + "]".repeat(deep),
  "many open objects": '{"a":'.repeat(deep),
  "many nested objects": '{"a":'.repeat(deep) + "1" + "}".repeat(deep),
  "many open arrays in an analysis": inItem("[".repeat(deep)),
  "many nested arrays in an analysis": inItem("[".repeat(deep) + "]".repeat(deep)),
  "many open arrays, then closing braces": '{"a":' + "[".repeat(deep) + "}\n".repeat(deep),
  "many open objects, then closing brackets": "[" + '{"a":'.repeat(deep) + "]\n".repeat(deep),
  "very many open arrays": "[".repeat(sized(1_000_000)),
  "very many nested arrays": "[".repeat(sized(700_000)) + "]".repeat(sized(700_000)),
  "many keys without anything": '{"a"'.repeat(deep),
  "many commas": "[" + ",".repeat(200_000),
  "many quotes": "[" + '"'.repeat(sized(200_000) + 1),
  "many colons": "{" + ":".repeat(200_000),
  "many apostrophes": "[" + "'\n".repeat(sized(100_000)),
  "many words": "[" + "a b ".repeat(sized(100_000)),
  "many letters": "a".repeat(200_000),
  "many digits": "1".repeat(200_000),
  "many spaces": " ".repeat(200_000),
  "many strings that lack a quote": "[" + '"a, "b'.repeat(sized(50_000)),
  "many escaped quotes in other brackets": "[" + `("${'\\"'.repeat(9000)}\n,`.repeat(60),
  "many comments": "/*".repeat(100_000),
  "many comments of HTML": "<!--".repeat(100_000),
  "many braces that may stand for brackets": '{\n{"a":'.repeat(sized(50_000)),
  "many brackets that may stand for braces": '["a":'.repeat(sized(100_000)),
  "many braces that end elements too early": inItem(`[{"b":1,\n"c":1${'},\n"d":1'.repeat(30_000)}`),
  "many keys in an array": '{"a": [' + '"b": 1, '.repeat(100_000),
  "many braces that lack keys": "{" + "{},".repeat(sized(100_000)),
  "many names on a line, without quotes": inItem("a:".repeat(sized(100_000))),
  "many escapes that are none": inItem(`"${"\\u".repeat(sized(200_000))}"`),
  "many broken analyses": inItem("1}, {".repeat(sized(30_000))),
  "many quotes of another language that nobody closes": "{«".repeat(sized(20_000)),
  "many braces with brackets of the other kind": "{]".repeat(sized(100_000)),
  "many lists that are closed before they are opened": inItem(`[${"][]".repeat(30_000)}`),
  "many strokes on a line": inItem("{|".repeat(sized(100_000))),
};

describe("a document beyond all measure", () => {
  it("is reported as too deep where it is not read to its end, after an edit as from the start", async () => {
    const text = `{"analysis-groups": [1, ${"[".repeat(300_000)}`;
    const range = { start: { line: 0, character: 21 }, end: { line: 0, character: 22 } };
    const edited = updateDocument(
      createDocument("file:///a", "analyses", 1, text),
      [{ range, text: "2" }],
      2,
    );
    const fresh = createDocument("file:///a", "analyses", 1, edited.text.toString());
    const messages = async (document: AnalysesDocument) => {
      const findings = await validateDocument(document, schemaContext(), defaultSettings, uninterrupted);
      return findings?.map(({ start, message }) => `${start} ${message}`);
    };
    const told = await messages(edited);
    assert.ok(told?.some((line) => line.includes("too deep to say what")));
    assert.deepEqual(told, await messages(fresh));
  });

  const half = sized(1_000_000);
  const nested = {
    arrays: "[".repeat(half) + "]".repeat(half),
    objects: '{"a":'.repeat(half) + '""' + "}".repeat(half),
  };
  for (const [name, inside] of Object.entries(nested))
    for (const [where, text] of Object.entries({ "": inside, " of an analysis": inItem(inside) }))
      it(`is checked in seconds where an edit breaks ${half} nested ${name}${where}`, async function () {
        this.timeout(120_000);
        const place = { line: 0, character: text.indexOf(inside) + '{"a":'.length };
        const range = { start: place, end: place };
        const whole = createDocument("file:///a", "analyses", 1, text);
        const document = updateDocument(whole, [{ range, text: "1" }], 2);
        const time = await processorTime(async () => {
          const findings = await validateDocument(document, schemaContext(), defaultSettings, uninterrupted);
          assert.ok(findings?.some(({ code }) => code === "syntax"));
        });
        holdsMeasure(time, 5000, "milliseconds");
      });

  const short = {
    "texts in a row": `[${'"2"'.repeat(10_000)}]`,
    "texts in a row, in place of a list": `{"a":${'"2"'.repeat(10_000)}}`,
    "open lists": "[".repeat(30_000),
    "open lists in an analysis": inItem("[".repeat(30_000)),
    "open objects": '{"a":'.repeat(6000),
  };
  for (const [name, text] of Object.entries(short))
    it(`is checked, and has fixes, in a second or two for 30,000 characters of ${name}`, async () => {
      const document = createDocument("file:///a", "analyses", 1, text);
      const schemas = schemaContext();
      const whole = document.text.rangeBetween(0, text.length);
      const time = await processorTime(async () => {
        const findings = (await validateDocument(document, schemas, defaultSettings, uninterrupted)) ?? [];
        assert.ok(findings.some(({ code }) => code === "syntax"));
        withoutYielding(codeActions(document, schemas, findings, whole, quickFixes));
      });
      holdsMeasure(time, 2000, "milliseconds");
    });

  for (const [name, text] of Object.entries(extremes)) {
    it(`is read, looked at and edited: ${name}`, () => {
      let document = createDocument("file:///a", "analyses", 1, text);
      pathAt(document, text.length >> 1);
      valueOf(document, document.root);
      const range = { start: { line: 0, character: 3 }, end: { line: 0, character: 3 } };
      document = updateDocument(document, [{ range, text: " " }], 2);
      assert.equal(document.text.length, text.length + 1);
    });
  }
});
