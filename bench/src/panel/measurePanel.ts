import { setTimeout as pause } from "node:timers/promises";
import type { Frame, Page } from "playwright-core";
import { makeAnalysis } from "../documents/analysis";
import { Random } from "../documents/random";
import type { WrongAnswers } from "../report/wrongAnswers";
import { type Row, medianTime } from "../report/table";

/**
 * Opens a VS Code window with the packaged extension on a folder with one document, shows the document with the cursor
 * at the given position, and waits for the language server.
 */
export type OpenPanelWindow = (document: PanelDocument, work: (page: Page) => Promise<void>) => Promise<void>;

export interface PanelDocument {
  readonly text: string;
  /** The line, from 1, of a number of events. */
  readonly line: number;
  /** The column, from 1, after the number. */
  readonly column: number;
}

const studies = 100;
const edits = 40;
/** Milliseconds by which the figure may follow the editor's text: one frame. */
const mostBeyondEditor = 16;
const timeout = 30_000;

/**
 * Records when the browser paints a change below an element, in milliseconds since 1970, to compare times of two
 * pages. The browser paints a change within a frame with that frame, a change between two frames with the next one.
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

/** Measures the time from painting a key's text in the editor to painting the figure. */
export async function measurePanel(open: OpenPanelWindow, wrongAnswers: WrongAnswers): Promise<Row> {
  console.log("• the evidence panel");
  const beyondEditor: number[] = [];
  await open(documentOf(studies), async (page) => {
    await page.evaluate(noteDrawing(".editor-group-container .view-lines", true));
    await page
      .getByRole("button", { name: /^Show Evidence/ })
      .first()
      .click();
    const webview = page.frameLocator("iframe.webview").frameLocator("iframe#active-frame");
    const figure = await (await webview.locator(".diamond").first().elementHandle()).ownerFrame();
    if (figure === null) throw new Error("The panel has drawn nothing.");
    await figure.evaluate(noteDrawing("#figure", false));
    for (let edit = 0; edit < edits; edit += 1) {
      for (const where of [page, figure]) await where.evaluate("benchDrawn = []");
      await page.keyboard.press(edit % 2 === 0 ? "1" : "Backspace");
      await waitUntilPainted(figure);
      const [editor] = await drawnIn(page);
      const [drawn] = await drawnIn(figure);
      if (editor === undefined || drawn === undefined)
        wrongAnswers.add("the evidence panel", `edit ${edit} was not drawn`);
      else beyondEditor.push(Math.max(0, drawn - editor));
    }
  });
  return {
    what: `The panel of ${studies} studies: from a key to the painted figure, after the editor's own`,
    ours: medianTime(beyondEditor),
    limit: { kind: "itself", value: mostBeyondEditor },
  };
}

/** Waits until the browser has painted the figure, and has not painted it again for 300 ms. */
async function waitUntilPainted(figure: Frame): Promise<void> {
  const end = Date.now() + timeout;
  let [last, since] = [NaN, Date.now()];
  while (Date.now() < end) {
    const drawn = (await drawnIn(figure)).at(-1);
    if (drawn !== undefined && drawn === last && Date.now() - since > 300) return;
    if (drawn !== undefined && drawn !== last) [last, since] = [drawn, Date.now()];
    await pause(20);
  }
}

function drawnIn(where: Page | Frame): Promise<readonly number[]> {
  return where.evaluate<readonly number[]>("benchDrawn");
}

/** Creates a document with an analysis of dichotomous data, formatted as usual. */
function documentOf(count: number): PanelDocument {
  for (let seed = 1; ; seed += 1) {
    const analysis = makeAnalysis(new Random(seed), 1, count);
    if (analysis["outcome-type"] !== "DICHOTOMOUS") continue;
    const content = {
      $schema: "urn:analyses-registry:analyses:1.0.0",
      "analysis-groups": [{ number: 1, name: "Drug versus placebo", analyses: [analysis] }],
    };
    const text = JSON.stringify(content, undefined, 2);
    const lines = text.split("\n");
    const line = lines.findIndex((text) => text.includes('"events"'));
    return { text, line: line + 1, column: (lines[line]?.replace(/,$/, "").length ?? 0) + 1 };
  }
}
