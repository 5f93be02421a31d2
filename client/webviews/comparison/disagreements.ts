// The disagreements of two extractions on a comparison page: by keys the reader decides one after the other.
import { element, fill, inputNamed, keepKey, showText, withText } from "../kit/page";
import type {
  BothValues,
  DecideAction,
  ComparisonAction,
  Disagreements,
  ShownDisagreement,
} from "./messages";
import { isJson } from "./messages";

type Taken = DecideAction["taken"];

const takenByKey: Readonly<Record<string, Taken>> = { ArrowLeft: "first", ArrowRight: "second", o: "other" };

/** The list of disagreements on a page that compares two extractions. */
export class DisagreementList {
  readonly #list = element("cells");
  readonly #form = element("reason");
  readonly #value = inputNamed("value-text");
  readonly #reason = inputNamed("reason-text");
  /** The groups by their places, which are unique. */
  readonly #groups = new Map<string, { readonly written: string; readonly group: HTMLElement }>();
  #cells: readonly ShownDisagreement[] = [];
  /** Whether a decision is being taken back, after which the focus goes to it. */
  #isUndoing = false;
  /** Place of the cell that has the focus; without the focus, of that which gets it when it returns to the page. */
  #at: string | undefined;
  /** What the form is about. */
  #choosing: { readonly place: string; readonly taken: Taken } | undefined;

  constructor(private readonly send: (action: ComparisonAction) => void) {
    this.#form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.#submit();
    });
    element("cancel").addEventListener("click", () => this.#cancel());
    const section = element("disagreements");
    section.addEventListener("click", ({ target }) => {
      const button = target instanceof Element ? target.closest("button") : null;
      const cell = this.#cellAround(button);
      const taken = takenOf(button);
      if (cell !== undefined && taken !== undefined) this.#choose(cell, taken);
      else if (cell !== undefined && button?.className === "take-back") this.#takeBack(cell);
    });
    section.addEventListener("keydown", (event) => this.#key(event));
    section.addEventListener("focusin", ({ target }) => {
      this.#at = this.#cellAround(target instanceof Element ? target : null)?.place;
    });
    // The browser forgets what had the focus when it leaves the page, as for the prompt for the author's name.
    window.addEventListener("focus", () => {
      if (document.activeElement === document.body)
        this.#focus(this.#lastFocused ?? this.#firstOpen, { preventScroll: true });
    });
  }

  show({ agreement, progress, more, cells }: Disagreements): void {
    fill(
      element("agreement"),
      agreement.map((sentence) => withText("p", sentence)),
    );
    if (element("summary").textContent !== progress) showText("said", progress);
    showText("summary", progress);
    showText("more", more);
    const isFirst = this.#groups.size === 0;
    const { activeElement } = document;
    const focused = activeElement === document.body ? this.#lastFocused : this.#cellAround(activeElement);
    const at = this.#cells.findIndex(({ place }) => place === focused?.place);
    const wasOpen = focused?.decision === null;
    const wasDecided = new Set(
      this.#cells.filter(({ decision }) => decision !== null).map(({ place }) => place),
    );
    const isUndone = this.#isUndoing;
    this.#isUndoing = false;
    this.#cells = cells;
    this.#showGroups();
    if (!cells.some(({ place }) => place === this.#choosing?.place)) this.#closeForm();
    element("keys").hidden = cells.length === 0;
    const reopened = cells.find(({ place, decision }) => decision === null && wasDecided.has(place));
    if (isFirst) this.#focus(this.#firstOpen);
    else if (isUndone && reopened !== undefined) this.#focus(reopened);
    else if (focused !== undefined) {
      const still = cells.find(({ place }) => place === focused.place);
      // After a decision the next open one stands in its place.
      const isDone = still === undefined || (wasOpen && still.decision !== null);
      if (isDone) this.#focus(cells.filter(({ decision }) => decision === null).at(at) ?? this.#firstOpen);
      else if (this.#cellAround(document.activeElement) === undefined) this.#focus(still);
    }
  }

  #showGroups(): void {
    const kept = new Set(this.#cells.map(({ place }) => place));
    for (const [place, { group }] of this.#groups)
      if (!kept.has(place)) {
        this.#saveForm(group);
        group.remove();
        this.#groups.delete(place);
      }
    this.#cells.forEach((cell, index) => {
      const group = this.#groupOf(cell);
      const there = this.#list.children[index];
      if (there !== group) this.#list.insertBefore(group, there ?? null);
    });
  }

  /** The group of a disagreement; replaced if that has changed. */
  #groupOf(cell: ShownDisagreement): HTMLElement {
    const written = JSON.stringify(cell);
    const before = this.#groups.get(cell.place);
    if (before?.written === written) return before.group;
    const group = groupWith(cell);
    this.#groups.set(cell.place, { written, group });
    if (before !== undefined) {
      if (before.group.contains(this.#form)) group.append(this.#form);
      before.group.replaceWith(group);
    }
    return group;
  }

  /** Moves the form out of a group before that goes. */
  #saveForm(group: HTMLElement): void {
    if (group.contains(this.#form)) this.#list.after(this.#form);
  }

  #cellAround(inside: Element | null): ShownDisagreement | undefined {
    const place = inside?.closest<HTMLElement>(".cell")?.dataset.place;
    return this.#cells.find((cell) => cell.place === place);
  }

  get #firstOpen(): ShownDisagreement | undefined {
    return this.#cells.find(({ decision }) => decision === null);
  }

  get #lastFocused(): ShownDisagreement | undefined {
    return this.#cells.find(({ place }) => place === this.#at);
  }

  /** Without a disagreement, focuses the button that opens the agreed document. Takes the focus from no other page. */
  #focus(cell: ShownDisagreement | undefined, how?: FocusOptions): void {
    this.#at = cell?.place;
    if (!document.hasFocus()) return;
    const group = cell && this.#groups.get(cell.place)?.group;
    const button = group?.querySelector<HTMLElement>("button");
    (button ?? element("disagreements").querySelector<HTMLElement>(".actions button"))?.focus(how);
  }

  #key(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key === "Escape" && this.#choosing !== undefined) {
      keepKey(event);
      this.#cancel();
      return;
    }
    if (target instanceof HTMLInputElement) return;
    if (key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey) {
      keepKey(event);
      this.#isUndoing = true;
      this.send({ action: "undoDecision" });
      return;
    }
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const cell = this.#cellAround(target instanceof Element ? target : null);
    if (cell === undefined) return;
    const taken = takenByKey[key];
    if (taken !== undefined) this.#choose(cell, taken);
    else if (key === "ArrowDown" || key === "ArrowUp") this.#go(cell, key === "ArrowDown" ? 1 : -1);
    else return;
    keepKey(event);
  }

  #go(from: ShownDisagreement, step: 1 | -1): void {
    const to = this.#cells[this.#cells.indexOf(from) + step];
    if (to !== undefined) this.#focus(to);
  }

  /** Asks for the reason of a choice. */
  #choose(cell: ShownDisagreement, taken: Taken): void {
    if (taken === "other" && !cell.isCell) return;
    const group = this.#groups.get(cell.place)?.group;
    if (group === undefined) return;
    this.#choosing = { place: cell.place, taken };
    group.append(this.#form);
    this.#form.hidden = false;
    this.#markChoice(group, taken);
    const isOther = taken === "other";
    for (const part of this.#form.querySelectorAll<HTMLElement>(".other")) part.hidden = !isOther;
    this.#value.value = isOther ? (cell.first ?? "") : "";
    showText("refusal", "");
    (isOther ? this.#value : this.#reason).focus();
    if (isOther) this.#value.select();
  }

  #markChoice(group: HTMLElement, taken: Taken | undefined): void {
    for (const button of group.querySelectorAll<HTMLElement>("[data-taken]"))
      button.setAttribute("aria-pressed", String(button.dataset.taken === taken));
  }

  #submit(): void {
    const choosing = this.#choosing;
    const cell = this.#cells.find(({ place }) => place === choosing?.place);
    if (choosing === undefined || cell === undefined) return;
    const isOther = choosing.taken === "other";
    const reason = this.#reason.value.trim();
    const refused =
      isOther && !isJson(this.#value.value) ? "no-json" : reason === "" ? "no-reason" : undefined;
    showText("refusal", refused === undefined ? "" : element(refused).textContent);
    if (refused !== undefined) {
      (refused === "no-json" ? this.#value : this.#reason).focus();
      return;
    }
    const value = isOther ? this.#value.value.trim() : null;
    this.send({ action: "decide", ...valuesOf(cell), taken: choosing.taken, value, reason });
    this.#closeForm();
    this.#focus(cell);
  }

  #takeBack(cell: ShownDisagreement): void {
    this.send({ action: "takeBack", ...valuesOf(cell) });
  }

  #cancel(): void {
    const cell = this.#cells.find(({ place }) => place === this.#choosing?.place);
    this.#closeForm();
    this.#focus(cell);
  }

  #closeForm(): void {
    const choosing = this.#choosing;
    this.#choosing = undefined;
    this.#form.hidden = true;
    this.#list.after(this.#form);
    this.#reason.value = "";
    const cell = this.#cells.find(({ place }) => place === choosing?.place);
    const group = cell && this.#groups.get(cell.place)?.group;
    if (group !== undefined) this.#markChoice(group, cell?.decision?.taken);
  }
}

