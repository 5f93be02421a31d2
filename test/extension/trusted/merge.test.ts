import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { gitIn } from "../../support/gitIn";
import { closeAllEditors, writeDocument } from "../support/documents";
import { answering } from "../support/reader";

const study = (name: string, events: number, total: number): string =>
  `{ "study": "${name}", "experimental": { "events": ${events}, "total": ${total} }, "comparator": { "events": 19, "total": 151 } }`;
const documentOf = (...studies: readonly string[]): string => `{
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [{ "number": 1, "name": "Drug", "analyses": [{
    "number": 1, "name": "Mortality", "outcome-type": "DICHOTOMOUS", "effect-measure": "RISK_RATIO",
    "method": "MANTEL_HAENSZEL", "model": "FIXED_EFFECT",
    "studies": [
      ${studies.join(",\n      ")}
    ]
  }] }]
}
`;

describe("merging in VS Code", () => {
  afterEach(closeAllEditors);

  const git = (uri: vscode.Uri, ...words: readonly string[]) => gitIn(dirname(uri.fsPath), ...words);
  /** A separate folder for each document, since some become repositories. */
  const open = async (name: string, text: string): Promise<vscode.TextDocument> => {
    const uri = await writeDocument(`merging/${name}/${name}.analyses.json`, text);
    const { document } = await vscode.window.showTextDocument(uri);
    return document;
  };
  const run = (command: string, ...given: readonly unknown[]) =>
    vscode.commands.executeCommand(`analysesRegistry.${command}`, ...given);

  it("has the user decide what both branches changed, with the results, merges the rest, and is undone at once", async () => {
    const base = documentOf(study("Abara 2014", 12, 148), study("Delgado 2018", 31, 402));
    const document = await open("merged", base);
    const { uri } = document;
    const commit = (text: string): void => {
      writeFileSync(uri.fsPath, text);
      git(uri, "add", ".");
      git(uri, "commit", "--quiet", "--message", "x");
    };
    git(uri, "init", "--quiet", "--initial-branch", "main");
    commit(base);
    git(uri, "checkout", "--quiet", "-b", "topic");
    commit(
      documentOf(study("Abara 2014", 22, 148), study("Delgado 2018", 31, 402), study("Theirs 2022", 3, 90)),
    );
    git(uri, "checkout", "--quiet", "main");
    commit(
      documentOf(study("Abara 2014", 21, 148), study("Delgado 2018", 31, 402), study("Ours 2021", 1, 90)),
    );
    assert.throws(() => git(uri, "merge", "--quiet", "topic"));
    const marked = readFileSync(uri.fsPath, "utf8");
    assert.match(marked, /^<<<<<<< /m);
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.files.revert");
      assert.equal(document.getText(), marked);
    });
    let isOver = false;
    const givingUp = run("resolveMergeConflict").then(() => (isOver = true));
    await eventually(async () => {
      await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
      assert.ok(isOver);
    });
    await givingUp;
    assert.equal(document.getText(), marked, "written though the question was given up");
    const { said } = await answering(["22"], () => run("resolveMergeConflict"));
    assert.match(said.join("\n"), /merged\.analyses\.json is merged; questions answered: 1\./);
    const wanted = documentOf(
      study("Abara 2014", 22, 148),
      study("Delgado 2018", 31, 402),
      study("Ours 2021", 1, 90),
      study("Theirs 2022", 3, 90),
    );
    assert.equal(document.getText(), wanted);
    await vscode.commands.executeCommand("undo");
    assert.equal(document.getText(), marked);
  });

  it("takes the sides from the markers where there is no Git, and reports where there are none", async () => {
    const text = documentOf(study("Abara 2014", 12, 148)).replace(
      /.*"study".*\n/,
      (line) =>
        `<<<<<<< mine\n${line}||||||| base\n${line}=======\n${line.replace("12", "14")}>>>>>>> other\n`,
    );
    const document = await open("marked", text);
    await answering([], () => run("resolveMergeConflict", document.uri.toString()));
    assert.equal(document.getText(), documentOf(study("Abara 2014", 14, 148)));
    const { said } = await answering([], () => run("resolveMergeConflict", document.uri));
    assert.match(said.join(), /^There is no merge conflict in /);
  });

  it("sets Git up after a yes, and nothing without one", async () => {
    const uri = await writeDocument("git-set-up/review.analyses.json", documentOf());
    git(uri, "init", "--quiet");
    await eventually(async () => {
      const { said } = await answering([], () => run("setUpGitMerge", uri));
      assert.match(said.join("\n"), /merge\.analyses\.driver = if test -f /);
    });
    const file = join(dirname(uri.fsPath), ".gitattributes");
    assert.throws(() => readFileSync(file, "utf8"));
    await answering(["Set Up"], () => run("setUpGitMerge", uri));
    assert.match(readFileSync(file, "utf8"), /^\*\.analyses\.json merge=analyses\n/);
    assert.match(
      git(uri, "config", "merge.analyses.driver"),
      /merge\.js' %O %A %B %L %P %S %X %Y; else git merge-file /,
    );
  });
});
