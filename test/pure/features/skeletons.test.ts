import assert from "node:assert/strict";
import { MarkupKind } from "vscode-languageserver-types";
import { diagnostics } from "@analyses/server/presentation/diagnostics";
import { completing } from "./support/completing";
import { documentOf } from "./support/documents";
import { fixingSample } from "./support/fixing";
import { sampleSchemas, schemaContext } from "./support/schemas";

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
      const { findings } = await fixingSample(accept(label));
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

  it("come also for what is inside an analysis", () => {
    const inside = (written: string) =>
      completing(
        withGroup(`{ "outcome-type": "DICHOTOMOUS", "studies": [ ${written} ] }`),
        sampleSchemas,
        plain,
      );
    assert.deepEqual(inside("|").labels, ["New study", "New study, with risk of bias, version 2"]);
    const judged = inside('{ "study": "a", "risk-of-bias": {} }, |').labels;
    assert.deepEqual(judged, ["New study, with risk of bias, version 2", "New study"]);
    assert.deepEqual(inside("{ | }").labels.slice(0, 3), ["study", "experimental", "comparator"]);
    assert.match(
      inside("{ | }").accept("experimental"),
      /"experimental": \{\s+"events": null,\s+"total": null\s+\}/,
    );
  });

  it("have what every kind of outcome requires, while the kind is misspelt or not there", () => {
    for (const kind of ['"outcome-type": "DICHOTOMUS", ', '"outcome-type": null, ', ""]) {
      const inside = (rest: string) => completing(withGroup(`{ ${kind}${rest} }`), sampleSchemas, plain);
      assert.match(
        inside('"subgroups": [|]').accept("New subgroup"),
        /"subgroups": \[\s+\{\s+"name": "",\s+"studies": \[\]\s+\}\s+\]/,
      );
      assert.match(
        inside('"studies": [|]').accept("New study"),
        /"studies": \[\s+\{\s+"study": ""\s+\}\s+\]/,
      );
    }
  });

  it("leave texts to fill in that stay problems, also where the schema would take an empty one", async () => {
    const around = (written: string) =>
      withGroup(
        `{ "number": 1, "name": "a", "outcome-type": "CONTINUOUS", "effect-measure": "MEAN_DIFFERENCE", "method": "INVERSE_VARIANCE", "model": "FIXED_EFFECT", "studies": [], ${written} }`,
      );
    const said = async (text: string) => (await fixingSample(text)).findings.map(({ message }) => message);
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

  for (const { method, name, count } of [
    { method: "RISK_OF_BIAS_1", name: "random-sequence-generation", count: 7 },
    { method: "RISK_OF_BIAS_2", name: "randomisation-process", count: 6 },
  ])
    it(`judge the risk of bias by the document's own method: ${method}`, async () => {
      const around = (written: string) =>
        withGroup(
          `{ "outcome-type": "DICHOTOMOUS", "studies": [ { "study": "A 2001", ${written} } ] }`,
        ).replace("RISK_OF_BIAS_2", method);
      const all = `All ${String(count)} domains`;
      const inside = completing(around('"risk-of-bias": { | }'), sampleSchemas, plain);
      assert.deepEqual(inside.labels.slice(0, 2), [all, name]);
      // Domains of the other method would be reported as problems.
      assert.equal(inside.labels.length, 1 + count);
      const written = JSON.parse(inside.accept(all)) as { "analysis-groups": [{ analyses: unknown[] }] };
      const [study] = (written["analysis-groups"][0].analyses[0] as { studies: Record<string, object>[] })
        .studies;
      assert.equal(Object.keys(study?.["risk-of-bias"] ?? {}).length, count);
      const { findings } = await fixingSample(inside.accept(all));
      const domains = findings.filter(({ message }) => message.endsWith("is still to be filled in."));
      assert.equal(domains.length, count);
      assert.deepEqual(completing(around('"risk-of-bias": |'), sampleSchemas, plain).labels, [
        method === "RISK_OF_BIAS_1" ? "New risk of bias, version 1" : "New risk of bias, version 2",
      ]);
      assert.match(
        completing(around("|"), sampleSchemas, plain).accept("risk-of-bias"),
        new RegExp(`"${name}": null`),
      );
    });

  it("write out the judgements whose first letters are typed, one for each domain, and no others", () => {
    const around = (typed: string) =>
      withGroup(
        `{ "outcome-type": "DICHOTOMOUS", "studies": [ { "study": "A 2001", "risk-of-bias": {\n${typed}|\n} } ] }`,
      );
    const typing = (typed: string) => completing(around(typed), sampleSchemas, plain);
    const judged = typing("lshHLL");
    assert.equal(judged.labels[0], "lshHLL");
    const written = JSON.parse(judged.accept("lshHLL")) as {
      readonly "analysis-groups": readonly {
        readonly analyses: readonly { readonly studies: readonly Record<string, object>[] }[];
      }[];
    };
    const study = written["analysis-groups"][0]?.analyses[0]?.studies[0];
    assert.deepEqual(Object.values(study?.["risk-of-bias"] ?? {}), [
      "LOW",
      "SOME_CONCERNS",
      "HIGH",
      "HIGH",
      "LOW",
      "LOW",
    ]);
    for (const other of ["lshHL", "lshHLLL", "lshxLL"])
      assert.equal(typing(other).labels[0], "All 6 domains", other);
  });

  it("are not those of the other risk-of-bias method: a domain of that is a problem", async () => {
    const judged =
      '"studies": [ { "study": "A 2001", "risk-of-bias": { "selective-reporting": "LOW", "other-bias": "LOW" } } ]';
    const text = withGroup(`{ "outcome-type": "DICHOTOMOUS", ${judged} }`);
    const found = await fixingSample(text);
    const told = found.findings.filter(({ data }) => data.kind === "other-method");
    assert.deepEqual(
      told.map(({ message, related }) => [message, ...related.map((place) => place.message)]),
      [
        [
          "`selective-reporting` is a domain of RISK_OF_BIAS_1, but this document follows RISK_OF_BIAS_2.",
          "`other-bias` is a domain of RISK_OF_BIAS_1, but this document follows RISK_OF_BIAS_2.",
        ],
      ],
    );
    const changed = text.replace('"RISK_OF_BIAS_2"', '"RISK_OF_BIAS_1"');
    assert.equal(found.after("Change “risk-of-bias-method” to RISK_OF_BIAS_1"), changed);
    const related = diagnostics(documentOf(text), told)[0]?.relatedInformation?.at(-1);
    assert.deepEqual(
      related?.location.range,
      documentOf(text).text.rangeBetween(
        text.indexOf('"RISK_OF_BIAS_2"'),
        text.indexOf('"RISK_OF_BIAS_2"') + 16,
      ),
    );
  });

  it("are those of the document's method where only a judgement of everything is there", () => {
    const names = ["allocation-concealment", "other-bias", "randomisation-process", "missing-outcome-data"];
    const flat = schemaContext({
      properties: {
        judged: { properties: Object.fromEntries([...names, "overall"].map((name) => [name, {}])) },
      },
    });
    const offered = completing(
      withGroup('{ "judged": { "other-bias": "LOW", | } }').replace("_2", "_1"),
      flat,
    );
    assert.deepEqual(offered.labels, ["allocation-concealment", "overall"]);
  });
});
