import * as vscode from "vscode";
import { referencesJson } from "../references/insertReferences";
import { referenceOf } from "../tree/records";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Copies references to groups and people as JSON. */
export const copyReference: Command = {
  name: "copyReference",
  async run({ treeView }, target, together) {
    const references = rowTargets(treeView, target, together).flatMap((row) => referenceOf(row) ?? []);
    if (references.length > 0) await vscode.env.clipboard.writeText(referencesJson(references));
  },
};
