// The script of the evidence panel: renders the extension's notices once a frame, and sends the reader's actions.
import { plots } from "@analyses/protocol/evidencePanel";
import { connect, element, inputNamed, keepKey, markTime, showChoice, showList, showText } from "../kit/page";
import { CellFocus } from "./cellFocus";
import { Cells } from "./cells";
import "./evidence.css";
import { cellOf, FigureOnPage } from "./figure";
import { FindingsOnPage } from "./findings";
import { type EvidenceAction, type EvidenceNotice, type KeptEvidence, isStudy, readAction } from "./messages";
import { OverviewOnPage } from "./overview";
import { PageEdits } from "./pageEdits";
import { PastePreview } from "./pastePreview";
import { pngOf } from "./png";
import { canChange, isForest } from "./rows";
import { ShownFigure } from "./shownFigure";
import { keepCellInSight, StatusLine } from "./statusLine";
import { UnwrittenTexts } from "./unwrittenTexts";

const svg = document.querySelector<SVGElement>("#figure > svg");
if (svg === null) throw new Error("The page has no drawing.");
const table = element("table");
const rowButtons = document.querySelectorAll<HTMLElement>('[data-change], [data-action="leaveOut"]');
const figure = new FigureOnPage(element("figure"), svg, table);
const shownFigure = new ShownFigure();
const findings = new FindingsOnPage(figure);
const waiting: EvidenceNotice[] = [];
let isOpened = false;
let [frame, pooled] = [0, 0];
/** The analysis and the text version that the status line's message is about. */
let shown = "";
/** The name, the pointer and the title of the shown analysis; empty for none. */
let [drawn, pointer, title] = ["", "", ""];
/** The shown analysis and its row at the cursor. */
let marked = "";
/** Whether the figure is fitted to the panel, and the width available to it. */
let [isFit, room] = [true, 0];
/** The actions of keys with Ctrl or Cmd, as in a text editor. */
const keyActions: Readonly<Record<string, "undo" | "redo" | "save">> = {
  z: "undo",
  y: "redo",
  "Shift+z": "redo",
  s: "save",
};
const status = new StatusLine();
const extension = connect<EvidenceAction, EvidenceNotice>((notice) => {
  waiting.push(notice);
  markTime("evidence-received");
  // Paints the first notice at once, and later ones with the next frame.
  if (frame === 0) paint();
});
const overview = new OverviewOnPage(
  element("analyses"),
  inputNamed("filter"),
  inputNamed("only-findings"),
  element("listed"),
  (analysis) => send({ action: "open", analysis }),
);
const pastePreview = new PastePreview(
  (part) => figure.headingOf(part),
  (change) => send({ action: "preview", ...change }),
  ({ analysis, row, change }) => edits.request(analysis, row, change),
);
const edits: PageEdits = new PageEdits(
  send,
  draw,
  (row) => cells.isTyping(row),
  (texts) => unwritten.sayLate(texts),
);
const cells: Cells = new Cells(table, figure, {
  edit(row, change) {
    if (change.kind === "cell") unwritten.note(drawn, title, row, change.part);
    return edits.request(drawn, row, change);
  },
  preview: (row, change) => pastePreview.request({ analysis: drawn, row, change, newRowName: null }),
  leaveOut: (row) => send({ action: "leaveOut", row }),
  fix: (cell) => send({ action: "fix", cell }),
  goTo: (cell) => send({ action: "goTo", cell }),
  typed() {
    const { typed } = cells;
    if (typed !== undefined) unwritten.note(drawn, title, typed.row, typed.part);
    unwritten.report(drawn, pointer, title);
  },
  refusedAt: (row, part) => edits.refusedAt({ analysis: drawn, row, part }),
  discard: (row, part) => edits.discard({ analysis: drawn, row, part }),
  sayNoStudy: () => status.say(element("said").dataset.astray ?? ""),
  sayReadOnly: () => status.say(element("said").dataset.readOnly ?? ""),
});
const cellFocus = new CellFocus(table, cells, shownFigure, extension);
const unwritten: UnwrittenTexts = new UnwrittenTexts(edits, cells, figure, shownFigure, status, extension);

