// The part of VS Code's API that a panel needs, over one in-memory document and one page.
import { readFile, stat, writeFile } from "node:fs/promises";
import { TextDocument } from "vscode-languageserver-textdocument";

export class Position {
  constructor(
    readonly line: number,
    readonly character: number,
  ) {}

  isEqual({ line, character }: Position): boolean {
    return line === this.line && character === this.character;
  }

  isAfter({ line, character }: Position): boolean {
    return this.line > line || (this.line === line && this.character > character);
  }
}

export class Range {
  readonly start: Position;
  readonly end: Position;

  constructor(start: Position | number, end: Position | number, line?: number, character?: number) {
    const isNumbers = typeof start === "number" && typeof end === "number";
    this.start = isNumbers
      ? new Position(start, end)
      : typeof start === "number"
        ? new Position(0, 0)
        : start;
    this.end = typeof end === "number" ? new Position(line ?? 0, character ?? 0) : end;
  }
}

export class Selection extends Range {
  get active(): Position {
    return this.end;
  }
}

export const EndOfLine = { LF: 1, CRLF: 2 };
export const ViewColumn = { Active: -1, Beside: -2 };
export const TextEditorRevealType = { InCenterIfOutsideViewport: 2 };
export const DiagnosticSeverity = { Error: 0, Warning: 1 };
export const FilePermission = { Readonly: 1 };
export const CodeActionKind = { QuickFix: { value: "quickfix" } };
/** The editor has no tabs. */
export const TabInputText = Object;
export const TabInputTextDiff = Object;

export interface Address {
  readonly scheme: string;
  readonly path: string;
  toString(): string;
}

/** Only a missing file is an error here. */
export class FileSystemError extends Error {
  readonly code = "FileNotFound";
}

const orMissing = (error: unknown): never => {
  throw new FileSystemError(String(error));
};

export const Uri = {
  parse(text: string): Address {
    const { protocol, pathname } = new URL(text);
    return { scheme: protocol.slice(0, -1), path: pathname, toString: () => text };
  },
  joinPath: (base: Address, ...parts: readonly string[]): Address =>
    Uri.parse(new URL([base.toString(), ...parts].join("/")).href),
};

