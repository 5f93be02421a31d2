import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { eventually } from "../support/eventually";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person who takes evidence along", () => {
  const window = sharedWindow();
  const panel = () => window.workbench.panel;

  /** Chooses an entry of the list that the panel's button opens. */
  const choose = async (label: string, description = "") => {
    const { workbench } = window;
    const row = workbench.quickInputRows.filter({ hasText: label }).filter({ hasText: description }).first();
    await workbench.until(row, () => panel().getByRole("button", { name: "Export…" }).click());
    await row.click();
  };

  /** Exports by an entry of that list, and returns the written file's content. */
  const save = async (
    label: string,
    description: string,
    file: string,
    offered = /1\.1 Mortality at 12 months\./,
  ): Promise<Buffer> => {
    const { workbench } = window;
    await choose(label, description);
    // The default file name is the analysis's name, in the document's folder.
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), offered));
    const path = join(window.folder, file);
    await workbench.answer(path);
    // The file may exist before VS Code has finished writing it.
    await workbench.notifications.filter({ hasText: `${file} is written.` }).waitFor();
    return readFileSync(path);
  };

  it("saves the figure as an SVG, which a browser draws, and which loads nothing", async () => {
    const { workbench } = window;
    await workbench.openFile(name);
    await workbench.goTo(26, 29);
    await workbench.runCommand("Analyses: Show Evidence");
    await panel().locator("polygon.diamond").waitFor();
    await panel().getByRole("button", { name: "Fit Width" }).click();
    const svg = (await save("Save the Figure as SVG…", "with its data", "figure.svg")).toString("utf8");
    const page = await workbench.page.context().newPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(request.url()));
    const address = `data:image/svg+xml;base64,${Buffer.from(svg).toString("base64")}`;
    await page.goto(address);
    await page.locator("polygon").first().waitFor();
    assert.deepEqual(
      asked.filter((url) => url !== address),
      [],
    );
    await page.close();
  });

  it("saves it as a PNG for print", async () => {
    const svg = readFileSync(join(window.folder, "figure.svg"), "utf8");
    const png = await save("Save the Figure as PNG, 2×…", "300 dpi", "figure.png");
    assert.equal(png.toString("latin1", 37, 41), "pHYs");
    assert.equal(png.readUInt32BE(41), 11811, "pixels a metre, which is 300 dpi");
    const width = Number(/width="(\d+)/.exec(svg)?.[1]);
    assert.equal(png.readUInt32BE(16), 2 * width);
  });

  it("reads that a file cannot be written in the chosen place, and saves it elsewhere", async () => {
    const { workbench } = window;
    await choose("Save the Figure as SVG…");
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /samples/));
    // A folder in which no user can create files, not even root.
    await workbench.quickInputBox.fill("/sys/figure.svg");
    const refusal = workbench.notifications.filter({ hasText: "/sys/figure.svg could not be written." });
    // The first Enter may only open the typed folder.
    await workbench.until(refusal, async () => {
      if (await workbench.quickInputBox.isVisible()) await workbench.page.keyboard.press("Enter");
    });
    await refusal.getByRole("button", { name: "Choose Another Place" }).click();
    await eventually(async () => assert.match(await workbench.quickInputBox.inputValue(), /samples/));
    await workbench.answer(join(window.folder, "elsewhere.svg"));
    await workbench.notifications.filter({ hasText: "elsewhere.svg is written." }).waitFor();
    assert.deepEqual(
      readFileSync(join(window.folder, "elsewhere.svg")),
      readFileSync(join(window.folder, "figure.svg")),
    );
  });

  it("takes along, from the overview, the analysis that is marked there", async () => {
    const { workbench } = window;
    const { page } = workbench;
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await panel().getByRole("button", { name: "Next" }).click();
    await panel().getByRole("heading", { name: "1.2 Pain at end of treatment" }).waitFor();
    const [result = ""] = (await panel().locator("#pooled").innerText()).split(";");
    assert.match(result, /\d/);
    await panel().getByRole("button", { name: "Overview" }).click();
    await panel().locator("tr.current", { hasText: "Pain at end of treatment" }).waitFor();
    await workbench.chooseFrom("Analyses: Export Evidence…", "Copy the Result as a Sentence");
    await eventually(async () => {
      const copied = String(await page.evaluate("navigator.clipboard.readText()"));
      assert.ok(copied.includes(result), copied);
    });
    await panel().getByRole("table", { name: "All analyses" }).waitFor();
    await panel().getByRole("button", { name: "Overview" }).click();
  });
});
