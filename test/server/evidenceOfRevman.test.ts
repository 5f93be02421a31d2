import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { evidenceTable } from "./page/evidenceTable";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

describe("a person who fills the table of RevMan's evidence", () => {
  const table = evidenceTable();
  const { text, cell, button, press, type, reads, says, written, focused } = table;
  const events = "experimental-events";
  const study = (name: string, cases: number) =>
    new RegExp(`"${name}"(?:(?!"study-name")[^])*"experimental-group": \\{ "cases": ${cases},`);

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

  it("sees RevMan's studies by name, and writes into the study that it sees in the row", async () => {
    await table.open(sample);
    await reads(3, "study", "Lindqvist 2021a");
    await reads(4, "study", "Okafor 2019");
    await table.write(3, events, "17");
    await written(study("Lindqvist 2021a", 17));
    await table.copy("18\r\n16");
    await cell(3, events).click();
    await press("Control+V");
    await button("Paste").click();
    await written(study("Lindqvist 2021a", 18));
    await written(study("Okafor 2019", 16));
    await table.write(0, "study", "Zorn 2014", "Tab");
    await reads(4, "study", "Zorn 2014");
    await focused(4, events);
    await written(/"data-rows": \[\s*\{\s*"study-name": "Zorn 2014"/);
    await button("Move Up").click();
    await says(/The studies are shown by name/);
  });
});
