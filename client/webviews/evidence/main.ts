// The script of the evidence panel: renders the extension's notices once a frame, and sends the user's actions.
import { plots } from "@analyses/protocol/evidencePanel";
import { connect, element, inputById, stopKey, showChoice, showList, showText } from "../kit/page";
import { CellFocus } from "./cellFocus";
import { Cells } from "./cells";
import "./evidence.css";
import { cellOf, FigureOnPage } from "./figure";
import { FindingsOnPage } from "./findings";
import { type EvidenceAction, type EvidenceNotice, type KeptEvidence, isStudy, readAction } from "./messages";
import { OverviewOnPage } from "./overview";
import { PageEdits } from "./pageEdits";
import { PastePreview } from "./pasting";
import { drawPng } from "./png";
import { canChange, isForest } from "./rows";
import { ShownFigure } from "./shownFigure";
import { keepCellInSight, StatusLine, UnwrittenTexts } from "./unwrittenTexts";

const svg = document.querySelector<SVGElement>("#figure > svg");
if (svg === null) throw new Error("The page has no drawing.");
const table = element("table");
const rowButtons = document.querySelectorAll<HTMLElement>('[data-change], [data-action="leaveOut"]');
const figure = new FigureOnPage(element("figure"), svg, table);
const shownFigure = new ShownFigure();
const findings = new FindingsOnPage(figure);
const receivedNotices: EvidenceNotice[] = [];
let [frame, resultTimer] = [0, 0];
/** The analysis and the text version of the status line's message, which is cleared when either changes. */
let messageContext = "";
/** The shown analysis: its name in the panel, its pointer and its title; empty for none. */
let [analysisName, analysisPointer, title] = ["", "", ""];
/**
 * Identifies the row that is marked, the row at the text cursor, by its analysis and its name: when it changes, the
 * figure scrolls to the row.
 */
let markedRow = "";
/** Whether the figure is fitted to the panel, and the width available to it. */
let [isFit, availableWidth] = [true, 0];
/** The actions of keys with Ctrl or Cmd, as in a text editor. */
const keyActions: Readonly<Record<string, "undo" | "redo" | "save">> = {
  z: "undo",
  y: "redo",
  "Shift+z": "redo",
  s: "save",
};
const status = new StatusLine();
const extension = connect<EvidenceAction, EvidenceNotice>((notice) => {
  receivedNotices.push(notice);
  // Paints the first notice at once, and notices that follow soon with the next frame.
  if (frame === 0) paint();
});
const overview = new OverviewOnPage(
  element("analyses"),
  inputById("filter"),
  inputById("only-findings"),
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
  (texts) => unwritten.showLate(texts),
);
const cells: Cells = new Cells(table, figure, {
  edit(row, change) {
    if (change.kind === "cell") unwritten.describeCell(analysisName, title, row, change.part);
    return edits.request(analysisName, row, change);
  },
  preview: (row, change) => pastePreview.request({ analysis: analysisName, row, change, newRowName: null }),
  leaveOut: (row) => send({ action: "leaveOut", row }),
  fix: (cell) => send({ action: "fix", cell }),
  goTo: (cell) => send({ action: "goTo", cell }),
  onInput() {
    const { editedText: text } = cells;
    if (text !== undefined) unwritten.describeCell(analysisName, title, text.row, text.part);
    unwritten.sendAndStore(analysisName, analysisPointer, title);
  },
  refusedAt: (row, part) => edits.refusedAt({ analysis: analysisName, row, part }),
  discard: (row, part) => edits.discard({ analysis: analysisName, row, part }),
  reportRemovedStudy: () => status.show(element("said").dataset.astray ?? ""),
  reportReadOnly: () => status.show(element("said").dataset.readOnly ?? ""),
});
const cellFocus = new CellFocus(table, cells, shownFigure, extension);
const unwritten: UnwrittenTexts = new UnwrittenTexts(edits, cells, figure, shownFigure, status, extension);

/** Sends an action, and clears the outcome of the previous one. */
function send(action: EvidenceAction): void {
  status.show("");
  extension.send(action);
}

/** Draws the figure with its pending edits. */
function draw(): void {
  const change = shownFigure.applyEdits(edits.editsOf(analysisName));
  cells.draw(() => figure.apply(change));
  figure.markRefused(edits.refusedTexts.filter(({ analysis }) => analysis === analysisName));
  // If no mark has changed, the cells still show their findings.
  if (change.put.length + change.gone.length > 0) findings.show();
  unwritten.showRefused(analysisName);
  unwritten.sendAndStore(analysisName, analysisPointer, title);
  enableButtons();
}

