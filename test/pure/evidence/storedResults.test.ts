import assert from "node:assert/strict";
import { type ComputedItem, checkItem, bindRoles, evidenceOfItem } from "@analyses/evidence";
import { type Placed, elementsOf } from "@analyses/json";
import type { AnalysesDocument } from "@analyses/server/document/analysesDocument";
import { analysisEvidence, roleBinding } from "@analyses/server/evidence/analysisEvidence";
import { groupsOf } from "@analyses/server/document/groups";
import { storedRepairs } from "@analyses/server/validation/checks/evidence";
import { each } from "../../support/each";
import { revmanExamples } from "../../support/revmanExamples";
import { textAfter } from "../../support/textAfter";
import { documentOf } from "../features/support/documents";
import { schemaContext } from "../features/support/schemas";
import { counts } from "../../support/evidenceTexts";

const binding = roleBinding(schemaContext(), { roles: {} });

function analysesIn(document: AnalysesDocument): readonly Placed[] {
  return [...groupsOf(document)].flatMap(({ analyses }) =>
    analyses === undefined ? [] : [...elementsOf(analyses)],
  );
}

/** Findings about an analysis's stored results, and the text after all of their fixes. */
function storedIn(document: AnalysesDocument, analysis: Placed) {
  const evidence = analysisEvidence(document, analysis, binding);
  const found = checkItem(evidence, (code) => code === "result-mismatch");
  const changes = found.flatMap((finding) => ("changes" in finding ? finding.changes : []));
  const edits = storedRepairs(document, analysis, changes).map(({ start, end, newText }) => {
    return { range: document.text.rangeBetween(start, end), newText };
  });
  return { evidence, found, after: textAfter(document.text.toString(), edits) };
}

/** Ranges of the numbers in the rows' data, in a one-line text. */
function dataIn(text: string, { node, start }: Placed): readonly { start: number; end: number }[] {
  const own = text.slice(start, start + node.length);
  const rows = own.slice(own.indexOf('"data-rows":'));
  const offset = start + own.length - rows.length;
  const weightsAndEffects = /"(?:weight":[^,{}]*|estimate":\{[^}]*\})/g;
  const data = rows.replace(weightsAndEffects, (stored) => " ".repeat(stored.length));
  return [...data.matchAll(/"(?:cases|sample-size|mean|sd|se)":(-?[\d.]+(?:E-?\d+)?)/g)].map((found) => {
    const end = offset + found.index + found[0].length;
    return { start: end - (found[1] ?? "").length, end };
  });
}

/** An analysis's result without participants and cells. */
function pooled({ result }: ComputedItem): string {
  return JSON.stringify(result, (name, value: unknown) =>
    name === "participants" || name === "cells" ? undefined : value,
  );
}

