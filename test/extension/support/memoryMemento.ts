import type { PinStore } from "@analyses/client/registries/pins";

/** Keeps values as VS Code's `Memento` does: as JSON, and only for as long as a test lasts. */
export class MemoryMemento implements PinStore {
  private readonly values = new Map<string, string>();

  get(key: string): unknown {
    const text = this.values.get(key);
    return text === undefined ? undefined : JSON.parse(text);
  }

  keys(): readonly string[] {
    return [...this.values.keys()];
  }

  update(key: string, value: unknown): Promise<void> {
    if (value === undefined) this.values.delete(key);
    else this.values.set(key, JSON.stringify(value));
    return Promise.resolve();
  }

  /** Everything that was stored, as text. */
  get text(): string {
    return JSON.stringify([...this.values]);
  }
}
