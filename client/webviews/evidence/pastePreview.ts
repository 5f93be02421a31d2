// Previews the rows as a pasted spreadsheet block would leave them.
import { element, fill, showList, withText } from "../kit/page";
import type { EvidenceNotice, PageEdit } from "./messages";

export class PastePreview {
  #asked: Omit<PageEdit, "edit"> | undefined;

  constructor(
    /** The heading of a column, with its arm. */
    private readonly headingOf: (part: string) => string,
    /** Requests a change of the previewed analysis; the page may show another by then. */
    private readonly write: (change: Omit<PageEdit, "edit">) => void,
  ) {}

  /** Shows the preview of a change, for the reader to confirm. */
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

  /** Requests the previewed change. */
  apply(): void {
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) this.write(asked);
  }
}
