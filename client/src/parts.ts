import type * as vscode from "vscode";
import type { DetailsView } from "./details/detailsView";
import type { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import type { PublicAddresses } from "./registries/publicAddresses";
import type { ReferenceAnswers } from "./references/referenceAnswers";
import type { Registries } from "./registries/registries";
import type { Accounts } from "./registry/accounts";
import type { TreeNode } from "./tree/nodes/node";
import type { RegistryTree } from "./tree/registryTree";

/** The parts of the extension that commands work with. */
export interface Parts {
  readonly extensionUri: vscode.Uri;
  readonly log: vscode.LogOutputChannel;
  readonly languageClient: AnalysesLanguageClient;
  readonly references: ReferenceAnswers;
  readonly addresses: PublicAddresses;
  readonly registries: Registries;
  readonly accounts: Accounts;
  readonly tree: RegistryTree;
  readonly treeView: vscode.TreeView<TreeNode>;
  readonly details: DetailsView;
}
