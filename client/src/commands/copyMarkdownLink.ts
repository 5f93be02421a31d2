import * as vscode from "vscode";
import { markdownLink } from "../references/textInsertion";
import { recordOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Copies a record as a Markdown link from its name to its address. */
export const copyMarkdownLink: Command = {
  name: "copyMarkdownLink",
  async run(_parts, target) {
    const row = rowTarget(target);
    const record = row && recordOf(row);
    if (record !== undefined) await vscode.env.clipboard.writeText(markdownLink(record));
  },
};
