import * as vscode from "vscode";
import type { KeptEvidence } from "../../webviews/evidence/messages";
import type { EvidenceView } from "@analyses/protocol/evidencePanel";
import { type Html, type Page, markup } from "../webview/panel";

/**
 * The empty page of a panel, which its script fills.
 *
 * @param kept the page's initial state, to restore the panel after a reload of the window
 */
export function evidencePage(name: string, kept: KeptEvidence): Page {
  const plotNames = [
    ["forest", vscode.l10n.t("Forest plot")],
    ["funnel", vscode.l10n.t("Funnel plot")],
    ["leave-one-out", vscode.l10n.t("Leave one out")],
    ["cumulative-year", vscode.l10n.t("Cumulative, by year")],
    ["cumulative-precision", vscode.l10n.t("Cumulative, by precision")],
    ["cumulative-document", vscode.l10n.t("Cumulative, as listed")],
    ["sensitivity", vscode.l10n.t("Sensitivity analysis")],
  ] as const;
  const filter = vscode.l10n.t("Filter analyses");
  const columns = [
    ["order", vscode.l10n.t("Analysis")],
    ["group", vscode.l10n.t("Group")],
    ["effect", vscode.l10n.t("Effect")],
    ["studies", vscode.l10n.t("Studies")],
    ["participants", vscode.l10n.t("Participants")],
    ["i2", "I²"],
    ["findings", vscode.l10n.t("Findings")],
  ] as const;
  const body = markup`
<main>
<h1 id="title" tabindex="-1"></h1>
<p id="group" class="group"></p>
<div id="tools">
<div role="toolbar" aria-label="${vscode.l10n.t("Analysis")}">
${iconButton("overview", vscode.l10n.t("Overview"), { id: "show-overview", "data-action": "overview", "aria-pressed": "false" })}
${iconButton("previous", vscode.l10n.t("Previous"), { id: "previous", "data-action": "previous" })}
${iconButton("next", vscode.l10n.t("Next"), { id: "next", "data-action": "next" })}
<select id="plot" aria-label="${vscode.l10n.t("Figure")}">${plotNames.map(
    ([value, label]) => markup`<option value="${value}">${label}</option>`,
  )}</select>
${iconButton("fit", vscode.l10n.t("Fit Width"), { id: "fit", "aria-pressed": "true" })}
${iconButton("follow", vscode.l10n.t("Follow Cursor"), { id: "follow", "data-action": "follow", "aria-pressed": "true" })}
${iconButton("export", vscode.l10n.t("Export…"), { "data-action": "export" })}
</div>
<div role="toolbar" aria-label="${vscode.l10n.t("Study")}">
${iconButton("leaveOut", vscode.l10n.t("Leave Out"), { "data-action": "leaveOut" })}
${iconButton("add", vscode.l10n.t("Add Study"), { "data-change": "add" })}
${iconButton("duplicate", vscode.l10n.t("Duplicate"), { "data-change": "duplicate" })}
${iconButton("remove", vscode.l10n.t("Remove"), { "data-change": "remove" })}
${iconButton("up", vscode.l10n.t("Move Up"), { "data-change": "move", "data-by": "-1" })}
${iconButton("down", vscode.l10n.t("Move Down"), { "data-change": "move", "data-by": "1" })}
${iconButton("ascending", vscode.l10n.t("Sort Ascending"), { "data-change": "sort", "data-by": "1" })}
${iconButton("descending", vscode.l10n.t("Sort Descending"), { "data-change": "sort", "data-by": "-1" })}
</div>
</div>
<section id="overview" hidden aria-label="${vscode.l10n.t("Overview")}">
<p><input id="filter" type="search" placeholder="${filter}" aria-label="${filter}">
<label><input id="only-findings" type="checkbox"> ${vscode.l10n.t("Only with findings")}</label>
<span id="listed" role="status"></span></p>
<table id="analyses" aria-label="${vscode.l10n.t("All analyses")}"><thead><tr>${columns.map(
    ([column, label]) => markup`<th scope="col"><button data-sort="${column}">${label}</button></th>`,
  )}</tr></thead><tbody></tbody></table>
</section>
<div id="analysis">
<p id="empty" hidden>${vscode.l10n.t("This document has no analyses yet.")}</p>
<p id="no-studies" hidden>${vscode.l10n.t("No studies yet: choose Add Study, then type, or paste cells of a spreadsheet.")}</p>
<p id="pooled"></p>
<p id="pooled-said" class="heard" role="status"></p>
<div id="frame"><div id="figure"><svg aria-hidden="true"></svg><table role="grid" id="table"></table></div></div>
<ul id="notes" aria-label="${vscode.l10n.t("Notes on the result")}"></ul>
</div>
<div id="problem" class="bar" role="status" hidden><span id="problem-text"></span>
<button data-action="goToProblem">${vscode.l10n.t("Go to It")}</button>
<button id="show-roles" data-action="showRoles" hidden>${vscode.l10n.t("Show Roles…")}</button>
<button data-action="openDocument" hidden>${vscode.l10n.t("Open Document")}</button>
<button data-action="restartServer" hidden>${vscode.l10n.t("Restart")}</button></div>
<div id="bar" class="bar" hidden><span id="bar-text"></span>
<button data-action="putBack">${vscode.l10n.t("Put Back")}</button></div>
<div id="status"><span id="late" role="status" data-text="${vscode.l10n.t("Not in the document yet: {0}.", "{0}")}" hidden></span>
<span id="said" role="status" data-missing="${vscode.l10n.t("“{0}” ({1}) is not in the document: {2}", "{0}", "{1}", "{2}")}"
data-force="${vscode.l10n.t("Press Enter twice in its cell to write it as text.")}"
data-astray="${vscode.l10n.t("The study that was here is not in the text any more: go to another one first.")}"
data-read-only="${vscode.l10n.t("Nothing can be typed into this cell. By Enter, a judgement leads to its text.")}"></span>
<button id="write-again" hidden>${vscode.l10n.t("Write It Again")}</button></div>
<dialog id="paste" aria-labelledby="paste-title" aria-describedby="preview-notes"><form method="dialog">
<h2 id="paste-title">${vscode.l10n.t("Write these cells into the document?")}</h2>
<div id="block"><table id="preview" data-added="${vscode.l10n.t("new study")}" data-year="${vscode.l10n.t("Year")}"
data-late="${vscode.l10n.t("The pasted cells are not in the document, because you went on before their preview: paste them again.")}"></table></div>
<div id="preview-notes"></div>
<p><button id="paste-apply" value="apply" autofocus>${vscode.l10n.t("Paste")}</button>
<button value="cancel">${vscode.l10n.t("Cancel")}</button></p>
</form></dialog>
</main>`;
  return { title: vscode.l10n.t("Evidence of {0}", name), body, data: { kept: JSON.stringify(kept) } };
}

