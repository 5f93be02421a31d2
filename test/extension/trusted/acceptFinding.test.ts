import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname } from "node:path";
import * as vscode from "vscode";
import { acceptFinding } from "@analyses/client/commands/evidenceCommands";
import { repositoryOf } from "@analyses/client/platform/git";
import { entriesOf, readEntry } from "@analyses/protocol/acceptedFindings";
import { each } from "../../support/each";
import { eventually } from "../../support/eventually";
import { gitIn } from "../../support/gitIn";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { answering } from "../support/reader";

describe("accepting a finding, in VS Code", () => {
  afterEach(closeAllEditors);

  it("proposes the name in Git, says where the reason is, and can be taken back", async () => {
    const { document } = await openWithCaret("reviewed.analyses.json", "{}|");
    gitIn(dirname(document.uri.fsPath), "init", "--quiet");
    gitIn(dirname(document.uri.fsPath), "config", "user.name", "Ada");
    await eventually(async () => assert.notEqual(typeof (await repositoryOf(document.uri)), "string"));
    const file = vscode.Uri.joinPath(document.uri, "../accepted-findings.json");
    const memory = { keys: () => [], get: () => undefined, update: () => Promise.resolve() };
    const accept = async (number: number, ...more: readonly string[]): Promise<readonly string[]> => {
      const place = { document: "reviewed.analyses.json", analysis: "1.1", code: "result-mismatch" };
      const finding = { file: file.toString(), key: { ...place, numbers: [number] }, stale: [] };
      const { said } = await answering(["Printed so", "", ...more], () => acceptFinding(finding, memory));
      return said;
    };
    await accept(1, "Take Back");
    assert.deepEqual(entriesOf(readFileSync(file.fsPath, "utf8")), []);
    const [said = ""] = await accept(2);
    assert.match(said, /^The finding is accepted, with its reason in .*accepted-findings\.json\.$/);
    const kept = readFileSync(file.fsPath, "utf8");
    each(entriesOf(kept), (entry) => readEntry(entry)?.by, ["Ada"]);
    await accept(3, "Take Back");
    assert.equal(readFileSync(file.fsPath, "utf8"), kept);
  });
});
