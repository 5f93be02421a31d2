import { setTimeout as pause } from "node:timers/promises";
import type { Frame, Page } from "playwright-core";
import { Random } from "../../../registry/src/generate/random";
import { makeAnalysis } from "../documents/analysis";
import type { Complaints } from "../report/complaints";
import { percentile95 } from "../report/statistics";
import type { Quantity, Row, Table } from "../report/table";
import { medianTime, milliseconds } from "../report/table";

/**
 * Opens a window of VS Code with the packaged extension on a folder that has one document, shows the document with the
 * cursor at its place, and waits for the language server.
 */
export type OpenPanelWindow = (document: PanelDocument, work: (page: Page) => Promise<void>) => Promise<void>;

export interface PanelDocument {
  readonly text: string;
  /** Where a number of events ends, from 1. */
  readonly line: number;
  readonly column: number;
}

/** Notes when keys and clicks come. Times are in milliseconds since 1970, so that those of two pages can be compared. */
const noteKeys = `
  globalThis.benchKeys = [];
  for (const kind of ["keydown", "click"])
    addEventListener(kind, () => benchKeys.push(performance.timeOrigin + performance.now()), true);
`;

/**
 * Notes when something below an element was painted: it may be changed within a frame, which is painted then, or
 * between two, when the next one is.
 */
const noteDrawing = (selector: string, isWithinFrame: boolean) => `
  globalThis.benchDrawn = [];
  {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = () => benchDrawn.push(performance.timeOrigin + performance.now());
    const framePainted = () => port2.postMessage(undefined);
    new MutationObserver(() => ${isWithinFrame ? "framePainted()" : "requestAnimationFrame(framePainted)"}).observe(
      document.querySelector(${JSON.stringify(selector)}),
      { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["points"] },
    );
  }
`;

/** Notes the page's own marks (User Timing), of which it keeps the last only. */
const noteMarks = `
  globalThis.benchMarks = [];
  new PerformanceObserver((list) => benchMarks.push(...list.getEntries())).observe({ entryTypes: ["mark"] });
`;
/** From when the page was told something first until that was drawn. */
const drawing = ["evidence-painted", "evidence-received"]
  .map((mark) => `benchMarks.find(({ name }) => name === "${mark}")?.startTime`)
  .join(" - ");

/** A panel, how it is opened and what its page draws. */
interface PanelKind {
  readonly button: RegExp;
  readonly tab: RegExp;
  /** What is there once it has drawn something. */
  readonly shows: string;
  /** In which keys draw something. */
  readonly drawsIn: string;
}

const evidence: PanelKind = {
  button: /^Show Evidence/,
  tab: /^Evidence of/,
  shows: ".diamond",
  drawsIn: "#figure",
};
/** The least that a panel can be (`echoExtension.ts`). */
const echo: PanelKind = { button: /^Open Echo/, tab: /^Echo/, shows: "#version", drawsIn: "#version" };

/** Both kinds of panel are opened in turns, and each of them gets some edits every time. */
const turns = 4;
const editsInTurn = 10;
const mostMilliseconds = 30_000;

/** What a figure beside the text costs: from a key until it is drawn, and until it is there when it is opened. */
export async function measurePanel(open: OpenPanelWindow, complaints: Complaints): Promise<Table> {
  console.log("• the evidence panel");
  const hundred = await timesOf(100, open, complaints);
  const thousand = await timesOf(1000, open, complaints);
  return {
    title: "Evidence panel in VS Code",
    comparedWith: "VS Code itself: a panel that only says the version of the text",
    rows: [
      row(
        "key until the figure is painted, after the editor's own: 100 studies, median",
        hundred,
        medianTime,
        16,
      ),
      row("the same, 95th percentile", hundred, slowTime, 33),
      row("the same, 1,000 studies, median", thousand, medianTime, 50),
      inPage("of it, in the page: 100 studies, median", hundred),
      inPage("the same, 1,000 studies", thousand),
      opening("opening it, until the figure is drawn: 100 studies, median", hundred, 150),
      opening("the same, 1,000 studies", thousand),
    ],
  };
}

interface Edit {
  /** How much later than the editor the panel had drawn it. */
  readonly beyond: number;
  /** From when the page was told until it had drawn. */
  readonly page: number;
}

interface Times {
  readonly opened: number[];
  readonly edits: Edit[];
}

interface BothTimes {
  readonly ours: Times;
  readonly theirs: Times;
}

function inPage(what: string, { ours }: BothTimes): Row {
  return { what, ours: medianTime(ours.edits.map(({ page }) => page)) };
}

