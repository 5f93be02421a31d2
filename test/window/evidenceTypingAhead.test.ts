import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { Person } from "../support/person";
import { evidenceTable } from "./evidenceTable";
import { inPage } from "./inPage";
import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who types into the table of evidence faster than the text has it", () => {
  const window = openWindow();
  const { panel, cell, focused, press, reads, text, saved, onDisk, show } = evidenceTable(window, name);
  /** The study is called so in the text only after it. @param meanwhile what the page does between */
  const renameAndCount = (study: string, meanwhile = "") =>
    inPage(
      panel(),
      `{
        const key = (name) =>
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
        document.querySelector('[data-row="/studies/1"] [data-part="study"]').focus();
        key("F2");
        document.activeElement.value = ${JSON.stringify(study)};
        key("Tab");
        ${meanwhile};
        for (const name of ["5", "Enter"]) key(name);
      }`,
    );

  before(show);

  it("types the study that is added after the last one without waiting for it, and writes over none", async () => {
    const { keyboard } = window.workbench.page;
    const before = text();
    const start = before.indexOf('"study": "Lindqvist');
    const last = before.slice(start, before.indexOf('"risk-of-bias"', start));
    await cell("/studies/4", "study").click();
    await cell("/studies/4", "study").and(panel().locator(":focus")).waitFor();
    await press("Control+Enter");
    await keyboard.type("Quist 20256");
    await press("Backspace");
    await press("Tab");
    await keyboard.type("5");
    await press("Enter");
    await saved(/"study": "Quist 2025",\s+"experimental": \{\s+"events": 5,/);
    assert.ok(text().includes(last), "The last study is as it was.");
    await cell("/studies/5", "study").click();
    await press("Control+Shift+K");
    await saved(before);
  });

  it("types studies in a row, added by keys and by the button, and pastes a name, without waiting for any", async () => {
    const { page } = window.workbench;
    const { keyboard } = page;
    const before = text();
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.evaluate("navigator.clipboard.writeText('Sund 2027')");
    await cell("/studies/4", "study").click();
    await cell("/studies/4", "study").and(panel().locator(":focus")).waitFor();
    await press("Control+Enter");
    await keyboard.type("Quist 2025");
    await press("Control+Enter");
    await keyboard.type("Rask 2026");
    await press("Tab");
    await reads("/studies/6", "study", "Rask 2026");
    await press("Control+Enter");
    await press("Control+v");
    await press("Tab");
    await keyboard.type("5");
    await press("Tab");
    await reads("/studies/7", "experimental-events", "5");
    await panel().getByRole("button", { name: "Add Study" }).click();
    await keyboard.type("Tveit 2028");
    await press("Enter");
    await saved(/"Quist 2025"[^]*"Rask 2026"[^]*"Sund 2027"[^}]*"events": 5,[^]*"Tveit 2028"/);
    assert.equal(text().match(/"study":/g)?.length, (before.match(/"study":/g)?.length ?? 0) + 4);
    assert.ok(text().includes('"study": "Lindqvist'), "The last study of before keeps its name.");
    for (const row of ["/studies/8", "/studies/7", "/studies/6", "/studies/5"]) {
      await cell(row, "study").click();
      await press("Control+Shift+K");
      await cell(row, "study").waitFor({ state: "detached" });
    }
    await saved(before);
  });

  it("types studies that are added between others without waiting for any, and writes over none", async () => {
    const { keyboard } = window.workbench.page;
    const before = text();
    await cell("/studies/1", "study").click();
    await cell("/studies/1", "study").and(panel().locator(":focus")).waitFor();
    for (const study of ["Quist 2025", "Rask 2026", "Sund 2027"]) {
      await press("Control+Enter");
      await keyboard.type(study);
    }
    await press("Enter");
    await saved(/"Bergström 2016"[^]*"Quist 2025"[^]*"Rask 2026"[^]*"Sund 2027"[^]*"Delgado 2018"/);
    for (const row of ["/studies/4", "/studies/3", "/studies/2"]) {
      await cell(row, "study").click();
      await press("Control+Shift+K");
    }
    await saved(before);
  });

  it("types a number behind a name that ends with a space, and both are written", async () => {
    const before = text();
    await renameAndCount("Bergström 2017 ");
    await saved(/"study": "Bergström 2017",\s+"experimental": \{\s+"events": 5,/);
    onDisk(before);
    await reads("/studies/1", "study", "Bergström 2016");
  });

  it("types a number behind a name while a figure of the text before is on its way", async () => {
    const before = text();
    await inPage(
      panel(),
      'addEventListener("message", ({ data }) => { if (data.kind === "view") window.viewBefore = data; })',
    );
    await cell("/studies/0", "study").click();
    await eventually(async () =>
      assert.ok(await inPage<boolean>(panel(), "window.viewBefore !== undefined")),
    );
    await renameAndCount(
      "Bergström 2018",
      'dispatchEvent(new MessageEvent("message", { data: viewBefore }))',
    );
    await saved(/"study": "Bergström 2018",\s+"experimental": \{\s+"events": 5,/);
    onDisk(before);
    await reads("/studies/1", "study", "Bergström 2016");
  });

  it("goes on typing where a text is refused only then, which stays in its cell and is offered again", async () => {
    // Faster than any hands: what is refused is known only after it.
    await inPage(
      panel(),
      `{
        const key = (name) =>
          document.activeElement.dispatchEvent(new KeyboardEvent("keydown", { key: name, bubbles: true, cancelable: true }));
        document.querySelector('[data-row="/studies/1"] [data-part="comparator-events"]').focus();
        for (const name of ["x", "Enter", "7"]) key(name);
      }`,
    );
    const input = cell("/studies/2", "comparator-events").locator("input");
    await panel().getByText("is not in the document: “x” is no number.").waitFor();
    assert.equal(await input.inputValue(), "7");
    assert.equal(await cell("/studies/1", "comparator-events").innerText(), "x");
    await press("Escape");
    await panel().getByRole("button", { name: "Write It Again" }).click();
    await cell("/studies/1", "comparator-events").locator("input:focus").waitFor();
    await press("Escape");
    assert.equal(await cell("/studies/1", "comparator-events").innerText(), "11");
    await panel().getByText("“x” is no number.").waitFor({ state: "hidden" });
  });

  it("types names and numbers between others at a person's pace, and every study keeps its own", async () => {
    const { page } = window.workbench;
    const before = text();
    const keyboard = await page.context().newCDPSession(page);
    for (const pace of [40, 90]) {
      const person = new Person(keyboard, () => pace);
      await cell("/studies/1", "study").click();
      await focused("/studies/1", "study");
      for (const [study, ...numbers] of [
        ["Quist 2025", "5", "50", "6", "60"],
        ["Rask 2026", "7", "70", "8", "80"],
      ] as const) {
        await person.press("Control+Enter");
        await person.type(study);
        for (const number of numbers) {
          await person.press("Tab");
          await person.type(number);
        }
      }
      await person.press("Enter");
      await person.done();
      const written = (study: string, [a, b, c, d]: readonly number[]) =>
        `"${study}",\\s+"experimental": \\{\\s+"events": ${a},\\s+"total": ${b}\\s+\\},\\s+"comparator": \\{\\s+"events": ${c},\\s+"total": ${d}\\s`;
      const added = `${written("Quist 2025", [5, 50, 6, 60])}[^]*${written("Rask 2026", [7, 70, 8, 80])}`;
      await saved(new RegExp(`"Bergström 2016"[^]*${added}[^]*"Delgado 2018"`));
      onDisk(before);
      await reads("/studies/2", "study", "Delgado 2018");
    }
  });

  it("takes back as often as it is asked to, and types at once into the same cell", async () => {
    const { page } = window.workbench;
    const before = text();
    const person = new Person(await page.context().newCDPSession(page), () => 30);
    const events = cell("/studies/0", "experimental-events");
    for (const number of ["71", "72", "73", "74", "75"]) {
      await events.click();
      await page.keyboard.type(number, { delay: 20 });
      await press("Enter");
      await reads("/studies/0", "experimental-events", number);
    }
    await events.click();
    for (let times = 0; times < 5; times += 1) await person.press("Control+z");
    await person.done();
    await reads("/studies/0", "experimental-events", "12");
    await saved(before);
    await page.keyboard.type("76", { delay: 20 });
    await press("Enter");
    await reads("/studies/0", "experimental-events", "76");
    await events.click();
    await person.press("Control+z");
    await person.type("1234");
    await person.press("Enter");
    await person.done();
    await saved(/"Abara 2014",\s+"experimental": \{\s+"events": 1234,/);
    onDisk(before);
    await reads("/studies/0", "experimental-events", "12");
  });

  it("moves, doubles and removes a study, and types at once into the row where the focus is", async () => {
    const { page } = window.workbench;
    const before = text();
    const person = new Person(await page.context().newCDPSession(page), () => 60);
    for (const [key, meant] of [
      ["Alt+ArrowDown", /"Delgado 2018"[^]*"Bergström 2016",\s+"experimental": \{\s+"events": 55,/],
      [
        "Alt+Shift+ArrowDown",
        /"Bergström 2016"[^]*"events": 7,[^]*"Bergström 2016",\s+"experimental": \{\s+"events": 55,/,
      ],
      [
        "Control+Shift+K",
        /"Abara 2014"(?:(?!"study")[^])*"study": "Delgado 2018",[^{]*"experimental": \{\s+"events": 55,/,
      ],
    ] as const) {
      await cell("/studies/1", "study").click();
      await focused("/studies/1", "study");
      for (const one of [key, "ArrowRight"]) await person.press(one);
      await person.type("55");
      await person.press("Enter");
      await person.done();
      await saved(meant);
      assert.doesNotMatch(text(), /"study": "5/);
      onDisk(before);
      await reads("/studies/1", "study", "Bergström 2016");
      await reads("/studies/2", "study", "Delgado 2018");
    }
  });
});
