import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { english, type ItemEvidence, bindRoles, evidenceOfItem } from "@analyses/evidence";
import { answerCases } from "./support/answers";
import { publishedForms } from "./support/publishedForms";

type Json = Readonly<Record<string, unknown>>;

/** The choices and the number of studies, or the sentence shown instead of a result. */
function read(item: unknown): string {
  const evidence = evidenceOfItem(item, bindRoles({}));
  if (evidence.kind === "problem") return evidence.problem.sentence(english);
  const { choices, result } = evidence;
  const { model, pooling } = choices;
  return [
    pooling.choice.measure,
    pooling.choice.method,
    model.kind === "fixed-effect" ? "fixed" : `random ${model.estimator} ${model.interval}`,
    choices.confidenceLevel,
    choices.totals,
    `${result.studies} studies`,
    ...(choices.swapEvents ? ["swapped"] : []),
    ...(choices.showPrediction ? ["prediction"] : []),
    ...(choices.pooling.dataType === "contrast" ? [choices.scale] : []),
  ].join(", ");
}

/** Changes of an item and their results: each switch of a published form on, off and with an unknown value. */
interface FormCase {
  readonly form: string;
  /** The answer of two studies whose choices the item has, by its id; or an item that no form writes. */
  readonly answer?: string;
  readonly item?: Json;
  readonly subgroups?: readonly string[];
  readonly usual: string;
  /** A change of the item, in which null removes a property, the result, and a change of its first row. */
  readonly changes: readonly (readonly [change: Json, expected: string, row?: Json])[];
}

const formCases = JSON.parse(
  readFileSync("test/fixtures/roles/form-switches.json", "utf8"),
) as readonly FormCase[];
const twoStudies = answerCases.find(({ name }) => name === "edge-k2");

/** The two studies in a form, one in each subgroup. */
function itemOf({ form: name, answer, item, subgroups = [] }: Omit<FormCase, "usual" | "changes">): Json {
  if (item !== undefined) return item;
  const choice = twoStudies?.computed.find(({ id }) => id === answer);
  const form = publishedForms.find((one) => one.name === name);
  assert.ok(twoStudies && choice && form, name);
  const rows = twoStudies.rows.map((row, index) => ({ ...row, group: subgroups[index] ?? "" }));
  return form.itemOf({ ...twoStudies, rows }, choice, subgroups.length === 0 ? null : subgroups);
}

/** The item with a change, and with another in the first of its rows, which are its last list. */
function changed(item: Json, change: Json, row?: Json): Json {
  const [list = "", rows = []] = Object.entries(item).findLast(([, value]) => Array.isArray(value)) ?? [];
  const [first, ...others] = rows as readonly Json[];
  const all = { ...item, ...change, ...(row && { [list]: [{ ...first, ...row }, ...others] }) };
  return Object.fromEntries(Object.entries(all).filter(([name]) => change[name] !== null));
}

const revmanJson = itemOf({
  form: "RevMan's JSON",
  answer: "RR-MH-fixed-wald",
  subgroups: ["Adults", "Others"],
});

describe("evidence: the switches of published forms", () => {
  for (const { usual, changes, ...form } of formCases) {
    const title = `${form.form}${form.subgroups ? ", with subgroups" : ""}`;
    it(`are as their program has them: ${title}`, () => assert.equal(read(itemOf(form)), usual));
    for (const [change, expected, row] of changes)
      it(`decide, or nothing is computed: ${title}, ${JSON.stringify(row ?? change)}`, () =>
        assert.equal(read(changed(itemOf(form), change, row)), expected));
  }

  it("keep rows of a subgroup only out of the total, and events are turned round", () => {
    const effectOf = (item: Json): number => {
      const evidence: ItemEvidence = evidenceOfItem(item, bindRoles({}));
      assert.ok(evidence.kind === "computed");
      return evidence.result.effect?.estimate ?? NaN;
    };
    const applicability = { "subgroup-number": 1, overall: false };
    const one = changed(revmanJson, {}, { applicability });
    const second = Math.log(8 / 90 / (21 / 95));
    assert.ok(Math.abs(effectOf(one) - second) < 1e-12);
    const swapped = effectOf({ ...one, "swap-event-and-non-event": true });
    assert.ok(Math.abs(swapped - Math.log(82 / 90 / (74 / 95))) < 1e-12);
  });
});

describe("evidence: RevMan's documents", () => {
  for (const name of ["minimal", "hksj-and-peto", "package"])
    it(`are read whole: ${name}`, () => {
      const text = readFileSync(`test/fixtures/roles/${name}-analysis-data.json`, "utf8");
      const document = JSON.parse(text) as { "analysis-groups": { analyses: Json[] }[] };
      for (const item of document["analysis-groups"].flatMap(({ analyses }) => analyses)) {
        const evidence = evidenceOfItem(item, bindRoles({}));
        assert.ok(evidence.kind === "computed", JSON.stringify(item.name));
        const { effect } = evidence.result;
        const stored = item.estimate as Readonly<Record<string, number>> | undefined;
        if (stored === undefined) continue;
        const pairs = [
          [effect?.estimate, stored.mean],
          [effect?.low, stored["ci-start"]],
          [effect?.high, stored["ci-end"]],
          [evidence.content.results.get("result-estimate")?.value, stored.mean],
          [evidence.content.results.get("result-p")?.value, stored["p-value"]],
        ];
        for (const [is = NaN, was = NaN] of pairs) assert.ok(Math.abs(is - was) < 1e-9, `${is} ${was}`);
      }
    });

  it("are shown with HTML as text, and known by what is written", () => {
    const row = { "study-name": "M&#252;ller&nbsp;2001 &lt;b&gt;" };
    const labels = { "control-group": { label: "Placebo <b>&amp;</b> rest" } };
    const { content } = evidenceOfItem(changed(revmanJson, labels, row), bindRoles({}));
    assert.equal(content.rows?.[0]?.study, "Müller 2001 <b>");
    assert.equal(content.rows[0]?.name, "M&#252;ller&nbsp;2001 &lt;b&gt;");
    assert.equal(content.labels.get("comparator-label")?.value, "Placebo & rest");
  });
});