/** Shows all notices received since the last call. */
function paint(): void {
  const { activeElement } = document;
  for (const notice of receivedNotices.splice(0)) showNotice(notice);
  if (activeElement instanceof HTMLButtonElement) moveFocusFrom(activeElement);
  frame = requestAnimationFrame(() => {
    frame = 0;
    if (receivedNotices.length > 0) paint();
  });
}

/** Moves the focus away from a button that has been hidden or disabled. */
function moveFocusFrom(button: HTMLButtonElement): void {
  const isLost = button.disabled || !button.checkVisibility();
  // Does nothing if another element has already taken the focus.
  if (!isLost || document.activeElement !== button || !document.hasFocus()) return;
  if (button.id === "next") element("previous").focus();
  if (button.id === "previous") element("next").focus();
  if (document.activeElement === button) cells.takeFocus();
}

function showNotice(notice: EvidenceNotice): void {
  switch (notice.kind) {
    case "view":
      extension.store(notice.kept);
      switchTo("analysis");
      document.body.dataset.plot = notice.kept.plot;
      showView(notice);
      showChoice("plot", notice.kept.plot);
      showText("bar-text", notice.bar);
      element("bar").hidden = notice.bar === "";
      figure.markLeftOut(notice.leftOut);
      break;
    case "overview":
      extension.store(notice.kept);
      overview.apply(notice);
      showText("title", document.title);
      showProblem("", "partly");
      if (switchTo("overview")) overview.focus();
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
      messageContext = `${analysisName} ${notice.version}`;
      if (!edits.refuse(notice)) status.show(notice.message);
      break;
    case "preview":
      if (!pastePreview.show(notice)) status.show(element("preview").dataset.late ?? "");
      break;
    case "draw":
      void drawPng(notice.svg, notice.scale).then((png) =>
        extension.send({ action: "drawn", png: png ?? null }),
      );
      break;
    case "said":
      status.show(notice.message);
  }
}

/** Shows notes; leaves equal ones untouched, since the user may be reading them. */
function showNotes(notes: readonly string[]): void {
  const list = element("notes");
  if ([...list.children].map(({ textContent }) => textContent).join("\n") === notes.join("\n")) return;
  showList(list, "li", notes);
  keepCellInSight();
}

/** Switches between analysis and overview. @returns whether this changed anything while the page had the focus */
function switchTo(shows: KeptEvidence["shows"]): boolean {
  const { shows: before } = document.body.dataset;
  document.body.dataset.shows = shows;
  element("overview").hidden = shows !== "overview";
  element("analysis").hidden = shows !== "analysis";
  element("show-overview").setAttribute("aria-pressed", String(shows === "overview"));
  const isSwitched = before !== shows && document.hasFocus();
  // In a new page (`before` is undefined) the table takes the focus.
  if (isSwitched && shows === "analysis" && before !== undefined) element("title").focus();
  return isSwitched;
}

type ViewNotice = Extract<EvidenceNotice, { kind: "view" }>;

function showView(notice: ViewNotice): void {
  const { view, figure: posted, names, lastSettledEdit, follows, bar } = notice;
  const { analysis, problem, sentence } = view;
  const isOther = (notice.analysis ?? "") !== analysisName;
  if (isOther) {
    showNotes([]);
    cells.commitBeforeSwitch();
    element("frame").scrollTop = 0;
  }
  const now = `${notice.analysis} ${view.version}`;
  if (now !== messageContext) status.show("");
  messageContext = now;
  document.body.dataset.state = posted === null ? "stale" : "current";
  // While the text is broken, the server finds no analysis: the title of the shown one stays.
  if (analysis !== null || isOther) {
    title = analysis === null ? "" : `${analysis.number} ${analysis.name}`;
    analysisPointer = analysis?.pointer ?? "";
    showText("title", title);
    showText("group", analysis?.group ?? "");
  }
  element("follow").setAttribute("aria-pressed", String(follows));
  for (const id of ["previous", "next"] as const)
    element(id).toggleAttribute("disabled", (analysis?.[id] ?? null) === null);
  showProblem(problem?.message ?? "", posted === null ? "stale" : "partly");
  element("show-roles").hidden = problem?.isOfRoles !== true;
  // Without a figure, the earlier one stays only if it is of the same analysis.
  if (posted === null && isOther) {
    shownFigure.clear();
    showResult("", bar);
  }
  analysisName = notice.analysis ?? "";
  element("empty").hidden = analysis !== null || problem !== null;
  element("no-studies").hidden = !notice.isEmpty;
  edits.dropSettled(notice.analysis, lastSettledEdit, posted !== null);
  if (posted !== null) shownFigure.receive(posted, names);
  draw();
  if (posted === null) return;
  showResult(sentence ?? "", bar);
  const current = view.current === null ? null : (names[view.current] ?? null);
  figure.markCurrentRow(current);
  if (`${analysisName} ${current}` !== markedRow) {
    cells.makeCurrent(current);
    if (current !== null && !document.hasFocus()) figure.reveal(current);
  }
  markedRow = `${analysisName} ${current}`;
  cellFocus.onDrawn([analysisName, analysisPointer, title], Object.values(names));
  enableButtons();
}

