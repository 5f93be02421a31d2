import { type Extension, element, showText } from "../kit/page";
import type { Cells } from "./cells";
import type { FigureOnPage } from "./figure";
import type { EvidenceAction, KeptTyped, TypedText } from "./messages";
import type { PageEdits } from "./pageEdits";
import type { ShownFigure } from "./shownFigure";

/** Reports and stores the texts on the page that are not in the document, and offers to write them again. */
export class UnwrittenTexts {
  /** By cell that the user has typed into: the title of its analysis, and the names of its study and column. */
  readonly #descriptions = new Map<string, readonly [string, string]>();
  /** The texts last sent to the extension, as JSON. */
  #lastSent = "[]";

  constructor(
    private readonly edits: PageEdits,
    private readonly cells: Cells,
    private readonly figure: FigureOnPage,
    private readonly shown: ShownFigure,
    private readonly status: StatusLine,
    private readonly extension: Extension<EvidenceAction>,
  ) {}

  /** Stores a cell's description, for a message in case its text is refused. @param title of its analysis */
  describeCell(analysis: string, title: string, row: string, part: string): void {
    // The description of a cell that has been removed stays.
    if (this.figure.cell(row, part) === undefined) return;
    const study = this.figure.cell(row, "study");
    const names = [study === undefined ? "" : this.figure.textOf(study), this.figure.headingOf(part)];
    const place = names.filter((name) => name !== "").join(", ");
    this.#descriptions.set(`${analysis} ${row} ${part}`, [title, place]);
  }

  /** Reports the first refused text, and offers to write it again. @param drawn the name of the shown analysis */
  showRefused(drawn: string): void {
    const [first] = this.edits.refusedTexts;
    const isThere = first?.analysis === drawn && this.figure.cell(first.row, first.part) !== undefined;
    element("write-again").hidden = !isThere || this.cells.isTyping(first.row);
    const { missing, force = "" } = element("said").dataset;
    const [title, within] = this.#descriptions.get(`${first?.analysis} ${first?.row} ${first?.part}`) ?? [];
    const place = first?.analysis === drawn ? within : `${title}, ${within}`;
    const sentence = first === undefined ? "" : fillPlaceholders(missing, first.text, place, first.message);
    this.status.setRefusedText(first?.canForce === true ? `${sentence} ${force}` : sentence);
  }

  /** Reports texts that have been pending for long; hides the report if there are none. */
  showLate(texts: readonly string[]): void {
    const late = element("late");
    const typed = texts.filter((text) => text !== "").map((text) => `“${text}”`);
    late.hidden = texts.length === 0;
    showText(
      "late",
      late.hidden ? "" : fillPlaceholders(late.dataset.text, typed.length === 0 ? "…" : typed.join(", ")),
    );
  }

  /**
   * Sends the text being typed and refused texts to the extension, which writes them once the page is gone. Stores all
   * texts of the shown analysis that the document does not have, for a reload of the window.
   *
   * @param pointer of the shown analysis
   */
  sendAndStore(drawn: string, pointer: string, title: string): void {
    const own = this.cells.editedText;
    const typed: readonly TypedText[] = own === undefined ? [] : [{ analysis: drawn, ...own }];
    const refused = this.edits.refusedTexts.map(({ analysis, row, part, text }) => ({
      analysis,
      row,
      part,
      text,
    }));
    const texts = [...typed, ...refused];
    const reported = JSON.stringify(texts);
    if (reported !== this.#lastSent) this.extension.send({ action: "typing", texts });
    this.#lastSent = reported;
    const kept = [...typed, ...this.edits.pendingTexts].flatMap(
      ({ analysis, row, part, text }): readonly KeptTyped[] => {
        const at = this.shown.pointerOf(row);
        if (analysis !== drawn || at === undefined) return [];
        const [study, cell] = ["study", part].map((name) => this.shown.textInDocument(row, name));
        return [{ analysis: pointer, row: at, part, text, before: `${title}\n${study}\n${cell}` }];
      },
    );
    this.extension.store({ typed: kept });
  }
}

/** Replaces the placeholders of a sentence. */
function fillPlaceholders(sentence = "", ...texts: readonly (string | undefined)[]): string {
  return sentence.replace(/\{(\d)\}/g, (_, index) => texts[Number(index)] ?? "");
}

/** The status line, which shows the outcome of the last action; without one, a refused text. */
export class StatusLine {
  /** The message about a refused text. */
  #refusedTextMessage = "";

  show(message: string): void {
    const shown = message === "" ? this.#refusedTextMessage : message;
    const line = element("said");
    if (line.textContent === shown) return;
    line.textContent = shown;
    // In a low window, the line covers part of the figure: scrolls the focused cell into sight above the line.
    document.documentElement.style.scrollPaddingBottom =
      shown === "" ? "" : `${element("status").offsetHeight}px`;
    if (shown !== "") keepCellInSight();
  }

  /** Sets the message about a refused text; empty once there is none. */
  setRefusedText(message: string): void {
    if (message === this.#refusedTextMessage) return;
    this.#refusedTextMessage = message;
    this.show("");
  }
}

/** Scrolls the focused cell into sight, after the figure has lost room. */
export function keepCellInSight(): void {
  const cell = document.activeElement?.closest("#table td, #table th");
  cell?.scrollIntoView({ block: "nearest", inline: "nearest" });
}
