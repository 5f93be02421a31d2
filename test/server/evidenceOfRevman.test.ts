import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { evidenceTable } from "./page/evidenceTable";

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
});
