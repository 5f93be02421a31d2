import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";

/** The view below the tree that shows, while nobody is signed in, what signing in is good for: package.json. */
export function welcomeView(): DisposableLike {
  return vscode.window.createTreeView("analysesRegistry.account", {
    treeDataProvider: { getChildren: () => [], getTreeItem: (item: vscode.TreeItem) => item },
  });
}
