import * as vscode from "vscode";
import { linkOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

export const copyLink: Command = {
  name: "copyLink",
  async run(_parts, target) {
    const row = rowTarget(target);
    const link = row && linkOf(row);
    if (link !== undefined) await vscode.env.clipboard.writeText(link);
  },
};
