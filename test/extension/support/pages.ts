import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@analyses/client/webview/panel";
import { pageText } from "@analyses/client/webview/panel";
import { extensionUri } from "./documents";

/** A page as its webview gets it, with the script and the style that the build has made for details. */
export function pageAsShown(page: Page, nonce = "n"): string {
  const file = (name: string) => readFileSync(join(extensionUri().fsPath, "dist", "webviews", name), "utf8");
  return pageText(page, { script: file("details.js"), style: file("details.css") }, nonce);
}
