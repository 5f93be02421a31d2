import * as vscode from "vscode";
import type { DisposableLike } from "../platform/lifetime";
import { Disposable } from "../platform/lifetime";
import { displayText, withoutControls } from "../platform/displayText";

type HtmlPart = string | number | Html | readonly Html[] | undefined;

/** HTML in which every text was escaped: only {@link markup} makes it. */
export class Html {
  private constructor(readonly text: string) {}

  /** @see markup */
  static of(literals: TemplateStringsArray, parts: readonly HtmlPart[]): Html {
    return new Html(literals.map((literal, index) => literal + textOf(parts[index])).join(""));
  }
}

/**
 * Writes HTML as a template: a string that is put into it stays text, also within the quotes of an attribute; other
 * HTML goes in as it is; undefined is nothing.
 */
export function markup(literals: TemplateStringsArray, ...parts: readonly HtmlPart[]): Html {
  return Html.of(literals, parts);
}

function textOf(part: HtmlPart): string {
  if (part === undefined) return "";
  if (part instanceof Html) return part.text;
  if (typeof part === "object") return part.map(({ text }) => text).join("");
  return withoutControls(String(part))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

/** A page of a webview. */
export interface Page {
  /** What a screen reader calls the page. */
  readonly title: string;
  /** All that stands in the page's body. */
  readonly body: Html;
  /** What its script begins with: `data-` attributes of the body. */
  readonly data?: Readonly<Record<string, string>>;
  /** The first message to its script, where that is known already; it must be plain data. */
  readonly first?: object | undefined;
}

/** The script and the style of a page, as the build has bundled them from `client/webviews`. */
export interface PageCode {
  readonly script: string;
  readonly style: string;
}

/**
 * A page as the text of an HTML document. Nothing can be loaded into it from anywhere, and no script and no style
 * run but its own (Content Security Policy Level 3): these stand in the page as text.
 *
 * @param nonce a random word, new for each page
 */
export function pageText(
  { title, body, data = {}, first }: Page,
  { script, style }: PageCode,
  nonce: string,
): string {
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  // Text that is not translated is English.
  const language = vscode.l10n.bundle === undefined ? "en" : vscode.env.language;
  return `<!DOCTYPE html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
${markup`<title>${title}</title>`.text}
<style nonce="${nonce}">${style}</style>
</head>
<body${Object.entries(data)
    .map(([name, value]) => markup` data-${name}="${value}"`.text)
    .join("")}>${body.text}${first === undefined ? "" : dataBlock(first)}
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

/** Data that a page has from the start: no script, and nothing in it ends the element. */
function dataBlock(data: object): string {
  return `<script type="application/json" id="first">${JSON.stringify(data).replaceAll("<", "\\u003c")}</script>`;
}

/** What makes one kind of panel. */
export interface PanelOptions<FromPage> {
  readonly extensionUri: vscode.Uri;
  /** The folder of `client/webviews` that holds the page's script and style; the view type ends in it. */
  readonly name: string;
  /** What the tab says before a page is shown. */
  readonly title: string;
  readonly column?: vscode.ViewColumn;
  /** Whether the focus stays where it is when the tab is opened. */
  readonly keepsFocus?: boolean;
  /** Reads a message of the page's script; undefined for one that makes no sense. */
  readonly read: (message: unknown) => FromPage | undefined;
  readonly onMessage: (message: FromPage) => void;
  /** The page is gone, since another tab came before it; there will be a new one. */
  readonly onDidHide?: () => void;
  /** The reader, VS Code or {@link Panel.close} has closed the panel. */
  readonly onDidClose?: () => void;
  /**
   * Shows again what the reader had open when the window was reloaded, from what the page's script kept (`keep`).
   * Needs `onWebviewPanel:analysesRegistry.<name>` among package.json's activation events.
   */
  readonly restore?: (state: unknown) => void;
}

/**
 * A panel with a webview: one tab, which is made when it is first shown and again after it was closed. Pages can load
 * nothing (see {@link pageText}); what their scripts say is read before it is believed.
 */
export class Panel<FromPage, ToPage extends object> extends Disposable {
  readonly #options: PanelOptions<FromPage>;
  #panel: vscode.WebviewPanel | undefined;
  /** The page that is to be shown last, whichever is ready first. */
  #wanted: Page | Promise<Page> | undefined;

  constructor(options: PanelOptions<FromPage>) {
    super();
    this.#options = options;
    if (options.restore !== undefined) {
      this.register(
        vscode.window.registerWebviewPanelSerializer(this.#viewType, {
          deserializeWebviewPanel: (panel, state: unknown) => {
            this.takeOver(panel, state);
            return Promise.resolve();
          },
        }),
      );
    }
    this.register({ dispose: () => this.close() });
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** Whether the reader can see it: what is hidden has no page, and gets a new one when it is shown again. */
  get isVisible(): boolean {
    return this.#panel?.visible === true;
  }

  /** Whether it has the focus. */
  get isActive(): boolean {
    return this.#panel?.active === true;
  }

  /** Where it is; undefined where it is not open. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  /** Brings the tab to the front; opens it first where there is none. */
  reveal(keepsFocus = this.#options.keepsFocus): void {
    this.#opened().reveal(undefined, keepsFocus);
  }

  /**
   * Shows a page in place of the one before, and names the tab. Opens the tab where there is none, which takes VS Code
   * some time: the page may be made meanwhile.
   */
  async show(title: string, wanted: Page | Promise<Page>): Promise<void> {
    const panel = this.#opened();
    panel.title = displayText(title);
    this.#wanted = wanted;
    const [page, code] = await Promise.all([wanted, pageCode(this.#options)]);
    if (this.#panel !== panel || this.#wanted !== wanted) return;
    panel.webview.html = pageText(page, code, crypto.randomUUID().replaceAll("-", ""));
  }

  /** Goes on in a tab that VS Code has kept over a reload of the window. */
  takeOver(panel: vscode.WebviewPanel, state: unknown): void {
    this.#adopt(panel);
    this.#options.restore?.(state);
  }

  /** Names the tab. */
  set title(title: string) {
    if (this.#panel !== undefined) this.#panel.title = displayText(title);
  }

  /** Tells the script of the page that is shown something. */
  async post(message: ToPage): Promise<void> {
    await this.#panel?.webview.postMessage(message);
  }

  close(): void {
    this.#panel?.dispose();
  }

  get #viewType(): string {
    return `analysesRegistry.${this.#options.name}`;
  }

  #opened(): vscode.WebviewPanel {
    const { title, column = vscode.ViewColumn.Active, keepsFocus = false } = this.#options;
    const place = { viewColumn: column, preserveFocus: keepsFocus };
    return (
      this.#panel ??
      this.#adopt(vscode.window.createWebviewPanel(this.#viewType, title, place, { enableFindWidget: true }))
    );
  }

  #adopt(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    const { read, onMessage, onDidHide, onDidClose } = this.#options;
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.onDidReceiveMessage((said: unknown) => {
      const message = read(said);
      if (message !== undefined && this.#panel === panel) onMessage(message);
    });
    panel.onDidChangeViewState(() => {
      if (this.#panel === panel && !panel.visible) onDidHide?.();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#wanted = undefined;
      onDidClose?.();
    });
    this.#panel = panel;
    return panel;
  }
}

/**
 * Panels of one kind, whose code is loaded with the first that is wanted, or that was open when the window was reloaded.
 * The latter needs `onWebviewPanel:analysesRegistry.<name>` among package.json's activation events.
 */
export class LaterPanels<
  P extends DisposableLike & { takeOver(tab: vscode.WebviewPanel, state: unknown): Promise<void> },
> extends Disposable {
  #loaded: Promise<P> | undefined;

  constructor(
    name: string,
    private readonly load: () => Promise<P>,
  ) {
    super();
    this.register(
      vscode.window.registerWebviewPanelSerializer(`analysesRegistry.${name}`, {
        deserializeWebviewPanel: async (tab, state: unknown) => (await this.get()).takeOver(tab, state),
      }),
    );
  }

  get(): Promise<P> {
    return (this.#loaded ??= this.load().then((panels) => this.register(panels)));
  }
}

const codes = new Map<string, Promise<PageCode>>();

/** What the build has made of `client/webviews/<name>/main.ts`, read once. */
export function pageCode(page: Pick<PanelOptions<unknown>, "extensionUri" | "name">): Promise<PageCode> {
  const code = codes.get(page.name) ?? readCode(page);
  codes.set(page.name, code);
  // Another time it may be read.
  code.catch(() => codes.delete(page.name));
  return code;
}

async function readCode({
  extensionUri,
  name,
}: Pick<PanelOptions<unknown>, "extensionUri" | "name">): Promise<PageCode> {
  const [script, style] = await Promise.all(
    [`${name}.js`, `${name}.css`].map(async (file) => {
      const uri = vscode.Uri.joinPath(extensionUri, "dist", "webviews", file);
      return new TextDecoder().decode(await vscode.workspace.fs.readFile(uri));
    }),
  );
  return { script: script ?? "", style: style ?? "" };
}
