import { type OverviewColumn, overviewColumns } from "@analyses/protocol/evidencePanel";
import { showInOrder, stopKey } from "../kit/page";
import type { EvidenceNotice, ListedAnalysis } from "./messages";

type Notice = Extract<EvidenceNotice, { kind: "overview" }>;
type SortKey = "order" | "group" | "findings" | OverviewColumn;

interface ShownRow {
  readonly analysis: ListedAnalysis;
  readonly element: HTMLTableRowElement;
}

const sortKeys: readonly SortKey[] = ["order", "group", "findings", ...overviewColumns];

/** The table of all analyses, which users can sort, filter and navigate by keys. Updates change only changed rows. */
export class OverviewOnPage {
  readonly #body: HTMLElement;
  readonly #rows = new Map<string, ShownRow>();
  /** The pointers of all analyses, in document order. */
  #order: readonly string[] = [];
  #current: string | null = null;
  #sort: SortKey = "order";
  #descending = false;

  constructor(
    private readonly table: HTMLElement,
    private readonly filter: HTMLInputElement,
    private readonly onlyFindings: HTMLInputElement,
    private readonly status: HTMLElement,
    private readonly open: (analysis: string) => void,
  ) {
    this.#body = table.querySelector("tbody") ?? table;
    filter.addEventListener("input", () => this.#sortAndFilter());
    onlyFindings.addEventListener("change", () => this.#sortAndFilter());
    table.addEventListener("click", ({ target }) => this.#click(target));
    table.addEventListener("keydown", (event) => this.#key(event));
    table.addEventListener("focusin", ({ target }) => this.#setTabStop(target));
  }

  apply({ rows, order, current }: Notice): void {
    this.#current = current;
    for (const analysis of rows) this.#showRow(analysis);
    if (order !== null) {
      this.#order = order;
      const kept = new Set(order);
      for (const [pointer, { element }] of this.#rows)
        if (!kept.has(pointer)) {
          element.remove();
          this.#rows.delete(pointer);
        }
    }
    for (const [pointer, { element }] of this.#rows) element.classList.toggle("current", pointer === current);
    if (rows.length > 0 || order !== null) this.#sortAndFilter();
  }

  /** Moves the focus to the marked analysis; if the filter hides it, to the first one in sight. */
  focus(): void {
    const shown = this.#rows.get(this.#current ?? "")?.element;
    const row = shown?.hidden === false ? shown : this.#visible[0];
    row?.querySelector("button")?.focus();
  }

  get #visible(): readonly HTMLTableRowElement[] {
    return Array.from(this.#body.querySelectorAll("tr")).filter(({ hidden }) => !hidden);
  }

  #showRow(analysis: ListedAnalysis): void {
    const { pointer, number, name, group, problem, columns, findings } = analysis;
    const element = this.#rows.get(pointer)?.element ?? this.#createRow(pointer);
    this.#rows.set(pointer, { analysis, element });
    const texts = [
      `${number} ${name}`,
      group,
      problem ?? columns.effect.text,
      columns.studies.text,
      columns.participants.text,
      columns.i2.text,
      findings === 0 ? "" : String(findings),
    ];
    element.classList.toggle("problem", problem !== null);
    texts.forEach((text, index) => {
      const cell = element.children[index];
      const shown = index === 0 ? cell?.querySelector("button") : cell;
      if (shown && shown.textContent !== text) shown.textContent = text;
    });
  }

  #createRow(pointer: string): HTMLTableRowElement {
    const row = document.createElement("tr");
    row.dataset.analysis = pointer;
    const name = document.createElement("th");
    name.scope = "row";
    const button = document.createElement("button");
    button.tabIndex = -1;
    name.append(button);
    row.append(name);
    for (let cell = 0; cell < 6; cell += 1) row.append(document.createElement("td"));
    return row;
  }

  /** Sorts the rows, and hides those that the filter excludes. */
  #sortAndFilter(): void {
    const words = this.filter.value.toLowerCase().split(/\s+/);
    const rows = this.#order.flatMap((pointer) => this.#rows.get(pointer) ?? []);
    if (this.#sort !== "order") {
      const sort = this.#sort;
      rows.sort((left, right) =>
        compareKeys(keyOf(left.analysis, sort), keyOf(right.analysis, sort), this.#descending),
      );
    } else if (this.#descending) rows.reverse();
    const focused = document.activeElement;
    let count = 0;
    for (const { analysis, element } of rows) {
      const text = `${analysis.number} ${analysis.name} ${analysis.group}`.toLowerCase();
      const isShown =
        words.every((word) => text.includes(word)) && (!this.onlyFindings.checked || analysis.findings > 0);
      if (isShown) count += 1;
      if (element.hidden === isShown) element.hidden = !isShown;
    }
    showInOrder(
      this.#body,
      rows.map(({ element }) => element),
    );
    // An element that was moved has lost the focus.
    if (focused instanceof HTMLElement && focused !== document.activeElement && this.#body.contains(focused))
      focused.focus();
    const status = `${count} / ${rows.length}`;
    if (this.status.textContent !== status) this.status.textContent = status;
    for (const heading of this.table.querySelectorAll<HTMLElement>("thead button")) {
      const isSorted = heading.dataset.sort === this.#sort;
      const direction = this.#descending ? "descending" : "ascending";
      heading.parentElement?.setAttribute("aria-sort", isSorted ? direction : "none");
    }
    if (this.#body.querySelector('[tabindex="0"]:not([hidden] *)') === null) {
      const first = this.#visible[0]?.querySelector("button");
      if (first) this.#setTabStop(first);
    }
  }

  #click(target: EventTarget | null): void {
    if (!(target instanceof Element)) return;
    const heading = target.closest<HTMLElement>("[data-sort]")?.dataset.sort;
    const sort = sortKeys.find((key) => key === heading);
    if (sort !== undefined) {
      this.#descending = this.#sort === sort && !this.#descending;
      this.#sort = sort;
      this.#sortAndFilter();
      return;
    }
    const analysis = target.closest<HTMLElement>("[data-analysis]")?.dataset.analysis;
    if (analysis !== undefined) this.open(analysis);
  }

  #key(event: KeyboardEvent): void {
    if (!(event.target instanceof Element) || event.ctrlKey || event.metaKey || event.altKey) return;
    const row = event.target.closest<HTMLTableRowElement>("[data-analysis]");
    if (row === null) return;
    const rows = this.#visible;
    const to = {
      ArrowDown: rows.indexOf(row) + 1,
      ArrowUp: rows.indexOf(row) - 1,
      Home: 0,
      End: rows.length - 1,
    }[event.key];
    if (to === undefined) return;
    rows[to]?.querySelector("button")?.focus();
    stopKey(event);
  }

  /** Makes a row the only one that Tab reaches; arrows reach the others. */
  #setTabStop(target: EventTarget | null): void {
    if (!(target instanceof HTMLElement) || target.closest("[data-analysis]") === null) return;
    for (const other of this.#body.querySelectorAll<HTMLElement>('[tabindex="0"]')) other.tabIndex = -1;
    target.tabIndex = 0;
  }
}

function keyOf(
  { group, findings, columns }: ListedAnalysis,
  sort: Exclude<SortKey, "order">,
): string | number | null {
  if (sort === "group") return group;
  return sort === "findings" ? findings : columns[sort].value;
}

/** Compares two sort keys; null comes last in both directions. */
function compareKeys(
  left: string | number | null,
  right: string | number | null,
  descending: boolean,
): number {
  if (left === null || right === null) return Number(left === null) - Number(right === null);
  const by =
    typeof left === "number" && typeof right === "number"
      ? left - right
      : String(left).localeCompare(String(right), undefined, { numeric: true });
  return descending ? -by : by;
}
