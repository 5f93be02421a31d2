import type * as vscode from "vscode";
import type { DetailsView } from "./details/detailsView";
import type { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import type { Registries } from "./registries/registries";
import type { Accounts } from "./registry/accounts";
import type { TreeNode } from "./tree/nodes/node";
import type { RegistryTree } from "./tree/registryTree";

/** The parts of the extension that commands work with. */
export interface Parts {
  readonly log: vscode.LogOutputChannel;
  readonly languageClient: AnalysesLanguageClient;
  readonly registries: Registries;
  readonly accounts: Accounts;
  readonly tree: RegistryTree;
  readonly treeView: vscode.TreeView<TreeNode>;
  readonly details: DetailsView;
}
