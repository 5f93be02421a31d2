import { readdirSync } from "node:fs";
import { join } from "node:path";
import { changedLines, openCase, type TextCase, testCases } from "../../support/textCases";
import { documentOf } from "./support/documents";
import { type ChangeOfRow, type PanelOfText, loadPanel } from "./support/evidencePanels";

const folder = "test/fixtures/tableEdits";

describe("a change in the evidence panel's table:", () => {
  let panel: PanelOfText;
  before(async () => (panel = await loadPanel()));

  /** Makes the change of each line `//> {…}`, or its changes `//> [{…}, {…}]` one after the other. */
  async function editCase(one: TextCase) {
    const { text, margin, schemasOf } = openCase(one);
    const schemas = await schemasOf(documentOf(text));
    const changes = one.written.filter((line) => line.startsWith("//> "));
    const made = changes.flatMap((line) => {
      // The cases are the test's own.
      const parsed = JSON.parse(line.slice(4)) as ChangeOfRow | readonly ChangeOfRow[];
      const steps = "kind" in parsed ? [parsed] : parsed;
      let now = text;
      const said: string[] = [];
      for (const step of steps) {
        const result = panel.tableEdits(now, step, schemas);
        if (result.kind === "refused") said.push(`//! ${result.message}`);
        else {
          now = panel.after(now, step, schemas);
          for (const { study, cells, isMixed } of result.rows) {
            const previewed = cells.map(
              ({ part, before, after }) => `${part} ${before || "–"} → ${after || "–"}`,
            );
            said.push(`//@ ${study ?? "new"}: ${previewed.join(", ")}${isMixed ? " (mixed)" : ""}`);
          }
          const leftOut = [...result.columnsLeftOut, ...result.linesLeftOut];
          if (leftOut.length > 0) said.push(`//! left out: ${leftOut.join("; ")}`);
        }
      }
      const [removed, shown] = [changedLines(now, text, margin), changedLines(text, now, margin)];
      // Where lines are removed, the lines that are left do not show which.
      if (removed.length > shown.length) said.push(...removed.map((old) => `//- ${old}`));
      return [line, ...said, ...shown.map((changed) => `//= ${changed}`.trimEnd())];
    });
    return { written: [...one.text, ...made], complaints: [] };
  }

  for (const file of readdirSync(folder)) testCases(join(folder, file), editCase);
});
