import assert from "node:assert/strict";
import { revmanExamples } from "../../support/revmanExamples";
import { fixing } from "../features/support/fixing";

const example = revmanExamples().find(({ name }) => name.startsWith("XX"))?.text ?? "";
const before = '"experimental-group":{"cases":12,"sample-size":148}';
const after = '"experimental-group":{"cases":21,"sample-size":148}';

describe("results that RevMan stores, in the editor", () => {
  it("are one problem after an edit, where the total stands, with one fix, which Fix All leaves alone", async () => {
    const edited = example.replace(before, after);
    const { findings, titles, after: fixed, afterAll } = await fixing(edited);
    const [finding, ...others] = findings.filter(({ code }) => code === "result-mismatch");
    assert.deepEqual(others, []);
    assert.equal(
      finding?.message,
      "The stored results are not those of these numbers: RR 0.69 stored, 0.83 computed.",
    );
    assert.equal(edited.slice(finding?.start, finding?.end), "-0.36979499846138847");
    const [title = ""] = titles.filter((one) => one.startsWith("Write the results"));
    const mended = fixed(title);
    // The stored results can be the only sign that a number is mistyped.
    assert.equal(afterAll, undefined);
    assert.ok(!(await fixing(mended)).codes.includes("result-mismatch"));
    // The reverse edit restores the results, except for their last digits.
    const back = (await fixing(mended.replace(after, before))).after(title);
    const numbersIn = (text: string): readonly number[] =>
      Array.from(text.matchAll(/":(-?\d[^,}]*)/g), ([, number]) => Number(number));
    assert.equal(back.replace(/:-?\d[^,}]*/g, ":0"), example.replace(/:-?\d[^,}]*/g, ":0"));
    numbersIn(back).forEach((number, index) => {
      const was = numbersIn(example)[index] ?? NaN;
      assert.ok(Math.abs(number - was) < 1e-9 * Math.max(1, was), `${number} for ${was}`);
    });
  });

  it("are written for each switch, and as they were once it is switched back", async () => {
    const title = "Write the results that these numbers give";
    const namesIn = (text: string): readonly string[] =>
      Array.from(text.matchAll(/"([\w-]+)":/g), ([, name = ""]) => name);
    for (const [before, after, gone] of [
      ['"pi-enabled":false', '"pi-enabled":true', /"(?:exp-)?pi-(?:start|end)"/],
      ['"heterogeneity-ci-enabled":false', '"heterogeneity-ci-enabled":true', /"tau-squared":\{"ci-start"/],
      ['"ci-method":"WALD"', '"ci-method":"HKSJ"', /"t-test"/],
      ['"effect-measure":"LOG_RR","log-scale":true', '"effect-measure":"RD","log-scale":false', undefined],
      ['"overall-estimate-enabled":true', '"overall-estimate-enabled":false', undefined],
      ['"subgroup-differences-enabled":true', '"subgroup-differences-enabled":false', undefined],
    ] as const) {
      const [first = ""] = example.split('"number":2,"name"');
      const rest = example.slice(first.length);
      const on = (await fixing(first.replace(before, after) + rest)).after(title);
      if (gone !== undefined) assert.match(on.slice(0, -rest.length), gone);
      if (after.includes("RD")) assert.doesNotMatch(on.slice(0, -rest.length), /"exp-/);
      assert.ok(!(await fixing(on)).codes.includes("result-mismatch"), after);
      const back = (await fixing(on.replace(after, before))).after(title);
      assert.deepEqual(namesIn(back), namesIn(example), after);
    }
  });

  it("of a subgroup whose studies went to another one are nothing but its sums", async () => {
    const [first = ""] = example.split('"number":2,"name"');
    const moved = first.replaceAll('"subgroup-number":2', '"subgroup-number":1');
    const edited = moved + example.slice(first.length);
    const written = (await fixing(edited)).after("Write the results that these numbers give");
    assert.match(
      written,
      /"number":2,"id":"[^"]*","control-group":\{"cases":0,"sample-size":0\},"experimental-group":\{"cases":0,"sample-size":0\},"weight":0\}/,
    );
  });

  it("are named by what differs where the total is not another", async () => {
    const edited = example.replace('"weight":0.27182030197278345', '"weight":0.3');
    const { findings } = await fixing(edited);
    const [finding, ...others] = findings.filter(({ code }) => code === "result-mismatch");
    assert.deepEqual(others, []);
    assert.equal(
      finding?.message,
      "The stored results are not those of these numbers: `weight` of “Aalund 2011” 0.30 stored, 0.27 computed.",
    );
    assert.equal(edited.slice(finding?.start, finding?.end), "0.3");
  });

  const writing = "Write the results that these numbers give";
  const problemsIn = async (text: string) => {
    const { findings, codes, titles, after, afterAll } = await fixing(text);
    const related = findings.flatMap((finding) => finding.related.map(({ message }) => message));
    return { codes, titles, related, after, afterAll };
  };

  it("are related to the study entered twice, whose fix brings them back", async () => {
    const rows = example.slice(example.indexOf('"data-rows":[') + '"data-rows":['.length);
    const row = rows.slice(0, rows.indexOf('},{"study-name"') + 1);
    const twice = example.replace(row, `${row},${row.replace("Aalund 2011", "Zander 2011")}`);
    const { codes, titles, related, after, afterAll } = await problemsIn(twice);
    assert.deepEqual(codes, ["duplicate-row"]);
    assert.deepEqual(related, [
      "“Aalund 2011” stands here first.",
      "The stored results are not those of these numbers: RR 0.69 stored, 0.68 computed.",
    ]);
    assert.deepEqual(titles, ["Leave “Zander 2011” out", writing]);
    assert.equal(after("Leave “Zander 2011” out"), example);
    assert.deepEqual((await problemsIn(after(writing))).codes, ["duplicate-row"]);
    assert.equal(afterAll, undefined);
  });

  it("are related to the model that does not give them, whose change brings them back", async () => {
    const fixed = example.replace('"model":"RANDOM"', '"model":"FIXED"');
    const { codes, titles, related, after, afterAll } = await problemsIn(fixed);
    assert.deepEqual(codes, ["method-mismatch"]);
    assert.deepEqual(related, [
      "“FIXED” stands here.",
      "The stored results are not those of these numbers: RR 0.69 stored, 0.68 computed.",
    ]);
    assert.deepEqual(titles, ["Change “model” to RANDOM", writing]);
    assert.equal(after("Change “model” to RANDOM"), example);
    assert.equal(afterAll, undefined);
  });

  it("are a problem of their own where another one does not explain them", async () => {
    const fraction = await problemsIn(example.replace('"cases":12,', '"cases":12.5,'));
    assert.deepEqual(fraction.codes, ["result-mismatch", "wrong-type"]);
    const both = example.replace('"model":"RANDOM"', '"model":"FIXED"').replace('"cases":12,', '"cases":21,');
    assert.deepEqual((await problemsIn(both)).codes, ["method-mismatch", "result-mismatch"]);
  });
});
