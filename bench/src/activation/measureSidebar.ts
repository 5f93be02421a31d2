import type { Page } from "playwright-core";
import type { Complaints } from "../report/complaints";
import type { Table } from "../report/table";
import { medianTime } from "../report/table";
import type { OpenPanelWindow } from "../panel/measurePanel";

const rounds = 5;
const mostMilliseconds = 300;

/** Notes when the first row of a list is there in the sidebar after a click. */
const noteFirstRow = `
  globalThis.benchRow = undefined;
  globalThis.benchClick = undefined;
  addEventListener("click", () => (benchClick ??= performance.now()), { capture: true, once: true });
  new MutationObserver((_, observer) => {
    const rows = [...document.querySelectorAll(".part.sidebar .monaco-list-row")];
    if (benchClick === undefined || !rows.some((row) => row.checkVisibility() && row.textContent.trim() !== "")) return;
    globalThis.benchRow = performance.now();
    observer.disconnect();
  }).observe(document.querySelector(".part.sidebar"), { subtree: true, childList: true, attributes: true });
`;

/** How long the sidebar needs until it shows something of the registry, each time in a new window. */
export async function measureSidebar(open: OpenPanelWindow, complaints: Complaints): Promise<Table> {
  console.log("• the sidebar");
  const own: number[] = [];
  const scm: number[] = [];
  const document = { text: '{ "analysis-groups": [] }', line: 1, column: 2 };
  for (let round = 0; round < rounds; round += 1) {
    await open(document, async (page) => {
      for (const [view, times] of [
        ["Source Control", scm],
        ["Analyses & Registry", own],
      ] as const) {
        const time = await firstRow(page, view);
        if (time === undefined) complaints.add("the sidebar", `${view} shows nothing`);
        else times.push(time);
      }
    });
  }
  return {
    title: "The sidebar in VS Code",
    comparedWith: "VS Code's Source Control",
    rows: [
      {
        what: "click until the view's first row is there, median",
        ours: medianTime(own),
        theirs: medianTime(scm),
        limit: { kind: "itself", value: mostMilliseconds },
      },
    ],
  };
}

async function firstRow(page: Page, view: string): Promise<number | undefined> {
  await page.evaluate(noteFirstRow);
  await page.getByRole("tab", { name: view }).first().click();
  const shown = await page
    .waitForFunction("benchRow !== undefined && benchRow - benchClick", undefined, { timeout: 20_000 })
    .catch(() => undefined);
  const time = await shown?.jsonValue();
  return typeof time === "number" ? time : undefined;
}
