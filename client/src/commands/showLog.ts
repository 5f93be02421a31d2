import type { Command } from "./command";

export const showLog: Command = {
  name: "showLog",
  run: ({ log }) => {
    log.show();
    return Promise.resolve();
  },
};
