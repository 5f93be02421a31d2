import type { Subject } from "./subject";

/** A server that only answers, see `answeringServer.ts`: with nothing, so that none of its answers is looked at. */
export function onlyAnswering(files: {
  readonly node: string;
  readonly answeringServer: string;
  /** A folder for what the engine has compiled. */
  readonly compiled: string;
}): Subject {
  return {
    name: "a server that only answers",
    command: [files.node, files.answeringServer, "--stdio"],
    environment: { NODE_COMPILE_CACHE: files.compiled },
    languageId: "analyses",
    initializationOptions: null,
    afterInitialized: [],
    settings: null,
    answers: "nothing",
    outlineOf: () => ({ groups: 0, analyses: 0 }),
  };
}
