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

/** Notes when something is drawn below an element. */
const noteDrawing = (selector: string) => `
  globalThis.benchDrawn = [];
  new MutationObserver(() => benchDrawn.push(performance.timeOrigin + performance.now())).observe(
    document.querySelector(${JSON.stringify(selector)}),
    { subtree: true, childList: true, characterData: true, attributes: true, attributeFilter: ["points"] },
  );
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

const edits = 40;
const mostMilliseconds = 30_000;

/** What a figure beside the text costs: from a key until it is drawn, and until it is there when it is opened. */
export async function measurePanel(open: OpenPanelWindow, complaints: Complaints): Promise<Table> {
  console.log("• the evidence panel");
  const hundred = await timesOf(100, open, complaints);
  const thousand = await timesOf(1000, open, complaints);
  return {
    title: "Evidence panel in VS Code",
    comparedWith: "the editor's own drawing of the key",
    rows: [
      row(
        "key until the figure is drawn, after the editor's own: 100 studies, median",
        hundred,
        medianTime,
        16,
      ),
      row("the same, 95th percentile", hundred, slowTime, 33),
      row("the same, 1,000 studies, median", thousand, medianTime, 50),
      inPage("of it, in the page: 100 studies, median", hundred),
      inPage("the same, 1,000 studies", thousand),
      {
        what: "opening it, until the figure is drawn: 100 studies",
        ours: milliseconds(hundred.opened),
        limit: { kind: "itself", value: 150 },
      },
    ],
  };
}

interface Times {
  readonly opened: number;
  readonly edits: readonly {
    readonly editor: number;
    readonly beyond: number;
    /** From when the page was told until it had drawn. */
    readonly page: number;
  }[];
}

function inPage(what: string, { edits: all }: Times): Row {
  return { what, ours: medianTime(all.map(({ page }) => page)) };
}

function slowTime(times: readonly number[]): Quantity {
  return milliseconds(percentile95(times));
}

function row(
  what: string,
  { edits: all }: Times,
  of: (times: readonly number[]) => Quantity,
  most: number,
): Row {
  return {
    what,
    ours: of(all.map(({ beyond }) => beyond)),
    theirs: of(all.map(({ editor }) => editor)),
    limit: { kind: "itself", value: most },
  };
}

async function timesOf(studies: number, open: OpenPanelWindow, complaints: Complaints): Promise<Times> {
  let opened = NaN;
  const measured: { editor: number; beyond: number; page: number }[] = [];
  await open(documentOf(studies), async (page) => {
    await page.evaluate(noteKeys + noteDrawing(".editor-group-container .view-lines"));
    await page
      .getByRole("button", { name: /^Show Evidence/ })
      .first()
      .click();
    const diamond = page
      .frameLocator("iframe.webview")
      .frameLocator("iframe#active-frame")
      .locator(".diamond");
    const figure = await (await diamond.first().elementHandle()).ownerFrame();
    if (figure === null) throw new Error("The panel has drawn nothing.");
    const [clicked = NaN] = await notedIn(page, "benchKeys");
    opened = (await figure.evaluate<number>(painted)) - clicked;
    await figure.evaluate(noteDrawing("#figure svg") + noteMarks);
    for (let edit = 0; edit < edits; edit += 1) {
      await page.evaluate("benchKeys = []; benchDrawn = []");
      await figure.evaluate("benchDrawn = []; benchMarks = []");
      await page.keyboard.press(edit % 2 === 0 ? "1" : "Backspace");
      await calm(figure);
      const [key] = await notedIn(page, "benchKeys");
      const [editor] = await notedIn(page, "benchDrawn");
      const [drawn] = await notedIn(figure, "benchDrawn");
      if (key === undefined || editor === undefined || drawn === undefined)
        complaints.add("the evidence panel", `edit ${edit} of ${studies} studies was not drawn`);
      else {
        const page = await figure.evaluate<number>(drawing);
        measured.push({ editor: editor - key, beyond: Math.max(0, drawn - editor), page });
      }
    }
  });
  return { opened, edits: measured };
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
