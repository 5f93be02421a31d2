import * as process from "node:process";
import * as vscode from "vscode";
import { AccountKeeping } from "./accounts/accountKeeping";
import { RegistryAuthenticationProvider } from "./accounts/authenticationProvider";
import { noticeRejections } from "./accounts/rejectionNotice";
import { noticeLostSignIns } from "./accounts/sessionOnlyNotice";
import { secretsOf } from "./accounts/secrets";
import { registerCommands } from "./commands";
import { DetailsView } from "./details/detailsView";
import { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import { DocumentLanguage } from "./language/documentLanguage";
import type { DisposableLike } from "./platform/disposable";
import { createLog } from "./platform/log";
import { ConnectionStates } from "./registries/connectionStates";
import { createConnections, requestLogOf } from "./registries/connections";
import { keepContextKeys } from "./registries/contextKeys";
import { forgetRemovedPins } from "./registries/pins";
import { RegistryStatusBarItem } from "./registries/statusBarItem";
import { Registries } from "./registries/registries";
import { Accounts } from "./registry/accounts";
import { createNodeTransport } from "./registry/transport/nodeTransport";
import { createTrust, systemAuthorityFiles } from "./registry/transport/trust";
import { dimRows } from "./tree/dimming";
import { RegistryTree } from "./tree/registryTree";
import { ViewState } from "./tree/viewState";
import { welcomeView } from "./tree/welcomeView";

/** Builds the parts. None sends a request before the user opens the view or calls a command. */
export function activate(context: vscode.ExtensionContext): void {
  const own = <T extends DisposableLike>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(createLog());

  own(new DocumentLanguage(context.workspaceState));
  const serverModule = vscode.Uri.joinPath(context.extensionUri, "dist", "server", "languageServer.js");
  const languageClient = own(new AnalysesLanguageClient(serverModule, log));

  const trust = createTrust({
    environment: process.env,
    systemFiles: systemAuthorityFiles(process.platform),
  });
  const connectionStates = own(new ConnectionStates());
  const connections = createConnections(createNodeTransport(trust), [requestLogOf(log), connectionStates]);
  const secrets = secretsOf(context);
  const accounts = new Accounts(connections, secrets.store);
  const registries = own(new Registries(connections, context.globalState, log));
  const { restored } = own(new AccountKeeping(accounts, registries, secrets.onDidChange, log));
  void forgetRemovedPins(
    context.globalState,
    registries.all.map(({ client }) => client.address),
  );
  own(noticeLostSignIns(registries, context.globalState, restored));
  own(new RegistryAuthenticationProvider(registries, accounts));
  own(keepContextKeys(registries));
  own(noticeRejections(registries));

  const tree = own(new RegistryTree(registries));
  const treeView = own(
    vscode.window.createTreeView("analysesRegistry.registry", {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
    }),
  );
  own(new ViewState(tree, treeView));
  own(welcomeView());
  own(dimRows());
  own(new RegistryStatusBarItem(registries, connectionStates, treeView));
  const details = own(new DetailsView());
  const parts = { log, languageClient, registries, accounts, tree, treeView, details };
  for (const command of registerCommands(parts)) own(command);
}
