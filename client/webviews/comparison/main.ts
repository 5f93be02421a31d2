// The script of a comparison: renders a card for each analysis that differs, anew only if the analysis changes.
import { type Mark, comparedPools, shapesOf } from "@analyses/evidence";
import { connect, element, KeyedList, showText } from "../kit/page";
import "./comparison.css";
import { DisagreementList } from "./disagreements";
import type { ComparedNumbers } from "@analyses/protocol/evidenceMessages";
import { type ComparisonAction, type ComparisonNotice, type ShownAnalysis, readAction } from "./messages";

const svgNamespace = "http://www.w3.org/2000/svg";
const template = element("card");
const cards = new KeyedList<ShownAnalysis>(element("analyses"), ({ key }) => key, createCard, replaceCard);
let lastNotice: ComparisonNotice | undefined;
let frame = 0;
let announcementTimer = 0;
/** The announcements to make, by key of the analysis: its title may change while the user types. */
const announcements = new Map<string, string>();

const extension = connect<ComparisonAction, ComparisonNotice>((notice) => {
  lastNotice = notice;
  if (frame === 0) frame = requestAnimationFrame(paint);
});

const disagreements =
  document.getElementById("disagreements") === null
    ? undefined
    : new DisagreementList((action) => extension.send(action));

/** Renders the last notice. It contains all that the page shows, so that earlier ones can be skipped. */
function paint(): void {
  frame = 0;
  if (lastNotice === undefined) return;
  const message = lastNotice.kind === "problem" ? lastNotice.message : "";
  element("problem").hidden = message === "";
  showText("problem-text", message);
  for (const button of element("problem").querySelectorAll("button"))
    button.hidden = lastNotice.kind !== "problem" || button.dataset.action !== lastNotice.remedy;
  document.body.dataset.state = lastNotice.kind === "problem" ? "stale" : "current";
  if (lastNotice.kind !== "compared") return;
  if (lastNotice.disagreements === null) showText("summary", lastNotice.summary);
  else disagreements?.show(lastNotice.disagreements);
  element("empty").hidden = lastNotice.analyses.length > 0;
  cards.show(lastNotice.analyses);
}

/** Replaces the card of a changed analysis, with the focus restored. */
function replaceCard(earlier: HTMLElement, card: HTMLElement, analysis: ShownAnalysis): void {
  const focused = Array.from(earlier.querySelectorAll("button")).findIndex(
    (button) => button === document.activeElement,
  );
  earlier.replaceWith(card);
  card.querySelectorAll("button")[focused]?.focus();
  announceLater(analysis);
}

function createCard(analysis: ShownAnalysis): HTMLElement {
  if (!(template instanceof HTMLTemplateElement)) throw new Error("The page has no card.");
  const card = template.content.firstElementChild?.cloneNode(true);
  if (!(card instanceof HTMLElement)) throw new Error("The card is empty.");
  const { key, change, title, group, formerly, before, after, subgroups, conclusionChanges, studies } =
    analysis;
  card.dataset.analysis = key;
  card.setAttribute("aria-label", title);
  for (const badge of card.querySelectorAll<HTMLElement>("[data-change]"))
    badge.hidden = badge.dataset.change !== change;
  const put = (selector: string, text: string): void => {
    for (const found of card.querySelectorAll<HTMLElement>(selector)) {
      found.textContent = text;
      found.hidden = text === "";
    }
  };
  putName(card.querySelector(".title"), title, analysis.isThere, null);
  put(".group", group);
  put(".formerly", formerly ?? "");
  for (const found of card.querySelectorAll<HTMLElement>(".conclusion")) found.hidden = !conclusionChanges;
  const isOtherMethod = before !== null && after !== null && before.method !== after.method;
  for (const side of ["before", "after"] as const)
    put(`.method-${side}`, isOtherMethod ? (analysis[side]?.method ?? "") : "");
  for (const found of card.querySelectorAll<HTMLElement>(".methods")) found.hidden = !isOtherMethod;
  const rows = card.querySelector("tbody");
  const copies = subgroups.map((subgroup) => ({ subgroup, copy: rows?.cloneNode(true) }));
  if (rows !== null) putPools(rows, { name: "", before, after });
  for (const { subgroup, copy } of copies)
    if (copy instanceof HTMLElement) {
      putPools(copy, subgroup);
      rows?.parentElement?.append(copy);
    }
  for (const kind of ["changed", "added", "removed"] as const)
    for (const part of card.querySelectorAll<HTMLElement>(`[data-studies="${kind}"]`)) {
      part.hidden = !studies.some((study) => study.change === kind);
      studies.forEach((study, index) => {
        if (study.change !== kind) return;
        const line = document.createElement("li");
        const effect = document.createElement("span");
        effect.textContent = study.effect;
        const name = document.createElement("span");
        putName(name, study.name, study.isThere, index);
        line.append(name, " ", effect);
        part.querySelector("ul")?.append(line);
      });
    }
  return card;
}

