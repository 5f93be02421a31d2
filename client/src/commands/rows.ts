import * as vscode from "vscode";
import { withoutControls } from "../platform/displayText";
import { showError } from "../platform/messages";
import { openAddress } from "../platform/editor";
import { idOf, linkOf, linkedNameOf, recordOf, referenceOf } from "../tree/nodes/subject";
import { rowTarget, rowTargets } from "../tree/nodes/treeNode";
import type { Command, Parts } from "./command";
import { referencesJson } from "../references/insertReferences";
import { markdownLink } from "../references/referencesInText";
import type { TreeNode } from "../tree/nodes/treeNode";

// What can be done with the rows of the tree.

/** Opens all fields of a row's record. */
export const showDetails: Command = {
  name: "showDetails",
  async run({ details, treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const record = row && recordOf(row);
    if (row !== undefined && record !== undefined) await details.open(row.registry, record);
  },
};

/** Opens a record's link in the browser. */
export const openInBrowser: Command = {
  name: "openInBrowser",
  async run({ treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const link = row && linkOf(row);
    if (link !== undefined) await openAddress(link);
  },
};

/** Reads the row that it was called on anew, or everything that is shown, and checks what documents say of it. */
export const refresh: Command = {
  name: "refresh",
  run({ tree, references }, target) {
    tree.refresh(rowTarget(target));
    references.checkAgain();
    return Promise.resolve();
  },
};

/** Ends the reading of the row that it was called on, or of everything. */
export const cancelRefresh: Command = {
  name: "cancelRefresh",
  run({ tree }, target) {
    tree.cancel(rowTarget(target));
    return Promise.resolve();
  },
};

/** Says in full what a row says in short, and what can be done. */
export const explainProblem: Command = {
  name: "explainProblem",
  async run({ tree, treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const explanation = row?.row().explanation;
    if (explanation === undefined) return;
    const retry = vscode.l10n.t("Retry");
    if ((await showError(explanation, retry)) === retry) tree.refresh(row);
  },
};

/** Keeps groups and people at hand: at the top of their lists. */
export const pin: Command = {
  name: "pin",
  async run({ treeView }, target, together) {
    for (const { pins, reference } of pinnable(treeView, target, together)) await pins.add(reference);
  },
};

export const unpin: Command = {
  name: "unpin",
  async run({ treeView }, target, together) {
    for (const { pins, reference } of pinnable(treeView, target, together)) await pins.remove(reference);
  },
};

function pinnable(treeView: Parts["treeView"], target: unknown, together: unknown) {
  return rowTargets(treeView, target, together).flatMap((row) => {
    const reference = referenceOf(row);
    return reference === undefined ? [] : [{ pins: row.registry.pins, reference }];
  });
}

export const copyId: Command = {
  name: "copyId",
  run: ({ treeView }, target, together) => copyOfRows(treeView, target, together, idOf),
};

export const copyLink: Command = {
  name: "copyLink",
  run: ({ treeView }, target, together) => copyOfRows(treeView, target, together, linkOf),
};

/** Copies Markdown links from names to addresses. */
export const copyMarkdownLink: Command = {
  name: "copyMarkdownLink",
  run: ({ treeView }, target, together) =>
    copyOfRows(treeView, target, together, (row) => {
      const named = linkedNameOf(row);
      return named && markdownLink(named);
    }),
};

/** Copies references to groups and people as JSON. */
export const copyReference: Command = {
  name: "copyReference",
  async run({ treeView }, target, together) {
    const references = rowTargets(treeView, target, together).flatMap((row) => referenceOf(row) ?? []);
    if (references.length > 0) await copy(referencesJson(references));
  },
};

/** Copies what `textOf` says of the rows that a command is about, one line each. */
async function copyOfRows(
  treeView: vscode.TreeView<TreeNode>,
  target: unknown,
  together: unknown,
  textOf: (row: TreeNode) => string | undefined,
): Promise<void> {
  const lines = rowTargets(treeView, target, together).flatMap((row) => textOf(row) ?? []);
  // What is pasted into a terminal must end no line there and be no command to it.
  if (lines.length > 0) await copy(lines.map(withoutControls).join("\n"));
}

/** Copies a text, and says so in the status bar. */
async function copy(text: string): Promise<void> {
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(vscode.l10n.t("Copied."), noticeMilliseconds);
}

const noticeMilliseconds = 3000;
