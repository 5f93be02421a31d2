import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Page, pageText } from "@analyses/client/webview/panel";
import { extensionUri } from "./documents";

/** Renders a page as in its webview, with the built script and style of the details. */
export function pageAsShown(page: Page, nonce = "n"): string {
  const file = (name: string) => readFileSync(join(extensionUri().fsPath, "dist", "webviews", name), "utf8");
  return pageText(page, { script: file("details.js"), style: file("details.css") }, nonce);
}