/** The bar's text while studies are left out. */
export function barText({ studies, sentence }: NonNullable<EvidenceView["leftOut"]>): string {
  const names = studies.join(", ");
  return sentence === null
    ? vscode.l10n.t("Left out for the moment: {0}.", names)
    : vscode.l10n.t("Left out for the moment: {0}. With all studies: {1}.", names, sentence);
}

/** SVG paths on a square of 16 pixels: a page can load neither fonts nor pictures. */
const icons = {
  overview: "M3 4h10M3 8h10M3 12h10",
  previous: "M10 3L5 8l5 5",
  next: "M6 3l5 5-5 5",
  fit: "M2 8h12M5 5L2 8l3 3M11 5l3 3-3 3",
  follow: "M8 3v10M5.5 2.5h5M5.5 13.5h5",
  export: "M8 2v8M5 7l3 3 3-3M3 13.5h10",
  leaveOut: "M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M4 4l8 8",
  add: "M8 3v10M3 8h10",
  duplicate: "M2.5 2.5h8v8h-8zM5.5 13.5h8v-8",
  remove: "M3 4.5h10M6 4.5v-2h4v2M4.5 4.5l.7 9h5.6l.7-9",
  up: "M8 13V3M4 7l4-4 4 4",
  down: "M8 3v10M4 9l4 4 4-4",
  ascending: "M3 4h3M3 8h6M3 12h10",
  descending: "M3 4h10M3 8h6M3 12h3",
} as const;

/**
 * A button with an icon. Its label is the tooltip, and what screen readers say.
 *
 * @param attributes further attributes by name
 */
function iconButton(
  icon: keyof typeof icons,
  label: string,
  attributes: Readonly<Record<string, string>>,
): Html {
  const allAttributes = Object.entries({ ...attributes, "aria-label": label, title: label });
  return markup`<button ${allAttributes.map(([name, value]) => markup`${name}="${value}" `)}>
<svg class="icon" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"><path d="${icons[icon]}"/></svg></button>`;
}
