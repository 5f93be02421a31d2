import { openWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person whose branches changed the same cell", () => {
  const window = openWindow();

  it("is asked for that cell with the result of either answer, and one undo brings the conflict back", async () => {
    const { workbench } = window;
    const before = window.text(name);
    const marked = before.replace(
      /^.*"events": 12,\n/m,
      (line) =>
        `<<<<<<< ours\n${line.replace("12", "21")}||||||| base\n${line}=======\n${line.replace("12", "22")}>>>>>>> theirs\n`,
    );
    window.replace(name, marked);
    await workbench.openFile(name);
    const theirs = workbench.quickInputRows.filter({ hasText: "theirs" }).filter({ hasText: "RR 0." });
    await workbench.openQuickInput("Analyses: Resolve Merge Conflict…", theirs.first());
    await window.screenshot("merge conflict");
    await theirs.first().click();
    await window.saved(name, before.replace('"events": 12,', '"events": 22,'));
    await workbench.page.keyboard.press("Control+Z");
    await window.saved(name, marked);
  });
});
