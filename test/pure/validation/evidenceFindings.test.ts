import assert from "node:assert/strict";
import {
  contextOf,
  createDocument,
  noReferenceStatuses,
  updateDocument,
  validateNow,
} from "@analyses/server/languageService";
import type { AnalysesSettings } from "@analyses/protocol/settings";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import { problemsOf, sampleDocument } from "../../support/corpus";
import { analysesWith, counts, documentWith } from "../../support/evidenceTexts";
import { defaultSettings, findingsIn, told, uninterrupted } from "../../support/findings";
import { fixing } from "../features/support/fixing";
import { schemaContext } from "../features/support/schemas";

const schemas = schemaContext(undefined);

/** All codes shown, those too that are off unless somebody asks for them. */
const everything: AnalysesSettings["severity"] = {
  "fragile-result": "information",
  "zero-cells": "information",
};

const expected: Readonly<Record<string, readonly string[]>> = {
  "impossible-data": ["impossible-data ⟨152⟩ 152 participants with events are more than the 148 there are."],
  "method-mismatch": [
    'method-mismatch ⟨"MANTEL_HAENSZEL"⟩ “MANTEL_HAENSZEL” (method) does not fit “PETO_ODDS_RATIO” (effect measure): they cannot be pooled like this.',
  ],
  "standard-error-as-deviation": [
    "standard-error-as-deviation ⟨1.2⟩ SD 1.2 and 1.4 where the other 4 studies have 11.2 to 17.4: 1.2·√120 = 13.1, so this looks like a standard error.",
  ],
  "ratio-not-logged": [
    "ratio-not-logged ⟨0.72⟩ 0.72 is in the middle of its interval, 0.49 to 1.06, only as a ratio, but its logarithm is expected: ln 0.72 = -0.329.",
  ],
  "transposed-arms": [
    'transposed-arms ⟨"Okafor 2019"⟩ This study is 10.0 standard errors away from the other 5; with the other sign it would be 0.1: the direction may be wrong.',
  ],
  "shared-comparator": [
    'shared-comparator ⟨"Okafor 2019b"⟩ The comparator group (9/59) is that of “Okafor 2019a” too: unless it was divided between them, its participants are counted twice in one total.',
  ],
  "duplicate-row": [
    'duplicate-row ⟨"Zeta 2015"⟩ All numbers are those of “Abara 2014” (12/148; 19/151): the same participants seem to be counted twice.',
  ],
  "unit-slip": [
    "unit-slip ⟨197⟩ Means 197 and 209 with SD 39 and 40: divided by 38.67 they are like those of the other 4 studies, so this looks like another unit.",
  ],
  "totals-disagree": [
    "totals-disagree ⟨95⟩ 95 participants here, but 59 in “Stroke”, an analysis of the same group: a digit may have slipped.",
  ],
  "result-mismatch": ["result-mismatch ⟨0.61⟩ 0.61 is stored here, but the data give 0.67 (estimate)."],
  "risk-of-bias-mismatch": [
    "risk-of-bias-mismatch ⟨{⟩ The overall judgement is “Some concerns”, but “Bias due to missing outcome data” is judged “High risk”: by RoB 2 the result is judged no better than its worst domain.",
  ],
  "default-label": [
    'default-label ⟨"Favours [experimental]"⟩ “Favours [experimental]” is the label that RevMan writes: it does not say what is compared.',
  ],
  "fragile-result": [
    'fragile-result ⟨"Pain"⟩ Without “A” the result points the other way: 0.15 [-0.27, 0.57].',
    'fragile-result ⟨"Pain"⟩ “A” has 81.8% of the weight.',
  ],
  "zero-cells": [
    'zero-cells ⟨"Death"⟩ Corrected by 0.5 because of a zero cell: “A”. Not estimable: “B”. Without the correction the result is 0.06, not 0.09.',
  ],
};

/** Codes whose finding a number can mend for certain. */
const mendable = [
  "standard-error-as-deviation",
  "ratio-not-logged",
  "transposed-arms",
  "unit-slip",
  "result-mismatch",
];

