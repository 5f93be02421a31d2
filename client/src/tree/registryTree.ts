import * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { Registries } from "../registries/registries";
import type { Registry } from "../registries/registry";
import { RegistryFollower } from "../registries/registryFollower";
import { childrenOf } from "./nodes";
import { messageNode } from "./nodes/messageNode";
import type { Children, TreeNode } from "./nodes/node";
import { contentOf, registryNode } from "./nodes/registryNode";
import { tooltipOf, treeItemOf } from "./treeItem";

/** How long a level may take before its row says that it is loading, in milliseconds. */
const patience = 300;

/**
 * The tree of the registries. A level is read when it is opened, and not before; what was shown stays
 * while it is read anew, and also when that fails.
 */
export class RegistryTree extends Disposable implements vscode.TreeDataProvider<TreeNode> {
  private readonly changed = this.register(new vscode.EventEmitter<TreeNode | undefined>());
  readonly onDidChangeTreeData = this.changed.event;

  private roots: readonly TreeNode[] | undefined;
  /** The rows last read without an error, by the identifier of the row above them. */
  private readonly shown = new Map<string, readonly TreeNode[]>();
  /** Levels that were read while their row said that it is loading, and wait to be asked for. */
  private readonly ready = new Map<string, readonly TreeNode[]>();
  private readonly loading = new Map<string, Promise<readonly TreeNode[]>>();
  private readonly toRefresh = new Set<string>();
  private readonly end = new AbortController();

  constructor(private readonly registries: Registries) {
    super();
    this.register({ dispose: () => this.end.abort() });
    this.register(
      new RegistryFollower(
        registries,
        (registry) => [
          registry.client.onDidChangeAccount(() => this.changed.fire(undefined)),
          registry.client.knowledge.onDidChange((change) =>
            this.changed.fire(this.section(registry, change)),
          ),
        ],
        () => this.reset(),
      ),
    );
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
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
    const ready = this.ready.get(node.id);
    if (ready !== undefined) {
      this.ready.delete(node.id);
      return [...ready];
    }
    const load = this.load(node);
    const late = Symbol("late");
    const first = await Promise.race([load, after(patience, late)]);
    if (first !== late) return [...first];
    void load.then((rows) => {
      if (this.isDisposed) return;
      this.ready.set(node.id, rows);
      this.changed.fire(node);
    });
    return [...(this.shown.get(node.id) ?? [messageNode(node, { kind: "loading" })])];
  }

  /** The rows below a row, read if need be: for what looks for a row, not for what shows it. */
  rowsOf(node: TreeNode): Promise<readonly TreeNode[]> {
    return this.load(node);
  }

  /** Reads a row's level anew from the registry, or all levels that were opened. */
  refresh(node: TreeNode | undefined): void {
    const target = node?.kind === "message" ? node.parent : node;
    if (target === undefined) for (const id of this.shown.keys()) this.toRefresh.add(id);
    else this.toRefresh.add(target.id);
    this.changed.fire(target);
  }

  private load(node: TreeNode): Promise<readonly TreeNode[]> {
    const isRefresh = this.toRefresh.delete(node.id);
    const underWay = this.loading.get(node.id);
    if (underWay !== undefined && !isRefresh) return underWay;
    const load = this.read(node, isRefresh).finally(() => {
      if (this.loading.get(node.id) === load) this.loading.delete(node.id);
    });
    this.loading.set(node.id, load);
    return load;
  }

  private async read(node: TreeNode, refresh: boolean): Promise<readonly TreeNode[]> {
    const children: Children = await childrenOf(node, { signal: this.end.signal, refresh });
    if (children.kind === "failed") {
      const failure = messageNode(node, { kind: "failed", error: children.error });
      return [failure, ...(this.shown.get(node.id) ?? [])];
    }
    this.shown.set(node.id, children.value);
    return children.value.length === 0 ? [messageNode(node, { kind: "empty" })] : children.value;
  }

  private topLevel(): readonly TreeNode[] {
    const { all } = this.registries;
    const [only] = all;
    this.roots ??=
      only !== undefined && all.length === 1 ? contentOf(only, undefined) : all.map(registryNode);
    return this.roots;
  }

  private reset(): void {
    this.roots = undefined;
    this.shown.clear();
    this.ready.clear();
    this.changed.fire(undefined);
  }

  /** The row of a registry under which a list stands; its count is to be shown anew. */
  private section(registry: Registry, kind: "groupTypes" | "groups" | "people"): TreeNode | undefined {
    const rows = this.roots?.flatMap((root) => [root, ...(this.shown.get(root.id) ?? [])]) ?? [];
    return rows.find((row) => row.kind === kind && row.registry === registry);
  }
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}
