import { withoutControls } from "../platform/displayText";
import * as vscode from "vscode";

type HtmlPart = string | number | Html | readonly Html[] | undefined;

/** HTML in which every text was escaped: only {@link markup} makes it. */
export class Html {
  private constructor(readonly text: string) {}

  /** @see markup */
  static of(literals: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(literals.map((literal, index) => literal + textOf(parts[index])).join(""));
  }
}

/**
 * Writes HTML as a template: a string that is put into it stays text, also within the quotes of an attribute; other
 * HTML goes in as it is; undefined is nothing.
 */
export function markup(literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(literals, parts);
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return withoutControls(String(part))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A page of a webview. */
export interface Page {
  /** What a screen reader calls the page. */
  readonly title: string;
  /** All that stands in the page's body. */
  readonly body: Html;
  /** What its script begins with: `data-` attributes of the body. */
  readonly data?: Readonly<Record<string, string>>;
}

/** The script and the style of a page, as the build has bundled them from `client/webviews`. */
export interface PageCode {
  readonly script: string;
  readonly style: string;
}

/**
 * A page as the text of an HTML document. Nothing can be loaded into it from anywhere, and no script and no style
 * run but its own (Content Security Policy Level 3): these stand in the page as text.
 *
 * @param nonce a random word, new for each page
 */
export function pageText(
  { title, body, data = {} }: Page,
  { script, style }: PageCode,
  nonce: string,
): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  // Text that is not translated is English.
  const language = vscode.l10n.bundle === undefined ? "en" : vscode.env.language;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${markup`<title>${title}</title>`.text}
<style nonce="${nonce}">${style}</style>
</head>
<body${Object.entries(data)
    .map(([name, value]) => markup` data-${name}="${value}"`.text)
    .join("")}>${body.text}
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}
