import type { Command } from "./command";

export const restartServer: Command = {
  name: "restartServer",
  run: ({ languageClient }) => languageClient.restart(),
};
