import type { Page } from "playwright-core";

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