describe("the sample documents", () => {
  const codesIn = async (name: string): Promise<readonly string[]> =>
    (await problemsOf(sampleDocument(name), "samples")).map(({ code }) => code).sort();

  it("have one problem of each that numbers show, in numbers-to-check and nowhere else", async () => {
    // Its document follows RoB 1, which has no overall judgement.
    const shown = evidenceCodes.filter((code) => !(code in everything) && code !== "risk-of-bias-mismatch");
    assert.deepEqual(await codesIn("numbers-to-check"), [...shown].sort());
    for (const name of ["drug-versus-placebo", "every-kind-of-data"])
      assert.deepEqual(await codesIn(name), [], name);
    const others = await codesIn("problems-to-fix");
    assert.deepEqual(
      others.filter((code) => evidenceCodes.some((one) => one === code)),
      [],
    );
  });
});

describe("what the numbers of an analysis say", () => {
  for (const [code, analyses] of Object.entries(analysesWith))
    it(`${code}: with the numbers that caused it, where one would change something`, async () => {
      const text = documentWith(analyses);
      const findings = await findingsIn(text, schemas, { ...defaultSettings, severity: everything });
      const ofCode = findings.filter((finding) => finding.code === code);
      assert.deepEqual(told(text, ofCode), expected[code]);
    });

  it("is told of an interval only where there is one, and each problem in its own words", async () => {
    const linesOf = async (analysis: object) => {
      const text = documentWith([analysis]);
      return told(text, await findingsIn(text, schemas));
    };
    const large = { study: "A", estimate: 12, se: 3 };
    assert.deepEqual(await linesOf({ measure: "HR", studies: [large] }), [
      "ratio-not-logged ⟨12⟩ 12 would be the logarithm of a ratio above 1,000, so this looks like the ratio itself: ln 12 = 2.48.",
    ]);
    const arms = { events1: "3", total1: 20, events2: 5, total2: 22 };
    const lines = await linesOf({
      heterogeneityEstimator: "REML",
      model: "FIXED",
      studies: [{ study: "A", ...arms }],
    });
    assert.deepEqual(
      lines.filter((line) => line.startsWith("method-mismatch")),
      [
        'method-mismatch ⟨"REML"⟩ A fixed-effect model has no heterogeneity estimator: “REML” is used for nothing.',
      ],
    );
  });

  for (const code of mendable)
    it(`${code}: after its fix, one edit, it is gone`, async () => {
      const { actions, after } = await fixing(documentWith(analysesWith[code] ?? []));
      const [action, ...others] = actions.filter(({ diagnostics }) => diagnostics?.[0]?.code === code);
      assert.ok(action);
      assert.deepEqual(others, []);
      const left = await findingsIn(after(action.title), schemas);
      assert.deepEqual(told("", left), []);
    });

  it("is never mended unseen", async () => {
    for (const analyses of Object.values(analysesWith)) {
      const { afterAll } = await fixing(documentWith(analyses));
      assert.equal(afterAll, undefined);
    }
  });

  it("names the other place of two that do not fit each other", async () => {
    for (const code of ["shared-comparator", "duplicate-row", "totals-disagree", "method-mismatch"]) {
      const text = documentWith(analysesWith[code] ?? []);
      const [finding] = await findingsIn(text, schemas);
      assert.equal(finding?.related.length, 1, code);
    }
  });

  it("is not computed where nobody wants to see it, and found when they do", async () => {
    const text = documentWith(analysesWith["zero-cells"] ?? []);
    const document = createDocument("file:///a", "analyses", 1, text);
    const codes = async (severity: AnalysesSettings["severity"]) =>
      (await findingsIn(document, schemas, { ...defaultSettings, severity })).map(({ code }) => code);
    assert.deepEqual(await codes({}), []);
    assert.deepEqual(await codes({ "zero-cells": "hint" }), ["zero-cells"]);
    assert.deepEqual(await codes({}), []);
  });

  it("is told of a number as soon as nobody wants to see any more what the schema says of it", async () => {
    const itemSchema = { properties: { studies: { items: { properties: { events1: { minimum: 0 } } } } } };
    const text = documentWith([{ studies: [counts("Abara 2014", -3, 20, 5, 22)] }]);
    const document = createDocument("file:///a", "analyses", 1, text);
    const strict = schemaContext(itemSchema);
    const codes = async (severity: AnalysesSettings["severity"]) =>
      (await findingsIn(document, strict, { ...defaultSettings, severity })).map(({ code }) => code);
    const [bySchema = "impossible-data"] = await codes({});
    assert.notEqual(bySchema, "impossible-data");
    assert.deepEqual(await codes({ [bySchema]: "off" }), ["impossible-data"]);
    assert.deepEqual(await codes({}), [bySchema]);
  });

  it("is told at once after a change of settings by which nothing has to be computed again", async () => {
    const text = documentWith(Object.values(analysesWith).flat());
    const document = createDocument("file:///a", "analyses", 1, text);
    const without = (settings: typeof defaultSettings) =>
      validateNow(contextOf(document, schemas, settings, noReferenceStatuses), uninterrupted, {
        first: [],
        text: 0,
      });
    assert.deepEqual(await without(defaultSettings), { findings: [], isComplete: false });
    const all = await findingsIn(document, schemas);
    assert.ok(all.length >= 10);
    const known = await without({ ...defaultSettings, maxProblems: defaultSettings.maxProblems + 1 });
    assert.deepEqual(known, { findings: all, isComplete: true });
  });

  it("is said once where the item schema says it too", async () => {
    const text = documentWith([{ studies: [{ study: "A", events1: -1, total1: 9, events2: 1, total2: 9 }] }]);
    const events1 = { type: "integer", minimum: 0 };
    const items = { properties: { events1 } };
    const findings = await findingsIn(text, schemaContext({ properties: { studies: { items } } }));
    assert.deepEqual(
      findings.map(({ code, start, end }) => [code, text.slice(start, end)]),
      [["schema", "-1"]],
    );
    assert.deepEqual(
      (await findingsIn(text, schemas)).map(({ code }) => code),
      ["impossible-data"],
    );
  });

  it("rests on the roles of the setting, and is found again when these change", async () => {
    const document = createDocument(
      "file:///a",
      "analyses",
      1,
      documentWith([{ rows: [{ who: "A", x: 9, y: 5, z: 1, w: 5 }] }]),
    );
    const roles = {
      "/rows": "studies",
      "/rows/*/x": "experimental-events",
      "/rows/*/y": "experimental-total",
      "/rows/*/z": "comparator-events",
      "/rows/*/w": "comparator-total",
    };
    const codes = async (evidence: AnalysesSettings["evidence"]) =>
      (await findingsIn(document, schemas, { ...defaultSettings, evidence })).map(({ code }) => code);
    assert.deepEqual(await codes({ ...defaultSettings.evidence, roles: {} }), []);
    assert.deepEqual(await codes({ ...defaultSettings.evidence, roles }), ["impossible-data"]);
  });

  it("is silent where the text is broken, so that nothing flickers while somebody types", async () => {
    const text = documentWith(analysesWith["duplicate-row"] ?? []);
    const broken = text.replace(/\}\s*\]\s*\}\s*\]\s*\}\s*\]\s*\}$/, "");
    assert.notEqual(broken, text);
    const findings = await findingsIn(broken, schemas);
    assert.deepEqual([...new Set(findings.map(({ code }) => code))], ["syntax"]);
  });

  it("stays where it is while text before it changes", async () => {
    for (const [code, analyses] of Object.entries(analysesWith)) {
      const document = createDocument("file:///a", "analyses", 1, documentWith(analyses));
      const settings = { ...defaultSettings, severity: everything };
      await findingsIn(document, schemas, settings);
      const at = document.text.positionAt(document.text.toString().indexOf('"RISK_OF_BIAS_1"'));
      const change = { range: { start: at, end: at }, text: "   " };
      const changed = updateDocument(document, [change], 2);
      const anew = createDocument("file:///b", "analyses", 2, changed.text.toString());
      assert.deepEqual(
        await findingsIn(changed, schemas, settings),
        await findingsIn(anew, schemas, settings),
        code,
      );
    }
  });

  it("of absurd numbers is a finding and no crash", async () => {
    for (const number of [
      "1e300",
      "-1e300",
      "1e-320",
      "1e400",
      "-0",
      "1e15",
      "123456789012345678901234567890",
    ]) {
      const rows = [1, 2, 3, 4, 5, 6].map(
        (study) =>
          `{"study": "${study}", "mean1": ${number}, "sd1": ${number}, "total1": 9, "mean2": 1, "sd2": ${number}, "total2": ${number}}`,
      );
      const text = documentWith([{ measure: "MD", studies: [], result: { estimate: 1 } }]).replace(
        '"studies": []',
        `"studies": [${rows.join()}]`,
      );
      for (const { message } of await findingsIn(text, schemas, { ...defaultSettings, severity: everything }))
        assert.doesNotMatch(message, /NaN|undefined/);
    }
  });
});
