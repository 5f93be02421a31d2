import assert from "node:assert/strict";
import * as vscode from "vscode";
import { ReferenceDropping, rowDragging } from "@analyses/client/references/dropAndPaste";
import { type TreeNode, referenceOf } from "@analyses/client/tree/nodes/treeNode";
import { referenceObject } from "@analyses/protocol/references";
import { closeAllEditors, openWithCaret } from "../support/documents";
import { silentValidator, registryInSettings } from "../support/registryTree";

describe("rows dragged from the sidebar into a document", () => {
  const { setting } = registryInSettings({ isShared: true });
  let rows: readonly TreeNode[];
  let objects: readonly unknown[];

  before(async () => {
    rows = (await setting.open("Groups")).slice(0, 2);
    objects = rows.flatMap((row) => referenceOf(row) ?? []).map(referenceObject);
    assert.equal(objects.length, 2);
  });
  afterEach(closeAllEditors);

  function drag(dragged: readonly TreeNode[]): vscode.DataTransfer {
    const transfer = new vscode.DataTransfer();
    const { token } = new vscode.CancellationTokenSource();
    void rowDragging.handleDrag?.(dragged, transfer, token);
    return transfer;
  }

  /** Drops at the mark and returns the resulting text. */
  async function drop(
    name: string,
    marked: string,
    transfer = drag(rows),
    judge = silentValidator,
  ): Promise<string> {
    const { document, selection } = await openWithCaret(name, marked);
    const edit = await new ReferenceDropping(judge).provideDocumentDropEdits(
      document,
      selection.active,
      transfer,
    );
    assert.equal(edit?.insertText ?? "", "");
    if (edit?.additionalEdit !== undefined) await vscode.workspace.applyEdit(edit.additionalEdit);
    return document.getText();
  }

  it("go in as elements, properties or one value, where they are dropped in JSON", async () => {
    const [first, second] = objects;
    assert.deepEqual(JSON.parse(await drop("drop.json", '["a",| "b"]')), ["a", first, second, "b"]);
    assert.deepEqual(JSON.parse(await drop("drop.jsonc", '{"a": |}')), { a: [first, second] });
    assert.deepEqual(JSON.parse(await drop("one.json", '{"a": |}', drag(rows.slice(1)))), { a: second });
  });

  it("do nothing where only rows without a reference are dragged", async () => {
    assert.equal(await drop("none.json", "[|]", drag(await setting.rows())), "[]");
  });
});
