import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";

/**
 * Evaluates an expression in the page of a panel, or in a frame of it. It must not be a function: Playwright evaluates
 * a function given as text without calling it.
 */
export async function inPage<Result = void>(page: FrameLocator, expression: string): Promise<Result> {
  const frame = await (await page.locator("html").elementHandle()).ownerFrame();
  assert.ok(frame);
  return frame.evaluate<Result>(expression);
}
