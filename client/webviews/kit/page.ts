// What the scripts of all pages share: typed messages to and from the extension, and functions for elements.

/** VS Code's API for the script of a webview, which may acquire it only once. */
interface WebviewApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): WebviewApi;

/** The script's connection to the extension. */
export interface Extension<ToExtension> {
  send(message: ToExtension): void;
  /**
   * Stores plain data, to restore the page after a reload of the window. Properties that were stored before stay,
   * unless the new data have the same names.
   */
  store(state: unknown): void;
  /** The state that the page stored before VS Code hid it, or before a reload of the window. */
  readonly storedState: unknown;
  /**
   * Whether this very page stored that state, and VS Code has only hidden it since: the extension has not restarted.
   */
  readonly isShownAgain: boolean;
}

/**
 * Connects a page with the extension. Both are of the same build, so that messages need no validation here.
 *
 * @param receive called with each message of the extension
 */
// eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the caller states the type
export function connect<ToExtension, ToPage>(receive: (message: ToPage) => void): Extension<ToExtension> {
  const api = acquireVsCodeApi();
  // The nonce is unique for each page.
  const pageId = document.currentScript?.nonce;
  let lastStored = "";
  let fields = {};
  const storedState = api.getState();
  const isShownAgain =
    typeof storedState === "object" &&
    storedState !== null &&
    "page" in storedState &&
    storedState.page === pageId;
  window.addEventListener("message", ({ data }: MessageEvent<ToPage>) => receive(data));
  return {
    send: (message) => api.postMessage(message),
    store(state) {
      if (typeof state === "object") fields = { ...fields, ...state };
      const kept = JSON.stringify(fields);
      if (kept === lastStored) return;
      lastStored = kept;
      api.setState({ ...fields, page: pageId });
    },
    storedState,
    isShownAgain,
  };
}

/** An element of the initial page. @throws Error if there is none */
export function element(id: string): HTMLElement {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`The page has no ${id}.`);
  return found;
}

export function inputById(id: string): HTMLInputElement {
  const found = element(id);
  if (!(found instanceof HTMLInputElement)) throw new Error(`The page has no input ${id}.`);
  return found;
}

/** Sets an element's text only if it differs: setting the same text again would lay it out and announce it again. */
export function showText(id: string, text: string): void {
  const shown = element(id);
  if (shown.textContent !== text) shown.textContent = text;
}

/** Selects a value in a list of choices. */
export function showChoice(id: string, value: string): void {
  const list = element(id);
  if (list instanceof HTMLSelectElement && list.value !== value) list.value = value;
}

export function newElement(tag: string, text: string): HTMLElement {
  const created = document.createElement(tag);
  created.textContent = text;
  return created;
}

/** Replaces the children of an element, one by one: a call with thousands of arguments would fail. */
export function setChildren(parent: Element, children: Iterable<Node>): void {
  parent.replaceChildren();
  for (const child of children) parent.append(child);
}

/** Replaces the children of an element with an element for each text. */
export function showList(parent: Element, tag: string, texts: readonly string[]): void {
  setChildren(
    parent,
    texts.map((text) => newElement(tag, text)),
  );
}

/**
 * The elements of a list, one for each item. An element is made again only if its item has changed, and moved only if
 * its position has.
 */
export class KeyedList<Item> {
  readonly #shown = new Map<string, { readonly json: string; readonly element: HTMLElement }>();

  /** @param replace puts the element of a changed item in place of its earlier one */
  constructor(
    private readonly parent: Element,
    private readonly keyOf: (item: Item) => string,
    private readonly create: (item: Item) => HTMLElement,
    private readonly replace: (earlier: HTMLElement, element: HTMLElement, item: Item) => void,
  ) {}

  show(items: readonly Item[]): void {
    const kept = new Set(items.map(this.keyOf));
    for (const [key, { element }] of this.#shown)
      if (!kept.has(key)) {
        element.remove();
        this.#shown.delete(key);
      }
    showInOrder(
      this.parent,
      items.map((item) => this.#elementOf(item)),
    );
  }

  find(key: string): HTMLElement | undefined {
    return this.#shown.get(key)?.element;
  }

  #elementOf(item: Item): HTMLElement {
    const key = this.keyOf(item);
    const json = JSON.stringify(item);
    const shown = this.#shown.get(key);
    if (shown?.json === json) return shown.element;
    const element = this.create(item);
    this.#shown.set(key, { json, element });
    if (shown !== undefined) this.replace(shown.element, element, item);
    return element;
  }
}

/** Puts elements in order. Moves only those that are not in their place yet, since a moved element loses the focus. */
export function showInOrder(parent: Element, elements: readonly Element[]): void {
  elements.forEach((element, index) => {
    const there = parent.children[index];
    if (there !== element) parent.insertBefore(element, there ?? null);
  });
}

/** Sets only attributes that differ: browsers lay out an element again even if a value stays the same. */
export function setAttributes(element: Element, attributes: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(attributes))
    if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}

export function isModifier(key: string): boolean {
  return key === "Shift" || key === "Control" || key === "Alt" || key === "Meta";
}

/**
 * Stops VS Code from handling the key as well. VS Code notices late that a page has the focus, so its command, such as
 * Undo, would run on the text.
 */
export function stopKey(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}
