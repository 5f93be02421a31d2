import * as vscode from "vscode";
import {
  AccountKeeping,
  loadingFrom,
  noticeLostSignIns,
  noticeRejections,
  Place,
  thisMachine,
} from "./registries/storedSignIns";
import { showInAccountsMenu, RegistryStatusBarItem, keepContextKeys } from "./registries/registryStatus";
import { panelsFedBy, registerCommand } from "./commands/command";
import { documentCommands } from "./commands/documents";
import { recordCommands } from "./commands/records";
import { registryCommands } from "./commands/registries";
import { showOtherFiles } from "./exchange/exchangeProviders";
import { DetailsView } from "./details/detailsView";
import { StudyPasteOffer } from "./evidence/studyPasteOffer";
import { AnalysesLanguageClient } from "./language/analysesLanguageClient";
import { DocumentLanguage, FixedProblem, FormatOffer } from "./language/openedDocuments";
import type { DisposableLike } from "./platform/lifetime";
import { openAddress } from "./platform/editor";
import type { Platform } from "./platform/platform";
import { offerToPasteReferences, rowDragging, takeDroppedReferences } from "./references/dropAndPaste";
import { InsertionValidator } from "./references/insertReferences";
import {
  offerOtherRecords,
  RecordDefinitions,
  RecordLenses,
  showRecordHovers,
  ReferenceFinder,
} from "./references/recordProviders";
import { ReferenceAnswers, referenceFeature } from "./references/referenceAnswers";
import { ReferenceStatusItem } from "./language/statusItems";
import { PublicAddresses } from "./registries/publicAddresses";
import { RemovedRegistries } from "./registries/removedRegistries";
import { Registries } from "./registries/registries";
import { Accounts, StoredAccounts } from "./registryClient/accounts";
import { ClientPool } from "./registryClient/registryClient";
import type { SessionToken } from "./registryClient/schemes/credential";
import { systemClock } from "./registryClient/transport";
import { type RequestLog, usualLimits } from "./registryClient/guardedRequest";
import { RegistryTree, dimRows } from "./tree/registryTree";
import { showInvalidRegistries, ViewState, welcomeView } from "./tree/registryView";

/** All commands of the extension; package.json declares the same commands. */
const commands = { ...documentCommands, ...recordCommands, ...registryCommands };

/**
 * Creates the extension's objects; none sends a request before the user opens the view or a document or runs a command.
 */
export function activateOn(context: vscode.ExtensionContext, platform: Platform): void {
  const own = <T extends DisposableLike>(part: T): T => {
    context.subscriptions.push(part);
    return part;
  };
  // No secret reaches the log: the types that hold secrets print a placeholder.
  const log = own(vscode.window.createOutputChannel("Analyses & Registry", { log: true }));

  own(new DocumentLanguage(context.workspaceState));
  own(new FormatOffer(context.workspaceState));
  own(showOtherFiles());

  const { secrets } = context;
  const { transport } = platform;
  const stored = new StoredAccounts(secrets, { transport, clock: systemClock, sessionToken });
  const place = new Place(context.globalState, thisMachine(context, platform.machineName));
  const clients = new ClientPool({
    transport: platform.transport,
    clock: systemClock,
    limits: usualLimits,
    log: requestLogOf(log),
    loadSignIn: loadingFrom(stored, place, log),
  });
  const accounts = new Accounts(clients, stored, place);
  const registries = own(new Registries(clients, context.globalState, log));
  const removedRegistries = own(new RemovedRegistries(registries, accounts, context.globalState, log));
  const keeping = own(new AccountKeeping(accounts, registries, secrets.onDidChange, place));
  const { restored } = keeping;
  own(noticeLostSignIns(registries, context.globalState, restored, place));
  const addresses = own(new PublicAddresses(registries, context.globalState));
  const references = own(new ReferenceAnswers(registries, addresses));
  const languageClient = own(new AnalysesLanguageClient(platform, context.extensionUri, log));
  const finder = new ReferenceFinder(languageClient, addresses);
  const validator = new InsertionValidator(languageClient);
  const referenceStatus = own(new ReferenceStatusItem());
  languageClient.use(referenceFeature(references, finder, (report) => referenceStatus.update(report)));
  languageClient.follow();
  own(new FixedProblem());
  own(showInAccountsMenu(registries, accounts));
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
  keeping.watchView(treeView);
  own(new ViewState(tree, treeView));
  own(welcomeView());
  own(showInvalidRegistries(registries, treeView));
  own(dimRows());
  own(takeDroppedReferences(validator));
  own(offerToPasteReferences(addresses, validator));
  own(showRecordHovers(finder));
  own(new RecordLenses(addresses));
  own(offerOtherRecords());
  own(new RecordDefinitions(finder, registries));
  own(new RegistryStatusBarItem(registries, treeView));
  const details = own(new DetailsView(registries, context.extensionUri, validator));
  own(tree.onDidReadLevel((row) => void details.renew(row)));
  const { extensionUri } = context;
  const panels = panelsFedBy(languageClient, extensionUri, context.globalState);
  for (const kind of Object.values(panels)) own(kind);
  const parts = {
    extensionUri,
    memory: context.globalState,
    workspaceMemory: context.workspaceState,
    log,
    languageClient,
    validator,
    references,
    addresses,
    registries,
    accounts,
    browser: {
      platform,
      isLocal: place.machine.kind === "local",
      open: openAddress,
      memory: context.globalState,
      clock: systemClock,
      sessionToken,
      accounts,
    },
    keeping,
    removedRegistries,
    tree,
    treeView,
    details,
    panels,
    studyPasteOffer: own(new StudyPasteOffer(languageClient, context.globalState)),
  };
  const manifest: unknown = context.extension.packageJSON;
  for (const [name, command] of Object.entries(commands))
    own(registerCommand(name, command, parts, manifest));
}

/** Logs each request's address and result, never a header or a body. */
function requestLogOf(log: vscode.LogOutputChannel): RequestLog {
  return {
    add: ({ address, path, result, milliseconds }) =>
      log.info(`GET ${address}${path} → ${result} (${Math.round(milliseconds)} ms)`),
    remark: ({ address, path, remark }) => log.warn(`GET ${address}${path}: ${remark}`),
  };
}

const sessionToken: SessionToken = async ({ provider, scopes, account }) =>
  (await vscode.authentication.getSession(provider, scopes, { silent: true, account }))?.accessToken;
