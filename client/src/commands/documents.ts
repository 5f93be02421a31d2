// Analyses documents, the schema of their items, the server that reads them, and the log.
import type { Command } from "./command";

/** Where the work of a command is that few windows need: see scripts/lib/bundles.mjs. */
const authoring = () => import("../authoring/authoring");

export const newDocument: Command = {
  name: "newDocument",
  run: async (_parts, target) => (await authoring()).newDocument(target),
};

export const openSample: Command = {
  name: "openSample",
  run: async ({ extensionUri }, sample) => (await authoring()).openSample(extensionUri, sample),
};

export const explainCode: Command = {
  name: "explainCode",
  run: async ({ extensionUri }, code) => (await authoring()).explainCode(extensionUri, code),
};

export const selectItemSchema: Command = {
  name: "selectItemSchema",
  run: async () => (await authoring()).selectItemSchema(),
};

export const restartServer: Command = {
  name: "restartServer",
  run: ({ languageClient }) => languageClient.restart(),
};

export const showLog: Command = {
  name: "showLog",
  run: ({ log }) => {
    log.show();
    return Promise.resolve();
  },
};
