import { Disposable } from "../platform/lifetime";
import { Emitter } from "../registryClient/registryStore";
import type { ListGaps, RegistryError } from "../registryClient/registryError";
import type { ReadLevel, RowMaker, TreeNode } from "./nodes/treeNode";

/** How a level that the registry is asked for stands. */
export interface LevelState {
  /** Of the last answer; undefined where there was none. */
  readonly rows: RowMaker | undefined;
  /** Why the last read failed. */
  readonly error: RegistryError | undefined;
  /** What is amiss with the list that the rows are of. */
  readonly gaps?: ListGaps;
}

interface KeptLevel extends LevelState {
  readonly node: TreeNode;
  /** Whether the registry is to be asked when the level is shown next. */
  readonly isDue: boolean;
}

interface Reading {
  readonly node: TreeNode;
  readonly state: Promise<LevelState>;
  readonly controller: AbortController;
}

/** The levels that were read from registries, and those under way. */
export class ReadLevels extends Disposable {
  readonly #levels = new Map<string, KeptLevel>();
  readonly #readings = new Map<string, Reading>();
  readonly #readingChanged = this.register(new Emitter<boolean>());
  /** Fires when the first read begins, with true, and when the last one has ended, with false. */
  readonly onDidChangeReading = this.#readingChanged.event;

  constructor() {
    super();
    this.register({ dispose: () => this.cancel(undefined) });
  }

  /** What was shown of a level last; undefined where nothing was. */
  last(node: TreeNode): LevelState | undefined {
    return this.#levels.get(node.id);
  }

  /** Whether a level is to be read before it is shown. */
  isDue(node: TreeNode): boolean {
    return this.#levels.get(node.id)?.isDue ?? true;
  }

  /** Reads a level, or joins those who wait for it. */
  read(node: TreeNode, read: ReadLevel["read"]): Promise<LevelState> {
    const underWay = this.#readings.get(node.id);
    if (underWay !== undefined) return underWay.state;
    const controller = new AbortController();
    const state = this.#settle(node, read, controller);
    this.#readings.set(node.id, { node, state, controller });
    if (this.#readings.size === 1) this.#readingChanged.fire(true);
    return state;
  }

  /** Has the registry asked again for the levels of these nodes, when they are shown next. */
  makeDue(isMeant: (node: TreeNode, state: LevelState) => boolean): void {
    for (const [id, level] of this.#levels)
      if (isMeant(level.node, level)) this.#levels.set(id, { ...level, isDue: true });
  }

  /** The same for one node, also where its level was never shown: its record may be known from elsewhere. */
  makeNodeDue(node: TreeNode): void {
    this.#levels.set(node.id, { ...(this.#levels.get(node.id) ?? unread), node, isDue: true });
  }

  /** Ends the reading of a node's level, or of all. */
  cancel(node: TreeNode | undefined): void {
    for (const [id, { controller }] of this.#readings) {
      if (node === undefined || node.id === id) controller.abort();
    }
  }

  /** Throws away what was read, and ends what is under way, for these nodes. */
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
  // Whoever cancels a refresh goes on with what there was.
  if (error.kind === "cancelled" && before?.rows !== undefined) return before;
  return { rows: before?.rows, error, ...withGaps(before ?? {}) };
}

function withGaps({ gaps }: { readonly gaps?: ListGaps }): { readonly gaps?: ListGaps } {
  return gaps === undefined ? {} : { gaps };
}
