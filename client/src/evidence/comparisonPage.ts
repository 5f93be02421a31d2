import * as vscode from "vscode";
import { type Page, markup } from "../webview/panel";

/** The page's labels. They name two versions by time, and two extractions by their file names. */
interface Labels {
  /** The headings of the two rows for each result, from top to bottom. */
  readonly rows: readonly (readonly ["before" | "after", string])[];
  readonly changed: string;
  readonly added: string;
  readonly removed: string;
  readonly studiesChanged: string;
  readonly studiesAdded: string;
  readonly studiesRemoved: string;
  readonly conclusion: string;
  readonly empty: string;
}

function versionLabels(): Labels {
  return {
    rows: [
      ["before", vscode.l10n.t("Before")],
      ["after", vscode.l10n.t("After")],
    ],
    changed: vscode.l10n.t("Changed"),
    added: vscode.l10n.t("New"),
    removed: vscode.l10n.t("Gone"),
    studiesChanged: vscode.l10n.t("Changed studies"),
    studiesAdded: vscode.l10n.t("New studies"),
    studiesRemoved: vscode.l10n.t("Studies that are gone"),
    conclusion: vscode.l10n.t("The conclusion changes."),
    empty: vscode.l10n.t("All analyses have the results that they had."),
  };
}

function extractionLabels([first, second]: readonly [string, string]): Labels {
  const onlyIn = (name: string): string => vscode.l10n.t("Only in {0}", name);
  return {
    // The first extraction is the document, whose results are `after`; the second is the base, whose results are
    // `before`.
    rows: [
      ["after", first],
      ["before", second],
    ],
    changed: vscode.l10n.t("Different"),
    added: onlyIn(first),
    removed: onlyIn(second),
    studiesChanged: vscode.l10n.t("Studies that differ"),
    studiesAdded: onlyIn(first),
    studiesRemoved: onlyIn(second),
    conclusion: vscode.l10n.t("They come to different conclusions."),
    empty: vscode.l10n.t("Both extractions have the same results."),
  };
}

/**
 * The page without the analyses: its script adds a card for each.
 *
 * @param label says what the document is compared with
 * @param extractions the names of two extractions, whose disagreements the page lists; undefined for two versions
 */
export function comparisonBody(
  title: string,
  label: string,
  extractions: readonly [string, string] | undefined,
): Page["body"] {
  const labels = extractions === undefined ? versionLabels() : extractionLabels(extractions);
  const columns = [
    ["effect", vscode.l10n.t("Effect")],
    ["i2", "I²"],
    ["studies-count", vscode.l10n.t("Studies")],
    ["participants", vscode.l10n.t("Participants")],
  ] as const;
  const changes = [
    ["changed", labels.changed],
    ["added", labels.added],
    ["removed", labels.removed],
  ] as const;
  const studies = [
    ["changed", labels.studiesChanged],
    ["added", labels.studiesAdded],
    ["removed", labels.studiesRemoved],
  ] as const;
  // The graph comes right after the effect, so that a narrow panel shows both, and the user scrolls to the counts.
  const [effect, ...counts] = columns;
  const headingOf = ([column, text]: (typeof columns)[number]) =>
    markup`<th scope="col" class="${column}">${text}</th>`;
  const row = ([name, heading]: Labels["rows"][number]) =>
    markup`<tr class="${name}"><th scope="row">${heading}</th><td class="${effect[0]}"></td>
<td class="graph" aria-hidden="true"></td>${counts.map(([column]) => markup`<td class="${column}"></td>`)}</tr>`;
  return markup`
<main>
<h1>${title}</h1>
<p id="base">${label}</p>
<p id="summary"></p>
<p id="said" class="heard" role="status"></p>
<div id="problem" class="bar" data-kind="stale" role="alert" hidden><span id="problem-text"></span>
<button data-action="goToProblem" hidden>${vscode.l10n.t("Go to It")}</button>
<button data-action="openDocument" hidden>${vscode.l10n.t("Open Document")}</button>
<button data-action="restartServer" hidden>${vscode.l10n.t("Restart")}</button></div>
${extractions === undefined ? undefined : disagreementList(extractions)}
<p id="empty" hidden>${labels.empty}</p>
<div id="analyses"></div>
<template id="card"><article><h2 class="title"></h2>${changes.map(
    ([change, text]) => markup`<span class="badge" data-change="${change}">${text}</span>`,
  )}<strong class="conclusion">${labels.conclusion}</strong>
<p class="group"></p>
<p class="formerly"></p>
<div class="scroll" tabindex="0"><table><thead><tr><td></td>${headingOf(effect)}
<td class="graph" aria-hidden="true"></td>${counts.map(headingOf)}</tr></thead><tbody>
<tr class="subgroup"><th scope="rowgroup" colspan="${String(3 + counts.length)}"></th></tr>
${labels.rows.map(row)}
<tr class="axis" aria-hidden="true"><td colspan="2"></td><td class="graph"></td></tr></tbody></table></div>
<div class="methods"><h3>${vscode.l10n.t("Method")}</h3>
${labels.rows.map(([side, text]) => markup`<p>${text}: <span class="method-${side}"></span></p>`)}</div>
${studies.map(([kind, text]) => markup`<div data-studies="${kind}"><h3>${text}</h3><ul></ul></div>`)}
</article></template>
</main>`;
}

/**
 * The empty list of disagreements. The script adds a group for each disagreement, and moves the form into the group
 * that the user decides.
 */
function disagreementList([first, second]: readonly [string, string]): Page["body"] {
  return markup`<section id="disagreements" aria-labelledby="disagreements-title">
<h2 id="disagreements-title">${vscode.l10n.t("Disagreements")}</h2>
<div id="agreement"></div>
<p id="keys">${vscode.l10n.t(
    "Keys: ← takes the first, → the second, O another value; ↑ and ↓ go on; Ctrl+Z (⌘Z) takes the last decision back. Under each value stands the pooled result with it.",
  )}</p>
<div id="cells"></div>
<p id="more"></p>
<p class="actions"><button data-action="openAgreed">${vscode.l10n.t("Open the agreed document")}</button>
<button data-action="showAgreement">${vscode.l10n.t("Show the agreement for the methods section")}</button></p>
<template id="cell"><div class="cell" role="group"><h3></h3><div class="choices">
${(["first", "second"] as const).map(
  (taken) =>
    markup`<button data-taken="${taken}"><small class="whose">${
      taken === "first" ? first : second
    }</small><span class="value"></span><small class="result"></small></button>`,
)}<button data-taken="other">${vscode.l10n.t("Another value…")}</button></div>
<p class="decided"><span></span><button class="take-back">${vscode.l10n.t("Take Back")}</button></p></div></template>
<form id="reason" hidden><p class="other"><label for="value-text">${vscode.l10n.t(
    "The value as it stands in the document: texts in quotes",
  )}</label><input id="value-text" autocomplete="off" spellcheck="false"></p>
<p><label for="reason-text">${vscode.l10n.t(
    "Why is this right? For example where it stands in the report.",
  )}</label><input id="reason-text" autocomplete="off"></p>
<p id="refusal" role="alert"></p>
<button type="submit">${vscode.l10n.t("Decide")}</button><button type="button" id="cancel">${vscode.l10n.t("Cancel")}</button>
<span id="no-reason" hidden>${vscode.l10n.t("Without a reason nothing is decided.")}</span>
<span id="no-json" hidden>${vscode.l10n.t("This is no JSON value.")}</span></form>
</section>`;
}