/** Sends an action, and clears the outcome of the previous one. */
function send(action: EvidenceAction): void {
  status.say("");
  extension.send(action);
}

/** Draws the figure with its pending edits. */
function draw(): void {
  const change = shownFigure.applyEdits(edits.editsOf(drawn));
  cells.draw(() => figure.apply(change));
  figure.markRefused(edits.refusedTexts.filter(({ analysis }) => analysis === drawn));
  // While no mark changes, the same cells have findings.
  if (change.put.length + change.gone.length > 0) findings.show();
  unwritten.say(drawn);
  unwritten.report(drawn, pointer, title);
  settleButtons();
}

/** Shows all notices received since the last call. */
function paint(): void {
  const { activeElement } = document;
  for (const notice of waiting.splice(0)) show(notice);
  if (activeElement instanceof HTMLButtonElement) keepFocus(activeElement);
  markTime("evidence-painted");
  if (!isOpened && svg?.firstElementChild) {
    isOpened = true;
    markTime("evidence-opened");
  }
  frame = requestAnimationFrame(() => {
    frame = 0;
    if (waiting.length > 0) paint();
  });
}

/** Moves the focus on from a button that is hidden or disabled. */
function keepFocus(button: HTMLButtonElement): void {
  const isLost = button.disabled || !button.checkVisibility();
  // Another element may have taken the focus.
  if (!isLost || document.activeElement !== button || !document.hasFocus()) return;
  if (button.id === "next") element("previous").focus();
  if (button.id === "previous") element("next").focus();
  if (document.activeElement === button) cells.takeFocus();
}

function show(notice: EvidenceNotice): void {
  switch (notice.kind) {
    case "view":
      extension.keep(notice.kept);
      turnTo("analysis");
      document.body.dataset.plot = notice.kept.plot;
      showView(notice);
      showChoice("plot", notice.kept.plot);
      showText("bar-text", notice.bar);
      element("bar").hidden = notice.bar === "";
      figure.leaveOut(notice.leftOut);
      break;
    case "overview":
      extension.keep(notice.kept);
      overview.apply(notice);
      showText("title", document.title);
      showProblem("", "partly");
      if (turnTo("overview")) overview.focus();
      break;
    case "closed":
      showProblem(notice.message, "closed", notice.remedy);
      break;
    case "findings":
      findings.show(notice.findings);
      break;
    case "notes":
      showNotes(notice.notes);
      break;
    case "refused":
      shown = `${drawn} ${notice.version}`;
      if (!edits.refuse(notice)) status.say(notice.message);
      break;
    case "preview":
      if (!pastePreview.show(notice)) status.say(element("preview").dataset.late ?? "");
      break;
    case "draw":
      void pngOf(notice.svg, notice.scale).then((png) =>
        extension.send({ action: "drawn", png: png ?? null }),
      );
      break;
    case "said":
      status.say(notice.message);
  }
}

/** Leaves equal notes untouched, since the reader may be reading them. */
function showNotes(notes: readonly string[]): void {
  const list = element("notes");
  if ([...list.children].map(({ textContent }) => textContent).join("\n") === notes.join("\n")) return;
  showList(list, "li", notes);
  keepCellInSight();
}

/** Switches between analysis and overview. @returns whether the part shown changed while the page had the focus */
function turnTo(shows: KeptEvidence["shows"]): boolean {
  const { shows: before } = document.body.dataset;
  document.body.dataset.shows = shows;
  element("overview").hidden = shows !== "overview";
  element("analysis").hidden = shows !== "analysis";
  element("show-overview").setAttribute("aria-pressed", String(shows === "overview"));
  const isByReader = before !== shows && document.hasFocus();
  // In a new page the table takes the focus.
  if (isByReader && shows === "analysis" && before !== undefined) element("title").focus();
  return isByReader;
}

