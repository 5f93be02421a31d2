import * as vscode from "vscode";
import type {
  ComparisonAction,
  ComparisonNotice,
  KeptComparison,
  ShownAnalysis,
} from "../../webviews/comparison/messages";
import { readAction } from "../../webviews/comparison/messages";
import type { ComparedAnalysisView, ComparedEvidence } from "../../../protocol/src/evidenceMessages";
import { evidenceComparisonRequest } from "../../../protocol/src/evidenceMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/lifetime";
import type { Page } from "../webview/panel";
import { markup, Panel } from "../webview/panel";
import type { BaseReading } from "./comparisonBase";
import { PanelDocument, rangeOf } from "./panelDocument";

/** How long after an answer that knew no document the next is asked for, and how often, in milliseconds. */
const patience = { delay: 150, attempts: 40 };

/** A document as it is while it is typed, beside a text that stays: what has become of its analyses. */
export class ComparisonPanel extends Disposable {
  readonly #panel: Panel<ComparisonAction, ComparisonNotice>;
  readonly #text: PanelDocument;
  /** The base, with an identifier that no other text has. */
  #base: { readonly id: string; readonly reading: BaseReading } | undefined;
  #analyses: readonly ComparedAnalysisView[] = [];
  #problem: vscode.Range | undefined;
  #isReady = false;
  #isAsking = false;
  /** Grows with each reason to ask. */
  #wanted = 0;
  #attempts = 0;

  constructor(
    private readonly client: AnalysesLanguageClient,
    extensionUri: vscode.Uri,
    uri: vscode.Uri,
    onDidClose: () => void,
  ) {
    super();
    this.#text = new PanelDocument(uri, () => this.#panel.column);
    this.#panel = this.register(
      new Panel<ComparisonAction, ComparisonNotice>({
        extensionUri,
        name: "comparison",
        title: this.#title,
        column: vscode.ViewColumn.Beside,
        keepsFocus: true,
        read: readAction,
        onMessage: (action) => void this.#act(action),
        onDidClose,
      }),
    );
    const { workspace, window } = vscode;
    const update = (changed: vscode.Uri): void => {
      if (this.isOf(changed)) void this.#update();
    };
    this.register(workspace.onDidChangeTextDocument(({ document }) => update(document.uri)));
    this.register(workspace.onDidOpenTextDocument(({ uri: opened }) => update(opened)));
    this.register(workspace.onDidCloseTextDocument(({ uri: closed }) => update(closed)));
    this.register(
      window.onDidChangeTextEditorSelection(({ textEditor }) => {
        if (this.isOf(textEditor.document.uri)) this.#text.used(textEditor);
      }),
    );
    this.register(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("analysesRegistry", this.#text.uri)) void this.#update();
      }),
    );
  }

  isOf(uri: vscode.Uri): boolean {
    return this.#text.isOf(uri);
  }

  get uri(): vscode.Uri {
    return this.#text.uri;
  }

  /** Goes on with a document that has another name now. */
  async renamed(uri: vscode.Uri): Promise<void> {
    this.#text.uri = uri;
    if (this.#base !== undefined) await this.show(this.#base.reading);
  }

  /** Compares the document with a text from now on. */
  async show(reading: BaseReading): Promise<void> {
    this.#base = { id: crypto.randomUUID(), reading };
    if (this.#panel.isOpen) this.#panel.reveal();
    this.#isReady = false;
    await this.#panel.show(this.#title, this.#page(reading));
  }

  /** Goes on in a tab that VS Code has kept. */
  async takeOver(tab: vscode.WebviewPanel, reading: BaseReading): Promise<void> {
    this.#panel.takeOver(tab, undefined);
    // VS Code opens no document before this is done.
    void this.#text.read();
    await this.show(reading);
  }

  get #title(): string {
    return vscode.l10n.t("Comparison of {0}", this.#text.name);
  }

  #page(reading: BaseReading): Page {
    const kept: KeptComparison | null =
      reading.kind === "read" ? { document: this.#text.uri.toString(), base: reading.base.kept } : null;
    const label = reading.kind === "read" ? reading.base.label : "";
    return { title: this.#title, body: body(this.#title, label), data: { kept: JSON.stringify(kept) } };
  }

  /** Asks for what is to be shown now: one question at a time, and none while nobody sees it. */
  async #update(): Promise<void> {
    if (this.isDisposed || !this.#isReady || !this.#panel.isVisible) return;
    this.#wanted += 1;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.#wanted;
    try {
      await this.#ask();
    } finally {
      this.#isAsking = false;
    }
    if (asked !== this.#wanted) await this.#update();
  }

  async #ask(): Promise<void> {
    const document = this.#text.document;
    const base = this.#base;
    if (base === undefined) return;
    if (base.reading.kind === "refused") return this.#say(base.reading.message, null);
    if (document === undefined)
      return this.#say(vscode.l10n.t("“{0}” is closed.", this.#text.name), "openDocument");
    const { version } = document;
    const found = await this.#answer(base.id, base.reading.base.text);
    if (document.version !== version || base !== this.#base) this.#wanted += 1;
    else if (found === undefined) this.#tryAgain();
    else {
      this.#attempts = 0;
      await this.#take(found);
    }
  }

  /** Undefined where the text has changed meanwhile, or the server does not know it yet. */
  async #answer(id: string, text: string): Promise<ComparedEvidence | undefined> {
    const ask = (sent: string | null) => {
      const textDocument = { uri: this.#text.uri.toString() };
      return this.client
        .ask(evidenceComparisonRequest, { textDocument, base: { id, text: sent } })
        .catch(() => undefined);
    };
    const found = await ask(null);
    return (found?.kind === "base-wanted" ? await ask(text) : found) ?? undefined;
  }

  #tryAgain(): void {
    this.#attempts += 1;
    if (this.#attempts > patience.attempts) return;
    const timer = setTimeout(() => void this.#update(), patience.delay);
    this.register({ dispose: () => clearTimeout(timer) });
  }

  async #take(found: ComparedEvidence): Promise<void> {
    switch (found.kind) {
      case "base-wanted":
        this.#tryAgain();
        return;
      case "no-document":
        return this.#say(vscode.l10n.t("What it is to be compared with is no analyses document."), null);
      case "broken":
        this.#problem = rangeOf(found.range);
        return this.#say(found.message, "goToProblem");
      case "compared":
        this.#analyses = found.analyses;
        return this.#panel.post({
          kind: "compared",
          summary: found.summary,
          analyses: found.analyses.map(shownOnPage),
        });
    }
  }

  async #say(
    message: string,
    wayOut: Extract<ComparisonNotice, { kind: "problem" }>["wayOut"],
  ): Promise<void> {
    await this.#panel.post({ kind: "problem", message, wayOut });
  }

  async #act(message: ComparisonAction): Promise<void> {
    switch (message.action) {
      case "ready":
        this.#isReady = true;
        return this.#update();
      case "openDocument":
        return this.#text.goTo();
      case "goToProblem":
        // Behind it: what is typed there must not replace it.
        return this.#text.goTo(this.#problem && new vscode.Range(this.#problem.end, this.#problem.end));
      case "select":
      case "goTo": {
        const { analysis, study } = message;
        const found = this.#analyses.find(({ key }) => key === analysis);
        const range = (study === null ? found : found?.studies[study])?.range;
        if (range === null || range === undefined) return;
        if (message.action === "select" && this.#text.editor !== undefined) this.#text.select(rangeOf(range));
        else await this.#text.goTo(rangeOf(range));
      }
    }
  }
}

