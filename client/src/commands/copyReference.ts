import * as vscode from "vscode";
import { referencesJson } from "../references/insertReferences";
import { referenceOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Copies the reference to a group or person as JSON. */
export const copyReference: Command = {
  name: "copyReference",
  async run(_parts, target) {
    const row = rowTarget(target);
    const reference = row && referenceOf(row);
    if (reference !== undefined) await vscode.env.clipboard.writeText(referencesJson([reference]));
  },
};