type ViewNotice = Extract<EvidenceNotice, { kind: "view" }>;

function showView(notice: ViewNotice): void {
  const { view, figure: posted, names, lastSettledEdit, follows, bar } = notice;
  const { analysis, problem, sentence } = view;
  const isOther = (notice.analysis ?? "") !== drawn;
  if (isOther) {
    showNotes([]);
    cells.leave();
    element("frame").scrollTop = 0;
  }
  const now = `${notice.analysis} ${view.version}`;
  if (now !== shown) status.say("");
  shown = now;
  document.body.dataset.state = posted === null ? "stale" : "current";
  // Of an analysis that a broken text hides, the title stays.
  if (analysis !== null || isOther) {
    title = analysis === null ? "" : `${analysis.number} ${analysis.name}`;
    pointer = analysis?.pointer ?? "";
    showText("title", title);
    showText("group", analysis?.group ?? "");
  }
  element("follow").setAttribute("aria-pressed", String(follows));
  for (const id of ["previous", "next"] as const)
    element(id).toggleAttribute("disabled", (analysis?.[id] ?? null) === null);
  showProblem(problem?.message ?? "", posted === null ? "stale" : "partly");
  element("show-roles").hidden = problem?.isOfRoles !== true;
  // An earlier figure stays only for its own analysis.
  if (posted === null && isOther) {
    shownFigure.clear();
    showPooled("", bar);
  }
  drawn = notice.analysis ?? "";
  element("empty").hidden = analysis !== null || problem !== null;
  element("no-studies").hidden = !notice.isEmpty;
  edits.dropSettled(notice.analysis, lastSettledEdit, posted !== null);
  if (posted !== null) shownFigure.take(posted, names);
  draw();
  if (posted === null) return;
  showPooled(sentence ?? "", bar);
  const current = view.current === null ? null : (names[view.current] ?? null);
  figure.mark(current);
  if (`${drawn} ${current}` !== marked) {
    cells.turnTo(current);
    if (current !== null && !document.hasFocus()) figure.reveal(current);
  }
  marked = `${drawn} ${current}`;
  cellFocus.drawn([drawn, pointer, title], Object.values(names));
  settleButtons();
}

/** Enables the buttons that apply to the current row or column. */
function settleButtons(): void {
  const { current } = cells;
  const row = cellOf(current ?? null)?.row;
  const isOfStudy = isStudy(row);
  const { part = "" } = current?.dataset ?? {};
  const ofColumn = `[data-edit][data-part="${CSS.escape(part)}"]`;
  // Footnotes have no order.
  const isColumn = part !== "footnotes" && table.querySelector(ofColumn) !== null;
  for (const button of rowButtons) {
    const { change } = button.dataset;
    const isOfRow = change === "add" ? isForest() : isOfStudy && (change === undefined || canChange(change));
    button.toggleAttribute("disabled", !(change === "sort" ? isColumn : isOfRow));
  }
}

/** Shows the result; screen readers announce it, with the left-out rows, once it rests. */
function showPooled(sentence: string, bar: string): void {
  clearTimeout(pooled);
  showText("pooled", sentence);
  pooled = window.setTimeout(() => showText("pooled-said", `${bar} ${sentence}`.trim()), 700);
}

/** Fits the figure to the panel's width, as far as legible, or to its width in print. */
function fit(): void {
  figure.fit(isFit ? room : undefined);
  // Refitted cells have their own titles again.
  findings.show();
  element("fit").setAttribute("aria-pressed", String(isFit));
}

function showProblem(
  message: string,
  kind: "stale" | "partly" | "closed",
  remedy: "goToProblem" | "openDocument" | "restartServer" | null = "goToProblem",
): void {
  const problem = element("problem");
  problem.hidden = message === "";
  problem.dataset.kind = kind;
  showText("problem-text", message);
  for (const button of problem.querySelectorAll("button")) button.hidden = button.dataset.action !== remedy;
  if (kind === "closed") document.body.dataset.state = "stale";
}

