import * as vscode from "vscode";
import { setContextKey, withViewProgress } from "../platform/editor";
import { displayText } from "../platform/displayText";
import { type DisposableLike, Disposable } from "../platform/lifetime";
import { refusalText } from "../registries/configuredRegistries";
import type { RefusedRegistry, Registries, Registry } from "../registries/registries";
import type { TreeNode } from "./nodes/treeNode";
import type { RegistryTree } from "./registryTree";
import type { RecordName } from "../registryClient/registryStore";

/** The time before the view shows that a read is in progress, in milliseconds: most reads end earlier. */
const progressDelay = 300;

/**
 * Updates the view's context keys: `selection`, the context words of the selected row, and `isReading`, set during
 * reads from the registry. Also shows the view's progress bar during reads.
 */
export class ViewState extends Disposable {
  #endProgress: () => void = () => undefined;
  #progressTimer: NodeJS.Timeout | undefined;

  constructor(tree: RegistryTree, treeView: vscode.TreeView<TreeNode>) {
    super();
    let shown = "";
    const showSelection = () => {
      const words = treeView.selection[0]?.row().contextValue ?? "";
      if (words !== shown) setContextKey("selection", words);
      shown = words;
    };
    this.register(treeView.onDidChangeSelection(showSelection));
    // While VS Code reloads rows, the selection is empty; VS Code fires no event when it restores the selection.
    this.register(tree.onDidHandOver(showSelection));
    this.register(tree.onDidChangeReading((isReading) => this.#follow(isReading)));
    this.register({ dispose: () => this.#follow(false) });
  }

  #follow(isReading: boolean): void {
    clearTimeout(this.#progressTimer);
    if (isReading) this.#progressTimer = setTimeout(() => this.#showReading(), progressDelay);
    else this.#hideReading();
  }

  #showReading(): void {
    setContextKey("isReading", true);
    void withViewProgress(
      "analysesRegistry.registry",
      () => new Promise<void>((resolve) => (this.#endProgress = resolve)),
    );
  }

  #hideReading(): void {
    setContextKey("isReading", false);
    this.#endProgress();
  }
}

/** The view below the tree with the benefits of signing in, shown to signed-out users: see package.json. */
export function welcomeView(): DisposableLike {
  return vscode.window.createTreeView("analysesRegistry.account", {
    treeDataProvider: { getChildren: () => [], getTreeItem: (item: vscode.TreeItem) => item },
  });
}

/** Shows a message above the tree with the configured registries that it leaves out, and why. */
export function showInvalidRegistries(
  registries: Registries,
  treeView: Pick<vscode.TreeView<unknown>, "message">,
): DisposableLike {
  const show = () => {
    treeView.message = invalidRegistriesText(registries.refused);
  };
  show();
  return registries.onDidChange(({ kind }) => {
    if (kind === "registries") show();
  });
}

/** Empty if the tree has every registry of the settings. */
function invalidRegistriesText(refused: readonly RefusedRegistry[]): string {
  return refused
    .map(({ name, problem }) =>
      vscode.l10n.t(
        "“{0}” is left out. {1} It is in the setting analysesRegistry.registries.",
        displayText(name),
        refusalText(problem),
      ),
    )
    .join(" ");
}

/** `known`: only rows that need no request to the registry. */
type RowsToLookAt = "all" | "known";

/**
 * Reveals and focuses the row of a group or person. Returns false if the tree does not contain it, for example because
 * reading the list of groups failed.
 */
export async function revealRecord(
  tree: RegistryTree,
  treeView: vscode.TreeView<TreeNode>,
  registry: Registry,
  name: RecordName,
  rows: RowsToLookAt = "all",
): Promise<boolean> {
  const row = await findRow(tree, registry, name, rows);
  if (row === undefined) return false;
  registry.store.noteLook(name);
  await treeView.reveal(row, { select: true, focus: true });
  return true;
}

/**
 * Finds the row of a group or person by opening the levels above it: the list of groups with its buckets, or the list
 * of people. Undefined if the tree does not contain it, or no longer does.
 */
async function findRow(
  tree: RegistryTree,
  registry: Registry,
  { kind, id }: RecordName,
  rows: RowsToLookAt,
): Promise<TreeNode | undefined> {
  let level = (await tree.getChildren()).filter((node) => node.registry === registry);
  for (;;) {
    const found = level.find(({ subject }) => subject?.kind === kind && subject.id === id);
    if (found !== undefined) return found;
    const next = level.find((node) => node.leadsTo?.({ kind, id }) === true);
    if (next === undefined) return undefined;
    level = [...(rows === "known" ? tree.known(next) : await tree.open(next))];
  }
}
