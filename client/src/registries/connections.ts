import type * as vscode from "vscode";
import { systemClock } from "../registry/clock";
import { usualLimits } from "../registry/guardedRequest";
import { Registries } from "../registry/registries";
import type { RequestLog } from "../registry/requestLog";
import type { Transport } from "../registry/transport/transport";

/** The connections to registries; each of `watchers` learns of every request. */
export function createConnections(transport: Transport, watchers: readonly RequestLog[]): Registries {
  const log: RequestLog = {
    add: (entry) => {
      for (const watcher of watchers) watcher.add(entry);
    },
  };
  return new Registries({ transport, clock: systemClock, limits: usualLimits, log });
}

/** Writes each request to the log: its address and result, never a header or a body. */
export function requestLogOf(log: vscode.LogOutputChannel): RequestLog {
  return {
    add: ({ address, path, result, milliseconds }) =>
      log.info(`GET ${address}${path} → ${result} (${Math.round(milliseconds)} ms)`),
  };
}
