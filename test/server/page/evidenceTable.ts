import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually";
import { startEvidencePages } from "./openEvidencePage";

/** Starts a suite's page before its first test, and drives the page's table as a user does. */
export function evidenceTable() {
  let started: Awaited<ReturnType<typeof startEvidencePages>> | undefined;
  before(async () => (started = await startEvidencePages(1)));
  after(() => started?.close());
  const evidence = () => {
    const [page] = started?.pages ?? [];
    assert.ok(page);
    return page;
  };
  const rows = () => evidence().page.locator('#table [data-row^="/"]');
  const cell = (row: number, part: string): Locator => rows().nth(row).locator(`[data-part="${part}"]`);
  let text = () => "";
  const table = {
    evidence,
    /** Shows the evidence of a document, with the cursor at some words. */
    async open(content: string, words = '"data-rows"'): Promise<void> {
      text = await evidence().open(content, words);
    },
    text: () => text(),
    rows,
    /** Locates a cell by its visible row. */
    cell,
    at: (...where: Parameters<Page["locator"]>) => evidence().page.locator(...where),
    press: (key: string) => evidence().page.keyboard.press(key),
    type: (typed: string) => evidence().page.keyboard.type(typed, { delay: 5 }),
    button: (name: string) => evidence().page.getByRole("button", { name, exact: true }),
    heading: (name: string) => evidence().page.getByRole("heading", { name }).waitFor(),
    /** Waits until a cell has the focus. */
    focused: (row: number, part: string) => cell(row, part).and(table.at(":focus")).waitFor(),
    reads: (row: number, part: string, expected: string) =>
      eventually(async () => assert.equal(await cell(row, part).innerText(), expected)),
    /** Waits until the page shows a text. */
    says: (words: string | RegExp) => evidence().page.getByText(words).first().waitFor(),
    saysNothingOf: (words: string) => evidence().page.getByText(words).first().waitFor({ state: "hidden" }),
    /** Waits until the document equals or matches the expected text. */
    written: (expected: string | RegExp) =>
      eventually(() => {
        if (typeof expected === "string") assert.equal(text(), expected);
        else assert.match(text(), expected);
      }),
    /** Waits until a value is the expected one. */
    becomes: <Value>(value: () => Value, expected: Value) =>
      eventually(() => assert.deepEqual(value(), expected)),
    /** Replaces words of the document as another author. */
    change(words: string | RegExp, by: string): void {
      const found = typeof words === "string" ? words : (words.exec(text())?.[0] ?? "");
      const start = text().indexOf(found);
      assert.ok(found !== "" && start !== -1, `The text has no ${String(words)}.`);
      evidence().edit([{ start, end: start + found.length, text: by }]);
    },
    async copy(block: string): Promise<void> {
      const { page } = evidence();
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(block)})`);
    },
    /** Types into a cell and leaves it with a key. */
    async write(row: number, part: string, typed: string, key = "Enter"): Promise<void> {
      await cell(row, part).click();
      await table.type(typed);
      await table.press(key);
    },
  };
  return table;
}

/** Matches a study's text. @param experimental the source of a pattern for the start of its experimental group */
export const study = (name: string, experimental: string) =>
  new RegExp(`"${name}"(?:(?!"study-name")[^])*"experimental-group": \\{ ${experimental}`);