describe("evidence: the results that RevMan stores", () => {
  for (const { name, text } of revmanExamples()) {
    it(`are those of the numbers: ${name}`, () => {
      const document = documentOf(text);
      for (const analysis of analysesIn(document)) {
        const { evidence, found } = storedIn(document, analysis);
        assert.equal(
          evidence.kind,
          "computed",
          JSON.stringify(evidence.kind === "problem" && evidence.problem),
        );
        assert.deepEqual(found, []);
      }
    });

    it(`are one finding after any edit of a number, and its fix writes that analysis alone: ${name}`, () => {
      const document = documentOf(text);
      const isStored = text.includes('"estimate":');
      for (const [index, analysis] of analysesIn(document).entries()) {
        const { evidence: before } = storedIn(document, analysis);
        const hasSums = /"control-group":\{(?:"cases":\d+,)?"sample-size":\d+,"label"/.test(
          text.slice(analysis.start, analysis.start + analysis.node.length),
        );
        for (const { start, end } of dataIn(text, analysis)) {
          const was = Number(text.slice(start, end));
          const edited = documentOf(`${text.slice(0, start)}${was + 1}${text.slice(end)}`);
          const place = analysesIn(edited)[index];
          assert.ok(place);
          const { evidence, found, after } = storedIn(edited, place);
          if (evidence.kind === "problem") continue;
          const where = `${text.slice(start - 80, end)} → ${was + 1}`;
          // RevMan stores no number of participants for a study without events, and no stored result depends on it.
          const isSame = before.kind === "computed" && pooled(before) === pooled(evidence);
          assert.deepEqual(found.length, isStored && !(isSame && !hasSums) ? 1 : 0, where);
          const mended = documentOf(after);
          const changed = analysesIn(mended)[index];
          assert.ok(changed);
          assert.deepEqual(storedIn(mended, changed).found, [], where);
          const around = (all: string, { start: from, node }: Placed): string =>
            all.slice(0, from) + all.slice(from + node.length);
          assert.ok(around(after, changed) === around(edited.text.toString(), place), where);
          assert.doesNotThrow(() => void JSON.parse(after), where);
        }
      }
    });
  }
});

describe("evidence: stored results after a change of another kind", () => {
  const example = revmanExamples().find(({ name }) => name.startsWith("XX"))?.text ?? "";

  /** Changes the example, and returns its first analysis with the stored results fixed. */
  const rewritten = (change: (text: string) => string, indent?: number) => {
    const laidOut = indent === undefined ? example : JSON.stringify(JSON.parse(example), undefined, indent);
    const edited = documentOf(change(laidOut));
    const [analysis] = analysesIn(edited);
    assert.ok(analysis);
    const { found, after } = storedIn(edited, analysis);
    const mended = documentOf(after);
    const [place] = analysesIn(mended);
    assert.ok(place);
    assert.deepEqual(storedIn(mended, place).found, []);
    const value = JSON.parse(after) as RevManDocument;
    return { found, after, item: value["analysis-groups"][0].analyses[0] };
  };

  it("has neither total nor sums where only subtotals are wanted, and weights of each subgroup", () => {
    const change = (text: string) =>
      text.replace('"overall-estimate-enabled":true', '"overall-estimate-enabled":false');
    const { found, item } = rewritten(change);
    assert.equal(found.length, 1);

    const names = ["estimate", "heterogeneity", "subgroup-differences"];
    assert.deepEqual(
      names.filter((name) => Object.keys(item).includes(name)),
      ["subgroup-differences"],
    );
    assert.deepEqual(item["control-group"], { label: "Placebo" });
    each(item.subgroups, ({ weight }) => weight, [1, 1]);
  });

  it("has no made-up test of differences where nothing is pooled", () => {
    const { after } = rewritten((text) =>
      text
        .replace('"overall-estimate-enabled":true', '"overall-estimate-enabled":false')
        .replace('"subgroup-estimates-enabled":true', '"subgroup-estimates-enabled":false')
        .replace(/"subgroup-differences":\{[^}]*\},/, ""),
    );
    assert.doesNotMatch(after.slice(0, after.indexOf('"data-rows":')), /"subgroup-differences":/);
  });

  it("has nothing of a study that is not estimable any more, and all of one that now is, in RevMan's order", () => {
    const emptied = rewritten((text) =>
      text.replace(
        '"control-group":{"cases":3,"sample-size":74}',
        '"control-group":{"cases":0,"sample-size":74}',
      ),
    );
    const [, , empty] = emptied.item["data-rows"];
    assert.deepEqual(Object.keys(empty ?? {}), [
      ...["study-name", "year", "applicability", "control-group", "experimental-group"],
    ]);
    const filled = rewritten((text) =>
      text.replace(
        '"control-group":{"cases":0,"sample-size":41}',
        '"control-group":{"cases":2,"sample-size":41}',
      ),
    );
    const row = filled.item["data-rows"][4];
    assert.deepEqual(Object.keys(row ?? {}), [
      ...["study-name", "year", "applicability", "weight", "estimate", "control-group", "experimental-group"],
    ]);
    assert.deepEqual(Object.keys(row?.estimate ?? {}), [
      ...["mean", "ci-start", "ci-end", "exp-mean", "exp-ci-start", "exp-ci-end"],
    ]);
    const added =
      /"applicability":\{[^}]*\},"weight":0\.\d+,"estimate":\{"mean":-?\d[^ ]*\},"control-group":\{"cases":2/;
    assert.match(filled.after, added);
  });

  it("is laid out as a text with line breaks is", () => {
    const { after } = rewritten(
      (text) => text.replace('"cases": 0,\n', '"cases": 2,\n').replace('"WALD"', '"HKSJ"'),
      2,
    );
    assert.equal(after, JSON.stringify(JSON.parse(after), undefined, 2));
  });

  it("is written as Java prints numbers", () => {
    const { after } = rewritten((text) =>
      text.replace('"cases":12,"sample-size":148', '"cases":148,"sample-size":148'),
    );
    const [, p = ""] = /"estimate":\{"mean"[^}]*"p-value":([^}]*)\}/.exec(after) ?? [];
    assert.match(after, /"sample-size":593,"label"/);
    const numbers = Array.from(after.matchAll(/":(-?\d[^,}]*)/g), ([, number = ""]) => number);
    assert.deepEqual(
      numbers.filter((number) => !/^-?\d+(?:\.\d+(?:E-\d+)?)?$/.test(number) || /\d\.0$/.test(number)),
      [],
    );
    assert.ok(Number(p) > 0, p);
  });
});

interface RevManDocument {
  readonly "analysis-groups": readonly [{ readonly analyses: readonly [RevManItem] }];
}
interface Stored {
  readonly estimate: Readonly<Record<string, number>>;
  readonly weight: number;
}
interface RevManItem extends Stored {
  readonly "control-group": object;
  readonly subgroups: readonly Stored[];
  readonly "data-rows": readonly Stored[];
}

describe("evidence: a stored result", () => {
  const item = {
    measure: "RR",
    method: "IV",
    studies: [counts("A", 20, 200, 50, 200), counts("B", 15, 150, 35, 150)],
  };
  it("reads what the setting says, and the better of two names, wherever they stand", () => {
    const stored = { effectSize: 9, mine: 0.41, q: 0, chi2: 9 };
    const evidence = evidenceOfItem(
      { ...item, ...stored },
      bindRoles({ setting: { "/mine": "result-estimate" } }),
    );
    assert.deepEqual(
      checkItem(evidence).flatMap((one) =>
        one.code === "result-mismatch" && "repairs" in one ? [one.pointer] : [],
      ),
      ["/chi2"],
    );
  });
});
