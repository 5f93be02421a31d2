// What the scripts of pages share: typed messages to and from the extension, and the page's elements.

/** VS Code's API for the script of a webview; it can be asked for once. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The extension, as the script of a page sees it. */
export interface Extension<ToExtension, ToPage> {
  send(message: ToExtension): void;
  /**
   * Keeps plain data from which the page is shown again after the window was reloaded, in place of what it kept under
   * the same names.
   */
  keep(state: unknown): void;
  /** What the page is told first, where it has that from the start. Not when VS Code shows the page again: it is old then. */
  readonly first: ToPage | undefined;
}

/**
 * Connects a page with the extension, which is built with it.
 *
 * @param receive is called with each message of the extension
 */
export function connect<ToExtension, ToPage>(
  receive: (message: ToPage) => void,
): Extension<ToExtension, ToPage> {
  const api = acquireVsCodeApi();
  // No two pages have the same.
  const page = document.currentScript?.nonce;
  let keptLast = "";
  let all = {};
  const before = api.getState();
  const isShownAgain =
    typeof before === "object" && before !== null && "page" in before && before.page === page;
  const data = isShownAgain ? null : document.getElementById("first");
  // It is of the same build.
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
    first,
  };
}

/** An element that the page has from the start. */
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

/** Shows a text in an element, where it is another: one that is set anew is laid out, and said, anew. */
export function showText(id: string, text: string): void {
  const shown = element(id);
  if (shown.textContent !== text) shown.textContent = text;
}

/** Shows what is chosen in a list of choices. */
export function showChoice(id: string, value: string): void {
  const list = element(id);
  if (list instanceof HTMLSelectElement && list.value !== value) list.value = value;
}

/** For whoever measures (User Timing); nobody keeps those of a day's work. */
export function markTime(name: string): void {
  performance.clearMarks(name);
  performance.mark(name);
}

/** A new element with a text in it. */
export function withText(tag: string, text: string): HTMLElement {
  const made = document.createElement(tag);
  made.textContent = text;
  return made;
}

/** Has an element hold these and nothing else, however many they are. */
export function fill(parent: Element, children: Iterable<Node>): void {
  parent.replaceChildren();
  for (const child of children) parent.append(child);
}

/** Has an element hold an element for each text, and nothing else. */
export function showList(parent: Element, tag: string, texts: readonly string[]): void {
  fill(
    parent,
    texts.map((text) => withText(tag, text)),
  );
}

/** Gives an element attributes, where they differ: one that is set anew is laid out anew, the same or not. */
export function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

/**
 * Keeps a key for the page. VS Code would run what it has on that key as well; and as it learns only after
 * a moment that a page has the focus, it would run that on the text: a second undo, for one.
 */
export function keepKey(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
