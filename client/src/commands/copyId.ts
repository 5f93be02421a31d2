import { idOf } from "../tree/records";
import type { Command } from "./command";
import { copyOfRows } from "./copyOfRows";

export const copyId: Command = {
  name: "copyId",
  run: ({ treeView }, target, together) => copyOfRows(treeView, target, together, idOf),
};
