import { linkOf } from "../tree/records";
import type { Command } from "./command";
import { copyOfRows } from "./copyOfRows";

export const copyLink: Command = {
  name: "copyLink",
  run: ({ treeView }, target, together) => copyOfRows(treeView, target, together, linkOf),
};
