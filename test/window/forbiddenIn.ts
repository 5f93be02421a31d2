import assert from "node:assert/strict";
import type { AxeResults } from "axe-core";
import axe from "axe-core";
import type { FrameLocator } from "playwright-core";
import { inPage } from "./inPage";

/** Runs axe-core on a page and returns each violated rule with the elements that violate it. */
export async function forbiddenIn(page: FrameLocator): Promise<readonly string[]> {
  await inPage(page, axe.source);
  const found = await inPage<AxeResults>(page, "axe.run(document)");
  assert.ok(found.passes.length > 10, "axe-core has looked at the page");
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}
