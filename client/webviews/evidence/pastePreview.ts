import { element, setChildren, showList, newElement } from "../kit/page";
import { isModifier } from "./cells";
import type { EvidenceNotice, PageEdit } from "./messages";

/** The dialog that previews the rows as a pasted spreadsheet block would leave them. */
export class PastePreview {
  #change: Omit<PageEdit, "edit"> | undefined;
  /** Whether the reader has done nothing since the paste. */
  #isAwaited = false;

  constructor(
    /** The heading of a column, with its arm. */
    private readonly headingOf: (part: string) => string,
    private readonly ask: (change: Omit<PageEdit, "edit">) => void,
    /** Requests the previewed change, although the page may show another analysis by then. */
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
   * Shows the preview of a change, which the reader confirms. Shows nothing if the reader has typed or clicked since
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
