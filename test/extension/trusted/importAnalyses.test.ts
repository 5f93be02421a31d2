import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as vscode from "vscode";
import { importAnalyses } from "@analyses/client/exchange/importAnalyses";
import { judgedAs } from "@analyses/client/exchange/judgements";
import { atOnce, readSource } from "@analyses/exchange";
import { eventually } from "../../support/eventually";
import { closeAllEditors } from "../support/documents";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";

const translate = (sentence: string): string => sentence;

/** Reads an example from the repository that contains these tests. */
const example = (name: string): Uint8Array =>
  new Uint8Array(readFileSync(join(__dirname, "../../../../test/fixtures/exchange", name)));

interface Imported {
  readonly "analysis-groups": readonly {
    readonly number: number;
    readonly analyses: readonly { readonly number: number }[];
  }[];
}

describe("a review that a user imports", () => {
  const folder = vscode.Uri.joinPath(vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail(), "brought");
  const file = vscode.Uri.joinPath(folder, "made-up.rm5");
  before(async () => {
    await vscode.workspace.fs.createDirectory(folder);
    await vscode.workspace.fs.writeFile(file, example("made-up.rm5"));
  });
  afterEach(closeAllEditors);
  after(() => vscode.workspace.fs.delete(folder, { recursive: true }));

  /** Accepts the default of each prompt until the document matches. */
  const imported = async (
    expected: RegExp,
    ...parameters: readonly unknown[]
  ): Promise<vscode.TextDocument> => {
    const done = vscode.commands.executeCommand("analysesRegistry.importAnalyses", ...parameters);
    await eventually(async () => {
      await vscode.commands.executeCommand("quickInput.accept");
      assert.match(vscode.window.activeTextEditor?.document.getText() ?? "", expected);
    }, 60_000);
    void done;
    return vscode.window.activeTextEditor?.document ?? assert.fail();
  };

  it("becomes a new document as one edit, by the item schema that is chosen, else in RevMan's form", async () => {
    await closeAllEditors();
    const document = await imported(/Falls (?:<|&lt;)with injury/, file);
    assert.equal(document.languageId, "analyses");
    assert.ok(document.isUntitled);
    const { "analysis-groups": groups } = JSON.parse(document.getText()) as Imported;
    assert.deepEqual(
      groups.map(({ number }) => number),
      [1, 2],
    );
    assert.equal(groups[0]?.analyses.length, 4);
    assert.match(document.getText(), /"effect-measure": "(?:RISK_RATIO|LOG_RR)"/);
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(document.getText(), ""));
    // Otherwise VS Code keeps the document open for extensions after its editor closes.
    await vscode.commands.executeCommand("workbench.action.revertAndCloseActiveEditor");
    await eventually(() => assert.ok(document.isClosed));
  });

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

  it("is added to a document it was dropped on, whose text stays as it is", async () => {
    const uri = vscode.Uri.joinPath(folder, "own.analyses.json");
    const before = `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_1",
  "analysis-groups": [
    { "number": 1, "name": "Another comparison", "analyses": [] }
  ]
}
`;
    await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(before));
    await vscode.window.showTextDocument(await vscode.workspace.openTextDocument(uri));
    const document = await imported(/Drug versus usual care/, file, uri.toString());
    const { "analysis-groups": groups } = JSON.parse(document.getText()) as Imported;
    assert.deepEqual(
      groups.map(({ number }) => number),
      [1, 3, 2],
    );
    assert.ok(document.getText().startsWith(before.slice(0, before.indexOf("\n  ]"))));
    await vscode.commands.executeCommand("undo");
    await eventually(() => assert.equal(document.getText(), before));
  });

  it("has judgements by another version than the document's: one question decides about all of them", async () => {
    const read = atOnce(readSource([{ name: "made-up.rm5", bytes: example("made-up.rm5") }], { translate }));
    assert.ok(read.kind === "read");
    const judged = async (version: 1 | 2, ...answers: readonly string[]) => {
      const found: (readonly [judgements: number, lost: number])[] = [];
      const { asked } = await answering(answers, async () => {
        const { review, items } = (await judgedAs(read.review, `RISK_OF_BIAS_${version}`)) ?? assert.fail();
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

  it("is a table of one analysis: it is imported without a list, and may be judged by either version", async () => {
    const table = vscode.Uri.joinPath(folder, "table.csv");
    const text = "Study,Drug events,Drug N,Placebo events,Placebo N\nAalund 2011,12,148,19,151\n";
    await vscode.workspace.fs.writeFile(table, new TextEncoder().encode(text));
    const parts = { languageClient: { ask: () => Promise.resolve(undefined) }, memory: new MemoryMemento() };
    const { asked, listed } = await answering(
      [
        ...["Which effect measure is wanted?", "Risk ratio"],
        ...["Which method combines the studies?", "Inverse variance"],
        ...["Do the studies estimate one effect", "Fixed", "Take These Answers"],
        "Risk of bias, version 2",
      ],
      () => importAnalyses(parts, table),
    );
    assert.deepEqual(listed, []);
    assert.equal(asked.at(-1), "The file judges no study: you can still change this in the document.");
    const { document } = vscode.window.activeTextEditor ?? assert.fail();
    assert.match(document.getText(), /"RISK_OF_BIAS_2",[^]*"name": "Drug \\?\/ Placebo"/);
  });

  it("is shown as a read-only document", async () => {
    await vscode.commands.executeCommand("vscode.openWith", file, "analysesRegistry.analysesView");
    await eventually(() => {
      const { document } = vscode.window.activeTextEditor ?? assert.fail();
      assert.equal(document.languageId, "analyses");
      assert.equal(document.uri.scheme, "analyses-view");
      assert.match(document.getText(), /Falls &lt;with injury&gt; &amp; fractures/);
    });
  });
});
