import * as vscode from "vscode";
import { Disposable, type DisposableLike } from "../platform/lifetime";
import type { RegistriesChange, Registries, Registry } from "../registries/registries";
import type { AccountState } from "../registryClient/records";
import { EmptyNode, FailureNode, GapsNode, LoadingNode } from "./nodes/messageNodes";
import { RegistryNode, sectionsOf } from "./nodes/sectionNodes";
import type { ReadLevel, Row, TreeNode, RowMaker } from "./nodes/treeNode";
import { withUniqueIds, linkOf, recordOf } from "./nodes/treeNode";
import { displayText, escapedMarkdown, withoutControls } from "../platform/displayText";
import { Emitter } from "../registryClient/registryStore";
import type { ListGaps, RegistryError } from "../registryClient/registryError";

/** The time before a level shows a loading row, in milliseconds. */
const loadingRowDelay = 300;

/**
 * The tree of the registries. Reads a level when the user opens it, and again only on refresh or after another sign-in;
 * keeps the earlier rows during a refresh, and if the refresh fails.
 */
export class RegistryTree extends Disposable implements vscode.TreeDataProvider<TreeNode> {
  readonly #changed = this.register(new vscode.EventEmitter<TreeNode | TreeNode[] | undefined>());
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #levels = this.register(new ReadLevels());
  /** Fires with true when the first read begins, and with false when the last one ends. */
  readonly onDidChangeReading = this.#levels.onDidChangeReading;

  readonly #handedOver = this.register(new vscode.EventEmitter<void>());
  /** Fires after VS Code has taken rows from {@link getTreeItem} and registered them. */
  readonly onDidHandOver = this.#handedOver.event;
  #handingOver: NodeJS.Timeout | undefined;

  readonly #levelRead = this.register(new vscode.EventEmitter<TreeNode>());
  /** Fires for a row after a request for its level succeeded. */
  readonly onDidReadLevel = this.#levelRead.event;

  #roots: readonly TreeNode[] | undefined;
  /** The rows of each registry's sections, as the tree last showed them. */
  readonly #sections = new Map<Registry, readonly TreeNode[]>();

