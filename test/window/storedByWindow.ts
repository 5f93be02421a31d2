import type { Page } from "playwright-core";

/** Runs in the page, whose types are not those of tests. */
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
 * What a window has stored for its next start, extensions' notes included, as one JSON text. VS Code
 * stores a moment after something was noted, and a window that is closed before has lost it.
 */
export async function storedByWindow(page: Page): Promise<string> {
  return String(await page.evaluate(readDatabases));
}
