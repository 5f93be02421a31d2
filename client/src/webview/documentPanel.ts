import * as vscode from "vscode";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { isNew } from "../platform/editor";
import { Disposable } from "../platform/lifetime";
import { type Page, type PanelOptions, Panel } from "./panel";
import { PanelDocument } from "./panelDocument";

/** Retries while the server does not know the document: the delay in milliseconds, and how many. */
const patience = { delay: 150, attempts: 40 };

/** How long the first page waits for an answer, in milliseconds: VS Code needs longer to open the tab. */
const mostAhead = 120;

/** Options of one kind of document panel. */
export interface DocumentPanelOptions<FromPage> extends Pick<
  PanelOptions<FromPage>,
  "extensionUri" | "name" | "read"
> {
  /** The tab's title, given the document's name. */
  readonly titleOf: (name: string) => string;
  /** Reports why no language server runs. */
  readonly client: Pick<AnalysesLanguageClient, "problem">;
}

/** What a page offers while no answer can come. */
export type WayOut = "openDocument" | "restartServer" | null;

/**
 * A panel that follows a document: requests its content again as the document, its cursor or the settings change,
 * one request at a time, and none while hidden.
 */
export abstract class DocumentPanel<FromPage, ToPage extends object, Answer> extends Disposable {
  readonly text: PanelDocument;
  protected readonly panel: Panel<FromPage, ToPage>;
  readonly #titleOf: DocumentPanelOptions<FromPage>["titleOf"];
  readonly #client: DocumentPanelOptions<FromPage>["client"];
  /** Counts the pages: an answer requested for one is not shown on the next. */
  #page = 0;
  #isReady = false;
  #isAsking = false;
  /** Counts calls for an update: if it grows during a request, another request follows. */
  #wanted = 0;
  #attempts = 0;
  /** The request sent before its page was ready. */
  #ahead: { readonly version: number; readonly answer: Promise<Answer | undefined> } | undefined;

