import * as vscode from "vscode";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { isNew } from "../platform/editor";
import { Disposable } from "../platform/lifetime";
import { type PanelOptions, Panel } from "./panel";
import { PanelDocument, retryPolicy } from "./panelDocument";

/** Options of one kind of document panel. */
interface DocumentPanelOptions<FromPage> extends Pick<
  PanelOptions<FromPage>,
  "extensionUri" | "name" | "read"
> {
  /** The tab's title, given the document's name. */
  readonly titleOf: (name: string) => string;
  /** Reports why no language server runs. */
  readonly client: Pick<AnalysesLanguageClient, "problem">;
}

/** The button that a page offers while no answer can come; null for none. */
export type Remedy = "openDocument" | "restartServer" | null;

/**
 * A panel that follows a document: whenever the document, its cursor or the settings change, the panel requests its
 * content again. It sends one request at a time, and none while hidden.
 */
export abstract class DocumentPanel<FromPage, ToPage extends object, Answer> extends Disposable {
  readonly text: PanelDocument;
  protected readonly panel: Panel<FromPage, ToPage>;
  readonly #titleOf: DocumentPanelOptions<FromPage>["titleOf"];
  readonly #client: DocumentPanelOptions<FromPage>["client"];
  /** The number of the current page: the answer to a request of an earlier page is dropped. */
  #pageNumber = 0;
  #isReady = false;
  #isRequesting = false;
  /** Counts the calls of {@link update}: after a call during a request, another request follows. */
  #updateCalls = 0;
  #attempts = 0;

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
        onMessage: (message) =>
          void this.handleAction(message).catch((error: unknown) => this.showError(error)),
        onDidHide: () => this.onPageGone?.(),
        onDidClose: () => {
          this.onPageGone?.();
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
        this.text.moveCursor(contentChanges);
        this.onTextChange?.(contentChanges);
        void this.update();
      }),
    );
    const follow = (editor: vscode.TextEditor): void => {
      if (!this.text.isOf(editor.document.uri)) return;
      this.text.rememberEditor(editor);
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
  protected abstract handleAction(message: FromPage): Promise<void>;

  /**
   * Requests the content; undefined if the server does not know the document yet, or the document has just changed.
   */
  protected abstract requestAnswer(): Promise<Answer | undefined>;

  protected abstract showAnswer(answer: Answer): Promise<void>;

  /** Reports that the document is closed or deleted, or that no language server answers for it. */
  protected abstract showUnavailable(message: string, remedy: Remedy): Promise<void>;

  /** Reports that {@link handleAction} failed, such as on showing a deleted document. */
  protected abstract showError(error: unknown): Promise<void>;

  /** Called when the page is hidden or closed, which ends its script. */
  protected onPageGone?(): void;

  /** Called on each edit of the document, before {@link update}. */
  protected onTextChange?(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;

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

  /** Follows the document to another URI. */
  async followTo(uri: vscode.Uri): Promise<void> {
    this.text.uri = uri;
    this.panel.title = this.title;
    await this.update();
  }

  /** Marks the page as loading: {@link update} does nothing before it is {@link pageIsReady ready}. */
  protected expectPage(): void {
    this.#pageNumber += 1;
    this.#isReady = false;
  }

  /** Called when the page is ready for messages. */
  protected pageIsReady(): void {
    this.#pageNumber += 1;
    this.#isReady = true;
  }

  /** Requests and shows the content of the current document; does nothing while no page is shown. */
  async update(): Promise<void> {
    if (!this.isShown) return;
    this.#updateCalls += 1;
    if (this.#isRequesting) return;
    this.#isRequesting = true;
    const handled = this.#updateCalls;
    try {
      await this.#requestAndShow();
    } finally {
      this.#isRequesting = false;
    }
    if (handled !== this.#updateCalls) await this.update();
  }

  /** Requests the content again with all retries, such as from a restarted server. */
  async requestAgain(): Promise<void> {
    this.#attempts = 0;
    await this.update();
  }

  async #requestAndShow(): Promise<void> {
    const { document } = this.text;
    if (document === undefined) return this.#showClosed();
    const { version } = document;
    const pageNumber = this.#pageNumber;
    const answer = await this.requestAnswer();
    if (document.version !== version || pageNumber !== this.#pageNumber) this.#updateCalls += 1;
    else if (answer === undefined) {
      const { problem } = this.#client;
      if (problem !== undefined) await this.showUnavailable(problem, "restartServer");
      else if (document.languageId === analysesLanguage) this.#requestLater();
      else await this.#showOtherLanguage();
    } else {
      this.#attempts = 0;
      await this.showAnswer(answer);
    }
  }

  /**
   * The server answers only for analyses documents. A switch back triggers {@link update} by `onDidOpenTextDocument`.
   */
  async #showOtherLanguage(): Promise<void> {
    const message = vscode.l10n.t("The language mode of “{0}” is not Analyses JSON.", this.text.name);
    await this.showUnavailable(message, null);
  }

  async #showClosed(): Promise<void> {
    const { name, canOpen } = this.text;
    if (canOpen && (await this.text.isDeleted()))
      return this.showUnavailable(vscode.l10n.t("“{0}” was deleted.", name), null);
    return this.showUnavailable(vscode.l10n.t("“{0}” is closed.", name), canOpen ? "openDocument" : null);
  }

  /** Opens the closed document; reports if it has been deleted meanwhile. */
  protected async openDocument(): Promise<void> {
    if (await this.text.isDeleted()) await this.update();
    else await this.text.goTo();
  }

  #requestLater(): void {
    this.#attempts += 1;
    if (this.#attempts > retryPolicy.attempts) return;
    const timer = setTimeout(() => void this.update(), retryPolicy.delay);
    this.register({ dispose: () => clearTimeout(timer) });
  }
}

/** Restarts the language server, as a page offers while none runs. */
export async function restartServer(): Promise<void> {
  await vscode.commands.executeCommand("analysesRegistry.restartServer");
}

/** The part of a panel that {@link DocumentPanels} uses. */
type PanelOfDocument = Pick<
  DocumentPanel<never, never, never>,
  "text" | "followTo" | "requestAgain" | "dispose"
>;

/** The open panels of one kind, one for each document; they follow renamed documents. */
export class DocumentPanels<P extends PanelOfDocument> extends Disposable {
  readonly #panels = new Set<P>();

  /** @param make creates the panel of a document; the panel calls `onDidClose` when it is closed */
  constructor(private readonly make: (uri: vscode.Uri, onDidClose: () => void) => P) {
    super();
    this.register(
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files)
          for (const panel of this.#panels) {
            const { uri } = panel.text;
            if (panel.text.isOf(oldUri)) void panel.followTo(newUri);
            else if (uri.path.startsWith(`${oldUri.path}/`) && uri.scheme === oldUri.scheme)
              void panel.followTo(newUri.with({ path: newUri.path + uri.path.slice(oldUri.path.length) }));
          }
      }),
    );
    this.#followSaveAs();
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
    for (const panel of this.#panels)
      if (uri === undefined || panel.text.isOf(uri)) void panel.requestAgain();
  }

  find(uri: vscode.Uri): P | undefined {
    return this.all.find(({ text }) => text.isOf(uri));
  }

  /** Creates the panel of a document, which opens later. */
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
  #followSaveAs(): void {
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
          void panel.followTo(copy);
        }
      }),
    );
    // Once the user edits the document or its copy, they are different documents. After Save As, VS Code itself reverts
    // the document to its file, or empties an untitled one: these changes are no edits.
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
