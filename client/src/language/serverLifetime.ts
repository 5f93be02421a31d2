import type {
  BaseLanguageClient,
  CloseHandlerResult,
  ErrorHandler,
  ErrorHandlerResult,
} from "vscode-languageclient";
import { CloseAction, ErrorAction, State } from "vscode-languageclient";

/** The maximum number of restarts after crashes within {@link restartPeriod}. */
const maxRestarts = 4;

/** In milliseconds. */
const restartPeriod = 3 * 60 * 1000;

/** Restarts a crashed server a limited number of times, then calls `onDidGiveUp` once. */
export class BoundedRestarts implements ErrorHandler {
  /** The times of recent crashes. */
  private crashes: readonly number[] = [];

  constructor(
    /** Returns milliseconds since any fixed time. */
    private readonly now: () => number,
    private readonly startIsOver: () => Promise<void>,
    private readonly isWanted: () => boolean,
    private readonly onDidGiveUp: () => void,
  ) {}

  /** Whether the server has crashed: this class then reports the failure, so that callers need not. */
  get haveBegun(): boolean {
    return this.crashes.length > 0;
  }

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue };
  }

  async closed(): Promise<CloseHandlerResult> {
    const now = this.now();
    this.crashes = [...this.crashes.filter((time) => now - time < restartPeriod), now];
    await this.startIsOver();
    if (!this.isWanted()) return { action: CloseAction.DoNotRestart, handled: true };
    if (this.crashes.length <= maxRestarts) return { action: CloseAction.Restart, handled: true };
    if (this.crashes.length === maxRestarts + 1) this.onDidGiveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}

/**
 * Resolves once a client has started or failed to start: a client that is starting can be neither stopped nor
 * restarted.
 */
export async function startIsOver(client: BaseLanguageClient): Promise<void> {
  await new Promise<void>((resolve) => {
    if (client.state !== State.Starting) resolve();
    else client.onDidChangeState(({ newState }) => newState !== State.Starting && resolve());
  });
}

/** Makes a client only log its errors. By default the client also shows each error as a message, in English. */
export function logOnly(client: BaseLanguageClient): void {
  const log = client.error.bind(client);
  client.error = (message, data) => log(message, data, false);
}

/** Stops a client and its server, if any. */
export async function endClient(client: BaseLanguageClient): Promise<void> {
  await startIsOver(client);
  try {
    await client.dispose();
  } catch {
    // The client had no server.
  }
}
