import { withoutYielding } from "@analyses/json";
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { importAnalyses } from "@analyses/client/exchange/importAnalyses";
import { chooseJudgements } from "@analyses/client/exchange/judgements";
import { readSource } from "@analyses/exchange";
import { closeAllEditors } from "../support/documents";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";

const translate = (sentence: string): string => sentence;

/** Reads an example from the repository that contains these tests. */
const example = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(__dirname, "../../../../test/fixtures/exchange", name)));

describe("a review that a user imports", () => {
  const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), "brought");
  const file = vscode.Uri.joinPath(folder, "made-up.rm5");
  before(async () => {
    await vscode.workspace.fs.createDirectory(folder);
    await vscode.workspace.fs.writeFile(file, example("made-up.rm5"));
  });
  afterEach(closeAllEditors);
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

  it("has each analysis with what its lens will show, those unticked that the document cannot have", async () => {
    const parts = { languageClient: { ask: () => Promise.resolve(undefined) }, memory: new MemoryMemento() };
    const { said, listed } = await answering([], () => importAnalyses(parts, file));
    const one = listed.find(({ label }) => label.startsWith("1.1 "));
    assert.equal(one?.description, "RR 0.69 [0.48, 0.99] · 4 studies");
    const left = listed.filter(({ kind, picked }) => kind === undefined && picked !== true);
    assert.deepEqual(
      left.map(({ label, detail }) => `${label}: ${detail}`),
      ["2.2 Overall survival: O−E and variance has no form in RevMan's document that is known: left out."],
    );
    assert.match(said.join(), /^6 analyses, 19 rows\. /);
  });

  it("has judgements by another version than the document's: one question decides about all of them", async () => {
    const read = withoutYielding(
      readSource([{ name: "made-up.rm5", bytes: example("made-up.rm5") }], { translate }),
    );
    assert.ok(read.kind === "read");
    const judged = async (version: 1 | 2, ...answers: readonly string[]) => {
      const found: (readonly [judgements: number, lost: number])[] = [];
      const { asked } = await answering(answers, async () => {
        const { review, items } =
          (await chooseJudgements(read.review, `RISK_OF_BIAS_${version}`)) ?? assert.fail();
        const rows = review.groups.flatMap(({ analyses }) => analyses.flatMap((one) => one.rows));
        found.push([rows.flatMap(({ riskOfBias }) => riskOfBias).length, items.length]);
      });
      return { asked: asked.length, found: found[0] };
    };
    const all = (await judged(1)).found?.[0] ?? 0;
    assert.ok(all > 0);
    assert.deepEqual(await judged(2, "Import without"), { asked: 1, found: [0, 1] });
    assert.deepEqual(await judged(2, "Import them as they are"), { asked: 1, found: [all, 0] });
  });
});
