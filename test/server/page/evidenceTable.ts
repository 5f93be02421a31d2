import assert from "node:assert/strict";
import type { Locator, Page } from "playwright-core";
import { eventually } from "../../support/eventually";
import { startEvidencePages } from "./openEvidencePage";

/** The page of a suite, started before its first test, and the table on it, as a person types into it. */
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
    /** Opens the evidence of a document, at some words of it. */
    async open(content: string, words = '"data-rows"'): Promise<void> {
      text = await evidence().open(content, words);
    },
    text: () => text(),
    rows,
    /** A cell, by the row that is seen there now. */
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
    /** Waits until the page says something. */
    says: (words: string | RegExp) => evidence().page.getByText(words).first().waitFor(),
    saysNothingOf: (words: string) => evidence().page.getByText(words).first().waitFor({ state: "hidden" }),
    /** Waits until the text is as expected, or has what is expected. */
    written: (expected: string | RegExp) =>
      eventually(() => {
        if (typeof expected === "string") assert.equal(text(), expected);
        else assert.match(text(), expected);
      }),
    /** Another author writes a text in place of some words. */
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
    /** Writes into a cell and leaves it by a key. */
    async write(row: number, part: string, typed: string, key = "Enter"): Promise<void> {
      await cell(row, part).click();
      await table.type(typed);
      await table.press(key);
    },
  };
  return table;
}