function shownOnPage({ range, studies, ...analysis }: ComparedAnalysisView): ShownAnalysis {
  return {
    ...analysis,
    isThere: range !== null,
    studies: studies.map(({ range: place, ...study }) => ({ ...study, isThere: place !== null })),
  };
}

/** The page without analyses: its script fills in a card for each. */
function body(title: string, label: string): Page["body"] {
  const columns = [
    ["effect", vscode.l10n.t("Effect")],
    ["i2", "I²"],
    ["studies-count", vscode.l10n.t("Studies")],
    ["participants", vscode.l10n.t("Participants")],
  ] as const;
  const changes = [
    ["changed", vscode.l10n.t("Changed")],
    ["added", vscode.l10n.t("New")],
    ["removed", vscode.l10n.t("Gone")],
  ] as const;
  const studies = [
    ["changed", vscode.l10n.t("Changed studies")],
    ["added", vscode.l10n.t("New studies")],
    ["removed", vscode.l10n.t("Studies that are gone")],
  ] as const;
  // The diamonds stand behind the effect: in a narrow panel they are seen, and the last numbers are scrolled to.
  const [effect, ...counts] = columns;
  const headingOf = ([column, text]: (typeof columns)[number]) =>
    markup`<th scope="col" class="${column}">${text}</th>`;
  const row = (name: string, heading: string) =>
    markup`<tr class="${name}"><th scope="row">${heading}</th><td class="${effect[0]}"></td>
<td class="graph" aria-hidden="true"></td>${counts.map(([column]) => markup`<td class="${column}"></td>`)}</tr>`;
  return markup`
<main>
<h1>${title}</h1>
<p id="base">${label}</p>
<p id="summary"></p>
<p id="said" class="heard" role="status"></p>
<div id="problem" role="alert" hidden><span id="problem-text"></span>
<button data-action="goToProblem" hidden>${vscode.l10n.t("Go to It")}</button>
<button data-action="openDocument" hidden>${vscode.l10n.t("Open Document")}</button></div>
<p id="empty" hidden>${vscode.l10n.t("All analyses are as they were.")}</p>
<div id="analyses"></div>
<template id="card"><article><h2 class="title"></h2>${changes.map(
    ([change, text]) => markup`<span class="badge" data-change="${change}">${text}</span>`,
  )}<strong class="conclusion">${vscode.l10n.t("The conclusion changes.")}</strong>
<p class="group"></p>
<p class="formerly"></p>
<div class="scroll" tabindex="0"><table><thead><tr><td></td>${headingOf(effect)}
<td class="graph" aria-hidden="true"></td>${counts.map(headingOf)}</tr></thead><tbody>
${row("before", vscode.l10n.t("Before"))}
${row("after", vscode.l10n.t("After"))}
<tr class="axis" aria-hidden="true"><td colspan="2"></td><td class="graph"></td></tr></tbody></table></div>
<div class="methods"><h3>${vscode.l10n.t("Method")}</h3>
<p>${vscode.l10n.t("Before")}: <span class="method-before"></span></p>
<p>${vscode.l10n.t("After")}: <span class="method-after"></span></p></div>
${studies.map(([kind, text]) => markup`<div data-studies="${kind}"><h3>${text}</h3><ul></ul></div>`)}
</article></template>
</main>`;
}
