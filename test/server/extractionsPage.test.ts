import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Ajv2020 } from "ajv/dist/2020";
import { each } from "../support/each";
import { eventually } from "../support/eventually";
import { type EvidencePage, patience, startEvidencePages } from "./page/openEvidencePage";
import { folderWith } from "./support/runChecker";

const sample = readFileSync("test/fixtures/samples/drug-versus-placebo.analyses.json", "utf8");

interface Decisions {
  readonly decisions: readonly {
    readonly place: string;
    readonly taken: string;
    readonly value: string;
    readonly by: string;
    readonly reason: string;
  }[];
}

describe("two extractions of the same studies, on the comparison page", function () {
  this.timeout(2 * patience);
  let pages: Awaited<ReturnType<typeof startEvidencePages>>;
  let folder: string;
  let shown: EvidencePage;
  let editor: Awaited<ReturnType<EvidencePage["compare"]>>;

  before(async () => {
    pages = await startEvidencePages(1);
    const [page] = pages.pages;
    assert.ok(page);
    shown = page;
  });
  after(() => pages.close());

  const compare = async (change: (text: string) => string): Promise<void> => {
    folder = folderWith({ "first.analyses.json": sample, "second.analyses.json": change(sample) });
    editor = await shown.compare(join(folder, "first.analyses.json"), join(folder, "second.analyses.json"));
  };
  const schema = JSON.parse(readFileSync("schemas/decisions.schema.json", "utf8")) as object;
  const isValid = new Ajv2020({ strict: false, validateFormats: false }).compile<Decisions>(schema);
  const decisions = () => {
    const kept: unknown = JSON.parse(readFileSync(join(folder, "decisions.json"), "utf8"));
    assert.ok(isValid(kept), JSON.stringify(isValid.errors));
    return kept.decisions;
  };
  const progress = (text: string) => shown.page.locator("#summary", { hasText: text }).waitFor();
  const focused = () =>
    shown.page.evaluate<string>("document.activeElement?.closest('.cell')?.ariaLabel ?? ''");
  const press = (key: string) => shown.page.keyboard.press(key);
  const type = (text: string) => shown.page.keyboard.type(text);

  /** Events, which move the result most, and a total; the name is written otherwise, which is no disagreement. */
  const otherwise = (text: string): string =>
    text
      .replace('"events": 12,', '"events": 21,')
      .replace('"total": 148', '"total": 149')
      .replace("Abara 2014", "ABARA  2014");
  const events = "1.1 Mortality at 12 months, Abara 2014, experimental, events";
  const total = "1.1 Mortality at 12 months, Abara 2014, experimental, total";

  it("are settled by keys, with reasons, and become a third document; one key takes the last decision back", async () => {
    await compare(otherwise);
    await progress("Disagreements: 2, decided: 0");
    assert.equal(await focused(), events);
    const first = shown.page.getByRole("group", { name: events });
    await first
      .getByRole("button", { name: /^first\.analyses\.json 12 RR 0\.\d\d \[0\.\d\d, \d\.\d\d\]$/ })
      .waitFor();
    await first.getByRole("button", { name: /^second\.analyses\.json 21 RR 0\.\d\d \[/ }).waitFor();

    await press("ArrowRight");
    await press("Enter");
    await shown.page.getByRole("alert").getByText("Without a reason nothing is decided.").waitFor();
    await type("Table 2");
    editor.answer("Mara");
    await press("Enter");
    await progress("Disagreements: 2, decided: 1");
    await shown.page.getByText("Decided by Mara: 21. Table 2").waitFor();

    assert.equal(await focused(), total);
    await press("o");
    await type("15O");
    await press("Enter");
    await shown.page.getByRole("alert").getByText("This is no JSON value.").waitFor();
    await press("Backspace");
    await type("0");
    await press("Tab");
    await type("Appendix");
    await press("Enter");
    await progress("Disagreements: 2, decided: 2");
    const toOpen = shown.page.getByRole("button", { name: "Open the agreed document" });
    assert.equal(
      await shown.page.evaluate("document.activeElement?.textContent"),
      "Open the agreed document",
    );
    each(decisions(), ({ place, taken, value, by, reason }) => [place, taken, value, by, reason], [
      [events, "second", "21", "Mara", "Table 2"],
      [total, "other", "150", "Mara", "Appendix"],
    ]);

    await press("Control+z");
    await progress("Disagreements: 2, decided: 1");
    assert.equal(await focused(), total);
    await press("ArrowLeft");
    await press("Escape");
    assert.equal(decisions().length, 1);
    await toOpen.press("Enter");
    await eventually(() =>
      assert.match(editor.opened?.content ?? "", /<<<<<<< ours\n.*148\n=======\n.*149\n>>>>>>> theirs/),
    );
    await shown.page.getByRole("group", { name: total }).getByRole("button").first().focus();
    await press("ArrowLeft");
    await type("Appendix");
    await press("Enter");
    await progress("Disagreements: 2, decided: 2");
    await toOpen.press("Enter");
    await eventually(() =>
      assert.equal(editor.opened?.content, sample.replace('"events": 12,', '"events": 21,')),
    );
    assert.equal(readFileSync(join(folder, "first.analyses.json"), "utf8"), sample);

    await shown.page.getByRole("button", { name: "Show the agreement" }).press("Enter");
    await eventually(() => assert.equal(editor.opened?.language, "markdown"));
    assert.match(
      editor.opened?.content ?? "",
      /Cells compared: \d+, in \d+ rows of studies; the same in both: \d+ \(9\d\.\d %\)/,
    );
    assert.match(editor.opened?.content ?? "", /\| Table 2 \(Mara, \d{4}-\d\d-\d\d\) \|/);

    await shown.page
      .getByRole("group", { name: events })
      .getByRole("button", { name: "Take Back" })
      .press("Enter");
    await progress("Disagreements: 2, decided: 1");
    each(decisions(), ({ place }) => place, [total]);
    await press("Control+z");
    await progress("Disagreements: 2, decided: 2");
  });

  it("follow the second file; a decision holds only while both have the same values", async () => {
    await compare(otherwise);
    await progress("Disagreements: 2, decided: 0");
    await press("ArrowLeft");
    await type("Table 2");
    editor.answer("Mara");
    await press("Enter");
    await progress("Disagreements: 2, decided: 1");
    const second = join(folder, "second.analyses.json");
    writeFileSync(second, otherwise(sample).replace('"events": 21,', '"events": 22,'));
    editor.save(pathToFileURL(second).href);
    await progress("Disagreements: 2, decided: 0");
    assert.equal(decisions().length, 1);
  });

  it("are text, whatever they contain", async () => {
    await compare((text) => text.replace('"Abara 2014"', '"<img src=x onerror=alert(1)> [a](b)"'));
    await progress("Disagreements");
    await shown.page.getByRole("button", { name: "<img src=x onerror=alert(1)> [a](b)" }).waitFor();
    assert.equal(await shown.page.locator("img").count(), 0);
  });
});
