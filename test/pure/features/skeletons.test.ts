import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { completing } from "./support/completing";
import { fixing, pairwise } from "./support/fixing";
import { sampleSchemas } from "./support/schemas";

const plain = { snippets: false, insertsAsIs: false, documentation: MarkupKind.PlainText };
const withGroup = (analyses: string): string =>
  `{ "risk-of-bias-method": "RISK_OF_BIAS_2", "analysis-groups": [ { "number": 1, "name": "a", "analyses": [ ${analyses} ] } ] }`;

describe("skeletons from the sample's item schema", () => {
  it("hold no data: what only the author knows is still to be filled in, each once, and nothing else lacks", async () => {
    const { labels, accept } = completing(withGroup("|"), sampleSchemas, plain);
    assert.deepEqual(labels, [
      "New dichotomous outcome",
      "New continuous outcome",
      "New generic inverse-variance outcome",
      "New O−E and variance outcome",
    ]);
    for (const label of labels) {
      const { findings } = await fixing(accept(label), pairwise);
      const unfinished = (name: string, isOne: boolean) =>
        isOne ? [`\`${name}\` is still to be filled in.`] : [];
      assert.deepEqual(
        findings.map(({ message }) => message),
        [
          "`name` is still to be filled in.",
          "`effect-measure` is still to be filled in.",
          ...unfinished("method", label === "New dichotomous outcome"),
          ...unfinished("model", label !== "New O−E and variance outcome"),
        ],
        label,
      );
    }
  });

  it("leave texts to fill in that stay problems, also where the schema would take an empty one", async () => {
    const around = (written: string) =>
      withGroup(
        `{ "number": 1, "name": "a", "outcome-type": "CONTINUOUS", "effect-measure": "MEAN_DIFFERENCE", "method": "INVERSE_VARIANCE", "model": "FIXED_EFFECT", "studies": [], ${written} }`,
      );
    const said = async (text: string) =>
      (await fixing(text, pairwise)).findings.map(({ message }) => message);
    const { accept } = completing(around("|"), sampleSchemas, plain);
    assert.deepEqual(await said(accept("responsible-group")), [
      "`groupId` is still to be filled in.",
      "`name` is still to be filled in.",
      "`link` is still to be filled in.",
    ]);
    // The schema does not require these.
    assert.deepEqual(await said(around('"experimental-label": "", "unit": ""')), []);
    const whole = '{ "groupId": "7", "name": "Heart", "link": "https://x.org/rest/groups/7" }';
    assert.deepEqual(await said(around(`"responsible-group": ${whole}`)), []);
  });
});
