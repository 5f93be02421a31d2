import * as vscode from "vscode";
import { type DisposableLike, Disposable } from "../platform/lifetime";
import { displayText, withoutControls } from "../platform/displayText";

type TemplateValue = string | number | Html | readonly Html[] | undefined;

/** HTML that only {@link markup} creates, which escapes every text in it. */
export class Html {
  private constructor(readonly text: string) {}

  /** @see markup */
  static of(literals: TemplateStringsArray, values: readonly TemplateValue[]): Html {
    return new Html(literals.map((literal, index) => literal + htmlOf(values[index])).join(""));
  }
}

/**
 * Builds HTML from a template: escapes strings and numbers, also within the quotes of an attribute; inserts other
 * HTML unchanged; omits undefined.
 */
export function markup(literals: TemplateStringsArray, ...values: readonly TemplateValue[]): Html {
  return Html.of(literals, values);
}

function htmlOf(value: TemplateValue): string {
  if (value === undefined) return "";
  if (value instanceof Html) return value.text;
  if (typeof value === "object") return value.map(({ text }) => text).join("");
  return withoutControls(String(value))
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

export interface Page {
  /** The document title, which screen readers read. */
  readonly title: string;
  /** The content of the page's body. */
  readonly body: Html;
  /** Initial data of the page's script: `data-` attributes of the body. */
  readonly data?: Readonly<Record<string, string>>;
}

/** The script and the style of a page, as the build bundles them from `client/webviews`. */
interface PageCode {
  readonly script: string;
  readonly style: string;
}

/**
 * Renders a page as an HTML document. Its policy (Content Security Policy Level 3) blocks loading of any kind. It
 * allows only the scripts and styles with the nonce, which are inline.
 *
 * @param nonce a random word, new for each page
 */
export function pageText(
  { title, body, data = {} }: Page,
  { script, style }: PageCode,
  nonce: string,
): string {
  const policy = `default-src 'none'; base-uri 'none'; form-action 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  // Without a bundle of translations, all texts are English.
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
    .join("")}>${body.text}
<script nonce="${nonce}">${script}</script>
</body>
</html>`;
}

/** Options of one kind of panel. */
export interface PanelOptions<FromPage> {
  readonly extensionUri: vscode.Uri;
  /** The folder of `client/webviews` that holds the page's script and style; the last word of the view type. */
  readonly name: string;
  /** The tab's title until a page is shown. */
  readonly title: string;
  /** The tab's icon; VS Code shows a file's icon by default. */
  readonly icon?: { readonly light: vscode.Uri; readonly dark: vscode.Uri };
  readonly column?: vscode.ViewColumn;
  /** Whether the focus stays where it is when the tab is opened. */
  readonly keepsFocus?: boolean;
  /** Parses a message of the page's script; undefined if invalid. */
  readonly read: (message: unknown) => FromPage | undefined;
  readonly onMessage: (message: FromPage) => void;
  /** Called when another tab hides the panel: VS Code discards the page, and loads a new one later. */
  readonly onDidHide?: () => void;
  /** Called when the panel has been closed: by the user, VS Code or {@link Panel.close}. */
  readonly onDidClose?: () => void;
}

/**
 * A webview panel: one tab, created when first shown and again after it was closed. Pages can load nothing (see
 * {@link pageText}); `read` validates the messages of their scripts.
 */
export class Panel<FromPage, ToPage extends object> extends Disposable {
  #panel: vscode.WebviewPanel | undefined;
  /** The page of the last {@link show}: pages of earlier calls that resolve later are dropped. */
  #lastPage: Page | Promise<Page> | undefined;

  constructor(private readonly options: PanelOptions<FromPage>) {
    super();
    this.register({ dispose: () => this.close() });
  }

  get isOpen(): boolean {
    return this.#panel !== undefined;
  }

  /** Whether the tab is visible: a hidden panel has no page, and loads a new one when shown again. */
  get isVisible(): boolean {
    return this.#panel?.visible === true;
  }

  /** Whether the tab has the focus. */
  get isActive(): boolean {
    return this.#panel?.active === true;
  }

  /** The tab's editor column; undefined while closed. */
  get column(): vscode.ViewColumn | undefined {
    return this.#panel?.viewColumn;
  }

  /** Brings the tab to the front; opens a closed one. */
  reveal(keepsFocus = this.options.keepsFocus): void {
    this.#openTab().reveal(undefined, keepsFocus);
  }

  /** Replaces the page, and sets the tab's title; opens a closed tab first. */
  async show(title: string, nextPage: Page | Promise<Page>): Promise<void> {
    const panel = this.#openTab();
    panel.title = displayText(title);
    this.#lastPage = nextPage;
    const [page, code] = await Promise.all([nextPage, pageCode(this.options)]);
    if (this.#panel !== panel || this.#lastPage !== nextPage) return;
    panel.webview.html = pageText(page, code, crypto.randomUUID().replaceAll("-", ""));
  }

  /** Adopts a tab that VS Code kept over a reload of the window. */
  adopt(panel: vscode.WebviewPanel): void {
    this.#attach(panel);
  }

  /** Sets the tab's title; no effect while closed. */
  set title(title: string) {
    if (this.#panel !== undefined) this.#panel.title = displayText(title);
  }

  /** Posts a message to the script of the current page. */
  async post(message: ToPage): Promise<void> {
    await this.#panel?.webview.postMessage(message);
  }

  close(): void {
    this.#panel?.dispose();
  }

  /** Returns the tab, opened if it was closed. */
  #openTab(): vscode.WebviewPanel {
    if (this.#panel !== undefined) return this.#panel;
    const { name, title, column = vscode.ViewColumn.Active, keepsFocus = false } = this.options;
    const showOptions = { viewColumn: column, preserveFocus: keepsFocus };
    const options = { enableFindWidget: true };
    const viewType = `analysesRegistry.${name}`;
    return this.#attach(vscode.window.createWebviewPanel(viewType, title, showOptions, options));
  }

  #attach(panel: vscode.WebviewPanel): vscode.WebviewPanel {
    const { read, onMessage, onDidHide, onDidClose } = this.options;
    if (this.options.icon !== undefined) panel.iconPath = this.options.icon;
    panel.webview.options = { enableScripts: true, localResourceRoots: [] };
    panel.webview.onDidReceiveMessage((data: unknown) => {
      const message = read(data);
      if (message !== undefined && this.#panel === panel) onMessage(message);
    });
    panel.onDidChangeViewState(() => {
      if (this.#panel === panel && !panel.visible) onDidHide?.();
    });
    panel.onDidDispose(() => {
      if (this.#panel !== panel) return;
      this.#panel = undefined;
      this.#lastPage = undefined;
      onDidClose?.();
    });
    this.#panel = panel;
    return panel;
  }
}

/**
 * Loads the code of one kind of panels on first use, or when VS Code restores a tab after a reload of the window.
 * VS Code restores tabs only with `onWebviewPanel:analysesRegistry.<name>` among package.json's activation events.
 */
export class LaterPanels<
  P extends DisposableLike & { adopt(tab: vscode.WebviewPanel, state: unknown): Promise<void> },
> extends Disposable {
  #loaded: Promise<P> | undefined;

  constructor(
    name: string,
    private readonly load: () => Promise<P>,
  ) {
    super();
    this.register(
      vscode.window.registerWebviewPanelSerializer(`analysesRegistry.${name}`, {
        deserializeWebviewPanel: async (tab, state: unknown) => (await this.get()).adopt(tab, state),
      }),
    );
  }

  get(): Promise<P> {
    return (this.#loaded ??= this.load().then((panels) => this.register(panels)));
  }
}

const codes = new Map<string, Promise<PageCode>>();

/** The bundle of `client/webviews/<name>/main.ts`, cached after the first read. */
export function pageCode(page: Pick<PanelOptions<unknown>, "extensionUri" | "name">): Promise<PageCode> {
  const code = codes.get(page.name) ?? readCode(page);
  codes.set(page.name, code);
  // A failure is not cached: the next call reads again.
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
