// Previews the rows as a pasted spreadsheet block would leave them.
import { element, fill, showList, withText } from "../kit/page";
import { isModifier } from "./cells";
import type { EvidenceNotice, PageEdit } from "./messages";

export class PastePreview {
  #change: Omit<PageEdit, "edit"> | undefined;
  /** Whether the reader has done nothing since the paste. */
  #isAwaited = false;

  constructor(
    /** The heading of a column, with its arm. */
    private readonly headingOf: (part: string) => string,
    private readonly ask: (change: Omit<PageEdit, "edit">) => void,
    /** Requests a change of the previewed analysis; the page may show another by then. */
    private readonly write: (change: Omit<PageEdit, "edit">) => void,
  ) {
    const goesOn = (): boolean => (this.#isAwaited = false);
    document.addEventListener("pointerdown", goesOn, { capture: true });
    document.addEventListener("keydown", ({ key }) => isModifier(key) || goesOn(), { capture: true });
  }

  request(change: Omit<PageEdit, "edit">): void {
    this.#isAwaited = true;
    this.ask(change);
  }

  /**
   * Shows the preview of a change, for the reader to confirm; not to a reader who has gone on, since the dialog would
   * take the rest of what is typed into a cell.
   *
   * @returns whether it is shown
   */
  show({ change, rows, notes }: Extract<EvidenceNotice, { kind: "preview" }>): boolean {
    if (!this.#isAwaited) return false;
    this.#change = change;
    const { added = "", year = "" } = element("preview").dataset;
    const headings = rows[0]?.cells.map(({ part }) =>
      withText("th", part === "year" ? year : this.headingOf(part)),
    );
    const lines = rows.map(({ study, cells }) => [
      withText("th", study ?? added),
      ...cells.map(({ before, after }) => {
        const cell = withText("td", "");
        if (before !== "" && before !== after) cell.append(withText("del", before), " ");
        cell.append(before === after ? after : withText("ins", after));
        return cell;
      }),
    ]);
    const table = [[withText("td", ""), ...(headings ?? [])], ...lines].map((line) => {
      const row = document.createElement("tr");
      fill(row, line);
      return row;
    });
    fill(element("preview"), table);
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
