// Shared by the scripts of pages: typed messages to and from the extension, and helpers for elements.

/** VS Code's API for the script of a webview, which may acquire it only once. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The script's connection to the extension. */
export interface Extension<ToExtension, ToPage> {
  send(message: ToExtension): void;
  /**
   * Stores plain data, to restore the page after a reload of the window. Replaces stored properties of the same
   * names.
   */
  keep(state: unknown): void;
  /** The state that the page stored before VS Code hid it, or before a reload of the window. */
  readonly before: unknown;
  /** Whether VS Code has only hidden the page since it stored that state, and the extension is the same. */
  readonly isShownAgain: boolean;
  /** The first message, if embedded in the page; undefined if VS Code shows the page again, as it is outdated then. */
  readonly first: ToPage | undefined;
}

/**
 * Connects a page with the extension, which is of the same build.
 *
 * @param receive called with each message of the extension
 */
export function connect<ToExtension, ToPage>(
  receive: (message: ToPage) => void,
): Extension<ToExtension, ToPage> {
  const api = acquireVsCodeApi();
  // Unique for each page.
  const page = document.currentScript?.nonce;
  let keptLast = "";
  let all = {};
  const before = api.getState();
  const isShownAgain =
    typeof before === "object" && before !== null && "page" in before && before.page === page;
  const data = isShownAgain ? null : document.getElementById("first");
  // The extension of the same build wrote it.
  // eslint-disable-next-line @typescript-eslint/no-unsafe-assignment
  const first: ToPage | undefined = data === null ? undefined : JSON.parse(data.textContent);
  window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => receive(data));
  return {
    send: (message) => api.postMessage(message),
    keep(state) {
      if (typeof state === "object") all = { ...all, ...state };
      const kept = JSON.stringify(all);
      if (kept === keptLast) return;
      keptLast = kept;
      api.setState({ ...all, page });
    },
    before,
    isShownAgain,
    first,
  };
}

/** An element of the initial page. @throws Error if there is none */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
}

export function inputNamed(id: string): HTMLInputElement {
  const found = element(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`The page has no input ${id}.`);
  return found;
}

/** Sets an element's text if it differs: browsers lay out, and screen readers announce, even an equal text again. */
export function showText(id: string, text: string): void {
  const shown = element(id);
  if (shown.textContent !== text) shown.textContent = text;
}

/** Selects a value in a list of choices. */
export function showChoice(id: string, value: string): void {
  const list = element(id);
  if (list instanceof HTMLSelectElement && list.value !== value) list.value = value;
}

/** Sets a mark for measurements (User Timing), in place of the last one of that name. */
export function markTime(name: string): void {
  performance.clearMarks(name);
  performance.mark(name);
}

/** A new element with a text. */
export function withText(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Replaces the children of an element, whatever their number. */
export function fill(parent: Element, children: Iterable<Node>): void {
  parent.replaceChildren();
  for (const child of children) parent.append(child);
}

/** Replaces the children of an element with an element for each text. */
export function showList(parent: Element, tag: string, texts: readonly string[]): void {
  fill(
    parent,
    texts.map((text) => withText(tag, text)),
  );
}

/** Sets attributes that differ: browsers lay out an element again even for an equal value. */
export function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Keeps a key from VS Code, which would run its own command too; and, as it notices the focus of a page only after a
 * moment, would run it on the text: for example a second undo.
 */
export function keepKey(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
