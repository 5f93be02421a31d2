import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually";
import { evidenceTable, study } from "./page/evidenceTable";

const sample = readFileSync("samples/drug-versus-placebo.analyses.json", "utf8");

/** A block copied from a spreadsheet: five existing studies, five new ones, an empty row and a total. */
const block = [
  "Study\tEvents\tTotal\tEvents\tTotal",
  ...["Abara 2014", "Bergström 2016", "Delgado 2018", "Okafor 2019", "Lindqvist 2021a"].map(
    (study, row) => `${study}\t${20 + row}\t1.200\t${30 + row}\t1.210`,
  ),
  ...["Moreau", "Nakata", "Okonkwo", "Petrov", "Quist"].map(
    (study, row) => `${study} 2024\t${5 + row}\t90\t${9 + row}\t91`,
  ),
  "\t\t\t\t",
  "Total (95% CI)\t\t6.450\t\t6.505",
].join("\r\n");

describe("a person who fills the table of evidence", () => {
  const table = evidenceTable();
  const { evidence, text, cell, press, type, button, reads, says, saysNothingOf, written, focused, at } =
    table;
  const events = "experimental-events";

  it("comes to the table, along its cells and to its buttons without the mouse", async () => {
    await table.open(sample);
    const tabTo = async (selector: string, key: string) => {
      for (let steps = 0; steps < 40 && (await at(`${selector}:focus`).count()) === 0; steps += 1)
        await press(key);
      await at(`${selector}:focus`).waitFor();
    };
    await tabTo('[data-row="/data-rows/0"] [data-part="study"]', "Tab");
    await press("ArrowRight");
    await press("ArrowDown");
    await type("17");
    await press("Enter");
    await focused(2, events);
    await reads(1, events, "17");
    await written(study("Bergström 2016", '"cases": 17,'));
    await tabTo('[data-action="leaveOut"]', "Shift+Tab");
    await press("Enter");
    await says("Left out for the moment: Delgado 2018.");
  });

  it("adds studies by the button and by keys, pastes a name, and none is written over", async () => {
    await table.open(sample);
    await table.copy("Sund 2027");
    await cell(1, "study").click();
    await button("Add Study").click();
    await type("Quist 2025");
    await press("Control+Enter");
    await press("Control+v");
    await press("Tab");
    await type("5");
    await press("Enter");
    await written(/"Bergström 2016"[^]*"Quist 2025"[^]*"Sund 2027"[^]*"cases": 5,[^]*"Delgado 2018"/);
    assert.equal(text().match(/"study-name":/g)?.length, (sample.match(/"study-name":/g)?.length ?? 0) + 2);
  });
  it("pastes ten rows, sees first what they make of which, and one undo takes all back", async () => {
    await table.open(sample);
    await table.copy(block);
    const dialog = evidence().page.getByRole("dialog", { name: "Write these cells into the document?" });
    await cell(0, "study").click();
    await press("Control+V");
    await dialog.getByRole("row", { name: /Abara 2014 Abara 2014 12 20 148 1200 19 30 151 1210/ }).waitFor();
    assert.equal(await dialog.getByRole("row", { name: /new study/ }).count(), 5);
    await dialog.getByText("Drug Events").waitFor();
    await dialog.getByText("Lines that are left out: Total (95% CI)").waitFor();
    await press("Escape");
    await dialog.waitFor({ state: "hidden" });
    assert.equal(text(), sample);
    await press("Control+V");
    await dialog.waitFor();
    await press("Enter");
    await reads(9, "study", "Quist 2024");
    await written(study("Quist 2024", '"cases": 9, "sample-size": 90 }'));
    await written(study("Abara 2014", '"cases": 20, "sample-size": 1200 }'));
    await cell(0, "study").click();
    await press("Control+Z");
    await written(sample);
  });

  it("adds a study at the end, in the line of totals that follows the last one", async () => {
    await table.open(sample);
    await cell(4, "study").click();
    await press("ArrowDown");
    await at("[data-row='total sums'] [data-part='study']:focus").waitFor();
    await press("Control+Enter");
    await focused(5, "study");
    await written(/"study-name": ""/);
    await press("Control+Z");
    await written(sample);
    await cell(5, "study").waitFor({ state: "detached" });
  });

  it("sees the number that the text has, however it was typed", async () => {
    await table.open(sample);
    for (const typed of ["012", "12.0"]) {
      await table.write(0, events, typed);
      await reads(0, events, "12");
    }
    await table.write(0, events, "13");
    await written(study("Abara 2014", '"cases": 13,'));
  });

  it("reads at the cell that a text is not a number, and may write it all the same", async () => {
    await table.open(sample);
    await table.write(1, "comparator-events", "x");
    await says("“x” is no number. Press Enter twice in its cell to write it as text.");
    await reads(1, "comparator-events", "x");
    await press("ArrowUp");
    await press("Enter");
    await press("Enter");
    await written(/"cases": "x"/);
    await saysNothingOf("“x” is no number.");
    await press("Control+Z");
    await written(sample);
    await reads(1, "comparator-events", "11");
  });

  it("goes on typing where a text is refused only then, which stays in its cell and is offered again", async () => {
    await table.open(sample);
    await cell(1, "comparator-events").click();
    evidence().server.hang(true);
    for (const key of ["x", "Enter", "7"]) await press(key);
    evidence().server.hang(false);
    await says("is not in the document: “x” is no number.");
    assert.equal(await cell(2, "comparator-events").locator("input").inputValue(), "7");
    await reads(1, "comparator-events", "x");
    await press("Escape");
    await button("Write It Again").click();
    await cell(1, "comparator-events").locator("input:focus").waitFor();
    await press("Escape");
    await reads(1, "comparator-events", "11");
    await saysNothingOf("“x” is no number.");
    assert.equal(text(), sample);
  });

  it("begins a name with a letter that takes several keys, and a letter that was only begun changes nothing", async () => {
    await table.open(sample);
    /** Simulates an input method's key; `letter` is the uncommitted composition, or "" for none. */
    const begin = async (key: "Dead" | "Process", letter: string) => {
      await evidence().keyboard.send("Input.dispatchKeyEvent", {
        type: "rawKeyDown",
        key,
        windowsVirtualKeyCode: 229,
      });
      if (letter !== "")
        await evidence().keyboard.send("Input.imeSetComposition", {
          text: letter,
          selectionStart: 1,
          selectionEnd: 1,
        });
    };
    await cell(1, "study").click();
    await begin("Dead", "");
    await cell(1, "study").locator("input").waitFor();
    await cell(0, "study").click();
    await reads(1, "study", "Bergström 2016");
    await press("ArrowDown");
    await begin("Process", "´");
    // Commits the composition; the cell must not handle this Enter.
    await press("Enter");
    await evidence().keyboard.send("Input.insertText", { text: "Á" });
    await type("lvarez 2016");
    await press("Enter");
    await written(/"Álvarez 2016"/);
    await press("Control+z");
    await written(sample);
  });

  it("writes a name without the spaces around it, and the number after it", async () => {
    await table.open(sample);
    await table.write(1, "study", "Bergström 2017 ", "Tab");
    await type("5");
    await press("Enter");
    await written(study("Bergström 2017", '"cases": 5,'));
  });

  it("has what is typed saved with the document", async () => {
    await table.open(sample);
    await cell(1, events).click();
    await type("13");
    await press("Control+s");
    await eventually(() => assert.match(evidence().saved(), study("Bergström 2016", '"cases": 13,')));
  });

  it("is offered to write again, once it is mended, what could not be written into broken text", async () => {
    await table.open(sample);
    table.change('"name": "Mortality at 12 months",', '"name": "Mortality at 12 months"');
    await at('body[data-state="stale"]').waitFor();
    await table.write(1, events, "9");
    await says("The text of this analysis is not JSON at the moment: mend it first.");
    table.change('"name": "Mortality at 12 months"', '"name": "Mortality at 12 months",');
    await at('body[data-state="current"]').waitFor();
    await button("Write It Again").click();
    await press("Enter");
    await saysNothingOf("The text of this analysis is not JSON at the moment: mend it first.");
    await reads(1, events, "9");
    await written(study("Bergström 2016", '"cases": 9,'));
  });

  it("has what is typed go to its study, or nowhere with a word, though the text has changed under it", async () => {
    const abara = /\{\s*"study-name": "Abara 2014"[^]*?(?=\{\s*"study-name": "Bergström)/;
    await table.open(sample);
    await cell(1, events).click();
    await type("5");
    table.change(abara, "");
    await reads(0, "study", "Bergström 2016");
    await type("5");
    table.change(
      '{\n              "study-name": "Delgado',
      '{ "study-name": "Chou 2024" }, {\n "study-name": "Delgado',
    );
    await reads(1, "study", "Chou 2024");
    await press("Enter");
    await written(study("Bergström 2016", '"cases": 55,'));

    await table.open(sample);
    await cell(0, events).click();
    await type("77");
    table.change(abara, "");
    await reads(0, "study", "Bergström 2016");
    await says("“77” (Abara 2014, ");
    await press("Enter");
    await press("Escape");
    assert.ok(!text().includes("77"));
    await reads(0, events, "7");
  });

  it("stays in the table by keys, where the study is taken away in the text", async () => {
    await table.open(sample);
    await cell(4, "study").click();
    table.change(/,\s*\{\s*"study-name": "Lindqvist 2021a"[^]*?\](?=\s*\}\s*\])\s*\}/, "");
    await cell(4, "study").waitFor({ state: "detached" });
    await at("[data-part]:focus").waitFor();
  });

  it("leaves the same study out under another name, and reads when the text no longer has it", async () => {
    await table.open(sample);
    await cell(2, "study").click();
    await button("Leave Out").click();
    await says("Left out for the moment: Delgado 2018.");
    table.change("Delgado 2018", "Delgado 2019");
    await says("Left out for the moment: Delgado 2019.");
    table.change(/\{\s*"study-name": "Delgado 2019"[^]*?(?=\{\s*"study-name": "Okafor)/, "");
    await says("Not left out any more, since the text does not have it any more: Delgado 2019.");
  });

  it("adds the first study of all by the button", async () => {
    const empty = sample.replace(/"data-rows": \[[^]*?\n {10}\]/, '"data-rows": []');
    await table.open(empty, "[]");
    await says("No studies yet");
    await button("Add Study").click();
    await focused(0, "study");
    await type("First study 2025");
    await press("Enter");
    await written(/"data-rows": \[\s+\{\s+"study-name": "First study 2025"/);
  });

  it("has what was refused or is to be pasted nowhere but in its own analysis", async () => {
    const studies = ["A", "B"].map((name) => ({
      study: name,
      events1: 5,
      total1: 50,
      events2: 9,
      total2: 50,
    }));
    const analyses = [1, 2].map((number) => ({ number, name: `Outcome ${number}`, studies }));
    const content = (list: readonly object[]) =>
      JSON.stringify({ "analysis-groups": [{ number: 1, name: "a", analyses: list }] }, undefined, 2);
    await table.open(content(analyses), "Outcome 1");
    await cell(0, events).click();
    await type("many");
    await button("Next").click();
    await table.heading("1.2 Outcome 2");
    await says(/“many” \(1\.1 Outcome 1, A, .*\) is not in the document: “many” is no number\./);
    assert.equal(await at("#table input").count(), 0);
    await reads(0, events, "5");
    await button("Previous").click();
    await table.heading("1.1 Outcome 1");
    await reads(0, events, "many");
    await button("Write It Again").click();
    await press("Escape");
    await reads(0, events, "5");

    await table.copy("6\t60\n7\t70\n");
    await cell(0, events).click();
    await press("Control+v");
    await at("#paste-apply").waitFor();
    await button("Follow Cursor").dispatchEvent("click");
    evidence().goTo("Outcome 2");
    await table.heading("1.2 Outcome 2");
    await at("#paste-apply").click();
    const changed = studies.map((one, index) => ({ ...one, events1: 6 + index, total1: 60 + 10 * index }));
    const [outcome1, outcome2] = analyses;
    await written(content([{ ...outcome1, studies: changed }, outcome2 ?? {}]));
  });

  it("reads at its cell what is wrong with a number, at any width of the panel, next to a domain of any name", async () => {
    const domain = String.raw`Blinding of "outcome" \ all`;
    const counts = { total1: 40, events2: 8, total2: 41, "risk-of-bias": { [domain]: "LOW" } };
    const studies = [50, 5].map((events1, index) => ({ study: `Abara 201${index}`, events1, ...counts }));
    const groups = [{ number: 1, name: "Yoga", analyses: [{ number: 1, name: "Pain", studies }] }];
    await table.open(JSON.stringify({ "analysis-groups": groups }), "Pain");
    await evidence().diagnose();
    const found = at(`[data-part='${events}'][data-finding]`);
    await found.waitFor();
    const message = await found.getAttribute("title");
    assert.match(message ?? "", /50/);
    await button("Fit Width").click();
    await at("#fit[aria-pressed='false']").waitFor();
    assert.equal(await found.getAttribute("title"), message);
    await found.focus();
    assert.ok(await button("Sort Ascending").isEnabled());
    await press("End");
    assert.equal(await at("[data-part]:focus").getAttribute("data-part"), domain);
    assert.ok(await button("Sort Ascending").isDisabled(), "There is no order of judgements.");
  });
});
