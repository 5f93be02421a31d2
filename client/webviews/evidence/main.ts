// The script of the evidence panel: shows what the extension sends once a frame, and passes on what the reader does.
import type { TableChange } from "../../../protocol/src/evidenceTable";
import { plots } from "../../../protocol/src/evidencePanel";
import { connect, element, inputNamed, keepKey, markTime, showChoice, showText, withText } from "../kit/page";
import { Cells } from "./cells";
import "./evidence.css";
import { cellOf, FigureOnPage, isStudy } from "./figure";
import { FindingsOnPage } from "./findings";
import type { EvidenceAction, EvidenceNotice, KeptEvidence } from "./messages";
import { readAction, readNotice } from "./messages";
import { OverviewOnPage } from "./overview";
import { PastePreview } from "./pastePreview";
import { pngOf } from "./png";
import { isForest } from "./rowChanges";
import { keepCellInSight, StatusLine } from "./statusLine";

const svg = document.querySelector("svg");
if (svg === null) throw new Error("The page has no drawing.");
const table = element("table");
const rowButtons = document.querySelectorAll<HTMLElement>('[data-change], [data-action="leaveOut"]');
const figure = new FigureOnPage(element("figure"), svg, table);
const findings = new FindingsOnPage(figure);
const waiting: EvidenceNotice[] = [];
let frame = 0;
let isOpened = false;
let pooled = 0;
/** How many edits the page has asked for. */
let edits = 0;
/** The analysis, and the version of the text, of which something is said. */
let shown = "";
/** The pointer of the analysis whose figure there is. */
let drawn = "";
/** The row at the cursor. */
let marked = "";
let isFit = true;
/** How wide the figure can be. */
let room = 0;
/** What keys do with Ctrl or Cmd, as in the text. */
const keyActions: Readonly<Record<string, "undo" | "redo" | "save">> = {
  z: "undo",
  y: "redo",
  "Shift+z": "redo",
  s: "save",
};
/** Why the text was refused that stands in its cell. */
let refusal = "";
const said = new StatusLine();

const extension = connect<EvidenceAction, EvidenceNotice>(readNotice, (notice) => {
  waiting.push(notice);
  markTime("evidence-received");
  // The first is drawn before the next frame begins, what comes until then with the one after it.
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
  (change, analysis) => edit("edit", change, analysis),
);
const cells = new Cells(
  table,
  figure,
  send,
  edit,
  (change) => {
    extension.send({ action: "typing", analysis: drawn, change });
    // A window may go with all that runs in it.
    const cell = change === null ? undefined : figure.cell(change.row, change.part);
    extension.keep({ typed: cell ? { analysis: drawn, change, before: figure.textOf(cell) } : null });
  },
  () => element("problem").dataset.kind !== "closed",
);
/** The analysis that the overview marks. */
let listed: string | null = null;

/** What came of the action before is of no interest any more. */
function send(action: EvidenceAction): void {
  said.say("");
  extension.send(action);
}

function edit(action: "edit" | "preview", change: TableChange, analysis = drawn): void {
  if (change.kind === "cell") said.write(change);
  if (action === "edit") edits += 1;
  send({ action, analysis, change });
}

/** Everything that came since it was drawn last. */
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

/** Where the button with the focus has gone, or cannot be pressed any more, the focus goes on. */
function keepFocus(button: HTMLButtonElement): void {
  const isLost = button.disabled || !button.checkVisibility();
  // Something else may have taken it.
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
      if (isAllWritten(notice)) figure.restoreAnticipated();
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
      listed = notice.current;
      if (turnTo("overview")) overview.focus(listed);
      break;
    case "closed":
      showProblem(notice.message, "closed", notice.wayOut);
      break;
    case "findings":
      findings.show(notice.findings);
      break;
    case "notes":
      showNotes(notice.notes);
      break;
    case "refused":
      refuse(notice);
      break;
    case "unchanged":
      if (notice.change.kind !== "cell") cells.rows.giveUp(notice.change);
      else if (notice.analysis === drawn) cells.restore(notice.change);
      break;
    case "preview":
      pastePreview.show(notice);
      break;
    case "draw":
      void pngOf(notice.svg, notice.scale).then((png) =>
        extension.send({ action: "drawn", png: png ?? null }),
      );
      break;
    case "said":
      said.say(notice.message);
  }
}

