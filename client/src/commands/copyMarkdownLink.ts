import { markdownLink } from "../references/textInsertion";
import { linkedNameOf } from "../tree/records";
import type { Command } from "./command";
import { copyOfRows } from "./copyOfRows";

/** Copies Markdown links from names to addresses. */
export const copyMarkdownLink: Command = {
  name: "copyMarkdownLink",
  run: ({ treeView }, target, together) =>
    copyOfRows(treeView, target, together, (row) => {
      const named = linkedNameOf(row);
      return named && markdownLink(named);
    }),
};
