import type { NoteStore } from "@analyses/client/registries/pins";

/** Stores values as JSON like VS Code's `Memento`, but only in memory. */
export class MemoryMemento implements NoteStore {
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

  /** All stored values, as text. */
  get text(): string {
    return JSON.stringify([...this.values]);
  }
}
