import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { RegistryFollower } from "../registries/registryFollower";
import type { AccountState } from "../registry/account";
import type { KnowledgeChange } from "../registry/knowledge";
import { levelOf, rowOf } from "./nodes";
import { messageNode } from "./nodes/messageNode";
import type { Level, TreeNode } from "./nodes/node";
import { registryNode, registryRows } from "./nodes/registryNode";
import type { LevelState } from "./readLevels";
import { ReadLevels } from "./readLevels";
import { tooltipOf, treeItemOf } from "./treeItem";
import { withUniqueIds } from "./uniqueIds";

/** How long a level may take before its row says that it is loading, in milliseconds. */
const patience = 300;

/**
 * The tree of the registries. A level is read when it is opened, and again only when that is asked for;
 * what was shown stays while it is read anew, and also when that fails.
 */
export class RegistryTree extends Disposable implements vscode.TreeDataProvider<TreeNode> {
  private readonly changed = this.register(new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.changed.event;
  private readonly levels = this.register(new ReadLevels());
  /** Fires when the first read begins, with true, and when the last one has ended, with false. */
  readonly onDidChangeReading = this.levels.onDidChangeReading;

  private readonly handedOver = this.register(new vscode.EventEmitter<void>());
  /** Fires when VS Code has taken rows, and knows them. */
  readonly onDidHandOver = this.handedOver.event;
  private handingOver: NodeJS.Timeout | undefined;

  private readonly levelRead = this.register(new vscode.EventEmitter<TreeNode>());
  /** Fires for a row whose level the registry has just been asked for. */
  readonly onDidReadLevel = this.levelRead.event;

  private roots: readonly TreeNode[] | undefined;
  /** The rows of each registry, as they were shown last. */
  private readonly sections = new Map<Registry, readonly TreeNode[]>();

  constructor(private readonly registries: Registries) {
    super();
    this.register(
      new RegistryFollower(
        registries,
        (registry) => [
          registry.client.onDidChangeAccount((account) => this.follow(registry, account)),
          registry.client.knowledge.onDidChange((change) => this.repaintSections(registry, change)),
          registry.pins.onDidChange(() => this.changed.fire(undefined)),
        ],
        () => this.reset(),
      ),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    // It knows a row a few promises later, and asks for many at once.
    this.handingOver ??= setTimeout(() => {
      this.handingOver = undefined;
      if (!this.isDisposed) this.handedOver.fire();
    }, 0);
    return treeItemOf(node);
  }

  resolveTreeItem(item: vscode.TreeItem, node: TreeNode): vscode.TreeItem {
    item.tooltip = tooltipOf(node);
    return item;
  }

  getParent(node: TreeNode): TreeNode | undefined {
    return node.parent;
  }

  async getChildren(node?: TreeNode): Promise<TreeNode[]> {
    if (node === undefined) return [...this.topLevel()];
    const level = levelOf(node);
    if (level.kind === "known") return this.knownRows(node, level.rows());
    const last = this.levels.last(node);
    if (last !== undefined && !this.levels.isDue(node)) return rowsOf(node, last);
    const late = Symbol("late");
    const reading = this.read(node, level);
    const first = await Promise.race([reading, after(patience, late)]);
    if (first !== late) return rowsOf(node, first);
    void reading.then(() => this.repaint(node));
    return last?.rows === undefined ? [messageNode(node, { kind: "loading" })] : rowsOf(node, last);
  }

  /** The rows below a row, read if need be: for what looks for a row, not for what shows it. */
  async open(node: TreeNode): Promise<readonly TreeNode[]> {
    const level = levelOf(node);
    if (level.kind === "known") return this.knownRows(node, level.rows());
    const last = this.levels.last(node);
    return rowsOf(node, last?.rows === undefined ? await this.read(node, level) : last);
  }

  /** Reads a row's level anew from the registry, or all levels that were opened. */
  refresh(target: TreeNode | undefined): void {
    const node = target && nodeToRead(target);
    if (node === undefined) {
      const { registry } = target ?? {};
      this.levels.makeDue((each) => registry === undefined || each.registry.client === registry.client);
      this.changed.fire(target);
      return;
    }
    this.levels.makeNodeDue(node);
    const level = levelOf(node);
    if (level.kind === "read") void this.read(node, level).then(() => this.repaint(node));
  }

  /** Ends the reading of the level that a row stands for, or of all levels. */
  cancel(target: TreeNode | undefined): void {
    this.levels.cancel(target && nodeToRead(target));
  }

  private async read(node: TreeNode, level: Extract<Level, { kind: "read" }>): Promise<LevelState> {
    const before = lookOf(node);
    const state = await this.levels.read(node, level.read);
    if (!this.isDisposed && state.error === undefined) this.levelRead.fire(node);
    if (lookOf(node) !== before) this.repaint(node);
    return state;
  }

  private repaint(node: TreeNode): void {
    if (!this.isDisposed) this.changed.fire(node);
  }

  private topLevel(): readonly TreeNode[] {
    if (this.roots !== undefined) return this.roots;
    const { all } = this.registries;
    const [only] = all;
    if (only === undefined || all.length > 1) return (this.roots = all.map(registryNode));
    this.roots = registryRows(only, undefined);
    this.sections.set(only, this.roots);
    return this.roots;
  }

  private knownRows(node: TreeNode, rows: readonly TreeNode[]): TreeNode[] {
    if (node.kind === "registry") this.sections.set(node.registry, rows);
    return rowsOf(node, { rows: () => rows, error: undefined });
  }

  private reset(): void {
    this.roots = undefined;
    this.sections.clear();
    this.levels.forget(() => true);
    this.changed.fire(undefined);
  }

  /**
   * Forgets what was read for an account that is gone, and tries anew what failed; a sign-in that was refused
   * leaves all where it is.
   */
  private follow({ client }: Registry, { kind }: AccountState): void {
    if (kind !== "rejected") {
      this.levels.forget((node) => node.registry.client === client && privateKinds.has(node.kind));
      this.levels.makeDue((node, { error }) => node.registry.client === client && error !== undefined);
    }
    this.changed.fire(undefined);
  }

  /** Shows the counts anew, and the rows below those that are open. */
  private repaintSections(registry: Registry, change: KnowledgeChange): void {
    const kinds: readonly TreeNode["kind"][] = change === "groups" ? ["groupTypes", "groups"] : [change];
    const sections = this.sections.get(registry)?.filter(({ kind }) => kinds.includes(kind)) ?? [];
    if (sections.length > 0) this.changed.fire(sections);
  }
}

/** What only a signed-in user may read. */
const privateKinds: ReadonlySet<TreeNode["kind"]> = new Set(["me", "group", "person"]);

/** The node whose level a row belongs to, as far as the registry can be asked for it. */
function nodeToRead(row: TreeNode): TreeNode | undefined {
  if (row.kind === "registry") return undefined;
  if (row.kind !== "message" && levelOf(row).kind === "read") return row;
  return row.parent && nodeToRead(row.parent);
}

function rowsOf(node: TreeNode, { rows, error }: LevelState): TreeNode[] {
  const made = rows?.() ?? [];
  if (error !== undefined) return withUniqueIds([messageNode(node, { kind: "failed", error }), ...made]);
  return made.length === 0 ? [messageNode(node, { kind: "empty" })] : withUniqueIds(made);
}

function lookOf(node: TreeNode): string {
  const { label, description, isDimmed } = rowOf(node);
  return JSON.stringify([label, description, isDimmed]);
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}
