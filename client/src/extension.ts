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
import { MendedProblem } from "./language/mendedProblem";
import type { DisposableLike } from "./platform/disposable";
import { createLog } from "./platform/log";
import type { Platform } from "./platform/platform";
import { rowDragging } from "./references/draggedReferences";
import { takeDroppedReferences } from "./references/dropReferences";
import { offerToPasteReferences } from "./references/pasteReferences";
import { RecordDefinitions } from "./references/recordDefinition";
import { showRecordHovers } from "./references/recordHover";
import { RecordLenses } from "./references/recordLenses";
import { ReferenceAnswers } from "./references/referenceAnswers";
import { ConnectionStates } from "./registries/connectionStates";
import { createConnections, requestLogOf } from "./registries/connections";
import { keepContextKeys } from "./registries/contextKeys";
import { forgetRemovedPins } from "./registries/pins";
import { PublicAddresses } from "./registries/publicAddresses";
import { RegistryStatusBarItem } from "./registries/statusBarItem";
import { Registries } from "./registries/registries";
import { Accounts } from "./registry/accounts";
import { dimRows } from "./tree/dimming";
import { sayWhatIsRefused } from "./tree/refusedRegistries";
import { RegistryTree } from "./tree/registryTree";
import { ViewState } from "./tree/viewState";
import { welcomeView } from "./tree/welcomeView";

/** Builds the parts. None sends a request before the user opens the view or calls a command. */
export function activateOn(context: vscode.ExtensionContext, platform: Platform): void {
  const own = <T extends DisposableLike>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  const log = own(createLog());

  own(new DocumentLanguage(context.workspaceState));

  const connectionStates = own(new ConnectionStates());
  const connections = createConnections(platform.transport, [requestLogOf(log), connectionStates]);
  const secrets = secretsOf(context);
  const accounts = new Accounts(connections, secrets.store);
  const registries = own(new Registries(connections, context.globalState, log));
  const { restored } = own(new AccountKeeping(accounts, registries, secrets.onDidChange, log));
  void forgetRemovedPins(
    context.globalState,
    registries.all.map(({ client }) => client.address),
  );
  own(noticeLostSignIns(registries, context.globalState, restored));
  const addresses = own(new PublicAddresses(registries, context.globalState));
  const references = own(new ReferenceAnswers(registries, addresses));
  const languageClient = own(
    new AnalysesLanguageClient(platform, context.extensionUri, log, references, addresses),
  );
  own(new MendedProblem());
  own(new RegistryAuthenticationProvider(registries, accounts));
  own(keepContextKeys(registries, restored));
  own(noticeRejections(registries));

  const tree = own(new RegistryTree(registries));
  const treeView = own(
    vscode.window.createTreeView("analysesRegistry.registry", {
      treeDataProvider: tree,
      showCollapseAll: true,
      canSelectMany: true,
      dragAndDropController: rowDragging,
    }),
  );
  own(new ViewState(tree, treeView));
  own(welcomeView());
  own(sayWhatIsRefused(registries, treeView));
  own(dimRows());
  own(takeDroppedReferences(languageClient.judge));
  own(offerToPasteReferences(addresses, languageClient.judge));
  own(showRecordHovers(languageClient.finder));
  own(new RecordLenses(addresses));
  own(new RecordDefinitions(languageClient.finder, registries));
  own(new RegistryStatusBarItem(registries, connectionStates, treeView));
  const details = own(new DetailsView(registries));
  own(tree.onDidReadLevel((row) => void details.renew(row)));
  const { extensionUri } = context;
  const parts = {
    extensionUri,
    log,
    languageClient,
    references,
    addresses,
    registries,
    accounts,
    tree,
    treeView,
    details,
  };
  for (const command of registerCommands(parts)) own(command);
}
