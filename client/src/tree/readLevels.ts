import { Disposable } from "../platform/lifetime";
import { Emitter } from "../registryClient/registryStore";
import type { ListGaps, RegistryError } from "../registryClient/registryError";
import type { ReadLevel, RowMaker, TreeNode } from "./nodes/treeNode";

/** The state of a level that needs requests. */
export interface LevelState {
  /** From the last answer; undefined if there was none. */
  readonly rows: RowMaker | undefined;
  /** The error of the last read. */
  readonly error: RegistryError | undefined;
  /** The list's unreadable items, or a mismatch with its announced count. */
  readonly gaps?: ListGaps;
}

interface KeptLevel extends LevelState {
  readonly node: TreeNode;
  /** Whether to read the level again before showing it. */
  readonly isDue: boolean;
}

interface Reading {
  readonly node: TreeNode;
  readonly state: Promise<LevelState>;
  readonly controller: AbortController;
}

/** The levels read from registries, and the reads in progress. */
export class ReadLevels extends Disposable {
  readonly #levels = new Map<string, KeptLevel>();
  readonly #readings = new Map<string, Reading>();
  readonly #readingChanged = this.register(new Emitter<boolean>());
  /** Fires with true when the first read begins, and with false when the last one ends. */
  readonly onDidChangeReading = this.#readingChanged.event;

  constructor() {
    super();
    this.register({ dispose: () => this.cancel(undefined) });
  }

  /** The last state of a level; undefined if it was never read. */
  last(node: TreeNode): LevelState | undefined {
    return this.#levels.get(node.id);
  }

  /** Whether to read a level before showing it. */
  isDue(node: TreeNode): boolean {
    return this.#levels.get(node.id)?.isDue ?? true;
  }

  /** Reads a level, or joins a read in progress. */
  read(node: TreeNode, read: ReadLevel["read"]): Promise<LevelState> {
    const underWay = this.#readings.get(node.id);
    if (underWay !== undefined) return underWay.state;
    const controller = new AbortController();
    const state = this.#settle(node, read, controller);
    this.#readings.set(node.id, { node, state, controller });
    if (this.#readings.size === 1) this.#readingChanged.fire(true);
    return state;
  }

  /** Marks the matching levels to be read again before the tree shows them. */
  makeDue(isMeant: (node: TreeNode, state: LevelState) => boolean): void {
    for (const [id, level] of this.#levels)
      if (isMeant(level.node, level)) this.#levels.set(id, { ...level, isDue: true });
  }

  /** The same for one node, even if its level was never shown: the client may have its record from another read. */
  makeNodeDue(node: TreeNode): void {
    this.#levels.set(node.id, { ...(this.#levels.get(node.id) ?? unread), node, isDue: true });
  }

  /** Cancels the read of a node's level, or all reads. */
  cancel(node: TreeNode | undefined): void {
    for (const [id, { controller }] of this.#readings) {
      if (node === undefined || node.id === id) controller.abort();
    }
  }

  /** Drops the levels of the matching nodes, and cancels their reads. */
  forget(isMeant: (node: TreeNode) => boolean): void {
    for (const [id, { node }] of this.#levels) if (isMeant(node)) this.#levels.delete(id);
    for (const { node, controller } of this.#readings.values()) {
      if (!isMeant(node)) continue;
      controller.abort();
      this.#end(node, controller);
    }
  }

  async #settle(node: TreeNode, read: ReadLevel["read"], controller: AbortController): Promise<LevelState> {
    const refresh = this.#levels.get(node.id)?.isDue === true;
    try {
      const outcome = await read({ signal: controller.signal, refresh });
      const before = this.#levels.get(node.id);
      const state =
        outcome.kind === "ok"
          ? { rows: outcome.value, error: undefined, ...withGaps(outcome) }
          : failed(before, outcome.error);
      if (this.#isUnderWay(node, controller)) this.#levels.set(node.id, { ...state, node, isDue: false });
      return state;
    } finally {
      this.#end(node, controller);
    }
  }

  #isUnderWay(node: TreeNode, controller: AbortController): boolean {
    return !this.isDisposed && this.#readings.get(node.id)?.controller === controller;
  }

  #end(node: TreeNode, controller: AbortController): void {
    if (!this.#isUnderWay(node, controller)) return;
    this.#readings.delete(node.id);
    if (this.#readings.size === 0) this.#readingChanged.fire(false);
  }
}

const unread: LevelState = { rows: undefined, error: undefined };

function failed(before: LevelState | undefined, error: RegistryError): LevelState {
  // A cancelled refresh keeps the earlier rows.
  if (error.kind === "cancelled" && before?.rows !== undefined) return before;
  return { rows: before?.rows, error, ...withGaps(before ?? {}) };
}

function withGaps({ gaps }: { readonly gaps?: ListGaps }): { readonly gaps?: ListGaps } {
  return gaps === undefined ? {} : { gaps };
}