  constructor(
    { extensionUri, name, read, titleOf, client }: DocumentPanelOptions<FromPage>,
    uri: vscode.Uri,
    onDidClose: () => void,
  ) {
    super();
    this.#titleOf = titleOf;
    this.#client = client;
    this.text = new PanelDocument(uri, () => this.panel.column);
    const icon = (theme: string) => vscode.Uri.joinPath(extensionUri, "media", `analyses-${theme}.svg`);
    this.panel = this.register(
      new Panel<FromPage, ToPage>({
        extensionUri,
        name,
        title: this.title,
        icon: { light: icon("light"), dark: icon("dark") },
        column: vscode.ViewColumn.Beside,
        keepsFocus: true,
        read,
        onMessage: (message) => void this.act(message).catch((error: unknown) => this.failed(error)),
        onDidHide: () => this.pageIsGone?.(),
        onDidClose: () => {
          this.pageIsGone?.();
          onDidClose();
        },
      }),
    );
    const { workspace, window } = vscode;
    const update = ({ uri: changed }: vscode.TextDocument): void => {
      if (this.text.isOf(changed)) void this.update();
    };
    this.register(workspace.onDidOpenTextDocument(update));
    this.register(workspace.onDidCloseTextDocument(update));
    this.register(
      workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        if (!this.text.isOf(document.uri) || contentChanges.length === 0) return;
        this.text.changed(contentChanges);
        this.changed?.(contentChanges);
        void this.update();
      }),
    );
    const follow = (editor: vscode.TextEditor): void => {
      if (!this.text.isOf(editor.document.uri)) return;
      this.text.used(editor);
      if (this.followsCursor) void this.update();
    };
    this.register(window.onDidChangeTextEditorSelection(({ textEditor }) => follow(textEditor)));
    this.register(
      window.onDidChangeActiveTextEditor((editor) => {
        // A second editor of the same text has its own cursor.
        if (editor !== undefined && editor !== this.text.editor) follow(editor);
      }),
    );
    this.register(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("analysesRegistry", this.text.uri)) void this.update();
      }),
    );
  }

  /** Handles an action of the page; passes `ready` on to {@link pageIsReady}. */
  protected abstract act(message: FromPage): Promise<void>;

  /** Requests the content; undefined if the server does not know the document yet, or it has changed meanwhile. */
  protected abstract ask(): Promise<Answer | undefined>;

  /** Shows an answer. */
  protected abstract take(answer: Answer): Promise<void>;

  /** Reports that the document is closed or deleted, or that no language server answers for it. */
  protected abstract sayUnavailable(message: string, wayOut: WayOut): Promise<void>;

  /** Reports that {@link act} failed, such as on showing a deleted document. */
  protected abstract failed(error: unknown): Promise<void>;

  /** Called when the page is hidden or closed, and loses its state. */
  protected pageIsGone?(): void;

  /** Called on each edit of the document, before {@link update}. */
  protected changed?(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;

  /** Whether the content depends on the cursor's position. */
  protected abstract readonly followsCursor: boolean;

  protected get title(): string {
    return this.#titleOf(this.text.name);
  }

  /** Whether a page is ready and visible. */
  get isShown(): boolean {
    return !this.isDisposed && this.#isReady && this.panel.isVisible;
  }

  /** Whether the panel has the focus. */
  get isActive(): boolean {
    return this.panel.isActive;
  }

  /** Follows the document to another name. */
  async goOnWith(uri: vscode.Uri): Promise<void> {
    this.text.uri = uri;
    this.panel.title = this.title;
    await this.update();
  }

  /** Marks the page as loading: {@link update} does nothing before it is {@link pageIsReady ready}. */
  protected expectPage(): void {
    this.#page += 1;
    this.#isReady = false;
  }

  /**
   * Opens the tab, and requests its content meanwhile.
   *
   * @param pageOf builds the page, from the answer if that comes in time
   */
  protected async showPage(pageOf: (known: Answer | undefined) => Page): Promise<void> {
    this.expectPage();
    const { document } = this.text;
    const known = document === undefined ? undefined : this.#askAhead(document);
    const later = new Promise<undefined>((resolve) => setTimeout(resolve, mostAhead, undefined));
    await this.panel.show(this.title, Promise.race([known, later]).then(pageOf));
  }

  async #askAhead(document: vscode.TextDocument): Promise<Answer | undefined> {
    const { version } = document;
    const answer = this.ask();
    this.#ahead = { version, answer };
    const known = await answer;
    return document.version === version ? known : undefined;
  }

  /** Called when the page listens. @param hasBegun whether it already shows the answer of {@link showPage} */
  protected pageIsReady(hasBegun = false): void {
    this.#page += 1;
    this.#isReady = true;
    if (hasBegun) this.#ahead = undefined;
  }

  /** Shows the current document. */
  async update(): Promise<void> {
    if (!this.isShown) return;
    this.#wanted += 1;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const handled = this.#wanted;
    try {
      await this.#askAndTake();
    } finally {
      this.#isAsking = false;
    }
    if (handled !== this.#wanted) await this.update();
  }

  /** Requests the content from another server, with all retries. */
  async askAnew(): Promise<void> {
    this.#attempts = 0;
    await this.update();
  }

  async #askAndTake(): Promise<void> {
    const { document } = this.text;
    if (document === undefined) return this.#sayClosed();
    const { version } = document;
    const page = this.#page;
    const ahead = this.#ahead;
    this.#ahead = undefined;
    const answer = await (ahead?.version === version ? ahead.answer : this.ask());
    if (document.version !== version || page !== this.#page) this.#wanted += 1;
    else if (answer === undefined) {
      const { problem } = this.#client;
      if (problem !== undefined) await this.sayUnavailable(problem, "restartServer");
      else if (document.languageId === analysesLanguage) this.#askLater();
      else await this.#sayOfOtherLanguage();
    } else {
      this.#attempts = 0;
      await this.take(answer);
    }
  }

  /** The server never answers. On a switch back to the language, `onDidOpenTextDocument` triggers {@link update}. */
  async #sayOfOtherLanguage(): Promise<void> {
    const message = vscode.l10n.t("The language mode of “{0}” is not Analyses JSON.", this.text.name);
    await this.sayUnavailable(message, null);
  }

  async #sayClosed(): Promise<void> {
    const { name, canOpen } = this.text;
    if (canOpen && (await this.text.isDeleted()))
      return this.sayUnavailable(vscode.l10n.t("“{0}” was deleted.", name), null);
    return this.sayUnavailable(vscode.l10n.t("“{0}” is closed.", name), canOpen ? "openDocument" : null);
  }

  /** Opens the closed document; reports if it has been deleted meanwhile. */
  protected async openDocument(): Promise<void> {
    if (await this.text.isDeleted()) await this.update();
    else await this.text.goTo();
  }

  #askLater(): void {
    this.#attempts += 1;
    if (this.#attempts > patience.attempts) return;
    const timer = setTimeout(() => void this.update(), patience.delay);
    this.register({ dispose: () => clearTimeout(timer) });
  }
}

