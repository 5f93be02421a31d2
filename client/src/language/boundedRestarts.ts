import type { CloseHandlerResult, ErrorHandler, ErrorHandlerResult } from "vscode-languageclient";
import { CloseAction, ErrorAction } from "vscode-languageclient";

/** How often the server is started again within {@link span}, after it ended by itself. */
const limit = 4;

/** In milliseconds. */
const span = 3 * 60 * 1000;

/** Starts a server that ended by itself again, but not for ever; says so once when it gives up. */
export class BoundedRestarts implements ErrorHandler {
  private endings: readonly number[] = [];

  /**
   * @param now milliseconds, from any fixed time
   * @param startIsOver resolves once the client does not wait for the server to start
   * @param isWanted whether the server is still needed
   */
  constructor(
    private readonly now: () => number,
    private readonly startIsOver: () => Promise<void>,
    private readonly isWanted: () => boolean,
    private readonly onDidGiveUp: () => void,
  ) {}

  /** Whether the server has ended by itself: then nobody else needs to say that it does not run. */
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
