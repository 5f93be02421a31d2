import * as vscode from "vscode";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { isNew } from "../platform/editor";
import { Disposable } from "../platform/lifetime";
import type { Page, PanelOptions } from "./panel";
import { Panel } from "./panel";
import { PanelDocument } from "./panelDocument";

/** How long after an answer that knew no document the next is asked for, and how often, in milliseconds. */
const patience = { delay: 150, attempts: 40 };

/** How long a page waits for what it is to begin with: VS Code needs longer to open the tab. In milliseconds. */
const mostAhead = 120;

/** What makes one kind of panel beside a document. */
export interface DocumentPanelOptions<FromPage> extends Pick<
  PanelOptions<FromPage>,
  "extensionUri" | "name" | "read"
> {
  /** What the tab says, given the document's name. */
  readonly titleOf: (name: string) => string;
  /** What answers. */
  readonly client: Pick<AnalysesLanguageClient, "problem">;
}

/** What a page offers where nothing can be asked. */
export type WayOut = "openDocument" | "restartServer" | null;

/**
 * A panel beside a document, which it follows: what it shows is asked for again as the document, its cursor or the
 * settings change, by one question at a time, and by none while nobody sees it.
 */
export abstract class DocumentPanel<FromPage, ToPage extends object, Answer> extends Disposable {
  readonly text: PanelDocument;
  protected readonly panel: Panel<FromPage, ToPage>;
  readonly #titleOf: DocumentPanelOptions<FromPage>["titleOf"];
  readonly #client: DocumentPanelOptions<FromPage>["client"];
  /** Counts the pages; what was asked for one is nothing to the next. */
  #page = 0;
  #isReady = false;
  #isAsking = false;
  /** Grows with each reason to ask. */
  #wanted = 0;
  #attempts = 0;
  /** What was asked for before there was a page to show it. */
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
    this.panel = this.register(
      new Panel<FromPage, ToPage>({
        extensionUri,
        name,
        title: this.title,
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
        // Of two editors with the same text, the other one has its own cursor.
        if (editor !== undefined && editor !== this.text.editor) follow(editor);
      }),
    );
    this.register(
      workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration("analysesRegistry", this.text.uri)) void this.update();
      }),
    );
  }

  /** Does what the reader does on the page; `ready` is handed on to {@link pageIsReady}. */
  protected abstract act(message: FromPage): Promise<void>;

  /** Asks for what is to be shown; undefined where the document is not known yet, or has changed meanwhile. */
  protected abstract ask(): Promise<Answer | undefined>;

  /** Shows what was asked for. */
  protected abstract take(answer: Answer): Promise<void>;

  /** Says that the document is closed, or that no language server runs. */
  protected abstract sayUnavailable(message: string, wayOut: WayOut): Promise<void>;

  /** What the reader did could not be done, such as showing a document that is gone. */
  protected abstract failed(error: unknown): Promise<void>;

  /** The page is gone with all that was done on it and not said. */
  protected pageIsGone?(): void;

  /** The document was edited; {@link update} comes after it. */
  protected changed?(changes: readonly vscode.TextDocumentContentChangeEvent[]): void;

  /** Whether what is shown depends on where the cursor is. */
  protected abstract readonly followsCursor: boolean;

  protected get title(): string {
    return this.#titleOf(this.text.name);
  }

  /** Whether there is a page, and somebody sees it. */
  get isShown(): boolean {
    return !this.isDisposed && this.#isReady && this.panel.isVisible;
  }

  /** Whether the reader is in it. */
  get isActive(): boolean {
    return this.panel.isActive;
  }

  /** Goes on with a document that has another name now. */
  async goOnWith(uri: vscode.Uri): Promise<void> {
    this.text.uri = uri;
    this.panel.title = this.title;
    await this.update();
  }

  /** A new page is to be shown: nothing can be said to it before it is {@link pageIsReady ready}. */
  protected expectPage(): void {
    this.#page += 1;
    this.#isReady = false;
  }

  /**
   * Opens the tab, and asks meanwhile what it is to show.
   *
   * @param pageOf makes the page, of the answer where that is there in time
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

  /** The page listens. @param hasBegun whether it shows already what {@link showPage} had for it, else nothing */
  protected pageIsReady(hasBegun = false): void {
    this.#page += 1;
    this.#isReady = true;
    if (hasBegun) this.#ahead = undefined;
  }

  /** Shows the document as it is now. */
  async update(): Promise<void> {
    if (!this.isShown) return;
    this.#wanted += 1;
    if (this.#isAsking) return;
    this.#isAsking = true;
    const asked = this.#wanted;
    try {
      await this.#askAndTake();
    } finally {
      this.#isAsking = false;
    }
    if (asked !== this.#wanted) await this.update();
  }

  /** Another server answers: what the one before said, or did not, is of no interest. */
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

  /** No answer will come. Once it is in the language again, it is opened anew for whoever listens. */
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

  /** Goes to the document that is closed; where it has been deleted meanwhile, that is said. */
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

/** Does what a page offers where no language server runs. */
export async function restartServer(): Promise<void> {
  await vscode.commands.executeCommand("analysesRegistry.restartServer");
}

/** What {@link DocumentPanels} has to do with a panel. */
type PanelOfDocument = Pick<DocumentPanel<never, never, never>, "text" | "goOnWith" | "askAnew" | "dispose">;

/** The open panels of one kind, one for each document; they go on with documents that get another name. */
export class DocumentPanels<P extends PanelOfDocument> extends Disposable {
  readonly #panels = new Set<P>();

  /** @param make makes the panel of a document, which calls back when it was closed */
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

  /** A language server is about to start. */
  connect(): undefined {
    this.answersMayDiffer();
  }

  /** @param uri the only document that this is about */
  answersMayDiffer(uri?: vscode.Uri): void {
    for (const panel of this.#panels) if (uri === undefined || panel.text.isOf(uri)) void panel.askAnew();
  }

  find(uri: vscode.Uri): P | undefined {
    return this.all.find(({ text }) => text.isOf(uri));
  }

  /** A further panel. */
  add(uri: vscode.Uri): P {
    const panel: P = this.make(uri, () => {
      this.#panels.delete(panel);
      panel.dispose();
    });
    this.#panels.add(panel);
    return panel;
  }

  /**
   * *Save As* is a copy to VS Code, which shows it in place of the document: a panel goes on with it, as the editor
   * does. A copy of the same text that is saved while the document stays in its tab is none of the panel's business.
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
    // Once one of the two is edited, it is another document. What was unsaved goes back to the file, which is no edit;
    // a new document, which has no file, is emptied.
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
