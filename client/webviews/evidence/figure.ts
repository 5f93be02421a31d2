// Draws a figure as a table of texts over an SVG of shapes; then updates only changed marks.
import { type FigureChange, type Mark, shapesOf } from "@analyses/evidence";
import { setAttributes } from "../kit/page";
import { type Cell, isStudy } from "./messages";
import type { Fit, Graph } from "./fit";
import {
  asInPrint,
  columnOf,
  columnsBetween,
  crowdedTicks,
  dropFor,
  fitted,
  foldableColumns,
  graphOf,
  isBelowGraph,
  labelReach,
  placed,
  shownAt,
} from "./fit";

type TextCell = Extract<Mark, { kind: "text" }>;
/** A mark drawn as a shape, with a table cell for screen readers only. */
type LabelledCell = Extract<Mark, { kind: "judgement" | "circle" }>;
interface Drawn {
  readonly mark: Mark;
  readonly shapes: readonly SVGElement[];
  readonly cell: HTMLElement | undefined;
}

const svgNamespace = "http://www.w3.org/2000/svg";
/** From the top of a row to the baseline of its text. */
const baseline = 14;
const editable =
  /^(?:study|footnotes|estimate|standard-error|observed-minus-expected|variance|(?:experimental|comparator)-.*)$/;

/** The table cell that contains an element, if any. */
export function cellOf(element: Element | null): Cell | undefined {
  const cell = element?.closest<HTMLElement>("[data-part]");
  const row = cell?.closest<HTMLElement>("[data-row]")?.dataset.row;
  return cell === undefined || cell === null || row === undefined
    ? undefined
    : { row, part: cell.dataset.part ?? null };
}

/** The cells of a row without its drawing, or the rows of the table. */
export function childrenOf(parent: Element | null | undefined): readonly HTMLElement[] {
  return Array.from(parent?.children ?? []).filter((child) => child instanceof HTMLElement);
}

function isCellMark(mark: Mark): mark is TextCell | LabelledCell {
  return (
    mark.kind === "judgement" || mark.kind === "circle" || (mark.kind === "text" && mark.row !== undefined)
  );
}

/** The figure of the page. Texts of rows are table cells, keyed by row and part; other marks are SVG shapes. */
export class FigureOnPage {
  readonly #drawn = new Map<string, Drawn>();
  readonly #rows = new Map<string, HTMLElement>();
  /** Elements by class: in a figure of a thousand studies, querying for them would take longest. */
  readonly #classed = new Map<string, ReadonlySet<Element>>();
  /** The table or rows whose children may not be in visual order. */
  readonly #unordered = new Set<HTMLElement>();
  #width = 0;
  #graph: Graph | undefined;
  #height = 0;
  /** The right ends of column headings, by part. */
  readonly #headings = new Map<string, number>();
  /** Column numbers by part, from 1. */
  #columns: ReadonlyMap<string, number> = new Map();
  /** Marks left of the axis and under it, by key. */
  readonly #belowGraph = new Map<string, Mark>();
  /** How far the right label under the axis extends from the middle of the graph. */
  #reach = 0;
  #room: number | undefined;
  #fit: Fit = asInPrint;

  constructor(
    private readonly frame: HTMLElement,
    private readonly svg: SVGElement,
    private readonly table: HTMLElement,
  ) {}

  /** The rows from top to bottom. */
  get rows(): readonly HTMLElement[] {
    return childrenOf(this.table);
  }

