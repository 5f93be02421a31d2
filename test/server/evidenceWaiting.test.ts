import assert from "node:assert/strict";
import { eventually } from "../support/eventually";
import { evidenceTable } from "./page/evidenceTable";
import { type Cells, reviewText, studiesOf, withStudy, withoutStudy } from "./page/reviewText";
import type { TextChange } from "./page/smallEditor";

const events = "experimental-events";
const studies: readonly Cells[] = ["Abara", "Bjork", "Cheng", "Dahls", "Eriksen"].map((name) => [
  name,
  "12",
  "148",
  "19",
  "151",
]);

const others = studies.map(([name = "", ...numbers]) => [`Other ${name}`, ...numbers]);

/** How VS Code reads a file that has changed on disk: one change, without what both texts begin and end with. */
function smallestChange(before: string, after: string): TextChange {
  let start = 0;
  while (before[start] === after[start]) start += 1;
  let end = 0;
  const most = Math.min(before.length, after.length) - start;
  while (end < most && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return { start, end: before.length - end, text: after.slice(start, after.length - end) };
}

describe("a person who does not wait while the server hangs", () => {
  const table = evidenceTable();
  const { evidence, text, cell, press, type, at, says, saysNothingOf, reads } = table;
  const now = () => studiesOf(text())[0];
  const open = () => table.open(reviewText([studies]), "Outcome 1");
  const withEvents = (name: string, number: string) =>
    studies.map((one) => (one[0] === name ? one.with(1, number) : one));

  /** Acts while the server hangs. */
  async function meanwhile(act: () => Promise<void>): Promise<void> {
    evidence().server.hang(true);
    await act();
    await evidence().settled();
    evidence().server.hang(false);
  }

  /** Types into the second study, while the file gets other studies. */
  async function typesWhileFileBecomes(inFile: readonly Cells[]): Promise<void> {
    await open();
    await cell(1, events).click();
    await meanwhile(async () => {
      await type("77");
      await press("Enter");
      evidence().edit([smallestChange(text(), reviewText([inFile]))]);
    });
  }

  it("has all edits in their own studies, though the panel is closed before the first one is made", async () => {
    await open();
    await cell(1, "study").click();
    await meanwhile(async () => {
      await press("Control+Shift+K");
      await type("Castro");
      await press("Tab");
      await type("77");
      await press("Enter");
      await evidence().closeTab();
    });
    const [abara = [], , , ...last] = studies;
    await table.becomes(() => now(), [abara, ["Castro", "77", "148", "19", "151"], ...last]);
  });

  it("reads what is not in the document yet, until it is", async () => {
    await open();
    await cell(0, events).click();
    evidence().server.hang(true);
    for (const number of ["77", "78"]) {
      await type(number);
      await press("Enter");
    }
    await says("Not in the document yet: “77”, “78”.");
    evidence().server.hang(false);
    await saysNothingOf("Not in the document yet");
    const numbers = now()?.map(([, number]) => number);
    assert.deepEqual(numbers, ["77", "78", "12", "12", "12"]);
  });

  it("goes on typing into cells, though a block was to be pasted first", async () => {
    await open();
    await table.copy("5\t50\n6\t60");
    await cell(1, events).click();
    await meanwhile(async () => {
      await press("Control+V");
      await press("ArrowDown");
      await type("12");
    });
    await says(
      "The pasted cells are not in the document, because you went on before their preview: paste them again.",
    );
    await type("34");
    await press("Enter");
    await table.becomes(() => now(), withEvents("Cheng", "1234"));
    assert.equal(await at("dialog[open]").count(), 0);
  });

  it("goes on typing into a cell whose fixes were requested first, and sees them after a wait", async () => {
    await open();
    await cell(1, events).click();
    const before = evidence().lists();
    await meanwhile(async () => {
      await press("Control+.");
      await type("1234");
    });
    await press("Enter");
    await table.becomes(() => now(), withEvents("Bjork", "1234"));
    assert.equal(evidence().lists(), before);
    await press("Control+.");
    await table.becomes(() => evidence().lists(), before + 1);
  });

  it("has what is typed in its study where the file has other rows in another order by then", async () => {
    const [abara = [], bjork = [], cheng = [], ...last] = studies;
    await typesWhileFileBecomes([cheng, abara.with(2, "200"), bjork, ...last]);
    await table.becomes(() => now()?.find(([name]) => name === "Bjork"), studies[1]?.with(1, "77"));
    assert.deepEqual(
      now()?.map(([name, number]) => `${name} ${number}`),
      ["Cheng 12", "Abara 12", "Bjork 77", "Dahls 12", "Eriksen 12"],
    );
  });

  it("has what is typed nowhere, with a word, where the file has another study in its place by then", async () => {
    await typesWhileFileBecomes(studies.with(1, ["Rask", "3", "31", "4", "41"]));
    await says(/“77” \(Bjork, .*\) is not in the document: This study is not in the text any more\./);
    assert.deepEqual(now()?.[1], ["Rask", "3", "31", "4", "41"]);
  });

  it("has a pasted block nowhere, with a word, where its rows are other studies than in the preview", async () => {
    await open();
    await table.copy("5\t50\n6\t60");
    await cell(1, events).click();
    await press("Control+V");
    await at("#paste-apply").waitFor();
    table.change(/ \{ "study": "Cheng"/, ' { "study": "Carr", "events1": 1 }, { "study": "Cheng"');
    await at("#paste-apply").click();
    await says("The studies have changed since the preview: paste the cells again.");
    assert.equal(
      now()?.some(([, number]) => number === "5" || number === "6"),
      false,
    );
  });

  /** Types into the second study once its page is shown again, before the server answers for another text. */
  async function typesOnWhereTextIs(changed: (text: string) => readonly TextChange[]): Promise<void> {
    await open();
    await cell(1, events).click();
    await evidence().hideAndShow(() => {
      evidence().server.hang(true);
      evidence().edit(changed(text()));
    });
    for (const key of ["7", "9", "Backspace", "8", "Enter", "5", "6", "Enter"]) await press(key);
    evidence().server.hang(false);
  }

  it("types on in its study, as typed, in a page shown again, where another was added above", async () => {
    await typesOnWhereTextIs((text) => withStudy(text, "Abara", ["Adams", "1", "20", "2", "20"]));
    const numbers = () => now()?.map(([name, number]) => `${name} ${number}`);
    await table.becomes(numbers, ["Abara 12", "Adams 1", "Bjork 78", "Cheng 56", "Dahls 12", "Eriksen 12"]);
  });

  it("has what was written as the page was hidden not written once more by a reload, over another number", async () => {
    await open();
    await cell(0, events).click();
    await type("99");
    const state = await eventually(async () => {
      const stored = await evidence().stored();
      assert.match(stored, /"text":"99"/);
      return stored;
    });
    await evidence().hideAndShow();
    await table.becomes(() => now(), withEvents("Abara", "99"));
    table.change('"events1": 99', '"events1": 14');
    await evidence().reload(state);
    await reads(0, events, "14");
    await table.write(1, events, "8");
    const expected = withEvents("Abara", "14").map((one) => (one[0] === "Bjork" ? one.with(1, "8") : one));
    await table.becomes(() => now(), expected);
  });

  it("types nowhere, with a word, in a page shown again, where its study was removed", async () => {
    await typesOnWhereTextIs((text) => withoutStudy(text, "Bjork"));
    await says("The study that was here is not in the text any more");
    for (const key of ["7", "Enter", "8", "Tab", "9"]) await press(key);
    const others = studies.filter(([name]) => name !== "Bjork");
    assert.deepEqual(now(), others);
    await cell(1, events).click();
    await table.write(1, events, "7");
    await table.becomes(() => now()?.[1]?.[1], "7");
    assert.deepEqual(now()?.toSpliced(1, 1), others.toSpliced(1, 1));
  });

  it("stays at its analysis while studies go, though VS Code reports the moved cursor later", async () => {
    await table.open(reviewText([studies, others]), "Outcome 1");
    await cell(1, "study").click();
    await evidence().settled();
    // One line below is the other analysis.
    evidence().goTo("}, {");
    for (const key of ["Control+Shift+K", "Control+Shift+K"]) await press(key);
    for (const letter of "Castro") {
      await type(letter);
      await evidence().settled();
    }
    await press("Enter");
    const [abara = [], , , dahls = [], ...last] = studies;
    await table.becomes(() => studiesOf(text()), [[abara, dahls.with(0, "Castro"), ...last], others]);
  });

  it("has what is typed nowhere, with a word, once another author has removed the whole analysis", async () => {
    await table.open(reviewText([studies, others]), "Bjork");
    await cell(1, events).click();
    await meanwhile(async () => {
      await type("77");
      const whole = text();
      const [start, end] = ["Outcome 1", "Outcome 2"].map((name) =>
        whole.lastIndexOf("{", whole.indexOf(name)),
      );
      evidence().edit([{ start: start ?? 0, end: end ?? 0, text: "" }]);
    });
    await at("#title", { hasText: "Outcome 2" }).waitFor();
    await says(/“77” \(1\.1 Outcome 1, Bjork, .*\) is not in the document/);
    await type("8");
    await says("The study that was here is not in the text any more");
    await press("Enter");
    assert.deepEqual(studiesOf(text()), [others]);
  });

  it("takes back by undo what was typed last, though it was refused, and no other number", async () => {
    await open();
    await table.write(0, events, "77");
    await table.becomes(() => now(), withEvents("Abara", "77"));
    await cell(1, events).click();
    await meanwhile(async () => {
      for (const key of ["x", "Enter", "Control+Z"]) await press(key);
    });
    await reads(1, events, "12");
    await table.write(2, events, "y");
    await says("is no number");
    await press("Control+Z");
    await reads(2, events, "12");
    await saysNothingOf("is no number");
    assert.deepEqual(now(), withEvents("Abara", "77"));
    await press("Control+Z");
    await table.becomes(() => now(), studies);
  });

  it("has what is typed nowhere, with a word, where the document was opened anew by then, as its file is", async () => {
    await open();
    await cell(1, events).click();
    const after = reviewText([[["Rask", "3", "31", "4", "41"], ...studies]]);
    await meanwhile(async () => {
      await type("77");
      await press("Enter");
      await evidence().settled();
      await evidence().reopen(after);
    });
    await says(
      /“77” \(1\.1 Outcome 1, Bjork, .*\) is not in the document: This study is not in the text any more\./,
    );
    assert.equal(text(), after);
  });

  it("has the number that was typed last, though the text had another one by then", async () => {
    await open();
    await cell(1, events).click();
    await meanwhile(async () => {
      table.change(/"Bjork", "events1": 12/, '"Bjork", "events1": 15');
      await type("12");
      await press("Enter");
      await cell(3, events).click();
      await type("9");
      await press("Enter");
    });
    await table.becomes(() => now(), withEvents("Dahls", "9"));
  });
});
