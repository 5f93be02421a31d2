import * as vscode from "vscode";
import { type DetailsAction, type DetailsNotice, readAction } from "../../webviews/details/messages";
import { nameOr, withoutControls } from "../platform/displayText";
import { Disposable } from "../platform/lifetime";
import { isOfDocument, openAddress, showInformation } from "../platform/editor";
import { type InsertionValidator, insertReferences } from "../references/insertReferences";
import { recordLink } from "../registries/publicAddresses";
import type { Registries, Registry } from "../registries/registries";
import type { AccountState } from "../registryClient/records";
import { type RegistryError, describeRegistryError } from "../registryClient/registryError";
import { type RegistryRecord, recordOf, type TreeNode } from "../tree/nodes/treeNode";
import { Panel } from "../webview/panel";
import type { DetailsFocus, DetailsPage, DetailsValue, PageSetting } from "./detailsHtml";
import type { PageMaker } from "./recordDetails";

/** How long the view waits for a record before it shows “Loading…”, in milliseconds. */
const loadingDelay = 250;

/** The view of one record's details: a single panel with a history of visited records. */
export class DetailsView extends Disposable {
  readonly #panel: Panel<DetailsAction, DetailsNotice>;
  #history = new History();
  /** Builds the page of the current record, with or without private fields. */
  #pageMaker: PageMaker | undefined;
  #page: DetailsPage | undefined;
  /** The values that the page's links refer to by index. */
  #values: readonly DetailsValue[] = [];
  #reading = new AbortController();
  #lastEditor: vscode.TextEditor | undefined;

