import type { Page } from "playwright-core";
import { eventually } from "../support/eventually";

/** Expands or collapses the first row of a tree that is called so. */
export async function setExpanded(page: Page, label: RegExp, expanded: boolean): Promise<void> {
  const row = page.getByRole("treeitem", { name: label }).first();
  const expected = page.getByRole("treeitem", { name: label, expanded }).first();
  // VS Code gives an element to another row at any time: a click may go to that one.
  await eventually(async () => {
    if ((await row.getAttribute("aria-expanded")) !== String(expanded)) await row.click();
    await expected.waitFor({ timeout: 5000 });
  }, 60_000);
}