  constructor(private readonly registries: Registries) {
    super();
    this.register(registries.onDidChange((change) => this.#follow(change)));
  }

  getTreeItem(node: TreeNode): vscode.TreeItem {
    // Fires later, once for many rows: VS Code requests rows together, and registers each row only after further
    // promises.
    this.#handingOver ??= setTimeout(() => {
      this.#handingOver = undefined;
      if (!this.isDisposed) this.#handedOver.fire();
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
    if (node === undefined) return [...this.#topLevel()];
    const level = node.children();
    if (level.kind === "known") return this.#knownRows(node, level.rows());
    const last = this.#levels.last(node);
    if (last !== undefined && !this.#levels.isDue(node)) return rowsOf(node, last);
    const late = Symbol("late");
    const reading = this.#read(node, level);
    const first = await Promise.race([reading, after(loadingRowDelay, late)]);
    if (first !== late) return rowsOf(node, first);
    void reading.then(() => this.#repaint(node));
    return last?.rows === undefined ? [new LoadingNode(node)] : rowsOf(node, last);
  }

  /** The children of a row, read if needed: for code that searches a row, not for display. */
  async open(node: TreeNode): Promise<readonly TreeNode[]> {
    const level = node.children();
    if (level.kind === "known") return this.#knownRows(node, level.rows());
    const last = this.#levels.last(node);
    return rowsOf(node, last?.rows === undefined ? await this.#read(node, level) : last);
  }

  /** The children of a row, without a request; empty if the row's level was not read yet, or must be read again. */
  known(node: TreeNode): readonly TreeNode[] {
    const level = node.children();
    if (level.kind === "known") return this.#knownRows(node, level.rows());
    const last = this.#levels.last(node);
    return last?.rows === undefined || this.#levels.isDue(node) ? [] : rowsOf(node, last);
  }

  /**
   * Reads again the nearest level, from a row upwards, that needs requests. If there is none, marks the levels of the
   * row's registry as due; without a row, all levels.
   */
  refresh(target: TreeNode | undefined): void {
    const node = target && nodeToRead(target);
    if (node === undefined) {
      const { registry } = target ?? {};
      this.#levels.makeDue((each) => registry === undefined || each.registry === registry);
      this.#changed.fire(target);
      return;
    }
    this.#levels.makeNodeDue(node);
    const level = node.children();
    if (level.kind === "read") void this.#read(node, level).then(() => this.#repaint(node));
  }

  /**
   * Cancels reading the children of a row or, if these need no requests, of the nearest row above whose children do.
   * Without such a row, cancels all reads.
   */
  cancel(target: TreeNode | undefined): void {
    this.#levels.cancel(target && nodeToRead(target));
  }

  async #read(node: TreeNode, level: ReadLevel): Promise<LevelState> {
    const before = lookOf(node);
    const state = await this.#levels.read(node, level.read);
    if (!this.isDisposed && state.error === undefined) this.#levelRead.fire(node);
    if (lookOf(node) !== before) this.#repaint(node);
    return state;
  }

  #repaint(node: TreeNode): void {
    if (!this.isDisposed) this.#changed.fire(node);
  }

  #topLevel(): readonly TreeNode[] {
    if (this.#roots !== undefined) return this.#roots;
    const { all } = this.registries;
    const [only] = all;
    if (only === undefined || all.length > 1)
      return (this.#roots = all.map((registry) => new RegistryNode(registry)));
    this.#roots = sectionsOf(only, undefined);
    this.#sections.set(only, this.#roots);
    return this.#roots;
  }

  #knownRows(node: TreeNode, rows: readonly TreeNode[]): TreeNode[] {
    if (node instanceof RegistryNode) this.#sections.set(node.registry, rows);
    return rowsOf(node, { rows: () => rows, error: undefined });
  }

  #reset(): void {
    this.#roots = undefined;
    this.#sections.clear();
    this.#levels.forget(() => true);
    this.#changed.fire(undefined);
  }

  #follow(change: RegistriesChange): void {
    switch (change.kind) {
      case "registries":
        this.#reset();
        return;
      case "account":
        this.#followAccount(change.registry, change.account);
        return;
      case "pins":
        this.#changed.fire(undefined);
        return;
      case "connection":
        return;
      case "groupTypes":
      case "groups":
      case "people": {
        // Updates the counts of the sections, and the children of open rows.
        const sections = this.#sections.get(change.registry) ?? [];
        const changed = sections.filter(({ shows }) => shows.includes(change.kind));
        if (changed.length > 0) this.#changed.fire(changed);
      }
    }
  }

  /**
   * Drops the private levels of a former account, and marks failed levels for another read; keeps all levels if the
   * registry rejected the sign-in.
   */
  #followAccount(registry: Registry, { kind }: AccountState): void {
    if (kind !== "rejected") {
      this.#levels.forget((node) => node.registry === registry && node.isPrivate());
      this.#levels.makeDue((node, { error }) => node.registry === registry && error !== undefined);
    }
    this.#changed.fire(undefined);
  }
}

/** The nearest node, from a row upwards, whose level needs requests. */
function nodeToRead(row: TreeNode): TreeNode | undefined {
  if (row.children().kind === "read") return row;
  return row.parent && nodeToRead(row.parent);
}

function rowsOf(node: TreeNode, { rows, error, gaps }: LevelState): TreeNode[] {
  const children = rows?.() ?? [];
  const messages = [
    ...(error === undefined ? [] : [new FailureNode(node, error)]),
    ...(gaps === undefined ? [] : [new GapsNode(node, gaps)]),
    ...(error === undefined && children.length === 0 ? [new EmptyNode(node)] : []),
  ];
  return withUniqueIds([...messages, ...children]);
}

function lookOf(node: TreeNode): string {
  const { label, description, isDimmed } = node.row();
  return JSON.stringify([label, description, isDimmed]);
}

function after<T>(milliseconds: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), milliseconds));
}

