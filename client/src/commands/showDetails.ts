import { recordOf } from "../tree/records";
import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Opens all fields of a row's record. */
export const showDetails: Command = {
  name: "showDetails",
  async run({ details }, target) {
    const row = rowTarget(target);
    const record = row && recordOf(row);
    if (row !== undefined && record !== undefined) await details.open(row.registry, record);
  },
};
