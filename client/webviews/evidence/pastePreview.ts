// What a block of a spreadsheet would make of the rows, shown before it is written.
import type { PastedRow, TableChange } from "../../../protocol/src/evidenceTable";
import { element, withText } from "../kit/page";

export class PastePreview {
  #change: TableChange | undefined;

  constructor(
    /** What a column is called, with its arm. */
    private readonly headingOf: (part: string) => string,
    private readonly write: (change: TableChange) => void,
  ) {}

  /** Asks about a change that makes something of rows. */
  show(change: TableChange, rows: readonly PastedRow[]): void {
    this.#change = change;
    const [widest] = [...rows].sort((one, other) => other.cells.length - one.cells.length);
    const headings = widest?.cells.map(({ part }) => withText("th", this.headingOf(part))) ?? [];
    const lines = rows.map(({ study, cells }) => [
      withText("th", study ?? element("preview").dataset.added ?? ""),
      ...cells.map(({ before, after }) => {
        const cell = withText("td", "");
        if (before !== "" && before !== after) cell.append(withText("del", before), " ");
        cell.append(before === after ? after : withText("ins", after));
        return cell;
      }),
    ]);
    element("preview").replaceChildren(
      ...[[withText("td", ""), ...headings], ...lines].map((line) => {
        const row = document.createElement("tr");
        row.append(...line);
        return row;
      }),
    );
    const dialog = element("paste");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  }

  /** Writes what was asked about. */
  apply(): void {
    const change = this.#change;
    this.#change = undefined;
    if (change !== undefined) this.write(change);
  }
}