interface PoolNumbers extends ComparedNumbers {
  /** Why there is no result; null or absent if there is one. */
  readonly problem?: string | null;
}

interface Pools {
  /** The subgroup's name; empty for the analysis itself. */
  readonly name: string;
  readonly before: PoolNumbers | null;
  readonly after: PoolNumbers | null;
}

/** Fills the table rows of an analysis or a subgroup: before, after, diamonds and axis. */
function putPools(rows: HTMLElement, { name, before, after }: Pools): void {
  const put = (selector: string, text: string, isHidden: boolean): void => {
    for (const found of rows.querySelectorAll<HTMLElement>(selector)) {
      if (found instanceof HTMLTableCellElement) found.textContent = text;
      found.hidden = isHidden;
    }
  };
  put("tr.subgroup", "", name === "");
  put(".subgroup th", name, false);
  const pools = comparedPools(before?.pool ?? null, after?.pool ?? null);
  for (const [side, result] of [
    ["before", before],
    ["after", after],
  ] as const) {
    const problem = result?.problem ?? null;
    put(`tr.${side}`, "", result === null);
    put(`.${side} .effect`, problem ?? result?.effect ?? "", false);
    put(`.${side} .i2`, result?.i2 ?? "", false);
    put(`.${side} .studies-count`, result?.studies ?? "", false);
    put(`.${side} .participants`, result?.participants ?? "", false);
    rows.querySelector(`tr.${side}`)?.classList.toggle("problem", problem !== null);
  }
  for (const row of ["before", "after", "axis"] as const)
    for (const cell of rows.querySelectorAll<HTMLElement>(`tr.${row} .graph`)) {
      if (pools === undefined) cell.parentElement?.classList.add("without-graph");
      else cell.append(drawGraph(pools[row], pools.width, pools.height));
    }
  put("tr.axis", "", pools === undefined);
}

/** Shows the name of an analysis or study, as a button if the text has it. */
function putName(into: Element | null, text: string, isThere: boolean, study: number | null): void {
  if (into === null) return;
  if (!isThere) {
    into.textContent = text;
    return;
  }
  const button = document.createElement("button");
  button.textContent = text;
  button.dataset.study = study === null ? "" : String(study);
  into.replaceChildren(button);
}

function drawGraph(marks: readonly Mark[], width: number, height: number): SVGElement {
  const svg = document.createElementNS(svgNamespace, "svg");
  svg.setAttribute("width", String(width));
  svg.setAttribute("height", String(height));
  svg.setAttribute("aria-hidden", "true");
  for (const mark of marks)
    for (const { tag, attributes, text } of shapesOf(mark)) {
      const shape = document.createElementNS(svgNamespace, tag);
      for (const [name, value] of Object.entries(attributes)) shape.setAttribute(name, value);
      shape.setAttribute("class", mark.kind);
      if (text !== undefined) shape.textContent = text;
      svg.append(shape);
    }
  return svg;
}

/** Announces changed results to screen readers, once they have not changed for a moment. */
function announceLater({ key, title, before, after, subgroups }: ShownAnalysis): void {
  const change = (earlier: PoolNumbers | null, later: PoolNumbers | null): string =>
    [earlier, later]
      .map((result) => result?.problem ?? result?.effect ?? "")
      .filter((text) => text !== "")
      .join(" → ");
  const text = [
    change(before, after),
    ...subgroups.map((subgroup) => `${subgroup.name}: ${change(subgroup.before, subgroup.after)}`),
  ]
    .filter((text) => text !== "")
    .join(", ");
  clearTimeout(announcementTimer);
  announcements.set(key, `${title}: ${text}`);
  announcementTimer = window.setTimeout(() => {
    showText("said", [...announcements.values()].join("; "));
    announcements.clear();
  }, 700);
}

document.addEventListener("click", ({ target, detail }) => {
  const button = target instanceof Element ? target.closest<HTMLElement>("button") : null;
  if (button?.closest(".cell, form") !== null) return;
  const analysis = button.closest<HTMLElement>("[data-analysis]")?.dataset.analysis;
  const { action, study } = button.dataset;
  // A single click (`detail` 1) selects the place in the text; a key or a double click moves the focus there too.
  const message =
    analysis === undefined
      ? readAction({ action })
      : readAction({
          action: detail === 1 ? "select" : "goTo",
          analysis,
          study: study === undefined || study === "" ? null : Number(study),
        });
  if (message !== undefined) extension.send(message);
});

extension.store(JSON.parse(document.body.dataset.kept ?? "null"));
extension.send({ action: "ready" });