function valuesOf({ place, first, second }: BothValues): BothValues {
  return { place, first, second };
}

function takenOf(button: HTMLElement | null): Taken | undefined {
  const { taken } = button?.dataset ?? {};
  return taken === "first" || taken === "second" || taken === "other" ? taken : undefined;
}

function groupWith({ place, texts, results, isCell, decision }: ShownDisagreement): HTMLElement {
  const template = element("cell");
  if (!(template instanceof HTMLTemplateElement)) throw new Error("The page has no cell.");
  const group = template.content.firstElementChild?.cloneNode(true);
  if (!(group instanceof HTMLElement)) throw new Error("The cell is empty.");
  group.dataset.place = place;
  group.setAttribute("aria-label", place);
  const put = (within: Element | null, text: string): void => {
    if (within !== null) within.textContent = text;
  };
  put(group.querySelector("h3"), place);
  for (const [at, taken] of (["first", "second"] as const).entries()) {
    put(group.querySelector(`[data-taken="${taken}"] .value`), texts[at] ?? "");
    put(group.querySelector(`[data-taken="${taken}"] .result`), results[at] ?? "");
  }
  for (const button of group.querySelectorAll<HTMLElement>("[data-taken]")) {
    if (button.dataset.taken === "other") button.hidden = !isCell;
    button.setAttribute("aria-pressed", String(button.dataset.taken === decision?.taken));
  }
  for (const decided of group.querySelectorAll<HTMLElement>(".decided")) decided.hidden = decision === null;
  put(group.querySelector(".decided span"), decision?.sentence ?? "");
  return group;
}
