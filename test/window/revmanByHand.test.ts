import { readFileSync } from "node:fs";
import { join } from "node:path";
import { evidenceTable } from "./evidenceTable";
import { sharedWindow } from "./openWindow";

const name = "review-analysis-data.json";
const original = readFileSync("test/fixtures/revman/XX900003-analysis-data.json", "utf8");

/** Edits of the first analysis, in the text and in the panel: the original JSON, and its replacement. */
const inText = ['"experimental-group":{"cases":12,"sample-size":148}', '"cases":21,'] as const;
const inPanel = ['"experimental-group":{"cases":20,"sample-size":180}', '"cases":23,'] as const;

describe("a person who edits RevMan's document by hand, without a setting", () => {
  const window = sharedWindow();
  const { panel, cell, press, reads } = evidenceTable(window, name);

  it("changes what was typed, in the text and in the panel, and no other byte", async () => {
    const { workbench } = window;
    const { page } = workbench;
    window.replace(join(".vscode", "settings.json"), "{}");
    window.replace(name, original);
    await workbench.openFile(name);
    await workbench.notifications.getByRole("button", { name: "Not Now" }).click();
    const at = original.indexOf(inText[0]) + inText[0].indexOf("12");
    await workbench.goTo(1, at + 1);
    await press("Shift+ArrowRight");
    await press("Shift+ArrowRight");
    await page.keyboard.type("21");
    const typed = original.replace(inText[0], inText[0].replace('"cases":12,', inText[1]));
    await window.saved(name, typed);

    await workbench.runCommand("Analyses: Show Evidence");
    await panel().getByRole("heading", { name: "1.1 Falls <with injury> & fractures" }).waitFor();
    await reads("/data-rows/0", "experimental-events", "21");
    await window.screenshot("RevMan's document, edited, dark or light");
    await cell("/data-rows/1", "experimental-events").click();
    await page.keyboard.type("23", { delay: 20 });
    await press("Enter");
    const filled = typed.replace(inPanel[0], inPanel[0].replace('"cases":20,', inPanel[1]));
    await window.saved(name, filled);
    await workbench.runCommand("Preferences: Toggle between Light/Dark Themes");
    await window.screenshot("RevMan's document, edited, the other theme");
  });
});
