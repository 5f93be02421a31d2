import * as vscode from "vscode";
import { withoutControls } from "../platform/displayText";
import type { DetailsAction, SimpleAction } from "./detailsAction";
import type { DetailsField, DetailsPage, DetailsSection, DetailsValue } from "./detailsPage";
import { detailsScript } from "./detailsScript";
import { detailsStyle } from "./detailsStyle";

/** Where the focus is when a page shows: undefined leaves it where it is. */
export type DetailsFocus = "heading" | DetailsAction | undefined;

export interface PageSetting {
  /** Of the one script and the one style that may run. */
  readonly nonce: string;
  readonly canGoBack: boolean;
  readonly focus: DetailsFocus;
  /** What the user calls the registry; "" where there is only one. */
  readonly registryName: string;
}

/** A page as HTML, and the values that its links are numbered by. */
export interface RenderedPage {
  readonly html: string;
  readonly values: readonly DetailsValue[];
}

/** Writes a page of details. Text of the registry is escaped; nothing is loaded from anywhere. */
export function detailsHtml(page: DetailsPage, setting: PageSetting): RenderedPage {
  const writer = new PageWriter(setting.focus);
  const { record, badges, sections, privacy } = page;
  const status = badges.map((badge) => `<li dir="auto">${escaped(badge)}</li>`).join("");
  const body = `
<header>${writer.heading(record.name || record.id)}
${status === "" ? "" : `<ul class="badges" aria-label="${escaped(vscode.l10n.t("Status"))}">${status}</ul>`}
<p class="identifier">${escaped(vscode.l10n.t("Identifier: {0}", record.id))}</p>${
    setting.registryName === ""
      ? ""
      : `<p class="identifier">${escaped(vscode.l10n.t("Registry: {0}", setting.registryName))}</p>`
  }
<p class="actions">${writer.button("copyId", vscode.l10n.t("Copy Identifier"))}${
    record.link === "" ? "" : writer.button("copyLink", vscode.l10n.t("Copy Link"))
  }${writer.button("copyJson", vscode.l10n.t("Copy as JSON"))}</p></header>
${sections.map((section, number) => writer.section(section, number)).join("")}
${privacy === undefined ? "" : `<p class="actions">${writer.button("togglePrivate", privacy.label)}</p>`}`;
  return { html: documentHtml(body, setting, writer), values: writer.values };
}

/** A page that says how things stand, with the one step that helps. */
export function messageHtml(
  title: string,
  message: string,
  step: { readonly action: SimpleAction; readonly label: string } | undefined,
  setting: PageSetting,
): string {
  const writer = new PageWriter(setting.focus);
  const next = step === undefined ? "" : `<p class="actions">${writer.button(step.action, step.label)}</p>`;
  const body = `${writer.heading(title)}<p role="status">${escaped(message)}</p>${next}`;
  return documentHtml(body, setting, writer);
}

/** Writes the parts of a page, numbers its links and marks what is to have the focus. */
class PageWriter {
  readonly values: DetailsValue[] = [];

  constructor(private readonly focus: DetailsFocus) {}

  heading(text: string): string {
    const focus = this.focus === "heading" ? " data-focus" : "";
    return `<h1 tabindex="-1" dir="auto"${focus}>${escaped(text)}</h1>`;
  }

  button(action: SimpleAction, label: string): string {
    return `<button type="button" data-action="${action}"${this.mark({ action })}>${escaped(label)}</button>`;
  }

  section({ heading, fields }: DetailsSection, number: number): string {
    const list = `<dl>${fields.map((field) => this.field(field)).join("")}</dl>`;
    if (heading === undefined) return `<section>${list}</section>`;
    const id = `section-${number}`;
    return `<section aria-labelledby="${id}"><h2 id="${id}">${escaped(heading)}</h2>${list}</section>`;
  }

  private field({ label, values }: DetailsField): string {
    const items = values.map((value) => `<dd dir="auto">${this.value(value)}</dd>`).join("");
    return `<div><dt dir="auto">${escaped(label)}</dt>${items}</div>`;
  }

  private value(value: DetailsValue): string {
    switch (value.kind) {
      case "text":
        return value.text.split("\n").map(escaped).join("<br>");
      case "record":
        return this.link(value, value.record.name || value.record.id, "");
      case "address":
        return this.link(value, value.text, ` title="${escaped(value.address)}"`);
    }
  }

  private link(value: DetailsValue, text: string, attributes: string): string {
    const number = this.values.push(value) - 1;
    const mark = this.mark({ action: "open", value: number });
    return `<a href="#" data-value="${number}"${attributes}${mark}>${escaped(text)}</a>`;
  }

  private mark(action: DetailsAction): string {
    const { focus } = this;
    if (focus === undefined || focus === "heading" || focus.action !== action.action) return "";
    const isMeant = focus.action !== "open" || (action.action === "open" && action.value === focus.value);
    return isMeant ? " data-focus" : "";
  }
}

function documentHtml(body: string, { nonce, canGoBack }: PageSetting, writer: PageWriter): string {
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  const navigation = canGoBack
    ? `<nav aria-label="${escaped(vscode.l10n.t("Details"))}">${writer.button("back", `← ${vscode.l10n.t("Back")}`)}</nav>`
    : "";
  return `<!DOCTYPE html>
<html lang="${vscode.l10n.bundle === undefined ? "en" : vscode.env.language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(vscode.l10n.t("Details"))}</title>
<style nonce="${nonce}">${detailsStyle}</style>
</head>
<body>${navigation}
<main>${body}</main>
<p id="said" role="status"></p>
<script nonce="${nonce}">${detailsScript}</script>
</body>
</html>`;
}

function escaped(text: string): string {
  return withoutControls(text)
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
