import * as vscode from "vscode";
import { withoutControls } from "../platform/displayText";
import type { DetailsField, DetailsPage, DetailsSection, DetailsValue } from "./detailsPage";

/** What a click on a page asks for. */
export type DetailsAction =
  | { readonly action: "back" | "copyId" | "copyLink" | "copyJson" | "togglePrivate" | "retry" | "signIn" }
  /** Opens the record, or the address, of the value with this number. */
  | { readonly action: "open"; readonly value: number };

/** A page as HTML, and the values that its links are numbered by. */
export interface RenderedPage {
  readonly html: string;
  readonly values: readonly DetailsValue[];
}

/**
 * Writes a page of details. Text of the registry is escaped; the one script that may run is the one that
 * carries `nonce`; nothing is loaded from anywhere.
 */
export function detailsHtml(page: DetailsPage, nonce: string, canGoBack: boolean): RenderedPage {
  const values: DetailsValue[] = [];
  const link = (value: DetailsValue) => values.push(value) - 1;
  const name = escaped(page.record.name || page.record.id);
  const badges = page.badges.map((badge) => `<li>${escaped(badge)}</li>`).join("");
  const body = `
<nav>${canGoBack ? button("back", `← ${vscode.l10n.t("Back")}`) : ""}</nav>
<header><h1>${name}</h1>${badges === "" ? "" : `<ul class="badges">${badges}</ul>`}
<p class="identifier">${escaped(vscode.l10n.t("Identifier: {0}", page.record.id))}</p>
<p class="actions">${button("copyId", vscode.l10n.t("Copy Identifier"))}${
    page.record.link === "" ? "" : button("copyLink", vscode.l10n.t("Copy Link"))
  }${button("copyJson", vscode.l10n.t("Copy as JSON"))}</p></header>
<main>${page.sections.map((section) => sectionHtml(section, link)).join("")}${privacyHtml(page)}</main>`;
  return { html: documentHtml(body, nonce), values };
}

/** A page that says how things stand, with the one step that helps. */
export function messageHtml(
  message: string,
  step: { readonly action: DetailsAction["action"]; readonly label: string } | undefined,
  nonce: string,
  canGoBack: boolean,
): string {
  const back = canGoBack ? `<nav>${button("back", `← ${vscode.l10n.t("Back")}`)}</nav>` : "";
  const next = step === undefined ? "" : `<p class="actions">${button(step.action, step.label)}</p>`;
  return documentHtml(`${back}<main role="status"><p>${escaped(message)}</p>${next}</main>`, nonce);
}

function documentHtml(body: string, nonce: string): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(vscode.l10n.t("Details"))}</title>
<style nonce="${nonce}">${style}</style>
</head>
<body>${body}
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

function sectionHtml({ heading, fields }: DetailsSection, link: (value: DetailsValue) => number): string {
  const title = heading === undefined ? "" : `<h2>${escaped(heading)}</h2>`;
  return `<section>${title}<dl>${fields.map((field) => fieldHtml(field, link)).join("")}</dl></section>`;
}

function fieldHtml({ label, values }: DetailsField, link: (value: DetailsValue) => number): string {
  const items = values.map((value) => `<dd>${valueHtml(value, link)}</dd>`).join("");
  return `<div><dt>${escaped(label)}</dt>${items}</div>`;
}

function valueHtml(value: DetailsValue, link: (value: DetailsValue) => number): string {
  switch (value.kind) {
    case "text":
      return value.text.split("\n").map(escaped).join("<br>");
    case "record":
      return `<a href="#" data-value="${link(value)}">${escaped(value.record.name || value.record.id)}</a>`;
    case "address":
      return `<a href="#" data-value="${link(value)}" title="${escaped(value.address)}">${escaped(value.text)}</a>`;
  }
}

function privacyHtml({ privacy }: DetailsPage): string {
  if (privacy === undefined) return "";
  const label =
    privacy === "hidden"
      ? vscode.l10n.t("Show Home and Confidential Addresses and Telephone Numbers")
      : vscode.l10n.t("Hide Home and Confidential Addresses and Telephone Numbers");
  return `<p class="actions">${button("togglePrivate", label)}</p>`;
}

function button(action: DetailsAction["action"], label: string): string {
  return `<button type="button" data-action="${action}">${escaped(label)}</button>`;
}

function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

const style = `
body { padding: 1rem 1.5rem 3rem; max-width: 56rem; color: var(--vscode-foreground); }
h1 { font-size: 1.6rem; font-weight: 600; margin: 0.2rem 0; overflow-wrap: anywhere; }
h2 { font-size: 1.1rem; font-weight: 600; margin: 1.6rem 0 0.4rem; border-bottom: 1px solid var(--vscode-widget-border, var(--vscode-contrastBorder, transparent)); padding-bottom: 0.2rem; }
dl { margin: 0; }
dl > div { display: flex; flex-wrap: wrap; gap: 0.2rem 1rem; padding: 0.2rem 0; }
dt { flex: 0 0 12rem; color: var(--vscode-descriptionForeground); }
dd { flex: 1 1 16rem; margin: 0; overflow-wrap: anywhere; }
dd + dd { flex-basis: 100%; }
a { color: var(--vscode-textLink-foreground); }
a:hover { color: var(--vscode-textLink-activeForeground); }
a:focus-visible, button:focus-visible { outline: 1px solid var(--vscode-focusBorder); outline-offset: 2px; }
.badges { display: flex; flex-wrap: wrap; gap: 0.4rem; list-style: none; margin: 0.3rem 0; padding: 0; }
.badges li { background: var(--vscode-badge-background); color: var(--vscode-badge-foreground); border-radius: 0.6rem; padding: 0.05rem 0.6rem; font-size: 0.85rem; }
.identifier { color: var(--vscode-descriptionForeground); margin: 0.2rem 0; }
.actions { display: flex; flex-wrap: wrap; gap: 0.5rem; margin: 0.8rem 0; }
button { color: var(--vscode-button-secondaryForeground); background: var(--vscode-button-secondaryBackground); border: 1px solid var(--vscode-button-border, transparent); border-radius: 2px; padding: 0.3rem 0.7rem; font: inherit; cursor: pointer; }
button:hover { background: var(--vscode-button-secondaryHoverBackground); }
`;

const script = `
const host = acquireVsCodeApi();
document.addEventListener("click", (event) => {
  const target = event.target.closest("[data-action], [data-value]");
  if (!target) return;
  event.preventDefault();
  const { action, value } = target.dataset;
  host.postMessage(action ? { action } : { action: "open", value: Number(value) });
});
`;
