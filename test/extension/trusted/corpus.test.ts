import assert from "node:assert/strict";
import * as vscode from "vscode";
import { settingsSection } from "@analyses/protocol/settings";
import { type CorpusDocument, type ToldProblem, corpus, problemsOf } from "../../support/corpus";
import { eventually } from "../../support/eventually";
import { closeAllEditors } from "../support/documents";

const severities = ["error", "warning", "information", "hint"] as const;

/** Converts a diagnostic shown in the editor. */
function toldBy({ code, severity, message, range, relatedInformation = [] }: vscode.Diagnostic): ToldProblem {
  return {
    code: String(typeof code === "object" ? code.value : code),
    severity: severities[severity],
    message,
    range: plain(range),
    related: relatedInformation.map((place) => ({
      message: place.message,
      range: plain(place.location.range),
    })),
  };
}

function plain({ start, end }: vscode.Range): ToldProblem["range"] {
  const place = ({ line, character }: vscode.Position) => ({ line, character });
  return { start: place(start), end: place(end) };
}

describe("the problems that the editor shows", () => {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? assert.fail();
  // Without the randomly broken documents: the corpus test of server and checker covers them.
  const documents = corpus().filter(({ name }) => !name.startsWith("random"));
  const settings = () => vscode.workspace.getConfiguration(settingsSection, folder);
  const before = settings().get<string>("itemSchema");

  afterEach(closeAllEditors);
  after(() => settings().update("itemSchema", before, vscode.ConfigurationTarget.Workspace));

  /** Codes shown so far. Documents without a new code are skipped, since the server and checker tests cover them. */
  const shownCodes = new Set<string>();

  async function assertShown(document: CorpusDocument): Promise<void> {
    const expected = await problemsOf(document, folder.fsPath);
    if (expected.every(({ code }) => shownCodes.has(code))) return;
    for (const { code } of expected) shownCodes.add(code);
    const uri = vscode.Uri.joinPath(folder, `${document.name}.analyses.json`);
    await vscode.workspace.fs.writeFile(uri, Buffer.from(document.text));
    await vscode.window.showTextDocument(uri);
    await eventually(() => {
      const shown = vscode.languages.getDiagnostics(uri).map(toldBy);
      // One by one, since printing the difference of thousands would take minutes.
      for (const [index, problem] of expected.entries())
        assert.deepEqual(shown[index], problem, `${document.name}, problem ${index + 1}`);
      assert.equal(shown.length, expected.length, document.name);
    });
  }

  for (const itemSchema of new Set(documents.map((document) => document.itemSchema))) {
    it(`are those that server and checker report, with the item schema ${itemSchema}`, async function () {
      this.timeout(120_000);
      await settings().update("itemSchema", itemSchema, vscode.ConfigurationTarget.Workspace);
      for (const document of documents) if (document.itemSchema === itemSchema) await assertShown(document);
    });
  }
});
