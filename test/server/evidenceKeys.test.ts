import { readFileSync } from "node:fs";
import { evidenceTable, study } from "./page/evidenceTable";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

describe("a person whose hands go between the mouse and the keys", () => {
  const table = evidenceTable();
  const { cell, press, type, button, written, focused } = table;

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

  it("stays with the last study after Enter, and does not go to the sums", async () => {
    await table.open(sample);
    await cell(4, "experimental-total").click();
    await type("701");
    await press("Enter");
    await focused(4, "experimental-total");
    await type("702");
    await press("Enter");
    await written(study("Lindqvist 2021a", '"cases": \\d+, "sample-size": 702'));
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
