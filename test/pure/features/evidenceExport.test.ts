import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { bindRoles } from "@analyses/evidence";
import type { ExportFormat } from "@analyses/protocol/evidencePanel";
import { evidenceExport } from "@analyses/server/features/evidencePanel/evidencePanel";
import { loadFigures } from "@analyses/server/evidence/reportEvidence";
import { documentOf } from "./support/documents";

const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");

describe("the evidence panel: what leaves it", () => {
  const written = async (format: ExportFormat, text = sample, without: readonly string[] = []) => {
    const at = text.indexOf("{", text.indexOf('"analyses"'));
    const rows = without.map((study) => text.lastIndexOf("{", text.indexOf(`"${study}"`)));
    const wanted = { at, plot: "forest", without: rows, format } as const;
    const made = evidenceExport(documentOf(text), bindRoles({}), wanted, await loadFigures());
    assert.ok(made);
    assert.equal(made.name, "1.1 Mortality at 12 months");
    return made.text;
  };

  it("says in a picture, a table and a script which study is left out, and sums the others", async () => {
    for (const format of ["svg", "markdown", "tsv", "r"] as const) {
      assert.match(
        await written(format, sample, ["Abara 2014"]),
        /Left out of the pool: Abara 2014\./,
        format,
      );
      assert.doesNotMatch(await written(format), /Left out/, format);
    }
    assert.match(await written("tsv"), /^Total\t\t933\t\t924\t/m);
    assert.match(await written("markdown", sample, ["Abara 2014"]), /^\| Total \| +\| 785 \| +\| 773 \|/m);
  });

  it("says which study the document itself leaves out, in brackets in the figure as in the table", async () => {
    const text = sample.replace('"study": "Abara 2014"', '"excluded": true, $&');
    for (const format of ["svg", "markdown", "tsv", "r", "sentence"] as const)
      assert.match(await written(format, text), /Left out of the pool: Abara 2014\./, format);
    for (const format of ["svg", "markdown", "tsv"] as const)
      assert.match(await written(format, text), /[>|\n] ?\(Abara 2014\)/, format);
  });

  it("tells in notes what was corrected and which study the result hangs on, a line each", async () => {
    const study = (name: string, events1: number, events2: number, total: number) =>
      JSON.stringify({ study: name, events1, total1: total, events2, total2: total });
    const studies = [study("Large", 40, 80, 400), study("Small", 6, 5, 50), study("None", 0, 3, 40)];
    const analysis = `{ "number": 1, "name": "Mortality at 12 months", "measure": "OR", "method": "IV", "studies": [${studies.join()}] }`;
    const text = `{ "analysis-groups": [{ "number": 1, "analyses": [${analysis}] }] }`;
    const notes = await written("notes", text);
    assert.match(notes, /^Studies with a zero cell: 0\.5 was added to each of their cells \(None\)\.$/m);
    assert.match(notes, /^Without “Large” the interval includes no effect: /m);
    assert.match(notes, /^“Large” has \d\d\.\d% of the weight\.$/m);
    assert.doesNotMatch(await written("notes", text, ["Large"]), /“Large”/);
    // An analysis with an incomplete study has no pooled result.
    const begun = text.replace(/\] \}\] \}\] \}$/, ', { "study": "New", "events1": 1 }$&');
    assert.notEqual(begun, text);
    assert.equal(await written("notes", begun), "");
  });

  it("is an SVG that stands alone and carries its data", async () => {
    const svg = await written("svg");
    assert.doesNotMatch(
      svg.replace('xmlns="http://www.w3.org/2000/svg"', ""),
      /https?:|href|url\(|<style|<script/,
    );
    const data = /<metadata>(.*?)<\/metadata>/s.exec(svg)?.[1]?.replaceAll("&quot;", '"') ?? "";
    const report = JSON.parse(data) as { readonly rows: readonly { readonly study: string }[] };
    assert.deepEqual(
      report.rows.map(({ study }) => study),
      ["Abara 2014", "Bergström 2016", "Delgado 2018", "Okafor 2019", "Lindqvist 2021a"],
    );
  });

  it("has the names of studies whole, as readers cannot look up what was cut", async () => {
    const name = "Abara, Bergström and the Collaborative Group of Trials in Primary Care 2014";
    const text = sample.replace("Abara 2014", name);
    assert.ok((await written("svg", text)).includes(`>${name}<`));
  });

  it("is Cochrane's sentence, which says of what it is when a study is left out", async () => {
    assert.equal(
      await written("sentence"),
      "RR 0.67, 95% CI 0.50 to 0.89; I² = 0%; 5 studies, 1,857 participants",
    );
    assert.match(
      await written("sentence", sample, ["Abara 2014"]),
      /; 4 studies, 1,558 participants\. Left out of the pool: Abara 2014\.$/,
    );
    const all = ["Abara 2014", "Bergström 2016", "Delgado 2018", "Okafor 2019", "Lindqvist 2021a"];
    assert.equal(await written("sentence", sample, all), "");
  });

  it("is a table in Markdown in which no name does anything", async () => {
    const text = sample.replace("Abara 2014", "A|*b* <i>");
    const lines = (await written("markdown", text)).trimEnd().split("\n");
    assert.equal(
      lines[0],
      "| Study or subgroup | Drug: Events | Drug: Total | Placebo: Events | Placebo: Total | Weight | Risk ratio (M-H, Random, 95% CI) |",
    );
    assert.equal(lines[1], "| :-- | --: | --: | --: | --: | --: | --: |");
    assert.equal(lines[2], "| A\\|\\*b\\* \\<i\\> | 12 | 148 | 19 | 151 | 17.2% | 0.64 \\[0.32, 1.28\\] |");
    assert.match(lines.at(-1) ?? "", /^\| Total \|.*\| 100\.0% \| 0\.67 \\\[0\.50, 0\.89\\\] \|$/);
  });
});
