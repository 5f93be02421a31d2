import assert from "node:assert/strict";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { FrameLocator, Page } from "playwright-core";
import type { Workbench } from "../../scripts/vscode-host/workbench.mjs";

/**
 * Evaluates an expression in the page of a panel, or in a frame of it. It must not be a function: Playwright evaluates
 * a function given as text without calling it.
 */
export async function inPage<Result = void>(page: FrameLocator, expression: string): Promise<Result> {
  const frame = await (await page.locator("html").elementHandle()).ownerFrame();
  assert.ok(frame);
  return frame.evaluate<Result>(expression);
}

/** Runs axe-core on a page and returns each violated rule with the elements that violate it. */
export async function forbiddenIn(page: FrameLocator): Promise<readonly string[]> {
  await inPage(page, axe.source);
  const found = await inPage<AxeResults>(page, "axe.run(document)");
  assert.ok(found.passes.length > 10, "axe-core has looked at the page");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

/** Checks a page in a high-contrast theme, then in VS Code's default one: windows opened later share the last theme. */
export async function inThemes(workbench: Workbench, check: (theme: string) => Promise<void>): Promise<void> {
  for (const [theme, kind] of [
    ["Dark High Contrast", "vscode-high-contrast"],
    ["Light Modern", "vscode-light"],
  ] as const) {
    await workbench.chooseFrom("Preferences: Color Theme", theme);
    await workbench.panel.locator(`body.${kind}`).waitFor();
    await check(theme);
  }
}

/** Runs in the page, without the tests' types. */
const readDatabases = `(async () => {
  const settled = (request) =>
    new Promise((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const values = [];
  for (const { name } of await indexedDB.databases()) {
    if (!name.startsWith("vscode-web-state-db")) continue;
    const database = await settled(indexedDB.open(name));
    for (const store of database.objectStoreNames)
      values.push(await settled(database.transaction(store, "readonly").objectStore(store).getAll()));
    database.close();
  }
  return JSON.stringify(values);
})()`;

/**
 * Everything that a window has stored for its next start, including extension state, as one JSON text. VS Code stores
 * with a delay; a window that closes earlier loses the state.
 */
export async function storedByWindow(page: Page): Promise<string> {
  return String(await page.evaluate(readDatabases));
}
