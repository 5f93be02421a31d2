import { type TableChange, copiedCells } from "@analyses/protocol/evidencePanel";
import { element, isModifier, setChildren, showList, newElement } from "../kit/page";
import { cellOf } from "./figure";
import { type EvidenceNotice, type PageEdit, isStudy } from "./messages";

/** The dialog that previews the rows as a pasted spreadsheet block would leave them. */
export class PastePreview {
  #change: Omit<PageEdit, "edit"> | undefined;
  /** Whether the user has done nothing since the paste. */
  #isAwaited = false;

  constructor(
    /** The heading of a column, with its arm. */
    private readonly headingOf: (part: string) => string,
    private readonly ask: (change: Omit<PageEdit, "edit">) => void,
    /** Requests the previewed change, even if the page shows another analysis by then. */
    private readonly write: (change: Omit<PageEdit, "edit">) => void,
  ) {
    const stopWaiting = (): boolean => (this.#isAwaited = false);
    document.addEventListener("pointerdown", stopWaiting, { capture: true });
    document.addEventListener("keydown", ({ key }) => isModifier(key) || stopWaiting(), { capture: true });
  }

  request(change: Omit<PageEdit, "edit">): void {
    this.#isAwaited = true;
    this.ask(change);
  }

  /**
   * Shows the preview of a change, which the user confirms. Shows nothing if the user has typed or clicked since
   * the paste: the dialog takes the focus, and would receive the rest of what is typed into a cell.
   *
   * @returns whether the preview is shown
   */
  show({ change, rows, notes }: Extract<EvidenceNotice, { kind: "preview" }>): boolean {
    if (!this.#isAwaited) return false;
    this.#change = change;
    const { added = "", year = "" } = element("preview").dataset;
    const headings = rows[0]?.cells.map(({ part }) =>
      newElement("th", part === "year" ? year : this.headingOf(part)),
    );
    const lines = rows.map(({ study, cells }) => [
      newElement("th", study ?? added),
      ...cells.map(({ before, after }) => {
        const cell = newElement("td", "");
        if (before !== "" && before !== after) cell.append(newElement("del", before), " ");
        cell.append(before === after ? after : newElement("ins", after));
        return cell;
      }),
    ]);
    const table = [[newElement("td", ""), ...(headings ?? [])], ...lines].map((line) => {
      const row = document.createElement("tr");
      setChildren(row, line);
      return row;
    });
    setChildren(element("preview"), table);
    showList(element("preview-notes"), "p", notes);
    const dialog = element("paste");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
    return true;
  }

  /** Requests the previewed change. */
  apply(): void {
    const change = this.#change;
    this.#change = undefined;
    if (change !== undefined) this.write(change);
  }
}

/**
 * The change that a paste on a cell requests: its text, or a block of cells; undefined if the table ignores the paste.
 */
export function changeOfPaste(
  event: ClipboardEvent,
): { readonly row: string; readonly change: Extract<TableChange, { kind: "cell" | "paste" }> } | undefined {
  const { target, clipboardData } = event;
  const { row, part = null } = cellOf(target instanceof Element ? target : null) ?? {};
  const text = clipboardData?.getData("text/plain").replace(/\r?\n$/, "") ?? "";
  if (target instanceof HTMLInputElement || row === undefined || part === null || text === "")
    return undefined;
  const cells = copiedCells(text, "\t");
  const [[firstCell = ""] = []] = cells;
  const isSingle = cells.length === 1 && cells[0]?.length === 1;
  // On headings and totals, a single cell is ignored, and a block adds new studies.
  if (isSingle && !isStudy(row)) return undefined;
  return {
    row: isStudy(row) ? row : "",
    change: isSingle
      ? { kind: "cell", part, text: firstCell, asText: false }
      : { kind: "paste", part, cells },
  };
}

/** Copies the text of a cell, unless other text is selected. */
export function copyCell(event: ClipboardEvent): void {
  const { target, clipboardData } = event;
  if (target instanceof HTMLInputElement || !(target instanceof HTMLElement)) return;
  const selected = document.getSelection()?.toString() ?? "";
  const cell = target.closest<HTMLElement>("[data-part]");
  if (cell === null || selected !== "") return;
  clipboardData?.setData("text/plain", cell.dataset.full ?? cell.textContent);
  event.preventDefault();
}