/** Restarts the language server, as a page offers while none runs. */
export async function restartServer(): Promise<void> {
  await vscode.commands.executeCommand("analysesRegistry.restartServer");
}

/** The part of a panel that {@link DocumentPanels} uses. */
type PanelOfDocument = Pick<DocumentPanel<never, never, never>, "text" | "goOnWith" | "askAnew" | "dispose">;

/** The open panels of one kind, one for each document; they follow renamed documents. */
export class DocumentPanels<P extends PanelOfDocument> extends Disposable {
  readonly #panels = new Set<P>();

  /** @param make creates the panel of a document, which calls `onDidClose` when closed */
  constructor(private readonly make: (uri: vscode.Uri, onDidClose: () => void) => P) {
    super();
    this.register(
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          for (const panel of this.#panels) {
            const { uri } = panel.text;
            if (panel.text.isOf(oldUri)) void panel.goOnWith(newUri);
            else if (uri.path.startsWith(`${oldUri.path}/`) && uri.scheme === oldUri.scheme)
              void panel.goOnWith(newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) }));
          }
      }),
    );
    this.#goOnWhereSavedAs();
    this.register({
      dispose: () => {
        for (const panel of this.#panels) panel.dispose();
      },
    });
  }

  get all(): readonly P[] {
    return [...this.#panels];
  }

  /** Called when a language server is about to start. */
  connect(): undefined {
    this.answersMayDiffer();
  }

  /** @param uri limits the request to this document's panel */
  answersMayDiffer(uri?: vscode.Uri): void {
    for (const panel of this.#panels) if (uri === undefined || panel.text.isOf(uri)) void panel.askAnew();
  }

  find(uri: vscode.Uri): P | undefined {
    return this.all.find(({ text }) => text.isOf(uri));
  }

  /** Opens another panel. */
  add(uri: vscode.Uri): P {
    const panel: P = this.make(uri, () => {
      this.#panels.delete(panel);
      panel.dispose();
    });
    this.#panels.add(panel);
    return panel;
  }

  /**
   * Follows *Save As*: VS Code saves a copy and shows it in place of the document, so the panel switches to it too.
   * Ignores a copy of the same text that is saved while the document stays in its tab.
   */
  #goOnWhereSavedAs(): void {
    const copies = new Map<P, vscode.Uri>();
    this.register(
      vscode.workspace.onDidSaveTextDocument((saved) => {
        for (const panel of this.#panels)
          if (!panel.text.isOf(saved.uri) && panel.text.document?.getText() === saved.getText())
            copies.set(panel, saved.uri);
      }),
    );
    this.register(
      vscode.window.tabGroups.onDidChangeTabs(() => {
        for (const [panel, copy] of copies) {
          if (isInTab(panel.text.uri) || !isInTab(copy)) continue;
          copies.delete(panel);
          void panel.goOnWith(copy);
        }
      }),
    );
    // An edit of either makes them different documents. Not an edit: VS Code reverts the unsaved document to its file,
    // or empties an untitled one.
    this.register(
      vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
        const { uri, isDirty } = document;
        if (contentChanges.length === 0 || !isDirty || (isNew(uri) && document.getText() === "")) return;
        for (const [panel, copy] of copies)
          if (panel.text.isOf(uri) || copy.toString() === uri.toString()) copies.delete(panel);
      }),
    );
  }
}

function isInTab(uri: vscode.Uri): boolean {
  return vscode.window.tabGroups.all
    .flatMap(({ tabs }) => tabs)
    .some(({ input }) => input instanceof vscode.TabInputText && input.uri.toString() === uri.toString());
}