/** Notes that are there stay as they are: somebody may be reading them. */
function showNotes(notes: readonly string[]): void {
  const list = element("notes");
  if ([...list.children].map(({ textContent }) => textContent).join("\n") === notes.join("\n")) return;
  list.replaceChildren(...notes.map((note) => withText("li", note)));
  keepCellInSight();
}

/** Whether it was turned to just now, by somebody who is in the page. */
function turnTo(shows: KeptEvidence["shows"]): boolean {
  const isOther = document.body.dataset.shows !== shows;
  document.body.dataset.shows = shows;
  element("overview").hidden = shows !== "overview";
  element("analysis").hidden = shows !== "analysis";
  element("show-overview").setAttribute("aria-pressed", String(shows === "overview"));
  const isMeant = isOther && document.hasFocus();
  if (isMeant && shows === "analysis") element("title").focus();
  return isMeant;
}

type ViewNotice = Extract<EvidenceNotice, { kind: "view" }>;

/** What is asked for while a view is on its way, or while it is shown, is not in its text: not known once for all. */
function isAllWritten(notice: ViewNotice): boolean {
  return notice.isWritten && (edits === 0 || notice.edits === edits);
}

function showView(notice: ViewNotice): void {
  const { view, before, follows, bar } = notice;
  const { analysis, problem, sentence } = view;
  if ((analysis?.pointer ?? "") !== drawn) {
    if (analysis === null || before !== drawn) showNotes([]);
    if (analysis !== null && before === drawn) pastePreview.moved(before, analysis.pointer);
    else {
      // What is typed is written into the analysis that it was typed for; what was refused there is not in the document.
      const refused = cells.leave();
      if (refused !== undefined) said.miss(refused, refusal);
    }
  }
  // What was refused is said as long as its cell waits for something else.
  const isOther = `${analysis?.pointer} ${view.version}` !== shown;
  if (isOther && !cells.isRefused) said.say("");
  shown = `${analysis?.pointer} ${view.version}`;
  document.body.dataset.state = view.figure === null ? "stale" : "current";
  showText("title", analysis === null ? "" : `${analysis.number} ${analysis.name}`);
  showText("group", analysis?.group ?? "");
  element("follow").setAttribute("aria-pressed", String(follows));
  for (const id of ["previous", "next"] as const)
    element(id).toggleAttribute("disabled", (analysis?.[id] ?? null) === null);
  showProblem(problem?.message ?? "", view.figure === null ? "stale" : "partly");
  element("show-roles").hidden = problem?.isOfRoles !== true;
  // A figure stays while its own analysis has none, and not under the name of another.
  if (view.figure === null && analysis?.pointer !== drawn) {
    figure.clear();
    showPooled("", bar);
    findings.show();
  }
  drawn = analysis?.pointer ?? "";
  element("empty").hidden = analysis !== null;
  if (view.figure !== null) {
    const { base, put, gone } = view.figure;
    figure.apply(view.figure, base === null);
    showPooled(sentence ?? "", bar);
    figure.mark(view.current);
    if (`${analysis?.pointer} ${view.current}` !== marked) {
      cells.turnTo(view.current);
      if (view.current !== null && !document.hasFocus()) figure.reveal(view.current);
    }
    marked = `${analysis?.pointer} ${view.current}`;
    cells.settle(view.version, isAllWritten(notice));
    // The cells that have some are still those where no mark was put.
    if (base === null || put.length + gone.length > 0) findings.show();
  }
  settleButtons();
}

/** A button for a row or column can be pressed where there is one to press it for. */
function settleButtons(): void {
  const { current } = cells;
  const row = cellOf(current ?? null)?.row;
  const isOfStudy = isStudy(row);
  const part = CSS.escape(current?.dataset.part ?? "");
  const isColumn = table.querySelector(`[data-edit][data-part="${part}"]`) !== null;
  for (const button of rowButtons) {
    const { change } = button.dataset;
    const isOfRow =
      change === "move" ? isOfStudy && isForest() : isOfStudy || (change === "add" && isForest());
    const can = change === "sort" ? isColumn : isOfRow;
    button.toggleAttribute("disabled", !can);
  }
}

/** A screen reader says the result, and what is left out of it, once it rests. */
function showPooled(sentence: string, bar: string): void {
  clearTimeout(pooled);
  showText("pooled", sentence);
  pooled = window.setTimeout(() => showText("pooled-said", `${bar} ${sentence}`.trim()), 700);
}

