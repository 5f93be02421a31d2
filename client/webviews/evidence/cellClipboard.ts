import { type TableChange, copiedCells } from "@analyses/protocol/evidencePanel";
import { cellOf } from "./figure";
import { isStudy } from "./messages";

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
  // A block pasted on headings or totals adds new studies.
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
