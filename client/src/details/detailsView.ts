import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import { displayText } from "../platform/displayText";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { RegistryFollower } from "../registries/registryFollower";
import { describeRegistryError } from "../registry/errorMessages";
import type { RegistryError } from "../registry/registryError";
import type { TreeNode } from "../tree/nodes/node";
import type { RegistryRecord } from "../tree/records";
import { recordOf } from "../tree/records";
import type { DetailsAction } from "./detailsAction";
import { readAction } from "./detailsAction";
import type { DetailsFocus, PageSetting } from "./detailsHtml";
import { detailsHtml, messageHtml } from "./detailsHtml";
import type { DetailsPage, DetailsValue } from "./detailsPage";
import type { PageMaker } from "./readDetails";
import { readDetails } from "./readDetails";

/** How long a record may take before the page says that it is loading, in milliseconds. */
const patience = 250;

type Subject = Pick<RegistryRecord, "kind" | "id" | "name">;

interface Visit {
  readonly registry: Registry;
  readonly subject: Subject;
  /** Where the focus is, when the user comes back. */
  readonly focus: DetailsFocus;
}

/** The view of one record's details: one panel, in which references lead on and Back leads back. */
export class DetailsView extends Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private visits: readonly Visit[] = [];
  private maker: PageMaker | undefined;
  private page: DetailsPage | undefined;
  private values: readonly DetailsValue[] = [];
  private reading = new AbortController();

  constructor(private readonly registries: Registries) {
    super();
    this.register({ dispose: () => void this.panel?.dispose() });
    const follow = ({ client }: Registry) => [
      client.onDidChangeAccount(({ kind }) => {
        // What an account that is gone has read is not shown any longer.
        if (kind !== "rejected" && this.visits.at(-1)?.registry.client === client) void this.showAnew();
      }),
    ];
    this.register(new RegistryFollower(registries, follow, () => this.leaveRemoved()));
  }

  /** Opens a record, with the focus on it. */
  async open(registry: Registry, subject: Subject): Promise<void> {
    this.visits = [{ registry, subject, focus: "heading" }];
    this.openPanel().reveal();
    await this.show();
  }

  /** Shows what the tree has just read of a row, where that is the record of this page. Asks for nothing. */
  async renew(row: TreeNode): Promise<void> {
    const { panel, page } = this;
    const visit = this.visits.at(-1);
    if (panel === undefined || page === undefined || visit === undefined || !isOf(visit, row)) return;
    const { signal } = this.reading;
    const outcome = await readDetails(visit.registry, visit.subject, signal);
    if (signal.aborted || this.panel !== panel || outcome.kind === "failed") return;
    const showPrivate = this.page?.privacy?.isShown === true;
    this.maker = outcome.value;
    // A page that says the same stays where the reader has scrolled to.
    const isSame = JSON.stringify(this.maker(showPrivate)) === JSON.stringify(this.page);
    if (!isSame) this.render(panel, showPrivate, undefined);
  }

  private async showAnew(): Promise<void> {
    if (this.panel === undefined) return;
    this.visits = this.visits.map((visit) => ({ ...visit, focus: undefined }));
    await this.show();
  }

  /** Closes the view of a registry that was taken out of the settings. */
  private leaveRemoved(): void {
    const client = this.visits.at(-1)?.registry.client;
    if (client !== undefined && this.registries.all.every((each) => each.client !== client))
      this.panel?.dispose();
  }

  private async show(): Promise<void> {
    const visit = this.visits.at(-1);
    if (visit === undefined) return;
    const panel = this.openPanel();
    this.reading.abort();
    const reading = (this.reading = new AbortController());
    this.forgetPage();
    const name = visit.subject.name || visit.subject.id;
    panel.title = displayText(name);
    const loading = setTimeout(() => {
      if (this.panel !== panel) return;
      panel.webview.html = messageHtml(name, vscode.l10n.t("Loading…"), undefined, this.setting(visit.focus));
    }, patience);
    const outcome = await readDetails(visit.registry, visit.subject, reading.signal);
    clearTimeout(loading);
    if (reading.signal.aborted || this.panel !== panel) return;
    if (outcome.kind === "failed") {
      this.showProblem(panel, visit, outcome.error);
      return;
    }
    const { kind, id } = visit.subject;
    if (kind === "group" || kind === "person") visit.registry.recent.add({ kind, id });
    this.maker = outcome.value;
    this.render(panel, false, visit.focus);
  }

  private showProblem(
    panel: vscode.WebviewPanel,
    { registry, subject, focus }: Visit,
    error: RegistryError,
  ): void {
    const step =
      error.kind === "unauthenticated" || (error.kind === "forbidden" && error.withCredential)
        ? ({ action: "signIn", label: vscode.l10n.t("Sign In") } as const)
        : ({ action: "retry", label: vscode.l10n.t("Retry") } as const);
    const message = describeRegistryError(error, registry.name, vscode.l10n.t);
    panel.webview.html = messageHtml(
      subject.name || subject.id,
      message,
      step,
      this.setting(focus && "heading"),
    );
  }

  private render(panel: vscode.WebviewPanel, showPrivate: boolean, focus: DetailsFocus): void {
    if (this.maker === undefined) return;
    this.page = this.maker(showPrivate);
    const { html, values } = detailsHtml(this.page, this.setting(focus));
    this.values = values;
    panel.title = displayText(this.page.record.name || this.page.record.id);
    panel.webview.html = html;
  }

  private setting(focus: DetailsFocus): PageSetting {
    return {
      nonce: crypto.randomUUID().replaceAll("-", ""),
      canGoBack: this.visits.length > 1,
      focus,
      registryName: this.registries.all.length > 1 ? (this.visits.at(-1)?.registry.name ?? "") : "",
    };
  }

  private forgetPage(): void {
    this.maker = undefined;
    this.page = undefined;
    this.values = [];
  }

  private openPanel(): vscode.WebviewPanel {
    if (this.panel !== undefined) return this.panel;
    const panel = vscode.window.createWebviewPanel(
      "analysesRegistry.details",
      vscode.l10n.t("Details"),
      vscode.ViewColumn.Active,
      { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
    );
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const action = readAction(message);
      if (action !== undefined) void this.act(panel, action);
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.visits = [];
      this.forgetPage();
      this.reading.abort();
    });
    this.panel = panel;
    return panel;
  }

  private async act(panel: vscode.WebviewPanel, message: DetailsAction): Promise<void> {
    const { page } = this;
    switch (message.action) {
      case "back":
        if (this.visits.length > 1) this.visits = this.visits.slice(0, -1);
        return this.show();
      case "retry":
        return this.show();
      case "signIn": {
        const address = this.visits.at(-1)?.registry.client.address;
        await vscode.commands.executeCommand("analysesRegistry.signIn", address);
        return;
      }
      case "togglePrivate":
        this.render(panel, page?.privacy?.isShown === false, message);
        return;
      case "copyId":
        return this.copy(panel, page?.record.id, vscode.l10n.t("Identifier copied."));
      case "copyLink":
        return this.copy(panel, page?.record.link, vscode.l10n.t("Link copied."));
      case "copyJson":
        return this.copy(panel, page?.json, vscode.l10n.t("JSON copied."));
      case "open":
        return this.follow(message);
    }
  }

  private async copy(panel: vscode.WebviewPanel, text: string | undefined, said: string): Promise<void> {
    if (text === undefined) return;
    await vscode.env.clipboard.writeText(text);
    await panel.webview.postMessage({ said });
  }

  private async follow(action: Extract<DetailsAction, { action: "open" }>): Promise<void> {
    const value = this.values[action.value];
    const current = this.visits.at(-1);
    if (value?.kind === "address") await vscode.env.openExternal(vscode.Uri.parse(value.address));
    if (value?.kind !== "record" || current === undefined) return;
    this.visits = [
      ...this.visits.slice(0, -1),
      { ...current, focus: action },
      { registry: current.registry, subject: value.record, focus: "heading" },
    ];
    await this.show();
  }
}

/** Whether a row stands for the record of a visit. */
function isOf({ registry, subject }: Visit, row: TreeNode): boolean {
  const record = recordOf(row);
  return row.registry.client === registry.client && record?.kind === subject.kind && record.id === subject.id;
}