  cell(row: string, part: string): HTMLElement | undefined {
    for (const cell of this.#rows.get(row)?.children ?? [])
      if (cell instanceof HTMLElement && cell.dataset.part === part) return cell;
    return undefined;
  }

  /** The cell of a clicked element; for a shape of the drawing, only its row. */
  placeOf(target: Element): Cell | undefined {
    const key = target.closest<SVGElement>("[data-key]")?.dataset.key;
    if (key === undefined) return cellOf(target);
    const row = this.rows.find((one) => key.startsWith(`${one.dataset.row} `))?.dataset.row;
    return row === undefined ? undefined : { row, part: null };
  }

  /** A cell's full text, even while the reader edits it. */
  textOf(cell: HTMLElement): string {
    const mark = this.#markOf(cell);
    return cell.dataset.full ?? (mark?.kind === "circle" ? mark.study : mark?.text) ?? "";
  }

  /** Shows a cell's own text again after editing. */
  restore(cell: HTMLElement): void {
    cell.textContent = this.#markOf(cell)?.text ?? "";
  }

  /** The heading of a column, with its arm. */
  headingOf(part: string): string {
    const [arm = ""] = part.split("-");
    const names = [this.cell("arms", arm), this.cell("header", part)];
    return names
      .map((cell) => cell?.textContent ?? "")
      .join(" ")
      .trim();
  }

  #markOf(cell: HTMLElement): TextCell | LabelledCell | undefined {
    const mark = this.#drawn.get(
      `${cell.closest<HTMLElement>("[data-row]")?.dataset.row} ${cell.dataset.part}`,
    )?.mark;
    return mark !== undefined && isCellMark(mark) ? mark : undefined;
  }

  apply({ width, height, label, put, gone }: FigureChange): void {
    for (const key of gone) this.#remove(key);
    for (const mark of put) {
      if (mark.kind === "text" && mark.row === "header") this.#headings.set(mark.part ?? "", mark.x);
      if (isBelowGraph(mark.key)) this.#belowGraph.set(mark.key, mark);
    }
    const columns = columnsBetween(this.#headings);
    const isOther = [...columns.keys()].join() !== [...this.#columns.keys()].join();
    this.#columns = columns;
    [this.#width, this.#height] = [width, height];
    this.#graph = put.reduce((known: Graph | undefined, mark) => graphOf(mark) ?? known, this.#graphNow);
    const favours = this.#belowGraph.get("favours-right");
    this.#reach = favours === undefined ? 0 : labelReach(favours, this.#graph);
    this.#refit();
    for (const mark of put) this.#put(mark);
    if (isOther) for (const { cell } of this.#drawn.values()) this.#setColumn(cell);
    this.#order();
    setAttributes(this.table, { "aria-label": label, "aria-colcount": String(columns.size || -1) });
  }

  #setColumn(cell: HTMLElement | undefined): void {
    const { index, span } = columnOf(this.#columns, cell?.dataset.part ?? "");
    if (cell === undefined || index === undefined) return;
    setAttributes(cell, {
      "aria-colindex": String(index),
      ...(span > 1 && { "aria-colspan": String(span) }),
    });
  }

  /** A funnel plot has none. */
  get #graphNow(): Graph | undefined {
    return this.#drawn.has("axis") ? this.#graph : undefined;
  }

  /** Marks the row at the cursor; in a figure without rows, its shapes. */
  mark(row: string | null): void {
    const shapes = row === null ? [] : (this.#drawn.get(`${row} study`)?.shapes ?? []);
    this.#marked("current", [this.#rows.get(row ?? ""), ...shapes]);
  }

  /** Marks the cells whose text is not in the document. */
  markRefused(cells: readonly Cell[]): void {
    this.#marked(
      "refused",
      cells.map(({ row, part }) => this.cell(row, part ?? "")),
    );
  }

  /** Marks the rows that are left out. */
  leaveOut(rows: readonly string[]): void {
    this.#marked(
      "left-out",
      rows.map((row) => this.#rows.get(row)),
    );
  }

  /** Sets a class on exactly these elements. */
  #marked(name: string, wanted: readonly (Element | undefined)[]): void {
    const elements = new Set(wanted.filter((element) => element !== undefined));
    for (const before of this.#classed.get(name) ?? [])
      if (!elements.has(before)) before.classList.remove(name);
    for (const element of elements) if (!element.classList.contains(name)) element.classList.add(name);
    this.#classed.set(name, elements);
  }

  /** Scrolls a row into sight, up or down. */
  reveal(name: string): void {
    const scroller = this.frame.parentElement;
    const row = this.#rows.get(name)?.getBoundingClientRect();
    if (scroller === null || row === undefined) return;
    const { top, bottom } = scroller.getBoundingClientRect();
    const headings = this.#rows.get("header")?.getBoundingClientRect().bottom ?? top;
    if (row.top < headings) scroller.scrollTop -= headings - row.top;
    else if (row.bottom > bottom) scroller.scrollTop += row.bottom - bottom;
  }

  /** @param room how wide it may be, in CSS pixels; undefined for its width in print */
  fit(room: number | undefined): void {
    this.#room = room;
    this.#refit();
  }

  #refit(): void {
    const before = this.#fit;
    const beforeNotes = this.#headings.get("footnotes");
    const fit =
      this.#room === undefined
        ? asInPrint
        : fitted(
            this.#width,
            this.#graph,
            this.#room,
            this.#reach,
            foldableColumns(this.#headings),
            beforeNotes,
          );
    const below = [...this.#belowGraph.values()];
    this.#fit = { ...fit, crowded: crowdedTicks(fit, below), drop: dropFor(fit, below) };
    const height = this.#height + this.#fit.drop;
    const shownWidth = shownAt(this.#fit, this.#width);
    this.frame.style.width = `${shownWidth}px`;
    this.frame.style.height = `${height}px`;
    setAttributes(this.svg, { width: String(shownWidth), height: String(height) });
    this.frame.style.zoom = String(this.#fit.zoom);
    const { graph, share, labels, folded, crowded, drop } = this.#fit;
    setAttributes(this.frame, { "data-folded": folded.map(({ part }) => part).join(" ") });
    const isSameGraph =
      share === before.share && graph.left === before.graph.left && graph.width === before.graph.width;
    const isFoldedAlike =
      folded.length === before.folded.length &&
      folded.every(({ from, to }, at) => from === before.folded[at]?.from && to === before.folded[at].to);
    const isBelowAlike = labels === before.labels && drop === before.drop;
    const isAlike = (isSameGraph || (share === 1 && before.share === 1)) && isFoldedAlike && isBelowAlike;
    const other = isAlike ? [...crowded, ...before.crowded] : [...this.#drawn.keys()];
    for (const { mark } of other.flatMap((key) => this.#drawn.get(key) ?? [])) this.#put(mark);
  }

  #put(mark: Mark): void {
    const before = this.#drawn.get(mark.key);
    const isCell = isCellMark(mark);
    // A key's mark may be a cell in one figure and a shape in another.
    const known = isCell && before?.mark.kind === mark.kind ? before.cell : undefined;
    if (known === undefined) this.#removeCell(before?.cell);
    const shown = placed(this.#fit, mark);
    const cell = isCellMark(mark) && isCellMark(shown) ? this.#putCell(shown, mark.x, known) : undefined;
    const isDrawn = mark.kind !== "text" || !isCell;
    if (!isDrawn) for (const shape of before?.shapes ?? []) shape.remove();
    const shapes = isDrawn ? this.#putShapes(shown, before?.shapes ?? []) : [];
    this.#drawn.set(mark.key, { mark, shapes, cell });
  }

  #putShapes(mark: Mark, before: readonly SVGElement[]): readonly SVGElement[] {
    const shapes = shapesOf(mark);
    for (const extra of before.slice(shapes.length)) extra.remove();
    return shapes.map(({ tag, attributes, text }, index) => {
      const known = before[index];
      const element = known?.localName === tag ? known : document.createElementNS(svgNamespace, tag);
      if (known !== undefined && known !== element) known.remove();
      const kind = mark.kind === "judgement" ? `judgement ${mark.judgement}` : mark.kind;
      setAttributes(element, { ...attributes, class: kind, "data-key": mark.key });
      if (text !== undefined && element.textContent !== text) element.textContent = text;
      if (!element.isConnected) this.#drawingOf(mark).append(element);
      return element;
    });
  }

  /** The SVG for a mark: that of its row, which browsers skip while out of sight, else the one over all rows. */
  #drawingOf(mark: Mark): SVGElement {
    const name = mark.kind === "judgement" ? mark.row : mark.key.slice(0, mark.key.lastIndexOf(" "));
    const row = isStudy(name) && mark.kind !== "circle" ? this.#rows.get(name) : undefined;
    if (row === undefined) return this.svg;
    const known = row.querySelector("svg");
    if (known !== null) return known;
    const drawing = document.createElementNS(svgNamespace, "svg");
    setAttributes(drawing, { "aria-hidden": "true" });
    row.append(drawing);
    return drawing;
  }

  /** @param order its x in print, since folded columns share one x */
  #putCell(mark: TextCell | LabelledCell, order: number, before: HTMLElement | undefined): HTMLElement {
    const { row = "", part = "", text, x } = mark;
    const y = mark.kind === "text" ? mark.y : mark.y + 4;
    const line = this.#rowAt(row, y - baseline);
    const isHeading = row === "header" || row === "arms";
    const cell = before ?? document.createElement(isHeading ? "th" : "td");
    if (cell.dataset.x !== String(order)) this.#unordered.add(line);
    if (cell.parentElement !== line) line.append(cell);
    setAttributes(cell, {
      "data-x": String(order),
      class: mark.kind === "text" ? `${mark.anchor}${mark.bold ? " bold" : ""}` : "said",
    });
    const isEnd = mark.kind === "text" && mark.anchor === "end";
    cell.style.left = isEnd ? "auto" : `${x}px`;
    cell.style.right = isEnd ? `calc(100% - ${x}px)` : "auto";
    if (before === undefined) {
      cell.setAttribute("role", isHeading ? "columnheader" : part === "study" ? "rowheader" : "gridcell");
      cell.tabIndex = -1;
      cell.dataset.part = part;
      this.#setColumn(cell);
      if (mark.kind === "text" && row.startsWith("/") && editable.test(part)) cell.dataset.edit = "";
    }
    if (mark.kind !== "text") {
      if (cell.textContent !== text) cell.textContent = cell.title = text;
      return cell;
    }
    if (mark.full === undefined) cell.removeAttribute("title");
    else cell.title = mark.full;
    if (mark.full === undefined) delete cell.dataset.full;
    else cell.dataset.full = mark.full;
    // An edited cell keeps its input.
    if (cell.querySelector("input") === null && cell.textContent !== text) cell.textContent = text;
    return cell;
  }

  #rowAt(name: string, top: number): HTMLElement {
    const known = this.#rows.get(name);
    const row = known ?? document.createElement("tr");
    const place = `${top}px`;
    if (row.style.top !== place) {
      row.style.top = place;
      row.style.setProperty("--top", place);
      this.#unordered.add(this.table);
    }
    if (known !== undefined) return known;
    row.setAttribute("role", "row");
    row.dataset.row = name;
    this.#rows.set(name, row);
    this.table.append(row);
    return row;
  }

  #order(): void {
    for (const parent of this.#unordered) {
      const placeOf = ({ style, dataset }: HTMLElement): number =>
        parent === this.table ? parseFloat(style.top) : Number(dataset.x);
      const children = [...childrenOf(parent)].sort((one, other) => placeOf(one) - placeOf(other));
      // A moved element loses the focus: moves the others around the focused one.
      const fixed = Math.max(
        0,
        children.findIndex((child) => child.contains(document.activeElement)),
      );
      for (let at = fixed - 1; at >= 0; at -= 1) {
        const [child, next] = [children[at], children[at + 1]];
        if (child !== undefined && child.nextElementSibling !== next) next?.before(child);
      }
      for (let at = fixed + 1; at < children.length; at += 1) {
        const [child, previous] = [children[at], children[at - 1]];
        if (child !== undefined && previous?.nextElementSibling !== child) previous?.after(child);
      }
    }
    this.#unordered.clear();
  }

  #remove(key: string): void {
    const drawn = this.#drawn.get(key);
    if (drawn === undefined) return;
    const { mark } = drawn;
    if (mark.kind === "text" && mark.row === "header") this.#headings.delete(mark.part ?? "");
    this.#belowGraph.delete(key);
    for (const shape of drawn.shapes) shape.remove();
    this.#removeCell(drawn.cell);
    this.#drawn.delete(key);
  }

  #removeCell(cell: HTMLElement | undefined): void {
    const row = cell?.parentElement;
    cell?.remove();
    if (row === null || row === undefined || childrenOf(row).length > 0) return;
    row.remove();
    this.#rows.delete(row.dataset.row ?? "");
  }
}