/** Enables the buttons that apply to the current row or column. */
function enableButtons(): void {
  const { current } = cells;
  const row = cellOf(current ?? null)?.row;
  const isOfStudy = isStudy(row);
  const { part = "" } = current?.dataset ?? {};
  const ofColumn = `[data-edit][data-part="${CSS.escape(part)}"]`;
  // Footnotes have no order.
  const canSort = part !== "footnotes" && table.querySelector(ofColumn) !== null;
  for (const button of rowButtons) {
    const { change } = button.dataset;
    const canAct = change === "add" ? isForest() : isOfStudy && (change === undefined || canChange(change));
    button.toggleAttribute("disabled", !(change === "sort" ? canSort : canAct));
  }
}

/** Shows the result. Screen readers announce it, with the left-out rows, once it has not changed for a moment. */
function showResult(sentence: string, bar: string): void {
  clearTimeout(resultTimer);
  showText("pooled", sentence);
  resultTimer = window.setTimeout(() => showText("pooled-said", `${bar} ${sentence}`.trim()), 700);
}

/** Fits the figure to the panel's width as far as it stays legible; or shows it in its width in print. */
function fit(): void {
  figure.fit(isFit ? availableWidth : undefined);
  // Fitting restores the titles of cells, which findings replace.
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
    // After a click with the mouse (not a key press), keys are for the row again rather than for the button.
    if (detail > 0 && [...rowButtons].includes(button)) cells.takeFocus();
    pressButton(button);
    return;
  }
  const cell = figure.cellAt(target);
  if (cell === undefined || target.closest("input") !== null) return;
  if (!isStudy(cell.row)) return;
  // A shape cannot have the focus: focuses its study, to which keys and buttons then apply.
  if (cell.part === null) figure.cell(cell.row, "study")?.focus({ preventScroll: true });
  send({ action: detail > 1 ? "goTo" : "select", cell });
});

function pressButton(button: HTMLElement): void {
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
    if (first !== undefined) cells.editRefused(first.row, first.part);
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
    if (part !== null) edits.request(analysisName, "", { kind, part, descending: by === "-1" });
  } else if (kind === "add") cells.rows.add(row);
  else if (!isStudy(row)) return;
  else if (kind === "duplicate" || kind === "remove") cells.change(row, { kind });
  else cells.change(row, { kind: "move", by: by === "-1" ? -1 : 1 });
}

// Registered after the listener of `cells`, which updates the current cell that `enableButtons` reads.
document.addEventListener("focusin", enableButtons);
document.addEventListener("keydown", (event) => {
  if (event.key === "Escape") {
    status.show("");
    edits.discardWithoutCell(
      ({ analysis, row, part }) => analysis !== analysisName || figure.cell(row, part) !== undefined,
    );
  }
  if (!event.ctrlKey && !event.metaKey) return;
  const action = keyActions[`${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`];
  if (action === undefined) return;
  // The input undoes what was typed into it: VS Code must not undo as well.
  if (action !== "save" && event.target instanceof HTMLInputElement) event.stopPropagation();
  else {
    stopKey(event);
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
  const plot = plots.find((name) => target instanceof HTMLSelectElement && name === target.value);
  if (plot !== undefined) send({ action: "plot", plot });
});

element("frame").addEventListener("scroll", ({ currentTarget }) => {
  if (currentTarget instanceof HTMLElement)
    currentTarget.toggleAttribute("data-scrolled", currentTarget.scrollTop > 0);
});

new ResizeObserver(() => {
  availableWidth = element("frame").clientWidth;
  fit();
}).observe(element("frame"));
// Fits now, since the observer runs only after the first paint, and the figure would be drawn twice.
availableWidth = element("frame").clientWidth;
fit();
extension.store(JSON.parse(document.body.dataset.kept ?? "null"));
extension.send({ action: "ready" });
