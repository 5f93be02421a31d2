import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import { displayText } from "../platform/displayText";
import type { Registry } from "../registries/registry";
import { describeRegistryError } from "../registry/errorMessages";
import type { RegistryRecord } from "../tree/records";
import type { DetailsAction } from "./detailsHtml";
import { detailsHtml, messageHtml } from "./detailsHtml";
import type { DetailsPage, DetailsValue } from "./detailsPage";
import type { PageMaker } from "./readDetails";
import { readDetails } from "./readDetails";

type Subject = Pick<RegistryRecord, "kind" | "id" | "name">;

interface Visit {
  readonly registry: Registry;
  readonly subject: Subject;
}

/** The view of one record's details: one panel, in which references lead on and Back leads back. */
export class DetailsView extends Disposable {
  private panel: vscode.WebviewPanel | undefined;
  private visits: readonly Visit[] = [];
  private maker: PageMaker | undefined;
  private page: DetailsPage | undefined;
  private values: readonly DetailsValue[] = [];
  private reading = new AbortController();

  constructor() {
    super();
    this.register({ dispose: () => void this.panel?.dispose() });
  }

  /** Opens a record beside what is being edited. */
  async open(registry: Registry, subject: Subject): Promise<void> {
    this.visits = [{ registry, subject }];
    await this.show();
  }

  private async show(): Promise<void> {
    const visit = this.visits.at(-1);
    if (visit === undefined) return;
    const panel = this.openPanel();
    this.reading.abort();
    const reading = (this.reading = new AbortController());
    const name = visit.subject.name || visit.subject.id;
    panel.title = displayText(name);
    panel.webview.html = messageHtml(vscode.l10n.t("Loading {0}…", name), undefined, nonce(), this.canGoBack);
    const outcome = await readDetails(visit.registry, visit.subject, reading.signal);
    if (reading.signal.aborted || this.panel !== panel) return;
    if (outcome.kind === "ok") {
      this.maker = outcome.value;
      this.render(panel, false);
      return;
    }
    this.maker = undefined;
    this.page = undefined;
    const step =
      outcome.error.kind === "unauthenticated"
        ? ({ action: "signIn", label: vscode.l10n.t("Sign In") } as const)
        : ({ action: "retry", label: vscode.l10n.t("Retry") } as const);
    const message = describeRegistryError(outcome.error, visit.registry.name, vscode.l10n.t);
    panel.webview.html = messageHtml(message, step, nonce(), this.canGoBack);
  }

  private get canGoBack(): boolean {
    return this.visits.length > 1;
  }

  private render(panel: vscode.WebviewPanel, showPrivate: boolean): void {
    if (this.maker === undefined) return;
    this.page = this.maker(showPrivate);
    const { html, values } = detailsHtml(this.page, nonce(), this.canGoBack);
    this.values = values;
    panel.title = displayText(this.page.record.name || this.page.record.id);
    panel.webview.html = html;
  }

  private openPanel(): vscode.WebviewPanel {
    if (this.panel !== undefined) {
      this.panel.reveal(undefined, true);
      return this.panel;
    }
    const panel = vscode.window.createWebviewPanel(
      "analysesRegistry.details",
      vscode.l10n.t("Details"),
      { viewColumn: vscode.ViewColumn.Active, preserveFocus: false },
      { enableScripts: true, localResourceRoots: [], enableFindWidget: true },
    );
    panel.webview.onDidReceiveMessage((message: unknown) => {
      const action = readAction(message);
      if (action !== undefined) void this.act(panel, action);
    });
    panel.onDidDispose(() => {
      this.panel = undefined;
      this.maker = undefined;
      this.page = undefined;
      this.reading.abort();
    });
    this.panel = panel;
    return panel;
  }

  private async act(panel: vscode.WebviewPanel, message: DetailsAction): Promise<void> {
    const { page } = this;
    switch (message.action) {
      case "back":
        if (this.canGoBack) this.visits = this.visits.slice(0, -1);
        return this.show();
      case "retry":
        return this.show();
      case "signIn":
        await vscode.commands.executeCommand(
          "analysesRegistry.signIn",
          this.visits.at(-1)?.registry.client.address,
        );
        return this.show();
      case "togglePrivate":
        this.render(panel, page?.privacy === "hidden");
        return;
      case "copyId":
        return page && vscode.env.clipboard.writeText(page.record.id);
      case "copyLink":
        return page && vscode.env.clipboard.writeText(page.record.link);
      case "copyJson":
        return page && vscode.env.clipboard.writeText(page.json);
      case "open":
        return this.follow(this.values[message.value]);
    }
  }

  private async follow(value: DetailsValue | undefined): Promise<void> {
    const current = this.visits.at(-1);
    if (value?.kind === "address") await vscode.env.openExternal(vscode.Uri.parse(value.address));
    if (value?.kind !== "record" || current === undefined) return;
    this.visits = [...this.visits, { registry: current.registry, subject: value.record }];
    await this.show();
  }
}

function readAction(message: unknown): DetailsAction | undefined {
  if (typeof message !== "object" || message === null || !("action" in message)) return undefined;
  const { action } = message;
  if (action === "open") {
    return "value" in message && typeof message.value === "number"
      ? { action, value: message.value }
      : undefined;
  }
  const simple = ["back", "copyId", "copyLink", "copyJson", "togglePrivate", "retry", "signIn"] as const;
  const known = simple.find((each) => each === action);
  return known && { action: known };
}

function nonce(): string {
  return crypto.randomUUID().replaceAll("-", "");
}
