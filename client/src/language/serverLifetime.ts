import type {
  BaseLanguageClient,
  CloseHandlerResult,
  ErrorHandler,
  ErrorHandlerResult,
} from "vscode-languageclient";
import { CloseAction, ErrorAction, State } from "vscode-languageclient";

/** The maximum number of restarts within {@link span} after crashes. */
const limit = 4;

/** In milliseconds. */
const span = 3 * 60 * 1000;

/** Restarts a crashed server a limited number of times; then calls back once. */
export class BoundedRestarts implements ErrorHandler {
  private endings: readonly number[] = [];

  constructor(
    /** Returns milliseconds since any fixed time. */
    private readonly now: () => number,
    private readonly startIsOver: () => Promise<void>,
    private readonly isWanted: () => boolean,
    private readonly onDidGiveUp: () => void,
  ) {}

  /** Whether the server has crashed: then this class reports a failure, and callers need not. */
  get haveBegun(): boolean {
    return this.endings.length > 0;
  }

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue };
  }

  async closed(): Promise<CloseHandlerResult> {
    const now = this.now();
    this.endings = [...this.endings.filter((time) => now - time < span), now];
    await this.startIsOver();
    if (!this.isWanted()) return { action: CloseAction.DoNotRestart, handled: true };
    if (this.endings.length <= limit) return { action: CloseAction.Restart, handled: true };
    if (this.endings.length === limit + 1) this.onDidGiveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}

/** Resolves when a client has started or failed to: during the start it can be neither stopped nor restarted. */
export async function startIsOver(client: BaseLanguageClient): Promise<void> {
  await new Promise<void>((resolve) => {
    if (client.state !== State.Starting) resolve();
    else client.onDidChangeState(({ newState }) => newState !== State.Starting && resolve());
  });
}

/** Makes a client only log its errors: by default it also shows a message, in English, at each attempt. */
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