/** The theme colour of dimmed rows and their icons. */
const dimmedColor = "disabledForeground";

/** The resource of dimmed rows: VS Code colours a row's text only by decorations of its resource. */
export const dimmedRow = vscode.Uri.from({ scheme: "analyses-registry-row", path: "/dimmed" });

/**
 * Gives dimmed rows the colour of disabled text: in light themes, the colour of descriptions is no dimmer than others.
 */
export function dimRows(): DisposableLike {
  const dimmed = new vscode.FileDecoration(undefined, undefined, new vscode.ThemeColor(dimmedColor));
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) => (scheme === dimmedRow.scheme ? dimmed : undefined),
  });
}

/** Converts a row for VS Code. {@link tooltipOf} makes the tooltip on demand. */
function treeItemOf(node: TreeNode): vscode.TreeItem {
  const row = node.row();
  const label = displayText(row.label);
  const item = new vscode.TreeItem(label, expansions[row.expansion]);
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon(row.icon.codicon, iconColor(row));
  item.contextValue = row.contextValue;
  const description = displayText(row.description ?? "");
  if (description !== "") item.description = description;
  item.accessibilityInformation = { label: accessibleLabel(row, label, description) };
  if (row.isDimmed === true) item.resourceUri = dimmedRow;
  if (row.command !== undefined) {
    const { name, title, target } = row.command;
    item.command = { command: `analysesRegistry.${name}`, title, arguments: [target] };
  }
  return item;
}

/** The tooltip, as Markdown with the registry's texts escaped. */
function tooltipOf(node: TreeNode): vscode.MarkdownString {
  const { label, description, explanation } = node.row();
  const record = recordOf(node);
  const link = linkOf(node);
  const lines = [`**${markdownOf(label)}**`];
  if (explanation !== undefined) lines.push(escapedMarkdown(withoutControls(explanation)));
  else if (description !== undefined) lines.push(markdownOf(description));
  if (record !== undefined) lines.push(vscode.l10n.t("Identifier: {0}", markdownOf(record.id)));
  if (link !== undefined) lines.push(markdownOf(link));
  return new vscode.MarkdownString(lines.join("\n\n"));
}

function markdownOf(text: string): string {
  return escapedMarkdown(displayText(text));
}

const expansions = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

function iconColor({ icon, isDimmed }: Row): vscode.ThemeColor | undefined {
  const color = isDimmed === true ? dimmedColor : icon.color;
  return color === undefined ? undefined : new vscode.ThemeColor(color);
}

/** Label, kind and description; sighted users see the kind by the icon. */
function accessibleLabel(row: Row, label: string, description: string): string {
  if (row.accessibleLabel !== undefined) return withoutControls(row.accessibleLabel);
  return [label, row.kindName ?? "", description].filter((part) => part !== "").join(", ");
}

/** The state of a level that needs requests. */
interface LevelState {
  /** Creates the rows of the last answer; undefined if there was none. */
  readonly rows: RowMaker | undefined;
  /** The error of the last read. */
  readonly error: RegistryError | undefined;
  /** The list's unreadable items, or a mismatch with its announced count. */
  readonly gaps?: ListGaps | undefined;
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
class ReadLevels extends Disposable {
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
  makeDue(matches: (node: TreeNode, state: LevelState) => boolean): void {
    for (const [id, level] of this.#levels)
      if (matches(level.node, level)) this.#levels.set(id, { ...level, isDue: true });
  }

  /**
   * Marks a node's level, even one never shown, so that its next read sends a request although the client may have
   * cached the record for another read.
   */
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
  forget(matches: (node: TreeNode) => boolean): void {
    for (const [id, { node }] of this.#levels) if (matches(node)) this.#levels.delete(id);
    for (const { node, controller } of this.#readings.values()) {
      if (!matches(node)) continue;
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
          ? { rows: outcome.value, error: undefined, gaps: outcome.gaps }
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
  return { rows: before?.rows, error, gaps: before?.gaps };
}
