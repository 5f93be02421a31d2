import { type FigureChange, type Mark, shapesOf } from "@analyses/evidence";
import { setAttributes } from "../kit/page";
import { type Cell, isStudy } from "./messages";
import type { Fit, Graph } from "./fit";
import {
  asInPrint,
  columnOf,
  columnNumbers,
  crowdedTicks,
  footerDrop,
  fitFigure,
  foldableColumns,
  graphOf,
  isBelowGraph,
  labelReach,
  fitMark,
  fittedX,
} from "./fit";

type TextCell = Extract<Mark, { kind: "text" }>;
/** A mark drawn as a shape, with a table cell for screen readers only. */
type LabelledCell = Extract<Mark, { kind: "judgement" | "circle" }>;
/** A mark with the elements that show it. */
interface DrawnMark {
  readonly mark: Mark;
  readonly shapes: readonly SVGElement[];
  readonly cell: HTMLElement | undefined;
}

const svgNamespace = "http://www.w3.org/2000/svg";
/** The distance from the top of a row to the baseline of its text. */
const baselineOffset = 14;
/** The columns, by role, whose cells users may edit. */
const editableParts =
  /^(?:study|footnotes|estimate|standard-error|observed-minus-expected|variance|(?:experimental|comparator)-.*)$/;

/** The table cell that contains an element, if any. */
export function cellOf(element: Element | null): Cell | undefined {
  const cell = element?.closest<HTMLElement>("[data-part]");
  const row = cell?.closest<HTMLElement>("[data-row]")?.dataset.row;
  return cell === undefined || cell === null || row === undefined
    ? undefined
    : { row, part: cell.dataset.part ?? null };
}

/** The HTML children of the table (its rows) or of a row (its cells, without its SVG). */
export function childrenOf(parent: Element | null | undefined): readonly HTMLElement[] {
  return Array.from(parent?.children ?? []).filter((child) => child instanceof HTMLElement);
}

function isCellMark(mark: Mark): mark is TextCell | LabelledCell {
  return (
    mark.kind === "judgement" || mark.kind === "circle" || (mark.kind === "text" && mark.row !== undefined)
  );
}

/**
 * The figure on the page: a table of texts, by row and part, over an SVG of shapes. Updates redraw only changed marks.
 */
export class FigureOnPage {
  readonly #marks = new Map<string, DrawnMark>();
  readonly #rows = new Map<string, HTMLElement>();
  /** By class, the elements that have it: to query for them takes too long in a figure of a thousand studies. */
  readonly #elementsByClass = new Map<string, ReadonlySet<Element>>();
  /** The table and the rows whose children may have to be sorted into visual order. */
  readonly #unsortedParents = new Set<HTMLElement>();
  #width = 0;
  #graph: Graph | undefined;
  #height = 0;
  /** The x of column headings, by part: the right ends of columns of numbers. */
  readonly #headings = new Map<string, number>();
  /** Column numbers by part, from 1. */
  #columns: ReadonlyMap<string, number> = new Map();
  /** The marks for which {@link isBelowGraph} is true, by key. */
  readonly #belowGraph = new Map<string, Mark>();
  /** The distance from the middle of the graph to the end of the right label under the axis. */
  #labelReach = 0;
  /** The width that the figure may have; undefined for its width in print. */
  #availableWidth: number | undefined;
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
  cellAt(target: Element): Cell | undefined {
    const key = target.closest<SVGElement>("[data-key]")?.dataset.key;
    if (key === undefined) return cellOf(target);
    const row = this.rows.find(({ dataset }) => key.startsWith(`${dataset.row} `))?.dataset.row;
    return row === undefined ? undefined : { row, part: null };
  }

