// What a block of a spreadsheet would make of the rows, shown before it is written.
import { element, fill, showList, withText } from "../kit/page";
import type { EvidenceNotice, PageEdit } from "./messages";

export class PastePreview {
  #asked: Omit<PageEdit, "edit"> | undefined;

  constructor(
    /** What a column is called, with its arm. */
    private readonly headingOf: (part: string) => string,
    /** Writes a change into the analysis that it was asked for: another one may be shown by then. */
    private readonly write: (change: Omit<PageEdit, "edit">) => void,
  ) {}

  /** Asks about a change that makes something of rows. */
  show({ asked, rows, notes }: Extract<EvidenceNotice, { kind: "preview" }>): void {
    this.#asked = asked;
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
    const table = [[withText("td", ""), ...headings], ...lines].map((line) => {
      const row = document.createElement("tr");
      fill(row, line);
      return row;
    });
    fill(element("preview"), table);
    showList(element("preview-notes"), "p", notes);
    const dialog = element("paste");
    if (dialog instanceof HTMLDialogElement) dialog.showModal();
  }

  /** Writes what was asked about. */
  apply(): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) this.write(asked);
  }
}
