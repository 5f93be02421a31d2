import type * as vscode from "vscode";
import { systemClock } from "../registry/clock";
import { usualLimits } from "../registry/guardedRequest";
import { Registries } from "../registry/registries";
import type { Transport } from "../registry/transport/transport";

/** The connections to registries, with every request in the log: its path and result, never more. */
export function createConnections(transport: Transport, log: vscode.LogOutputChannel): Registries {
  return new Registries({
    transport,
    clock: systemClock,
    limits: usualLimits,
    log: {
      add: ({ address, path, result, milliseconds }) =>
        log.info(`GET ${address}${path} → ${result} (${Math.round(milliseconds)} ms)`),
    },
  });
}
