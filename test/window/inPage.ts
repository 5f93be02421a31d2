import assert from "node:assert/strict";
import type { FrameLocator } from "playwright-core";

/**
 * What an expression comes to in the page of a panel, or of a frame in it. It is an expression and no function: one that
 * is given as text is not called.
 */
export async function inPage<Result = void>(page: FrameLocator, expression: string): Promise<Result> {
  const frame = await (await page.locator("html").elementHandle()).ownerFrame();
  assert.ok(frame);
  return frame.evaluate<Result>(expression);
}
