import * as vscode from "vscode";
import { setContextKey } from "../platform/contextKey";
import { Disposable } from "../platform/disposable";
import { rowOf } from "./nodes";
import type { TreeNode } from "./nodes/node";
import type { RegistryTree } from "./registryTree";

/** How long reading may take before the view says so: most of it is done by then. */
const patienceMilliseconds = 300;

/**
 * Keeps the context keys that say how the view stands: `selection`, the words of the selected row, and
 * `isReading`, while the registry is asked, which the view's progress bar shows as well.
 */
export class ViewState extends Disposable {
  private endProgress: () => void = () => undefined;
  private patience: NodeJS.Timeout | undefined;

  constructor(tree: RegistryTree, treeView: vscode.TreeView<TreeNode>) {
    super();
    let shown = "";
    const showSelection = () => {
      const [row] = treeView.selection;
      const words = row === undefined ? "" : rowOf(row).contextValue;
      if (words !== shown) setContextKey("selection", words);
      shown = words;
    };
    this.register(treeView.onDidChangeSelection(showSelection));
    // While VS Code takes rows anew it knows of none that is selected, and does not tell when it knows again.
    this.register(tree.onDidHandOver(showSelection));
    this.register(tree.onDidChangeReading((isReading) => this.follow(isReading)));
    this.register({ dispose: () => this.follow(false) });
  }

  private follow(isReading: boolean): void {
    clearTimeout(this.patience);
    if (isReading) this.patience = setTimeout(() => this.showReading(), patienceMilliseconds);
    else this.hideReading();
  }

  private showReading(): void {
    setContextKey("isReading", true);
    void vscode.window.withProgress(
      { location: { viewId: "analysesRegistry.registry" } },
      () => new Promise<void>((resolve) => (this.endProgress = resolve)),
    );
  }

  private hideReading(): void {
    setContextKey("isReading", false);
    this.endProgress();
  }
}
