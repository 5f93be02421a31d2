import { parsedJson } from "@analyses/protocol/message";
import { element, KeyedList, setChildren, inputById, stopKey, showText, newElement } from "../kit/page";
import type {
  BothValues,
  DecideAction,
  ComparisonAction,
  Disagreements,
  ShownDisagreement,
} from "./messages";

type Choice = DecideAction["taken"];

const choiceByKey: Readonly<Record<string, Choice>> = {
  ArrowLeft: "first",
  ArrowRight: "second",
  o: "other",
};

/** The list of disagreements of two extractions, which the user decides one after the other, by keys or buttons. */
export class DisagreementList {
  readonly #list = element("cells");
  readonly #form = element("reason");
  readonly #value = inputById("value-text");
  readonly #reason = inputById("reason-text");
  readonly #groups = new KeyedList<ShownDisagreement>(
    this.#list,
    ({ place }) => place,
    createGroup,
    (earlier, group) => {
      if (earlier.contains(this.#form)) group.append(this.#form);
      earlier.replaceWith(group);
    },
  );
  #cells: readonly ShownDisagreement[] = [];
  /** Whether the last decision is being undone: the focus then moves to its disagreement. */
  #isUndoing = false;
  /** The place of the cell that has the focus, or gets it when the focus returns to the page. */
  #focusedPlace: string | undefined;
  /** The choice whose reason the form prompts for. */
  #formChoice: { readonly place: string; readonly taken: Choice } | undefined;

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
      if (cell !== undefined && taken !== undefined) this.#openForm(cell, taken);
      else if (cell !== undefined && button?.className === "take-back") this.#takeBack(cell);
    });
    section.addEventListener("keydown", (event) => this.#handleKey(event));
    section.addEventListener("focusin", ({ target }) => {
      this.#focusedPlace = this.#cellAround(target instanceof Element ? target : null)?.place;
    });
    // When the focus leaves the page, as for the prompt for the user's name, the browser forgets which element had it.
    window.addEventListener("focus", () => {
      if (document.activeElement === document.body)
        this.#focus(this.#lastFocused ?? this.#firstOpen, { preventScroll: true });
    });
  }

  show({ agreement, progress, more, cells }: Disagreements): void {
    setChildren(
      element("agreement"),
      agreement.map((sentence) => newElement("p", sentence)),
    );
    if (element("summary").textContent !== progress) showText("said", progress);
    showText("summary", progress);
    showText("more", more);
    const isFirst = this.#cells.length === 0;
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
    // Closing the form moves it out of its group, which may be removed now.
    if (!cells.some(({ place }) => place === this.#formChoice?.place)) this.#closeForm();
    this.#groups.show(cells);
    element("keys").hidden = cells.length === 0;
    const reopened = cells.find(({ place, decision }) => decision === null && wasDecided.has(place));
    if (isFirst) this.#focus(this.#firstOpen);
    else if (isUndone && reopened !== undefined) this.#focus(reopened);
    else if (focused !== undefined) {
      const current = cells.find(({ place }) => place === focused.place);
      // Among the open disagreements, the next one now has the index of the one just decided.
      const isDone = current === undefined || (wasOpen && current.decision !== null);
      if (isDone) this.#focus(cells.filter(({ decision }) => decision === null).at(at) ?? this.#firstOpen);
      else if (this.#cellAround(document.activeElement) === undefined) this.#focus(current);
    }
  }

  #cellAround(inside: Element | null): ShownDisagreement | undefined {
    const place = inside?.closest<HTMLElement>(".cell")?.dataset.place;
    return this.#cells.find((cell) => cell.place === place);
  }

  get #firstOpen(): ShownDisagreement | undefined {
    return this.#cells.find(({ decision }) => decision === null);
  }

  get #lastFocused(): ShownDisagreement | undefined {
    return this.#cells.find(({ place }) => place === this.#focusedPlace);
  }

  /**
   * Focuses a disagreement, or without one the button that opens the agreed document; only while the page has the
   * focus.
   */
  #focus(cell: ShownDisagreement | undefined, how?: FocusOptions): void {
    this.#focusedPlace = cell?.place;
    if (!document.hasFocus()) return;
    const group = cell && this.#groups.find(cell.place);
    const button = group?.querySelector<HTMLElement>("button");
    (button ?? element("disagreements").querySelector<HTMLElement>(".actions button"))?.focus(how);
  }

  #handleKey(event: KeyboardEvent): void {
    const { key, target, ctrlKey, metaKey, altKey, shiftKey } = event;
    if (key === "Escape" && this.#formChoice !== undefined) {
      stopKey(event);
      this.#cancel();
      return;
    }
    if (target instanceof HTMLInputElement) return;
    if (key.toLowerCase() === "z" && (ctrlKey || metaKey) && !shiftKey && !altKey) {
      stopKey(event);
      this.#isUndoing = true;
      this.send({ action: "undoDecision" });
      return;
    }
    if (ctrlKey || metaKey || altKey || shiftKey) return;
    const cell = this.#cellAround(target instanceof Element ? target : null);
    if (cell === undefined) return;
    const taken = choiceByKey[key];
    if (taken !== undefined) this.#openForm(cell, taken);
    else if (key === "ArrowDown" || key === "ArrowUp") this.#moveFocus(cell, key === "ArrowDown" ? 1 : -1);
    else return;
    stopKey(event);
  }

  #moveFocus(from: ShownDisagreement, step: 1 | -1): void {
    const to = this.#cells[this.#cells.indexOf(from) + step];
    if (to !== undefined) this.#focus(to);
  }

  /** Opens the form that prompts for the reason of a choice. */
  #openForm(cell: ShownDisagreement, taken: Choice): void {
    if (taken === "other" && !cell.isCell) return;
    const group = this.#groups.find(cell.place);
    if (group === undefined) return;
    this.#formChoice = { place: cell.place, taken };
    group.append(this.#form);
    this.#form.hidden = false;
    this.#markChoice(group, taken);
    const isOther = taken === "other";
    for (const field of this.#form.querySelectorAll<HTMLElement>(".other")) field.hidden = !isOther;
    this.#value.value = isOther ? (cell.first ?? "") : "";
    showText("refusal", "");
    (isOther ? this.#value : this.#reason).focus();
    if (isOther) this.#value.select();
  }

  #markChoice(group: HTMLElement, taken: Choice | undefined): void {
    for (const button of group.querySelectorAll<HTMLElement>("[data-taken]"))
      button.setAttribute("aria-pressed", String(button.dataset.taken === taken));
  }

  #submit(): void {
    const choice = this.#formChoice;
    const cell = this.#cells.find(({ place }) => place === choice?.place);
    if (choice === undefined || cell === undefined) return;
    const isOther = choice.taken === "other";
    const reason = this.#reason.value.trim();
    const problem =
      isOther && parsedJson(this.#value.value) === undefined
        ? "no-json"
        : reason === ""
          ? "no-reason"
          : undefined;
    showText("refusal", problem === undefined ? "" : element(problem).textContent);
    if (problem !== undefined) {
      (problem === "no-json" ? this.#value : this.#reason).focus();
      return;
    }
    const value = isOther ? this.#value.value.trim() : null;
    this.send({ action: "decide", ...valuesOf(cell), taken: choice.taken, value, reason });
    this.#closeForm();
    this.#focus(cell);
  }

  #takeBack(cell: ShownDisagreement): void {
    this.send({ action: "takeBack", ...valuesOf(cell) });
  }

  #cancel(): void {
    const cell = this.#cells.find(({ place }) => place === this.#formChoice?.place);
    this.#closeForm();
    this.#focus(cell);
  }

  #closeForm(): void {
    const choice = this.#formChoice;
    this.#formChoice = undefined;
    this.#form.hidden = true;
    this.#list.after(this.#form);
    this.#reason.value = "";
    const cell = this.#cells.find(({ place }) => place === choice?.place);
    const group = cell && this.#groups.find(cell.place);
    if (group !== undefined) this.#markChoice(group, cell?.decision?.taken);
  }
}

function valuesOf({ place, first, second }: BothValues): BothValues {
  return { place, first, second };
}

function takenOf(button: HTMLElement | null): Choice | undefined {
  const { taken } = button?.dataset ?? {};
  return taken === "first" || taken === "second" || taken === "other" ? taken : undefined;
}

function createGroup({ place, texts, results, isCell, decision }: ShownDisagreement): HTMLElement {
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
