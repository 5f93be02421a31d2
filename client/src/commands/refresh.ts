import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Reads the row that it was called on anew, or everything that is shown. */
export const refresh: Command = {
  name: "refresh",
  run({ tree }, target) {
    tree.refresh(rowTarget(target));
    return Promise.resolve();
  },
};
