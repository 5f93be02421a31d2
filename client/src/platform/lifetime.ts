import type { CancellationToken } from "vscode";

/** A disposable, from VS Code or from the registry library. */
export interface DisposableLike {
  dispose(): void;
}

/**
 * Disposes its registered parts with itself. Disposes parts registered later at once, so that work that ends late leaks
 * nothing.
 */
export abstract class Disposable implements DisposableLike {
  readonly #owned: DisposableLike[] = [];
  #disposed = false;

  protected get isDisposed(): boolean {
    return this.#disposed;
  }

  protected register<T extends DisposableLike>(part: T): T {
    if (this.#disposed) part.dispose();
    else this.#owned.push(part);
    return part;
  }

  dispose(): void {
    if (this.#disposed) return;
    this.#disposed = true;
    for (const part of this.#owned.splice(0).reverse()) part.dispose();
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

/** Waits for work, at most some milliseconds, then resolves to undefined; does not stop the work. */
export async function withinTime<T>(milliseconds: number, work: Promise<T>): Promise<T | undefined> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}
