import assert from "node:assert/strict";
import { calculate } from "@analyses/client/evidence/calculate";
import type { Calculation } from "@analyses/protocol/evidenceMessages";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { answering } from "../support/reader";

describe("calculating what a study lacks, step by step", () => {
  afterEach(closeAllEditors);

  /** Runs a calculation that writes into a document with an object of nulls, and answers its prompts. */
  async function calculating(given: Partial<Calculation>, ...answers: readonly string[]) {
    const { document } = await openWithCaret("calculate.json", "|{}");
    const { uri, version } = document;
    const place = (character: number) => ({
      range: { start: { line: 0, character }, end: { line: 0, character } },
      before: " ",
      after: ",",
    });
    const calculation = {
      uri: uri.toString(),
      version,
      wanted: "standard-error",
      isRatio: true,
      confidenceLevel: 0.95,
      known: {},
      places: { "standard-error": place(1), estimate: place(1) },
      note: null,
      ...given,
    };
    const { said } = await answering(answers, () => calculate(calculation));
    return { said, text: document.getText() };
  }

  const deviation = {
    wanted: "experimental-sd",
    isRatio: false,
    places: {
      "experimental-sd": {
        range: { start: { line: 0, character: 1 }, end: { line: 0, character: 1 } },
        before: "",
        after: "",
      },
    },
  } as const;

  it("writes nothing where the number that is wanted cannot be calculated, whatever else can", async () => {
    const ratio = await calculating({}, "Estimate and P value", "1", "0.9");
    assert.match(ratio.said.join(), /^Nothing can be calculated .*P = 0\.9/);
    assert.equal(ratio.text, "{}");
    const difference = await calculating({ isRatio: false }, "Estimate and P value", "0", "0.9");
    assert.equal(difference.text, "{}");
    const other = await calculating({}, "Estimate and P value", "2", "0.05", "Write 0.35365, 0.69315");
    assert.deepEqual(other.said, []);
    assert.match(other.text, /0\.35365/);
  });

  it("writes a ratio as the study has it, and the error of the ratio or of its logarithm", async () => {
    const hazard = { isNatural: true, isErrorNatural: true };
    const way = "Estimate and P value";
    const ratio = await calculating(hazard, way, "0.75", "0.03", "Write 0.099425, 0.75");
    assert.deepEqual(ratio.said, []);
    const logged = { isNatural: true, isErrorNatural: false };
    assert.deepEqual((await calculating(logged, way, "0.75", "0.03", "Write 0.13257, 0.75")).said, []);
    const interval = ["Estimate and confidence interval", "0.5", "0.2 to 1.25", "95"];
    assert.deepEqual((await calculating(hazard, ...interval, "Write 0.23375, 0.5")).said, []);
  });

  it("reads numbers as papers print them, and has the user decide where a comma is ambiguous", async () => {
    const summary = "Quartiles or range";
    const plain = await calculating(deviation, summary, "4.1 7.9", "", "50", "", "Write ");
    assert.match(plain.text, /\{2\.\d+\}/);
    for (const printed of ["4.1, 7.9", "4,1–7,9", "4.1-7.9", "4.1 - 7.9"])
      assert.equal((await calculating(deviation, summary, printed, "", "50", "", "Write ")).text, plain.text);
    assert.deepEqual(
      (await calculating(deviation, summary, "1,250 1,300", "1250 1300", "", "1,050", "", "Write ")).said,
      ["“1,250” can mean 1250 or 1.250: write one of them."],
    );
    const minus = await calculating({ isRatio: false }, "Estimate and P value", "−0.5", "0.05", "Write ");
    assert.match(minus.text, /-0\.5/);
    const large = await calculating({}, "Estimate and P value", "1,250", "1250", "0.05", "Write ");
    assert.deepEqual(large.said, ["“1,250” can mean 1250 or 1.250: write one of them."]);
  });

  it("reports that it writes nothing where the document has changed meanwhile", async () => {
    const { said, text } = await calculating({ version: -1 }, "Estimate and P value", "2", "0.05", "Write ");
    assert.deepEqual(said, ["The document has changed meanwhile: start again."]);
    assert.equal(text, "{}");
  });

  it("takes no interval that does not contain its estimate", async () => {
    const way = "Estimate and confidence interval";
    const { said } = await calculating({}, way, "0.8", "0.9 1.1", "0.6 to 0.7", "0.7, 1.1", "95", "Write ");
    const sentence = "The interval has to contain the estimate 0.8.";
    assert.deepEqual(said, [sentence, sentence]);
  });

  it("reports that quartiles and range are missing, and not what they would give", async () => {
    const { said, text } = await calculating(deviation, "Quartiles or range", "", "", "50", "");
    assert.deepEqual(said, [
      "Nothing can be calculated from these numbers: SD with neither quartiles nor range.",
    ]);
    assert.equal(text, "{}");
  });
});