  /** @param validator checks whether the document allows a reference */
  constructor(
    private readonly registries: Registries,
    extensionUri: vscode.Uri,
    private readonly validator: InsertionValidator,
  ) {
    super();
    const remember = (editor: vscode.TextEditor | undefined): void => {
      if (isOfDocument(editor)) this.#lastEditor = editor;
    };
    remember(vscode.window.activeTextEditor);
    this.register(vscode.window.onDidChangeActiveTextEditor(remember));
    this.#panel = this.register(
      new Panel<DetailsAction, DetailsNotice>({
        extensionUri,
        name: "details",
        title: vscode.l10n.t("Details"),
        read: readAction,
        onMessage: (action) => void this.#handleAction(action),
        onDidClose: () => {
          this.#history = new History();
          this.#forgetPage();
          this.#reading.abort();
        },
      }),
    );
    this.register(
      registries.onDidChange((change) => {
        if (change.kind === "registries") this.#closeIfRemoved();
        const isOfPage = change.kind === "account" && change.registry === this.#history.current?.registry;
        if (isOfPage) void this.#updateFor(change.account);
      }),
    );
  }

  async open(registry: Registry, subject: VisitedRecord): Promise<void> {
    this.#history = new History([{ registry, subject, focus: "heading" }]);
    this.#panel.reveal();
    await this.#show();
  }

  /** Updates the page after the tree has read its record again. Uses the tree's answer, which is cached. */
  async renew(row: TreeNode): Promise<void> {
    const { current } = this.#history;
    if (this.#page === undefined || current === undefined || !isOf(current, row)) return;
    const { signal } = this.#reading;
    const { readDetails } = await import("./recordDetails");
    const outcome = await readDetails(current.registry, current.subject, signal);
    if (signal.aborted || outcome.kind === "failed") return;
    const showPrivate = this.#page.privacy?.isShown === true;
    this.#pageMaker = outcome.value;
    // Does not render an unchanged page, so that it keeps its scroll position.
    const isSame = JSON.stringify(this.#pageMaker(showPrivate)) === JSON.stringify(this.#page);
    if (!isSame) await this.#render(showPrivate, undefined);
  }

  /** Reloads the page for another account; after a rejected sign-in, only hides private fields. */
  async #updateFor({ kind }: AccountState): Promise<void> {
    if (!this.#panel.isOpen) return;
    if (kind === "rejected") {
      if (this.#page?.privacy !== undefined) await this.#render(false, undefined);
      return;
    }
    this.#history.forgetFocusAndPeople();
    await this.#show();
  }

  /** Closes the view if its registry is no longer in the settings. */
  #closeIfRemoved(): void {
    const registry = this.#history.current?.registry;
    if (registry !== undefined && !this.registries.all.includes(registry)) this.#panel.close();
  }

  async #show(): Promise<void> {
    const { current } = this.#history;
    if (current === undefined) return;
    const { registry, subject, focus } = current;
    this.#reading.abort();
    const { signal } = (this.#reading = new AbortController());
    this.#forgetPage();
    const name = nameOr(subject.name, subject.id);
    this.#panel.title = name;
    const loading = setTimeout(() => {
      if (signal.aborted) return;
      const page = import("./detailsHtml").then(({ messageHtml }) =>
        messageHtml(name, vscode.l10n.t("Loading…"), undefined, this.#setting(focus)),
      );
      void this.#panel.show(name, page);
    }, loadingDelay);
    const { readDetails } = await import("./recordDetails");
    const outcome = await readDetails(registry, subject, signal);
    clearTimeout(loading);
    if (signal.aborted) return;
    if (outcome.kind === "failed") {
      await this.#showProblem(current, outcome.error);
      return;
    }
    const { kind, id } = subject;
    if (kind === "group" || kind === "person") registry.store.noteLook({ kind, id });
    this.#pageMaker = outcome.value;
    await this.#render(false, focus);
  }

  async #showProblem({ registry, subject, focus }: Visit, error: RegistryError): Promise<void> {
    const step =
      error.kind === "unauthenticated" ||
      error.kind === "insufficientScope" ||
      (error.kind === "forbidden" && error.withCredential)
        ? ({ action: "signIn", label: vscode.l10n.t("Sign In") } as const)
        : ({ action: "retry", label: vscode.l10n.t("Retry") } as const);
    const name = nameOr(subject.name, subject.id);
    const message = describeRegistryError(error, registry.name, vscode.l10n.t);
    const [{ listedGroup }, { messageHtml }] = await Promise.all([
      import("./recordDetails"),
      import("./detailsHtml"),
    ]);
    const listedPage =
      subject.kind === "group" ? listedGroup(registry, subject.id, { message, step }) : undefined;
    if (listedPage !== undefined) {
      this.#pageMaker = () => listedPage;
      return this.#render(false, focus && "heading");
    }
    await this.#panel.show(name, messageHtml(name, message, step, this.#setting(focus && "heading")));
  }

  async #render(showPrivate: boolean, focus: DetailsFocus): Promise<void> {
    if (this.#pageMaker === undefined) return;
    // After a rejected sign-in, the page shows no private fields and no button for them.
    const isRefused = this.#history.current?.registry.store.account.kind === "rejected";
    const builtPage = this.#pageMaker(showPrivate && !isRefused);
    const page = (this.#page = isRefused ? { ...builtPage, privacy: undefined } : builtPage);
    const { detailsHtml } = await import("./detailsHtml");
    if (this.#page !== page) return;
    const rendered = detailsHtml(page, this.#setting(focus));
    this.#values = rendered.values;
    await this.#panel.show(nameOr(page.record.name, page.record.id), rendered);
  }

  #setting(focus: DetailsFocus): PageSetting {
    const { current, canGoBack } = this.#history;
    const registryName = this.registries.all.length > 1 ? (current?.registry.name ?? "") : "";
    return { canGoBack, focus, registryName };
  }

  #forgetPage(): void {
    this.#pageMaker = undefined;
    this.#page = undefined;
    this.#values = [];
  }

  async #handleAction(message: DetailsAction): Promise<void> {
    const page = this.#page;
    switch (message.action) {
      case "back":
        this.#history.back();
        return this.#show();
      case "retry":
        return this.#show();
      case "signIn": {
        const address = this.#history.current?.registry.client.address;
        await vscode.commands.executeCommand("analysesRegistry.signIn", address);
        return;
      }
      case "togglePrivate":
        return this.#render(page?.privacy?.isShown === false, message);
      case "insert":
        return this.#insert();
      case "copyId":
        return this.#copy(message.action, vscode.l10n.t("Identifier copied."));
      case "copyLink":
        return this.#copy(message.action, vscode.l10n.t("Link copied."));
      case "copyJson":
        return this.#copy(message.action, vscode.l10n.t("JSON copied."));
      case "open":
        return this.#open(message);
    }
  }

  async #insert(): Promise<void> {
    const record = this.#page?.record;
    if (record?.kind !== "group" && record?.kind !== "person") return;
    const { kind, id, name } = record;
    const editor = await this.goToText();
    if (editor === undefined) return;
    await insertReferences(editor, [{ kind, id, name, link: this.#link() ?? "" }], this.validator);
  }

  /** Shows the last active editor of a document again. If there is none, or its document is closed, shows a message. */
  async goToText(): Promise<vscode.TextEditor | undefined> {
    const last = this.#lastEditor;
    if (last === undefined || last.document.isClosed) {
      void showInformation(
        vscode.l10n.t("Open a document and put the cursor where the reference should go."),
      );
      return undefined;
    }
    if (vscode.window.visibleTextEditors.includes(last)) return last;
    const { document, selection, viewColumn } = last;
    return vscode.window.showTextDocument(document, { selection, ...(viewColumn && { viewColumn }) });
  }

  #link(): string | undefined {
    const registry = this.#history.current?.registry;
    return registry && this.#page && recordLink(registry, this.#page.record);
  }

  async #copy(action: CopyAction, notice: string): Promise<void> {
    if (this.#page === undefined) return;
    await vscode.env.clipboard.writeText(copiedText(action, this.#page, this.#link() ?? ""));
    await this.#panel.post({ said: notice });
  }

  async #open(action: Extract<DetailsAction, { action: "open" }>): Promise<void> {
    const value = this.#values[action.value];
    if (value?.kind === "address") await openAddress(value.address);
    if (value?.kind !== "record") return;
    this.#history.visit(value.record, action);
    await this.#show();
  }
}

type CopyAction = "copyId" | "copyLink" | "copyJson";

/** The text that a button copies. @param link of the page's record */
export function copiedText(
  action: CopyAction,
  { record, json }: Pick<DetailsPage, "record" | "json">,
  link: string,
): string {
  if (action === "copyJson") return json;
  // Pasted into a terminal, control characters could end the line and run the rest as a command.
  return withoutControls(action === "copyId" ? record.id : link);
}

type VisitedRecord = Pick<RegistryRecord, "kind" | "id" | "name">;

interface Visit {
  readonly registry: Registry;
  readonly subject: VisitedRecord;
  /** The element to focus when the view shows the record; undefined keeps the focus. */
  readonly focus: DetailsFocus;
}

/** The visited records, from the first opened to the current one. */
class History {
  constructor(private visits: readonly Visit[] = []) {}

  get current(): Visit | undefined {
    return this.visits.at(-1);
  }

  get canGoBack(): boolean {
    return this.visits.length > 1;
  }

  /** Visits another record; Back returns to the current one and its focus. */
  visit(subject: VisitedRecord, focus: DetailsFocus): void {
    const { current } = this;
    if (current === undefined) return;
    const { registry } = current;
    this.visits = [
      ...this.visits.slice(0, -1),
      { ...current, focus },
      { registry, subject, focus: "heading" },
    ];
  }

  back(): void {
    if (this.canGoBack) this.visits = this.visits.slice(0, -1);
  }

  /**
   * Clears the focus of all visits, and the names of people: their pages show identifiers until the client reads their
   * records again.
   */
  forgetFocusAndPeople(): void {
    this.visits = this.visits.map(({ registry, subject }) => {
      const { kind, id, name } = subject;
      const isPerson = kind === "person" || kind === "user";
      return { registry, subject: { kind, id, name: isPerson ? "" : name }, focus: undefined };
    });
  }
}

function isOf({ registry, subject }: Visit, row: TreeNode): boolean {
  const record = recordOf(row);
  return row.registry === registry && record?.kind === subject.kind && record.id === subject.id;
}
