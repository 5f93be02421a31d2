import type {
  BaseLanguageClient,
  CloseHandlerResult,
  ErrorHandler,
  ErrorHandlerResult,
} from "vscode-languageclient";
import { CloseAction, ErrorAction, State } from "vscode-languageclient";

/** How often the server is started again within {@link span}, after it ended by itself. */
const limit = 4;

/** In milliseconds. */
const span = 3 * 60 * 1000;

/** Starts a server that ended by itself again, but not for ever; says so once when it gives up. */
export class BoundedRestarts implements ErrorHandler {
  readonly #now: () => number;
  readonly #startIsOver: () => Promise<void>;
  readonly #isWanted: () => boolean;
  readonly #onDidGiveUp: () => void;
  #endings: readonly number[] = [];

  /**
   * @param now milliseconds, from any fixed time
   * @param startIsOver resolves once the client does not wait for the server to start
   * @param isWanted whether the server is still needed
   */
  constructor(
    now: () => number,
    startIsOver: () => Promise<void>,
    isWanted: () => boolean,
    onDidGiveUp: () => void,
  ) {
    this.#now = now;
    this.#startIsOver = startIsOver;
    this.#isWanted = isWanted;
    this.#onDidGiveUp = onDidGiveUp;
  }

  /** Whether the server has ended by itself: then nothing else needs to say that it does not run. */
  get haveBegun(): boolean {
    return this.#endings.length > 0;
  }

  error(): ErrorHandlerResult {
    return { action: ErrorAction.Continue };
  }

  async closed(): Promise<CloseHandlerResult> {
    const now = this.#now();
    this.#endings = [...this.#endings.filter((time) => now - time < span), now];
    await this.#startIsOver();
    if (!this.#isWanted()) return { action: CloseAction.DoNotRestart, handled: true };
    if (this.#endings.length <= limit) return { action: CloseAction.Restart, handled: true };
    if (this.#endings.length === limit + 1) this.#onDidGiveUp();
    return { action: CloseAction.DoNotRestart, handled: true };
  }
}

/** Resolves when a client has started or has failed to: while it starts, it can be neither stopped nor restarted. */
export async function startIsOver(client: BaseLanguageClient): Promise<void> {
  await new Promise<void>((resolve) => {
    if (client.state !== State.Starting) resolve();
    else client.onDidChangeState(({ newState }) => newState !== State.Starting && resolve());
  });
}

/** Has a client write what goes wrong to its log and no more: else it shows that too, in English, at each attempt. */
export function logOnly(client: BaseLanguageClient): void {
  const log = client.error.bind(client);
  client.error = (message, data) => log(message, data, false);
}

/** Resolves when a client and its server, if there is one, are at their end. */
export async function endClient(client: BaseLanguageClient): Promise<void> {
  await startIsOver(client);
  try {
    await client.dispose();
  } catch {
    // It had no server.
  }
}
