import assert from "node:assert/strict";
import * as vscode from "vscode";
import { eventually } from "../../support/eventually";
import { StudyPasting } from "@analyses/client/evidence/pasteStudies";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { MemoryMemento } from "../support/memoryMemento";
import { answering, replacing } from "../support/reader";

const text = `{
  "$schema": "urn:analyses-registry:analyses:1.0.0",
  "risk-of-bias-method": "RISK_OF_BIAS_2",
  "analysis-groups": [
    { "number": 1, "name": "a", "analyses": [ { "outcome-type": "DICHOTOMOUS", "studies": [
      { "study": "Abara", "experimental": { "events": 1, "total": 9 }, "comparator": { "events": 2, "total": 9 } }|
    ] } ] }
  ]
}
`;
const leftOut = { columnsLeftOut: ["$(flame)"], linesLeftOut: ["Subtotal"] };
const copied = "Study\tevents1\ttotal1\tevents2\ttotal2\nCho\t3\t40\t9\t41\nDunn\t4\t1.100\t5\t1.200\n";

describe("pasting studies from a spreadsheet, in VS Code", () => {
  afterEach(closeAllEditors);

  /** Pastes studies; the first `changes` responses of the server are for an outdated version. */
  async function pasteInto(name: string, changes: number, typedBefore = "") {
    const editor = await openWithCaret(name, "{|}");
    let left = changes;
    let waiting = typedBefore;
    const client = {
      sayIfGone: () => Promise.resolve(false),
      ask: async <T>() => {
        if (waiting !== "") await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), waiting));
        waiting = "";
        const version = editor.document.version - (left-- > 0 ? 1 : 0);
        const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
        const edits = [{ range, newText: "[]" }];
        const made = { kind: "edits", version, edits, isBetween: true, ...leftOut };
        return made as T;
      },
    };
    const { Empty } = vscode.DocumentDropOrPasteEditKind;
    let status = "";
    const setStatusBarMessage = (text: string) => {
      status = text;
      return new vscode.Disposable(() => (status = ""));
    };
    const pasting = new StudyPasting(client, new MemoryMemento(), Empty);
    const { said } = await replacing({ setStatusBarMessage }, () =>
      answering([], () => pasting.paste(editor)),
    );
    return { said, status, text: editor.document.getText() };
  }

  it("reports what is left out, draws no icon of what is copied, and repeats the request where the document has changed meanwhile", async () => {
    assert.deepEqual(await pasteInto("changed-once.json", 1), {
      said: [],
      status: "Columns that are left out: \\$(flame) · Lines that are left out: Subtotal",
      text: "[]{}",
    });
    assert.deepEqual(await pasteInto("changed-again.json", 3), {
      said: ["Nothing was written: the document cannot be edited or has just changed."],
      status: "",
      text: "{}",
    });
  });

  it("writes nothing where another text stands before the cursor meanwhile: it may be in another list", async () => {
    assert.deepEqual(await pasteInto("changed-before.json", 0, "[]\n"), {
      said: ["Nothing was written: the document cannot be edited or has just changed."],
      status: "",
      text: "[]\n{}",
    });
  });

  it("shows the form for tables to assign columns, and not again for the same headings", async () => {
    const editor = await openWithCaret("asked.json", "{|}");
    const given: unknown[] = [];
    let isSeparatorUnclear = true;
    const client = {
      sayIfGone: () => Promise.resolve(false),
      ask: <T>(
        _: unknown,
        { columns, decimal }: { readonly columns?: unknown; readonly decimal?: unknown },
      ) => {
        given.push([columns, decimal]);
        const { version } = editor.document;
        const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };
        const edits = [{ range, newText: "[]" }];
        const made =
          columns === null
            ? {
                ...{ kind: "columns", isBetween: true, examples: ["Abara", "12"], guess: ["study", null] },
                isSeparatorUnclear,
                parts: [
                  { part: "study", label: "Study" },
                  { part: "experimental-events", label: "Drug: Events" },
                ],
                headings: ["Studie", "Kranke"],
              }
            : { kind: "edits", version, edits, isBetween: true, columnsLeftOut: [], linesLeftOut: [] };
        return Promise.resolve(made as T);
      },
    };
    const memory = new MemoryMemento();
    await memory.update("columnsOfPastedStudies", {});
    const pasting = new StudyPasting(client, memory, vscode.DocumentDropOrPasteEditKind.Empty);
    const target = { document: editor.document, position: editor.selection.active, text: "" };
    const { token } = new vscode.CancellationTokenSource();
    const pasteOnce = async () => {
      const [edit] = await pasting.provide(target, token);
      if (edit !== undefined) await pasting.resolve(edit, token);
    };
    const sign = ["Is the comma of numbers such as 1,234", "Between thousands"];
    await answering([...sign, "Kranke", "Drug: Events", "Take These Answers"], pasteOnce);
    isSeparatorUnclear = false;
    await answering([], pasteOnce);
    const answered = ["study", "experimental-events"];
    assert.deepEqual(given, [
      [null, null],
      [answered, "."],
      [null, null],
      [answered, null],
    ]);
  });

  it("is one edit by the command, and one undo takes it back", async () => {
    const editor = await openWithCaret("paste-studies.analyses.json", text);
    const before = editor.document.getText();
    await vscode.env.clipboard.writeText(copied);
    await eventually(async () => {
      await vscode.commands.executeCommand("analysesRegistry.pasteStudies");
      assert.notEqual(editor.document.getText(), before);
    });
    assert.equal(
      editor.document.getText(),
      before.replace(
        /"total": 9 \} \}/,
        `$&,
      { "study": "Cho", "experimental": { "events": 3, "total": 40 }, "comparator": { "events": 9, "total": 41 } },
      { "study": "Dunn", "experimental": { "events": 4, "total": 1100 }, "comparator": { "events": 5, "total": 1200 } }`,
      ),
    );
    await vscode.commands.executeCommand("undo");
    assert.equal(editor.document.getText(), before);
  });
});
