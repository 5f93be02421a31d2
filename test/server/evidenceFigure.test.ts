import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./page/evidenceTable";

const read = (name: string) => readFileSync(`test/fixtures/samples/${name}.analyses.json`, "utf8");
const sample = read("drug-versus-placebo");
const subgroups = read("every-kind-of-data");
const events = "experimental-events";
const counts = { events1: 12, total1: 148, events2: 19, total2: 151 };
const inGroup = (...analyses: readonly object[]) =>
  JSON.stringify({ "analysis-groups": [{ number: 1, name: "Group", analyses }] }, undefined, 2);

describe("a person who looks at the evidence next to the text", () => {
  const table = evidenceTable();
  const { evidence, text, cell, press, type, button, reads, says, written, focused, at, heading } = table;
  const diamond = () => at("polygon.diamond").first();
  const choose = (plot: string) => evidence().page.getByLabel("Figure").selectOption(plot);
  const evaluate = <Result>(expression: string) => evidence().page.evaluate<Result>(expression);
  const boxes = (...selectors: readonly string[]) =>
    Promise.all(
      selectors.map(async (selector) => {
        const box = await at(selector).first().boundingBox();
        assert.ok(box, selector);
        return { ...box, right: box.x + box.width, bottom: box.y + box.height };
      }),
    );

  it("sees the figure, its result and its notes follow the text, and nothing written that stays as it is", async () => {
    await table.open(sample, '"Abara 2014"');
    await says("RR 0.67, 95% CI 0.50 to 0.89");
    const before = await diamond().getAttribute("points");
    await evaluate(`new MutationObserver((mutations) => {
      for (const { target, attributeName, oldValue } of mutations)
        if (target.getAttribute(attributeName) === oldValue)
          document.body.dataset.written = attributeName + " of " + target.outerHTML.slice(0, 100);
    }).observe(document.querySelector("#figure"), { attributes: true, attributeOldValue: true, subtree: true })`);
    table.change('"events": 12,', '"events": 120,');
    await eventually(async () => assert.notEqual(await diamond().getAttribute("points"), before));
    await reads(0, events, "120");
    await says("Without “Abara 2014” the result points the other way:");
    // The current row's highlight must not cover its square and intercept the pointer.
    await at('tr.current[data-row="/studies/0"]').waitFor();
    await at('[data-key="/studies/0 square"]').hover({ trial: true });
    table.change('"events": 120,', '"events": 12,');
    await eventually(async () => assert.equal(await diamond().getAttribute("points"), before));
    await table.saysNothingOf("Without “Abara 2014”");
    assert.equal(await at("body").getAttribute("data-written"), null);
  });

  it("keeps the figure, dimmed, while the text is not JSON, and is led to the error", async () => {
    await table.open(sample, '"Abara 2014"');
    table.change('"events": 12,', '"events": ,');
    await says("The property has no value.");
    await at('body[data-state="stale"]').waitFor();
    assert.equal(await at("polygon.diamond").count(), 1);
    await button("Go to It").click();
    table.change('"events": ,', '"events": 12,');
    await at('body[data-state="current"]').waitFor();
    await table.saysNothingOf("The property has no value.");
  });

  it("keeps the figure, dimmed, in a page shown again, and where the error hides the whole analysis", async () => {
    await table.open(sample, '"Abara 2014"');
    await diamond().waitFor();
    await table.evidence().hideAndShow(() => table.change('"events": 12,', '"events": ,'));
    await says("The property has no value.");
    await at('body[data-state="stale"]').waitFor();
    assert.equal(await diamond().count(), 1);
    table.change('"events": ,', '"events": 12,');
    await at('body[data-state="current"]').waitFor();
    table.change('"analysis-groups": [', '"analysis-groups": "[');
    await says(/The text cannot be read at line \d+: /);
    assert.equal(await at("#empty").isHidden(), true);
    assert.equal(await diamond().count(), 1);
    table.change('"analysis-groups": "[', '"analysis-groups": [');
    await at('body[data-state="current"]').waitFor();
    await table.heading("1.1 Mortality at 12 months");
  });

  it("sees all other rows where a number cannot be, mends it there, and has the result again", async () => {
    await table.open(sample, '"Abara 2014"');
    await table.write(1, events, "700");
    await says("No pooled result is shown: it would be without Bergström 2016.");
    await reads(1, "effect", "Impossible number");
    assert.match((await cell(1, "effect").getAttribute("title")) ?? "", /700/);
    assert.equal(await at("polygon.diamond").count(), 0);
    assert.equal(await at('[data-key="/studies/0 square"]').count(), 1);
    await table.write(1, events, "7");
    await says("RR 0.67, 95% CI 0.50 to 0.89");
    await diamond().waitFor();
    await written(sample);
  });

  it("leaves a study out for the moment, by key, square and circle, and nothing is written", async () => {
    await table.open(sample, '"Abara 2014"');
    const bar = (study: string) =>
      at("#bar-text", { hasText: `Left out for the moment: ${study}. With all` });
    await cell(2, "study").click();
    await press("Space");
    await bar("Delgado 2018").getByText("RR 0.67").waitFor();
    await button("Put Back").focus();
    await press("Enter");
    // The focused button disappears, so that the focus must move to the table.
    await focused(2, "study");
    await at('[data-key="/studies/3 square"]').click();
    await at('tr.current[data-row="/studies/3"]').waitFor();
    await button("Leave Out").click();
    await bar(
      await cell(3, "study")
        .innerText()
        .then((name) => name.replace(/[()]/g, "")),
    ).waitFor();
    await button("Put Back").click();
    await choose("funnel");
    await at("circle.circle").first().waitFor();
    await at('[data-row="/studies/2"] [data-part="study"]').click();
    await press("Space");
    await bar("Delgado 2018").waitFor();
    // This figure shows no study names, so that its rows cannot be edited.
    for (const name of ["Remove", "Duplicate", "Move Up"]) assert.ok(await button(name).isDisabled(), name);
    await press("Control+Shift+K");
    assert.equal(text(), sample);
  });

  it("goes to other analyses while the text stays, in cells as they are seen, and follows the cursor again", async () => {
    await table.open(sample, '"Abara 2014"');
    await button("Next").click();
    await heading("1.2 Pain at end of treatment");
    await at('[data-row="/subgroups/0/studies/0"] [data-part="experimental-mean"]').waitFor();
    // Keys and screen readers move by cells, so that rows must have the same columns as before.
    const places = await evaluate<number[][]>(
      `Array.from(document.querySelector("#table").rows, ({ cells }) => Array.from(cells, ({ dataset }) => Number(dataset.x)))`,
    );
    assert.ok(places.length > 4);
    for (const row of places)
      assert.deepEqual(
        row,
        row.toSorted((one, other) => one - other),
      );
    await button("Follow Cursor").click();
    await heading("1.1 Mortality at 12 months");
    evidence().goTo("Pain at end of treatment");
    await heading("1.2 Pain at end of treatment");
    await button("Next").focus();
    for (let steps = 0; steps < 20 && (await button("Next").isEnabled()); steps += 1) {
      const title = await at("#title").innerText();
      await press("Enter");
      await eventually(async () => assert.notEqual(await at("#title").innerText(), title));
    }
    await button("Previous").and(at(":focus")).waitFor();
  });

  it("looks at the result without each study, as it grew and by other choices, where no study is added", async () => {
    await table.open(sample, '"Abara 2014"');
    const row = (name: RegExp) => evidence().page.getByRole("row", { name });
    await choose("leave-one-out");
    await row(/Abara 2014/)
      .getByText("4", { exact: true })
      .waitFor();
    await choose("cumulative-year");
    await evidence().page.getByRole("columnheader", { name: "Study that is added" }).waitFor();
    await choose("sensitivity");
    await row(/Risk ratio, Fixed/).waitFor();
    for (const name of ["Leave Out", "Add Study", "Remove", "Sort Ascending"])
      assert.ok(await button(name).isDisabled(), name);
    for (const plot of ["leave-one-out", "sensitivity", "funnel"]) {
      await choose(plot);
      await at(`body[data-plot="${plot}"]`).waitFor();
      await at('[data-part][tabindex="0"]').first().focus();
      await press("Control+Enter");
    }
    await choose("forest");
    await table.write(0, events, "13");
    await written(sample.replace('"events": 12,', '"events": 13,'));
  });

  it("sees all of the graph and reaches everything in narrow panels", async () => {
    await table.open(sample, '"Abara 2014"');
    const { page } = evidence();
    for (const width of [700, 600, 460]) {
      await page.setViewportSize({ width, height: 480 });
      await eventually(async () => {
        const [frame, axis] = await boxes("#frame", 'line[data-key="axis"]');
        assert.ok(frame && axis && axis.right <= frame.right && axis.width > 60, `the graph at ${width}`);
      });
    }
    // Judgements right of the graph come by the scrollbar at the frame's lower edge.
    await at("[data-row='header'] [data-part]").last().scrollIntoViewIfNeeded();
    const [frame, last] = await boxes("#frame", "[data-row='header'] [data-part]:last-child");
    assert.ok(frame && last && frame.bottom <= 480 && last.right <= frame.right + 1, "the last judgements");
    const wide = await evaluate<number>(
      "document.documentElement.scrollWidth - document.documentElement.clientWidth",
    );
    assert.ok(wide <= 0, `${wide} pixels of the page are beside it`);
    for (const label of ["Overview", "Export…", "Sort Descending"])
      await button(label).click({ trial: true });
    await at("[data-folded]:not([data-folded=''])").waitFor();
    await page.setViewportSize({ width: 1200, height: 900 });
  });

  it("sees the study at the cursor under the columns' headings, in a table longer than the panel", async () => {
    const studies = Array.from({ length: 90 }, (_, index) => ({ study: `Study ${index}.`, ...counts }));
    const more = { number: 2, name: "More studies", studies };
    await table.open(inGroup({ number: 1, name: "Many studies", studies }, more), "Many");
    // The focus is in the text editor.
    await evaluate("void (document.hasFocus = () => false)");
    for (const row of [80, 12]) {
      evidence().goTo(`Study ${row}.`);
      await at(`tr.current[data-row="/studies/${row}"]`).waitFor();
      await eventually(async () => {
        const [frame, header, found] = await boxes(
          "#frame",
          "[data-row='header']",
          `[data-row="/studies/${row}"]`,
        );
        assert.ok(frame && header && found);
        assert.ok(header.y >= frame.y && header.y < frame.y + 40, `headings at ${header.y - frame.y}`);
        assert.ok(found.y >= header.bottom - 1 && found.bottom <= frame.bottom + 1, `row ${row}`);
      });
    }
    const scrolled = () => evaluate<number>("document.querySelector('#frame').scrollTop");
    assert.ok((await scrolled()) > 0);
    await button("Next").click();
    await heading("1.2 More studies");
    assert.equal(await scrolled(), 0, "another analysis begins at its top");
  });

  it("sees no figure of another analysis under the name of one that has none", async () => {
    const studies = [0, 1, 2].map((index) => ({ study: `Study ${index}`, ...counts }));
    const analyses = [
      { number: 1, name: "Pooled", studies },
      { number: 2, name: "Not pooled", method: "Bayes", studies },
    ];
    await table.open(inGroup(...analyses), "Pooled");
    await cell(1, "study").waitFor();
    await button("Next").click();
    await heading("1.2 Not pooled");
    await says(/Bayes/);
    await cell(1, "study").waitFor({ state: "detached" });
    assert.equal(await at("#pooled").innerText(), "");
    await button("Previous").click();
    await diamond().waitFor();
  });

  it("empties a subgroup and fills it again, by keys and by the button", async () => {
    await table.open(subgroups, '"subgroups"');
    const names = at("[data-row='subgroup 1'] ~ [data-row^='/'] [data-part='study']");
    const first = (study: string) =>
      eventually(async () => assert.equal(await names.first().innerText(), study));
    await names.first().click();
    await press("Control+Shift+K");
    await first("Oyelaran 2019");
    await press("Control+Shift+K");
    await names.first().waitFor({ state: "detached" });
    const title = at("[data-row='subgroup 1'] [data-part='name']");
    await title.and(at(":focus")).waitFor();
    await press("Control+Enter");
    await names.first().and(at(":focus")).waitFor();
    await type("Ortega 2025");
    await press("Enter");
    await first("Ortega 2025");
    await title.click();
    await button("Add Study").click();
    await names.nth(1).waitFor();
    await written(/"75 years and older",\s+"studies": \[\s+\{\s+"study": "Ortega 2025",[^\]]*"study": "",/);
    await at('[data-row="/subgroups/0/studies/2"] [data-part="study"]').click();
    await button("Move Down").click();
    await says("“Mwangi 2017” is the last study of its list.");
  });

  it("sees all analyses with what each comes to, sorts, filters and opens them, and only what changes is written", async () => {
    await table.open(sample, '"Abara 2014"');
    const rows = at("#analyses tbody tr:not([hidden])");
    const names = () => rows.locator("th").allInnerTexts();
    await button("Overview").click();
    const row = evidence().page.getByRole("row", { name: /1\.1 Mortality at 12 months/ });
    await row.getByText("RR 0.67 [0.50, 0.89]").waitFor();
    const all = await names();
    await at("#analyses tbody button:focus").waitFor();
    await evaluate(`for (const row of document.querySelectorAll("#analyses tbody tr"))
      new MutationObserver(() => row.setAttribute("data-written", ""))
        .observe(row, { childList: true, characterData: true, subtree: true })`);
    table.change('"events": 12,', '"events": 120,');
    await row.getByText("RR 0.67 [0.50, 0.89]").waitFor({ state: "detached" });
    assert.equal(await at("#analyses [data-written]").count(), 1);
    await button("Participants").click();
    const sorted = (await rows.locator("td:nth-child(5)").allInnerTexts())
      .filter((one) => one !== "")
      .map((one) => Number(one.replaceAll(",", "")));
    assert.deepEqual(
      sorted,
      sorted.toSorted((one, other) => one - other),
    );
    await button("Analysis").click();
    const filter = evidence().page.getByRole("searchbox", { name: "Filter analyses" });
    await filter.fill("mortality");
    await eventually(async () => assert.ok((await names()).length < all.length));
    for (const name of await names()) assert.match(name, /Mortality/);
    await filter.fill("");
    await eventually(async () => assert.deepEqual(await names(), all));
    await rows.first().locator("button").focus();
    await press("ArrowDown");
    const chosen = await at("#analyses tbody button:focus").innerText();
    await press("Enter");
    await heading(chosen);
    await button("Overview").press("Enter");
    await at("#analyses tbody button:focus").getByText(chosen).waitFor();
  });
});
