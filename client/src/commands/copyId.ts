import * as vscode from "vscode";
import { recordOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

export const copyId: Command = {
  name: "copyId",
  async run(_parts, target) {
    const row = rowTarget(target);
    const id = row && recordOf(row)?.id;
    if (id !== undefined) await vscode.env.clipboard.writeText(id);
  },
};