/** Makes the figure as wide as the panel, as long as it can be read. */
function fit(): void {
  figure.fit(isFit ? room : undefined);
  // What is laid out anew says its own text again.
  findings.show();
  element("fit").setAttribute("aria-pressed", String(isFit));
}

function showProblem(
  message: string,
  kind: "stale" | "partly" | "closed",
  wayOut: "goToProblem" | "openDocument" | "restartServer" | null = "goToProblem",
): void {
  const problem = element("problem");
  problem.hidden = message === "";
  problem.dataset.kind = kind;
  showText("problem-text", message);
  for (const button of problem.querySelectorAll("button")) button.hidden = button.dataset.action !== wayOut;
  if (kind === "closed") document.body.dataset.state = "stale";
}

/** Says why a change was not made, and how what was typed can be written all the same, or that it is not there. */
function refuse(notice: Extract<EvidenceNotice, { kind: "refused" }>): void {
  const { analysis, change, message, canForce, version } = notice;
  shown = `${drawn} ${version}`;
  const asked = canForce ? `${message} ${element("said").dataset.force ?? ""}` : message;
  // Of another analysis than is shown by now, the study has a cell here too.
  const isHere = analysis === drawn && document.body.dataset.shows === "analysis";
  if (change.kind !== "cell") {
    cells.rows.giveUp(change);
    said.say(asked);
  } else if (isHere && cells.refuse(change, asked, canForce)) {
    refusal = message;
    said.say(asked);
  } else {
    cells.tellTyped();
    said.miss(change, message);
  }
}

document.addEventListener("click", ({ target, detail }) => {
  if (!(target instanceof Element)) return;
  const button = target.closest<HTMLElement>("button");
  if (button !== null) {
    press(button);
    return;
  }
  const cell = figure.placeOf(target);
  if (cell === undefined || target.closest("input") !== null) return;
  if (!isStudy(cell.row)) return;
  // What is drawn takes no focus: the keys and buttons that follow are for its study.
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
    if (isStudy(row)) cells.leaveOut(row);
    return;
  }
  if (button.id === "paste-apply") pastePreview.apply();
  const message = readAction({ action });
  if (message !== undefined) send(message);
}

/** A button that changes the row, or sorts by the column, of the cell that had the focus last. */
function editRow(kind: string, by: string | undefined): void {
  const { row, part = null } = cellOf(cells.current ?? null) ?? {};
  if (kind === "sort") {
    if (part !== null) edit("edit", { kind, part, descending: by === "-1" });
  } else if (kind === "add") cells.rows.add(row);
  else if (!isStudy(row)) return;
  else if (kind === "duplicate" || kind === "remove") cells.change({ kind, row });
  else cells.change({ kind: "move", row, by: by === "-1" ? -1 : 1 });
}

// After the cells, which find out first which of them is meant.
document.addEventListener("focusin", settleButtons);
// Before a cell keeps the key for itself.
document.addEventListener(
  "keydown",
  ({ key }) => {
    if (key === "Escape") said.forget();
  },
  true,
);

document.addEventListener("keydown", (event) => {
  // The button that adds a row has the focus until there is one.
  const isAtButton = event.target instanceof Element && event.target.matches('[data-change="add"]');
  if (isAtButton && cells.rows.keepAhead(event)) keepKey(event);
  if (!event.ctrlKey && !event.metaKey) return;
  const action = keyActions[`${event.shiftKey ? "Shift+" : ""}${event.key.toLowerCase()}`];
  if (action === undefined) return;
  // What is typed into a cell is undone there.
  if (action !== "save" && event.target instanceof HTMLInputElement) event.stopPropagation();
  else {
    keepKey(event);
    // What is typed is saved too.
    if (action === "save") cells.commit();
    else cells.giveFocus();
    send({ action });
  }
});

window.addEventListener("focus", () => {
  if (document.activeElement === document.body && document.body.dataset.shows === "overview")
    overview.focus(listed);
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
// The observer comes after what is there to be shown at once, which would be drawn twice.
room = element("frame").clientWidth;
fit();
if (extension.first === undefined) extension.keep(JSON.parse(document.body.dataset.kept ?? "null"));
else {
  waiting.push(extension.first);
  paint();
}
extension.send({ action: "ready", hasBegun: extension.first !== undefined });
