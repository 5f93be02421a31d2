import assert from "node:assert/strict";
import { gitIn } from "../support/gitIn";
import { sharedWindow } from "./openWindow";

const name = "drug-versus-placebo.analyses.json";

describe("a person whose branches changed the same cell", () => {
  const window = sharedWindow();

  it("decides that cell only, with the result of either answer, and one undo brings the conflict back", async () => {
    const { workbench } = window;
    const git = (...words: readonly string[]) => gitIn(window.folder, ...words);
    const before = window.text(name);
    const commit = (text: string): void => {
      window.replace(name, text);
      git("add", name);
      git("commit", "--quiet", "--message", "x");
    };
    const withStudy = (events: number, study: string): string =>
      before
        .replace('"events": 12,', `"events": ${events},`)
        .replace('"studies": [\n', `"studies": [\n            { "study": "${study}" },\n`);
    await workbench.openFile(name);
    git("init", "--quiet", "--initial-branch", "main");
    commit(before);
    git("checkout", "--quiet", "-b", "topic");
    commit(withStudy(22, "Theirs 2022"));
    git("checkout", "--quiet", "main");
    commit(withStudy(21, "Ours 2021"));
    assert.throws(() => git("merge", "--quiet", "topic"));
    const marked = window.text(name);
    await workbench.until(workbench.editor.getByText("<<<<<<< HEAD"), () =>
      workbench.runCommand("File: Revert File"),
    );
    const rows = workbench.quickInputRows.filter({ hasText: /ours|theirs|as it was before both/ });
    await workbench.openQuickInput("Analyses: Resolve Merge Conflict…", rows.nth(2));
    await workbench.quickInput.getByText("Resolve Merge Conflict (1 of 1)").waitFor();
    assert.match(
      (await rows.allInnerTexts()).join("\n"),
      /21[^]*ours[^]*RR 0\.[^]*22[^]*theirs[^]*RR 0\.[^]*12/,
    );
    await window.screenshot("merge conflict");
    await workbench.page.keyboard.press("ArrowDown");
    await workbench.page.keyboard.press("Enter");
    await window.saved(name, withStudy(22, "Ours 2021").replace(/(.*)Ours 2021(.*\n)/, "$&$1Theirs 2022$2"));
    await workbench.page.keyboard.press("Control+Z");
    await window.saved(name, marked);
  });
});