  /** A cell's full text, even while the user edits it. */
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
    const mark = this.#marks.get(
      `${cell.closest<HTMLElement>("[data-row]")?.dataset.row} ${cell.dataset.part}`,
    )?.mark;
    return mark !== undefined && isCellMark(mark) ? mark : undefined;
  }

  /** Draws a change of the figure. */
  apply({ width, height, label, put, gone }: FigureChange): void {
    for (const key of gone) this.#removeMark(key);
    for (const mark of put) {
      if (mark.kind === "text" && mark.row === "header") this.#headings.set(mark.part ?? "", mark.x);
      if (isBelowGraph(mark.key)) this.#belowGraph.set(mark.key, mark);
    }
    const columns = columnNumbers(this.#headings);
    const haveColumnsChanged = [...columns.keys()].join() !== [...this.#columns.keys()].join();
    this.#columns = columns;
    [this.#width, this.#height] = [width, height];
    this.#graph = put.reduce((known: Graph | undefined, mark) => graphOf(mark) ?? known, this.#axisGraph);
    const favours = this.#belowGraph.get("favours-right");
    this.#labelReach = favours === undefined ? 0 : labelReach(favours, this.#graph);
    this.#refit();
    for (const mark of put) this.#drawMark(mark);
    if (haveColumnsChanged) for (const { cell } of this.#marks.values()) this.#setColumn(cell);
    this.#sortChildren();
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

  /** The graph of the current axis; undefined for a figure without one, such as a funnel plot. */
  get #axisGraph(): Graph | undefined {
    return this.#marks.has("axis") ? this.#graph : undefined;
  }

  /** Marks the row at the cursor; in a figure without rows, the shapes of its study. */
  markCurrentRow(row: string | null): void {
    const shapes = row === null ? [] : (this.#marks.get(`${row} study`)?.shapes ?? []);
    this.#setClass("current", [this.#rows.get(row ?? ""), ...shapes]);
  }

  /** Marks the cells whose text is not in the document. */
  markRefused(cells: readonly Cell[]): void {
    this.#setClass(
      "refused",
      cells.map(({ row, part }) => this.cell(row, part ?? "")),
    );
  }

  markLeftOut(rows: readonly string[]): void {
    this.#setClass(
      "left-out",
      rows.map((row) => this.#rows.get(row)),
    );
  }

  /** Sets a class on exactly these elements. */
  #setClass(name: string, wanted: readonly (Element | undefined)[]): void {
    const elements = new Set(wanted.filter((element) => element !== undefined));
    for (const before of this.#elementsByClass.get(name) ?? [])
      if (!elements.has(before)) before.classList.remove(name);
    for (const element of elements) if (!element.classList.contains(name)) element.classList.add(name);
    this.#elementsByClass.set(name, elements);
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

  /** @param availableWidth the width that the figure may have, in CSS pixels; undefined for its width in print */
  fit(availableWidth: number | undefined): void {
    this.#availableWidth = availableWidth;
    this.#refit();
  }

  /** Computes the fit, and redraws the marks that it changes. */
  #refit(): void {
    const before = this.#fit;
    const beforeNotes = this.#headings.get("footnotes");
    const fit =
      this.#availableWidth === undefined
        ? asInPrint
        : fitFigure(
            this.#width,
            this.#graph,
            this.#availableWidth,
            this.#labelReach,
            foldableColumns(this.#headings),
            beforeNotes,
          );
    const below = [...this.#belowGraph.values()];
    this.#fit = { ...fit, hiddenTicks: crowdedTicks(fit, below), drop: footerDrop(fit, below) };
    const height = this.#height + this.#fit.drop;
    const shownWidth = fittedX(this.#fit, this.#width);
    this.frame.style.width = `${shownWidth}px`;
    this.frame.style.height = `${height}px`;
    setAttributes(this.svg, { width: String(shownWidth), height: String(height) });
    this.frame.style.zoom = String(this.#fit.zoom);
    const { graph, graphShare, labelShift, foldedColumns, hiddenTicks, drop } = this.#fit;
    setAttributes(this.frame, { "data-folded": foldedColumns.map(({ part }) => part).join(" ") });
    const isSameGraph =
      graphShare === before.graphShare &&
      graph.left === before.graph.left &&
      graph.width === before.graph.width;
    const isSameFolding =
      foldedColumns.length === before.foldedColumns.length &&
      foldedColumns.every(
        ({ from, to }, at) => from === before.foldedColumns[at]?.from && to === before.foldedColumns[at].to,
      );
    const isSameBelow = labelShift === before.labelShift && drop === before.drop;
    const onlyTicksDiffer =
      (isSameGraph || (graphShare === 1 && before.graphShare === 1)) && isSameFolding && isSameBelow;
    const keysToDraw = onlyTicksDiffer ? [...hiddenTicks, ...before.hiddenTicks] : [...this.#marks.keys()];
    for (const { mark } of keysToDraw.flatMap((key) => this.#marks.get(key) ?? [])) this.#drawMark(mark);
  }

  #drawMark(mark: Mark): void {
    const before = this.#marks.get(mark.key);
    const isCell = isCellMark(mark);
    // In a new figure, a key that named a table cell can name a shape; then the old cell is not reused.
    const known = isCell && before?.mark.kind === mark.kind ? before.cell : undefined;
    if (known === undefined) this.#removeCell(before?.cell);
    const shown = fitMark(this.#fit, mark);
    const cell = isCellMark(mark) && isCellMark(shown) ? this.#drawCell(shown, mark.x, known) : undefined;
    const isDrawn = mark.kind !== "text" || !isCell;
    if (!isDrawn) for (const shape of before?.shapes ?? []) shape.remove();
    const shapes = isDrawn ? this.#drawShapes(shown, before?.shapes ?? []) : [];
    this.#marks.set(mark.key, { mark, shapes, cell });
  }

  #drawShapes(mark: Mark, before: readonly SVGElement[]): readonly SVGElement[] {
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

  /** The SVG for a mark: the row's own, which browsers do not draw while out of sight, else the SVG of the figure. */
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

  /** @param order the x in print, which orders cells: folded columns share one x */
  #drawCell(mark: TextCell | LabelledCell, order: number, before: HTMLElement | undefined): HTMLElement {
    const { row = "", part = "", text, x } = mark;
    const y = mark.kind === "text" ? mark.y : mark.y + 4;
    const line = this.#placeRow(row, y - baselineOffset);
    const isHeading = row === "header" || row === "arms";
    const cell = before ?? document.createElement(isHeading ? "th" : "td");
    if (cell.dataset.x !== String(order)) this.#unsortedParents.add(line);
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
      if (mark.kind === "text" && row.startsWith("/") && editableParts.test(part)) cell.dataset.edit = "";
    }
    if (mark.kind !== "text") {
      if (cell.textContent !== text) cell.textContent = cell.title = text;
      return cell;
    }
    if (mark.full === undefined) cell.removeAttribute("title");
    else cell.title = mark.full;
    if (mark.full === undefined) delete cell.dataset.full;
    else cell.dataset.full = mark.full;
    // A cell that is being edited keeps its input.
    if (cell.querySelector("input") === null && cell.textContent !== text) cell.textContent = text;
    return cell;
  }

  /** Returns a row, moved to a position; adds a new one. */
  #placeRow(name: string, top: number): HTMLElement {
    const known = this.#rows.get(name);
    const row = known ?? document.createElement("tr");
    const place = `${top}px`;
    if (row.style.top !== place) {
      row.style.top = place;
      row.style.setProperty("--top", place);
      this.#unsortedParents.add(this.table);
    }
    if (known !== undefined) return known;
    row.setAttribute("role", "row");
    row.dataset.row = name;
    this.#rows.set(name, row);
    this.table.append(row);
    return row;
  }

  /** Sorts rows and cells into visual order, in which screen readers read them. */
  #sortChildren(): void {
    for (const parent of this.#unsortedParents) {
      const position = ({ style, dataset }: HTMLElement): number =>
        parent === this.table ? parseFloat(style.top) : Number(dataset.x);
      const children = [...childrenOf(parent)].sort((left, right) => position(left) - position(right));
      // An element that is moved loses the focus: moves the others around the one that has it.
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
    this.#unsortedParents.clear();
  }

  #removeMark(key: string): void {
    const drawn = this.#marks.get(key);
    if (drawn === undefined) return;
    const { mark } = drawn;
    if (mark.kind === "text" && mark.row === "header") this.#headings.delete(mark.part ?? "");
    this.#belowGraph.delete(key);
    for (const shape of drawn.shapes) shape.remove();
    this.#removeCell(drawn.cell);
    this.#marks.delete(key);
  }

  #removeCell(cell: HTMLElement | undefined): void {
    const row = cell?.parentElement;
    cell?.remove();
    if (row === null || row === undefined || childrenOf(row).length > 0) return;
    row.remove();
    this.#rows.delete(row.dataset.row ?? "");
  }
}
