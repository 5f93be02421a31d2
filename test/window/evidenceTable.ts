import assert from "node:assert/strict";
import type { Locator } from "playwright-core";
import { eventually } from "../support/eventually";
import type { TestWindow } from "./openWindow";

/**
 * Drives the evidence table next to a document as a user does, by clicks and keys.
 *
 * @param name file name of the document in the window's folder
 */
export function evidenceTable(window: TestWindow, name: string) {
  /** The page of the open panel. */
  const panel = () => window.workbench.panel;
  /** Locates a cell by row and column. `/studies/N` is the Nth visible row, in the current sort order. */
  const cell = (row: string, part: string): Locator => {
    const [, index] = /^\/studies\/(\d+)$/.exec(row) ?? [];
    const rows = panel().locator(index === undefined ? `[data-row="${row}"]` : '#table [data-row^="/"]');
    return (index === undefined ? rows : rows.nth(Number(index))).locator(`[data-part="${part}"]`);
  };
  return {
    panel,
    cell,
    press: (key: string) => window.workbench.page.keyboard.press(key),
    reads: (row: string, part: string, expected: string) =>
      eventually(async () => assert.equal(await cell(row, part).innerText(), expected)),
    text: () => window.text(name),
    saved: (expected: string | RegExp) => window.saved(name, expected),
    onDisk: (content: string) => window.replace(name, content),
    /** Shows the evidence of the sample's first analysis. */
    show: async () => {
      const { workbench } = window;
      await workbench.openFile(name);
      await workbench.goTo(26, 29);
      await workbench.runCommand("Analyses: Show Evidence");
      await cell("/studies/0", "experimental-events").waitFor();
    },
  };
}
