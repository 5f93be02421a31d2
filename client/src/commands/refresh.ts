import { rowTarget } from "../tree/target";
import type { Command } from "./command";

/** Reads the row that it was called on anew, or everything that is shown, and checks what documents say of it. */
export const refresh: Command = {
  name: "refresh",
  run({ tree, references }, target) {
    tree.refresh(rowTarget(target));
    references.checkAgain();
    return Promise.resolve();
  },
};

/** Ends the reading of the row that it was called on, or of everything. */
export const cancelRefresh: Command = {
  name: "cancelRefresh",
  run({ tree }, target) {
    tree.cancel(rowTarget(target));
    return Promise.resolve();
  },
};
