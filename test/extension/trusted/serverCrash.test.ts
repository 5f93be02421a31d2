import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import * as vscode from "vscode";
import { CloseAction } from "vscode-languageclient";
import { BoundedRestarts } from "@analyses/client/language/serverLifetime";
import { eventually } from "../../support/eventually";
import { closeAllEditors, openWithCaret, fixesIn } from "../support/documents";
import { answering } from "../support/reader";

const minimal = (method: string) => `{"risk-of-bias-method": ${method}, "analysis-groups": []}`;

/** Language server processes that the extension host started. */
function serverProcesses(): readonly number[] {
  const processes = execFileSync("ps", ["-A", "-o", "pid=,ppid=,args="], { encoding: "utf8" });
  return [...processes.matchAll(/^ *(\d+) +(\d+) +(.*)$/gm)].flatMap(([, pid, parent, command]) =>
    Number(parent) === process.pid && command?.includes("languageServer.js") === true ? [Number(pid)] : [],
  );
}

/** The only process, after the killed ones have exited. */
const serverProcess = (): Promise<number> =>
  eventually(() => {
    const [only, ...others] = serverProcesses();
    assert.ok(only !== undefined && others.length === 0);
    return only;
  }, 20_000);

describe("a language server that ends by itself", () => {
  /** Unhandled rejections in the extension's code. */
  let unheard: readonly string[] = [];
  const listen = (reason: unknown) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : String(reason);
    if (/[\\/]dist[\\/](client|shared)[\\/]/.test(stack)) unheard = [...unheard, stack];
  };

  before(() => process.on("unhandledRejection", listen));
  after(() => process.off("unhandledRejection", listen));
  beforeEach(async () => {
    unheard = [];
    // Restarts the server, so that crashes in other tests do not count.
    await vscode.commands.executeCommand("analysesRegistry.restartServer");
  });
  afterEach(closeAllEditors);
  afterEach(() => assert.deepEqual(unheard, []));

  const problems = ({ document }: vscode.TextEditor) => vscode.languages.getDiagnostics(document.uri);
  const codes = (editor: vscode.TextEditor) => problems(editor).map(({ source }) => source);

  async function kill(): Promise<void> {
    const dead = await serverProcess();
    process.kill(dead, "SIGKILL");
    await eventually(() => assert.ok(!serverProcesses().includes(dead)));
  }

  it("is started again, and goes on with the text as it stands in the editor", async () => {
    const editor = await openWithCaret("crash.analyses.json", minimal('|"RISK_OF_BIAS_1"'));
    await editor.edit((builder) => builder.insert(new vscode.Position(0, 0), " "));
    const wrong = editor.document.getText().replace("BIAS_1", "BIAS_9");
    await kill();
    const everything = new vscode.Range(0, 0, editor.document.lineCount, 0);
    await editor.edit((builder) => builder.replace(everything, wrong));
    assert.equal(editor.document.getText(), wrong);
    // Quick fixes for a value typed while the server was down.
    await eventually(async () => {
      const actions = await fixesIn(editor.document, new vscode.Range(0, 0, 1, 0));
      assert.ok(actions.some(({ title }) => title.includes("RISK_OF_BIAS_2")));
    }, 20_000);
  });

  it("is started again, and its problems are there again before anybody types", async () => {
    const editor = await openWithCaret("crash-still.analyses.json", minimal('|"RISK_OF_BIAS_9"'));
    await eventually(() => assert.deepEqual(codes(editor), ["analyses"]), 20_000);
    for (let count = 0; count < 3; count += 1) {
      await kill();
      await eventually(() => assert.deepEqual(codes(editor), []));
      await eventually(() => assert.deepEqual(codes(editor), ["analyses"]), 20_000);
    }
  });

  it("while it starts, again and again, is given up, with the text untouched, until the user restarts it", async () => {
    const editor = await openWithCaret("crash-again.analyses.json", minimal('|"RISK_OF_BIAS_9"'));
    await eventually(() => assert.deepEqual(codes(editor), ["analyses"]), 20_000);
    for (let count = 0; count < 5; count += 1) {
      await kill();
    }
    const text = minimal('"RISK_OF_BIAS_1"');
    await editor.edit((builder) => builder.replace(new vscode.Range(0, 0, 1, 0), text));
    assert.equal(editor.document.getText(), text);
    assert.deepEqual(serverProcesses(), []);
    // Commands that need the server report why they do nothing.
    for (const command of ["showEvidenceRoles", "pasteStudies", "checkReferences", "exportEvidence"])
      await eventually(async () => {
        const { said } = await answering([], () =>
          vscode.commands.executeCommand(`analysesRegistry.${command}`),
        );
        assert.ok(said.includes("The language server is not running."), command);
      }, 20_000);
    await vscode.commands.executeCommand("analysesRegistry.restartServer");
    await eventually(() => assert.deepEqual(codes(editor), []), 20_000);
    await serverProcess();
  });

  it("is started four times in three minutes; then one message says that it is not any more", async () => {
    let now = 0;
    let said = 0;
    let isWanted = true;
    const restarts = new BoundedRestarts(
      () => now,
      () => Promise.resolve(),
      () => isWanted,
      () => (said += 1),
    );
    const endings = async (count: number) => {
      const actions: CloseAction[] = [];
      while (actions.length < count) actions.push((await restarts.closed()).action);
      return actions;
    };
    const { Restart, DoNotRestart } = CloseAction;
    assert.deepEqual(await endings(6), [Restart, Restart, Restart, Restart, DoNotRestart, DoNotRestart]);
    assert.equal(said, 1);
    now += 3 * 60 * 1000;
    assert.deepEqual(await endings(4), [Restart, Restart, Restart, Restart]);
    assert.equal(said, 1);
    isWanted = false;
    now += 3 * 60 * 1000;
    assert.deepEqual(await endings(1), [DoNotRestart]);
  });
});