function opening(what: string, { ours, theirs }: BothTimes, most?: number): Row {
  const limit = most === undefined ? {} : { limit: { kind: "itself", value: most } as const };
  return { what, ours: medianTime(ours.opened), theirs: medianTime(theirs.opened), ...limit };
}

function slowTime(times: readonly number[]): Quantity {
  return milliseconds(percentile95(times));
}

function row(
  what: string,
  { ours, theirs }: BothTimes,
  of: (times: readonly number[]) => Quantity,
  most: number,
): Row {
  const beyond = ({ edits }: Times): Quantity => of(edits.map((edit) => edit.beyond));
  return { what, ours: beyond(ours), theirs: beyond(theirs), limit: { kind: "itself", value: most } };
}

async function timesOf(studies: number, open: OpenPanelWindow, complaints: Complaints): Promise<BothTimes> {
  const [ours, theirs]: [Times, Times] = [
    { opened: [], edits: [] },
    { opened: [], edits: [] },
  ];
  await open(documentOf(studies), async (page) => {
    await page.evaluate(noteKeys + noteDrawing(".editor-group-container .view-lines", true));
    for (let turn = 0; turn < turns; turn += 1) {
      await measureOne(page, echo, theirs, complaints);
      await measureOne(page, evidence, ours, complaints);
    }
  });
  return { ours, theirs };
}

async function measureOne(
  page: Page,
  { button, tab, shows, drawsIn }: PanelKind,
  times: Times,
  complaints: Complaints,
): Promise<void> {
  await page.evaluate("benchKeys = []");
  await page.getByRole("button", { name: button }).first().click();
  const webview = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
  const figure = await (await webview.locator(shows).first().elementHandle()).ownerFrame();
  if (figure === null) throw new Error("The panel has drawn nothing.");
  const [clicked = NaN] = await notedIn(page, "benchKeys");
  times.opened.push((await figure.evaluate<number>(painted)) - clicked);
  await figure.evaluate(noteDrawing(drawsIn, false) + noteMarks);
  for (let edit = 0; edit < editsInTurn; edit += 1) {
    await page.evaluate("benchKeys = []; benchDrawn = []");
    await figure.evaluate("benchDrawn = []; benchMarks = []");
    await page.keyboard.press(edit % 2 === 0 ? "1" : "Backspace");
    await calm(figure);
    const [key] = await notedIn(page, "benchKeys");
    const [editor] = await notedIn(page, "benchDrawn");
    const [drawn] = await notedIn(figure, "benchDrawn");
    if (key === undefined || editor === undefined || drawn === undefined)
      complaints.add("the evidence panel", `edit ${edit} was not drawn in ${drawsIn}`);
    else
      times.edits.push({
        beyond: Math.max(0, drawn - editor),
        page: await figure.evaluate<number>(drawing),
      });
  }
  await page.getByRole("tab", { name: tab }).click({ button: "middle" });
  await page.locator("iframe.webview").waitFor({ state: "detached" });
}

/** When the panel's page had drawn something first, by its own mark. */
const painted = `performance.timeOrigin + performance.getEntriesByName("evidence-opened").at(-1)?.startTime`;

/** Waits until a figure was drawn, and nothing else for a while. */
async function calm(figure: Frame): Promise<void> {
  const end = Date.now() + mostMilliseconds;
  let [last, since] = [NaN, Date.now()];
  while (Date.now() < end) {
    const drawn = (await notedIn(figure, "benchDrawn")).at(-1);
    if (drawn !== undefined && drawn === last && Date.now() - since > 300) return;
    if (drawn !== undefined && drawn !== last) [last, since] = [drawn, Date.now()];
    await pause(20);
  }
}

function notedIn(where: Page | Frame, name: "benchKeys" | "benchDrawn"): Promise<readonly number[]> {
  return where.evaluate<readonly number[]>(name);
}

/** An analysis of dichotomous data, laid out as people have it. */
function documentOf(studies: number): PanelDocument {
  for (let seed = 1; ; seed += 1) {
    const analysis = makeAnalysis(new Random(seed), 1, studies);
    if (analysis["outcome-type"] !== "DICHOTOMOUS") continue;
    const content = {
      $schema: "urn:analyses-registry:analyses:1.0.0",
      "analysis-groups": [{ number: 1, name: "Drug versus placebo", analyses: [analysis] }],
    };
    const text = JSON.stringify(content, undefined, 2);
    const lines = text.split("\n");
    const line = lines.findIndex((each) => each.includes('"events"'));
    return { text, line: line + 1, column: (lines[line]?.replace(/,$/, "").length ?? 0) + 1 };
  }
}
