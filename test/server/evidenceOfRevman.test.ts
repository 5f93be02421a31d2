import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually";
import { evidenceTable, study } from "./page/evidenceTable";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

describe("a person who fills the table of RevMan's evidence", () => {
  const table = evidenceTable();
  const { text, cell, button, press, type, reads, written } = table;

  it("writes a footnote where a study has none, and another one where it has", async () => {
    await table.open(sample);
    const noted = table.rows().filter({ hasText: "Okafor 2019" }).locator('[data-part="footnotes"]');
    await cell(0, "footnotes").click();
    assert.ok(await button("Sort Ascending").isDisabled(), "There is no order of footnotes.");
    await type("Dose < 5 mg");
    await press("Enter");
    await written(/"Abara 2014"(?:(?!"study-name")[^])*"footnote": "Dose &lt; 5 mg"/);
    await reads(0, "footnotes", "Dose < 5 mg");
    await noted.click();
    await press("Delete");
    await written(/"footnote": ""/);
    await type("Made up.");
    await press("Enter");
    await written(/"footnote": "Made up\."/);
    assert.equal(text().match(/"footnote"/g)?.length, 2);
  });

  it("finds what was left out when the panel is shown again, though the text has changed meanwhile", async () => {
    await table.open(sample);
    await cell(2, "study").click();
    await button("Leave Out").click();
    await table.says("Left out for the moment: Delgado 2018.");
    await table.evidence().hideAndShow(() => table.change("Abara 2014", "Abara and Bello 2014"));
    await table.says("Left out for the moment: Delgado 2018.");
    await reads(0, "study", "Abara and Bello 2014");
  });

  it("has a name typed before a reload not written over another one, though no figure shows that at first", async () => {
    await table.open(sample);
    await cell(0, "study").click();
    await type("Abarra");
    const state = await eventually(async () => {
      const stored = await table.evidence().stored();
      assert.match(stored, /Abarra/);
      return stored;
    });
    await press("Escape");
    table.change("Abara 2014", "Abara and Bello 2014");
    table.change('"data-type": "DICHOTOMOUS"', '"data-type": "OTHER"');
    await table.evidence().reload(state);
    await table.at('body[data-state="stale"]').waitFor();
    table.change('"data-type": "OTHER"', '"data-type": "DICHOTOMOUS"');
    await table.at('body[data-state="current"]').waitFor();
    await table.evidence().settled();
    assert.equal(text(), sample.replace("Abara 2014", "Abara and Bello 2014"));
  });

  it("reads that nothing can be typed into a cell, such as a weight", async () => {
    await table.open(sample);
    await table.evidence().page.evaluate(`new MutationObserver(() => {
      document.body.dataset.heard = (document.body.dataset.heard ?? "") + document.getElementById("said").textContent;
    }).observe(document.getElementById("said"), { childList: true })`);
    await cell(1, "weight").click();
    await type("7");
    await table.at('body[data-heard*="Nothing can be typed into this cell."]').waitFor();
    assert.equal(text(), sample);
  });

  it("pastes years, and the studies that the table has already, to their own rows, wherever they stand", async () => {
    await table.open(sample.replace('"year": "2018"', '"year": ""'));
    const lines = [
      "Delgado\t2018\t25\t250\t26\t251",
      "abara  2014\t\t21\t210\t22\t211",
      "Quist\t2025\t5\t50\t6\t51",
    ];
    await table.copy(["Study\tYear\tEvents\tTotal\tEvents\tTotal", ...lines].join("\n"));
    await cell(1, "study").click();
    await press("Control+V");
    const dialog = table
      .evidence()
      .page.getByRole("dialog", { name: "Write these cells into the document?" });
    await dialog.getByText("Year", { exact: true }).waitFor();
    assert.deepEqual(await dialog.getByRole("row", { name: /new study/ }).allInnerTexts(), [
      "new study\tQuist\t2025\t5\t50\t6\t51",
    ]);
    await press("Enter");
    await reads(5, "study", "Quist");
    await written(
      /"Delgado 2018",\s+"year": "2018"[^]*"cases": 26, "sample-size": 251 }[^]*"Quist",\s+"year": "2025"/,
    );
    await written(
      /"Abara 2014",\s+"year": "2014"[^]*"cases": 22, "sample-size": 211 }[^]*"Bergström 2016",\s+"year": "2016"/,
    );
  });

  it("types on in the row that is there after a click on Remove or Duplicate", async () => {
    for (const [label, name] of [
      ["Remove", "Delgado 2018"],
      ["Duplicate", "Bergström 2016"],
    ] as const) {
      await table.open(sample);
      await cell(1, "study").click();
      await button(label).click();
      await press("ArrowRight");
      await type("55");
      await press("Enter");
      await written(study(name, '"cases": 55,'));
    }
  });

  it("types on in its cell when the tab is shown again, or after a click on the heading or a button", async () => {
    await table.open(sample);
    await cell(1, "comparator-events").click();
    await press("ArrowDown");
    await table.evidence().hideAndShow();
    await type("17");
    await press("Enter");
    await written(/"Delgado 2018"(?:(?!"study-name")[^])*"control-group": \{ "cases": 17,/);
    await table.heading("1.1 Mortality at 12 months");
    await table.at("#title").click();
    await type("18");
    await press("Enter");
    await button("Fit Width").click();
    await type("19");
    await press("Enter");
    await written(
      /"Okafor 2019"(?:(?!"study-name")[^])*"control-group": \{ "cases": 18,[^]*"Lindqvist 2021a"(?:(?!"study-name")[^])*"control-group": \{ "cases": 19,/,
    );
  });
});
