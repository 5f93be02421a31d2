import { recordOf } from "../tree/records";
import { rowTargets } from "../tree/target";
import type { Command } from "./command";

/** Opens all fields of a row's record. */
export const showDetails: Command = {
  name: "showDetails",
  async run({ details, treeView }, target) {
    const [row] = rowTargets(treeView, target, undefined);
    const record = row && recordOf(row);
    if (row !== undefined && record !== undefined) await details.open(row.registry, record);
  },
};
