import type { CancellationToken } from "vscode";

/** A disposable, from VS Code or from the registry client. */
export interface DisposableLike {
  dispose(): void;
}

/**
 * Disposes the disposables that it has registered when it is disposed itself. Once disposed, it disposes whatever is
 * registered later at once, so that work that ends late leaks nothing.
 */
export abstract class Disposable implements DisposableLike {
  readonly #owned: DisposableLike[] = [];
  #disposed = false;

  protected get isDisposed(): boolean {
    return this.#disposed;
  }

  protected register<T extends DisposableLike>(disposable: T): T {
    if (this.#disposed) disposable.dispose();
    else this.#owned.push(disposable);
    return disposable;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const disposable of this.#owned.splice(0).reverse()) disposable.dispose();
  }
}

/** Runs work with a signal that aborts when the token is cancelled. */
export async function withSignalOf<T>(
  token: CancellationToken,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  const subscription = token.onCancellationRequested(() => controller.abort());
  try {
    return await work(controller.signal);
  } finally {
    subscription.dispose();
  }
}

/** Resolves to the result of work, or to undefined if the time is over before; does not stop the work. */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