document.addEventListener("click", ({ target, detail }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>("button");
  if (button !== null) {
    // After a click with the mouse, keys are for the row again, not for the button.
    if (detail > 0 && [...rowButtons].includes(button)) cells.takeFocus();
    press(button);
    return;
  }
  const cell = figure.placeOf(target);
  if (cell === undefined || target.closest("input") !== null) return;
  if (!isStudy(cell.row)) return;
  // A shape takes no focus: later keys and buttons apply to its study.
  if (cell.part === null) figure.cell(cell.row, "study")?.focus({ preventScroll: true });
  send({ action: detail > 1 ? "goTo" : "select", cell });
});

function press(button: HTMLElement): void {
  const { action = "", change, by } = button.dataset;
  if (button.id === "fit") {
    isFit = !isFit;
    fit();
    return;
  }
  if (change !== undefined) {
    editRow(change, by);
    return;
  }
  if (action === "leaveOut") {
    const row = cellOf(cells.current ?? null)?.row;
    if (isStudy(row)) send({ action, row });
    return;
  }
  if (button.id === "write-again") {
    const [first] = edits.refusedTexts;
    if (first !== undefined) cells.writeAgain(first.row, first.part);
    return;
  }
  if (button.id === "paste-apply") pastePreview.apply();
  const message = readAction({ action });
  if (message !== undefined) send(message);
}

/** Changes the row, or sorts by the column, of the current cell. */
function editRow(kind: string, by: string | undefined): void {
  const { row, part = null } = cellOf(cells.current ?? null) ?? {};
  if (kind === "sort") {
    if (part !== null) edits.request(drawn, "", { kind, part, descending: by === "-1" });
  } else if (kind === "add") cells.rows.add(row);
  else if (!isStudy(row)) return;
  else if (kind === "duplicate" || kind === "remove") cells.change(row, { kind });
  else cells.change(row, { kind: "move", by: by === "-1" ? -1 : 1 });
}

// Has to be registered after the listener of `cells`: that one updates the current cell, which this one reads.
document.addEventListener("focusin", settleButtons);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    status.say("");
    edits.discardWithoutCell(
      ({ analysis, row, part }) => analysis !== drawn || figure.cell(row, part) !== undefined,
    );
  }
  if (!event.ctrlKey && !event.metaKey) return;
  const action = keyActions[`${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`];
  if (action === undefined) return;
  // An input undoes its own typing.
  if (action !== "save" && event.target instanceof HTMLInputElement) event.stopPropagation();
  else {
    keepKey(event);
    // Saving commits the edited text first.
    if (action !== "save") edits.undoOrRedo(action);
    else {
      cells.commit();
      send({ action });
    }
  }
});

window.addEventListener("focus", () => {
  if (document.activeElement === document.body && document.body.dataset.shows === "overview")
    overview.focus();
});

element("plot").addEventListener("change", ({ target }) => {
  const plot = plots.find((one) => target instanceof HTMLSelectElement && one === target.value);
  if (plot !== undefined) send({ action: "plot", plot });
});

element("frame").addEventListener("scroll", ({ currentTarget }) => {
  if (currentTarget instanceof HTMLElement)
    currentTarget.toggleAttribute("data-scrolled", currentTarget.scrollTop > 0);
});

new ResizeObserver(() => {
  room = element("frame").clientWidth;
  fit();
}).observe(element("frame"));
// The observer runs only after the first paint, which would then draw the figure twice.
room = element("frame").clientWidth;
fit();
if (extension.first === undefined) extension.keep(JSON.parse(document.body.dataset.kept ?? "null"));
else {
  waiting.push(extension.first);
  paint();
}
extension.send({ action: "ready", hasBegun: extension.first !== undefined });
