/** What can be disposed of, by VS Code's making or the registry library's. */
export interface DisposableLike {
  dispose(): void;
}

/**
 * Owns what must be disposed of together with it. What is registered after the disposal is disposed of
 * at once, so that work that ends late leaves nothing behind.
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