class Listeners<Event> {
  readonly #all = new Set<(event: Event) => void>();
  readonly listen = (listener: (event: Event) => void) => {
    this.#all.add(listener);
    return { dispose: () => this.#all.delete(listener) };
  };

  tell(event: Event): void {
    for (const listener of [...this.#all]) listener(event);
  }
}

interface Change {
  readonly range: Range;
  readonly rangeOffset: number;
  readonly rangeLength: number;
  readonly text: string;
}

/** Replaces the text between two offsets. */
export interface TextChange {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

interface Edit {
  readonly range: Range;
  readonly text: string;
}

/** The document, with VS Code's interface. */
class SmallDocument {
  readonly languageId = "analyses";
  readonly isDirty = true;
  /** The last saved text. */
  saved = "";
  readonly #text: TextDocument;

  constructor(
    readonly uri: Address,
    text: string,
  ) {
    this.#text = TextDocument.create(uri.toString(), this.languageId, 1, text);
  }

  get version(): number {
    return this.#text.version;
  }

  get eol(): number {
    return this.getText().includes("\r\n") ? EndOfLine.CRLF : EndOfLine.LF;
  }

  save(): Promise<boolean> {
    this.saved = this.getText();
    return Promise.resolve(true);
  }

  getText(range?: Range): string {
    return this.#text.getText(range);
  }

  offsetAt(position: Position): number {
    return this.#text.offsetAt(position);
  }

  positionAt(offset: number): Position {
    const { line, character } = this.#text.positionAt(offset);
    return new Position(line, character);
  }

  /** Edits the document as another author. */
  replace(changes: readonly TextChange[]): void {
    this.edit(
      changes.map(({ start, end, text }) => ({
        range: new Range(this.positionAt(start), this.positionAt(end)),
        text,
      })),
    );
  }

  /** Applies all edits as one change event. */
  edit(edits: readonly Edit[]): void {
    const changes = edits
      .map(({ range, text }): Change => {
        const [start, end] = [this.offsetAt(range.start), this.offsetAt(range.end)];
        return { range, text, rangeOffset: start, rangeLength: end - start };
      })
      .sort((one, other) => other.rangeOffset - one.rangeOffset);
    TextDocument.update(this.#text, changes, this.version + 1);
    changed.tell({ document: this, contentChanges: changes });
    if (editor?.document === this) editor.follow(changes);
  }
}

/** The editor that shows the document. */
class SmallEditor {
  readonly viewColumn = 1;
  #selection = new Selection(new Position(0, 0), new Position(0, 0));
  /** The selection's offsets in the current text. */
  #offsets = [0, 0];

  constructor(readonly document: SmallDocument) {}

  get selection(): Selection {
    return this.#selection;
  }

  set selection(selection: Selection) {
    this.#selection = selection;
    this.#offsets = [selection.start, selection.end].map((position) => this.document.offsetAt(position));
    selected.tell({ textEditor: this });
  }

  /** Moves the selection with a change of the text; like VS Code, reports that only after the change. */
  follow(changes: readonly Change[]): void {
    const moved = (offset: number, { rangeOffset, rangeLength, text }: Change): number =>
      offset >= rangeOffset + rangeLength
        ? offset + text.length - rangeLength
        : offset > rangeOffset
          ? Math.min(offset, rangeOffset + text.length)
          : offset;
    this.#offsets = this.#offsets.map((offset) => changes.reduce(moved, offset));
    setImmediate(() => {
      if (editor !== this) return;
      const [start, end] = this.#offsets.map((offset) => this.document.positionAt(offset));
      if (start !== undefined && end !== undefined) this.selection = new Selection(start, end);
    });
  }

  /** Moves the cursor to an offset. */
  goTo(offset: number): void {
    const position = this.document.positionAt(offset);
    this.selection = new Selection(position, position);
  }

  /** Like VS Code's other process, applies an edit asynchronously and only to the version that it was made for. */
  async edit(make: (builder: { replace(range: Range, text: string): void }) => void): Promise<boolean> {
    const { version } = this.document;
    const edits: Edit[] = [];
    make({ replace: (range, text) => edits.push({ range, text }) });
    await new Promise((resolve) => setImmediate(resolve));
    if (this.document.version !== version) return false;
    this.document.edit(edits);
    await new Promise((resolve) => setImmediate(resolve));
    return true;
  }

  revealRange(): void {
    // The editor renders nothing.
  }
}

/** The page's tab. */
class SmallPanel {
  title = "";
  readonly viewColumn = 2;
  visible = true;
  readonly active = true;
  readonly #received = new Listeners<unknown>();
  readonly #disposed = new Listeners<undefined>();
  readonly #turned = new Listeners<undefined>();
  readonly onDidChangeViewState = this.#turned.listen;
  readonly onDidDispose = this.#disposed.listen;
  readonly webview = {
    options: {},
    set html(html: string) {
      browser.html(html);
    },
    postMessage: async (message: unknown) => {
      browser.post(message);
      return Promise.resolve(true);
    },
    onDidReceiveMessage: this.#received.listen,
  };

  reveal(): void {
    // Always visible.
  }

  dispose(): void {
    this.#disposed.tell(undefined);
  }

  receive(message: unknown): void {
    this.#received.tell(message);
  }

  turn(isVisible: boolean): void {
    this.visible = isVisible;
    this.#turned.tell(undefined);
  }
}

const changed = new Listeners<{
  readonly document: SmallDocument;
  readonly contentChanges: readonly Change[];
}>();
const closed = new Listeners<SmallDocument>();
const reopened = new Listeners<SmallDocument>();
const selected = new Listeners<{ readonly textEditor: SmallEditor }>();
const diagnosed = new Listeners<{ readonly uris: readonly Address[] }>();
const never = new Listeners<never>().listen;
let diagnostics: readonly SmallDiagnostic[] = [];
let lists = 0;
let document: SmallDocument | undefined;
let editor: SmallEditor | undefined;
let panel: SmallPanel | undefined;
const saves = new Listeners<Pick<SmallDocument, "uri" | "getText">>();
/** The answers to the next prompts. */
const answers: string[] = [];
let opened: { readonly language: string; readonly content: string } | undefined;
let browser: Page = { html: () => undefined, post: () => undefined };

type Place = Pick<Position, "line" | "character">;

/** A diagnostic from the language server (LSP 3.17, Diagnostic). */
interface SmallDiagnostic {
  readonly range: { readonly start: Place; readonly end: Place };
  readonly severity?: number | undefined;
  readonly message: unknown;
}

/** Receives a page's HTML and messages. */
export interface Page {
  html(text: string): void;
  post(message: unknown): void;
}

/** The editor's interface for tests. */
export const smallEditor = {
  /** Shows a document in place of the previous one. */
  open(uri: string, text: string, shown: Page): SmallDocument {
    document = new SmallDocument(Uri.parse(uri), text);
    editor = new SmallEditor(document);
    browser = shown;
    diagnostics = [];
    return document;
  },
  /** Closes the document and opens it with another text, which has the same version again. */
  reopen(text: string): SmallDocument | undefined {
    if (document === undefined) return undefined;
    const { uri } = document;
    const before = document;
    document = undefined;
    closed.tell(before);
    document = new SmallDocument(uri, text);
    editor = new SmallEditor(document);
    reopened.tell(document);
    return document;
  },
  /** Answers the next prompt. */
  answer: (text: string) => void answers.push(text),
  /** Tells that another document was saved. */
  save: (uri: string) => saves.tell({ uri: Uri.parse(uri), getText: () => "" }),
  /** The last new document that the extension opened. */
  get opened() {
    return opened;
  },
  goTo: (offset: number) => editor?.goTo(offset),
  get selected(): string {
    return editor === undefined ? "" : editor.document.getText(editor.selection);
  },
  diagnose(found: readonly SmallDiagnostic[]): void {
    diagnostics = found.map(({ severity = 1, ...one }) => ({ ...one, severity: severity - 1 }));
    if (document !== undefined) diagnosed.tell({ uris: [document.uri] });
  },
  /** Passes a message from the page to the extension. */
  receive: (message: unknown) => panel?.receive(message),
  /** Hides the page behind another tab, or shows it again. */
  turn: (isVisible: boolean) => panel?.turn(isVisible),
  /** Closes the page's tab. */
  close: () => panel?.dispose(),
  onDidChange: changed.listen,
  /** How many lists to choose from were shown. */
  get lists(): number {
    return lists;
  },
};

export const workspace = {
  get textDocuments() {
    return document === undefined ? [] : [document];
  },
  onDidOpenTextDocument: reopened.listen,
  onDidCloseTextDocument: closed.listen,
  onDidSaveTextDocument: saves.listen,
  onDidChangeTextDocument: changed.listen,
  onDidChangeConfiguration: never,
  onDidRenameFiles: never,
  getConfiguration: () => ({ get: (_: string, otherwise: unknown) => otherwise }),
  getWorkspaceFolder: () => undefined,
  fs: {
    isWritableFileSystem: () => true,
    stat: async (uri: Address) => ({
      ...(await stat(new URL(uri.toString())).catch(orMissing)),
      permissions: 0,
    }),
    readFile: (uri: Address) => readFile(new URL(uri.toString())).catch(orMissing),
    writeFile: (uri: Address, content: Uint8Array) => writeFile(new URL(uri.toString()), content),
  },
  asRelativePath: ({ path }: Address) => path.split("/").at(-1) ?? "",
  openTextDocument: (document: NonNullable<typeof opened>) => Promise.resolve((opened = document)),
};

export const window = {
  get visibleTextEditors() {
    return editor === undefined ? [] : [editor];
  },
  onDidChangeTextEditorSelection: selected.listen,
  onDidChangeActiveTextEditor: never,
  tabGroups: { all: [], onDidChangeTabs: never },
  createWebviewPanel: () => (panel = new SmallPanel()),
  showWarningMessage: () => Promise.resolve(undefined),
  showInformationMessage: () => Promise.resolve(undefined),
  showInputBox: () => Promise.resolve(answers.shift()),
  /** The user closes each list without a choice. */
  showQuickPick: () => {
    lists += 1;
    return Promise.resolve(undefined);
  },
  showTextDocument: (_: Address, { selection }: { readonly selection?: Range }) => {
    if (editor !== undefined && selection !== undefined)
      editor.selection = new Selection(selection.start, selection.end);
    return Promise.resolve(editor);
  },
};

export const languages = {
  getDiagnostics: () => diagnostics,
  onDidChangeDiagnostics: diagnosed.listen,
};
/** Offers one fix everywhere. */
export const commands = {
  executeCommand: (name: string) =>
    Promise.resolve(name === "vscode.executeCodeActionProvider" ? [{ title: "Mend" }] : undefined),
};
export const env = { language: "en" };
export const extensions = { getExtension: () => undefined };
export const l10n = {
  bundle: undefined,
  t: (sentence: string, ...values: readonly unknown[]) =>
    sentence.replace(/\{(\d)\}/g, (_, index) => String(values[Number(index)])),
};
