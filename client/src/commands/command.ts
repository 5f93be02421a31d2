import * as vscode from "vscode";
import { commandTitle } from "../platform/displayText";
import { choose, showError, showInformation } from "../platform/editor";
import type { DetailsView } from "../details/detailsView";
import type { StudyPasteOffer } from "../evidence/studyPasteOffer";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import type { InsertionValidator } from "../references/insertReferences";
import type { ReferenceAnswers } from "../references/referenceAnswers";
import type { AccountKeeping } from "../registries/storedSignIns";
import type { BrowserSignIn } from "../registries/browserSignIn";
import type { PublicAddresses } from "../registries/publicAddresses";
import type { Registries, Registry } from "../registries/registries";
import type { RemovedRegistries } from "../registries/removedRegistries";
import type { Accounts } from "../registryClient/accounts";
import { LaterPanels } from "../webview/panel";
import { type TreeNode, rowTarget } from "../tree/nodes/treeNode";
import type { RegistryTree } from "../tree/registryTree";

/**
 * Runs a command. `target` is the first argument, for example the row of the tree whose menu was opened. `second` is
 * the second argument: for the menu of a selection, VS Code passes all selected rows or files.
 */
type Command = (parts: Parts, target: unknown, second: unknown) => Promise<void> | void;

/** Commands of the extension by name, without the prefix `analysesRegistry.`. */
export type Commands = Readonly<Record<string, Command>>;

/**
 * Registers a command. Logs its errors and shows them with a button that opens the log; ignores cancellation.
 *
 * @param manifest the extension's package.json, with the command's title
 */
export function registerCommand(
  name: string,
  command: Command,
  parts: Parts,
  manifest: unknown,
): vscode.Disposable {
  const id = `analysesRegistry.${name}`;
  return vscode.commands.registerCommand(id, async (target: unknown, second: unknown) => {
    try {
      await command(parts, target, second);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      parts.log.error(error instanceof Error ? error : String(error));
      const showLog = vscode.l10n.t("Show Log");
      const message = vscode.l10n.t("“{0}” did not work: {1}", commandTitle(manifest, id), reasonOf(error));
      if ((await showError(message, showLog)) === showLog) parts.log.show();
    }
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** The extension's objects that commands use. */
export interface Parts {
  readonly extensionUri: vscode.Uri;
  /** The user's state in all windows. */
  readonly memory: vscode.Memento;
  /** The state of this workspace. */
  readonly workspaceMemory: vscode.Memento;
  readonly log: vscode.LogOutputChannel;
  readonly languageClient: AnalysesLanguageClient;
  readonly validator: InsertionValidator;
  readonly references: ReferenceAnswers;
  readonly addresses: PublicAddresses;
  readonly registries: Registries;
  readonly accounts: Accounts;
  readonly browser: BrowserSignIn;
  readonly keeping: AccountKeeping;
  readonly removedRegistries: RemovedRegistries;
  readonly tree: RegistryTree;
  readonly treeView: vscode.TreeView<TreeNode>;
  readonly details: DetailsView;
  readonly panels: Panels;
  readonly studyPasteOffer: StudyPasteOffer;
}

/**
 * The milliseconds between the start of the language server and the loading of the evidence panel's code, so that
 * loading does not slow down the first edits.
 */
const preloadDelay = 1500;

/** The panels with data from the language server: one entry per kind, named by its folder in `client/webviews`. */
export function panelsFedBy(
  client: AnalysesLanguageClient,
  extensionUri: vscode.Uri,
  memory: vscode.Memento,
) {
  const evidence = new LaterPanels("evidence", async () => {
    const { EvidencePanels } = await import("../evidence/evidencePanels");
    return new EvidencePanels(client, extensionUri);
  });
  client.use({
    connect() {
      const timer = setTimeout(() => void evidence.get().catch(() => undefined), preloadDelay);
      return { dispose: () => clearTimeout(timer) };
    },
  });
  return {
    evidence,
    comparison: new LaterPanels("comparison", async () => {
      const { Comparisons } = await import("../evidence/comparisons");
      return new Comparisons({ client, memory }, extensionUri);
    }),
  };
}

type Panels = ReturnType<typeof panelsFedBy>;

/**
 * Returns the registry for a command: the one that the argument names by a row or an address; else the only eligible
 * one; else the user's choice. Undefined if the user cancels or no registry is eligible. If there is no registry,
 * offers to add one, and returns undefined.
 *
 * @param target the command's argument
 * @param matches whether a registry is eligible
 */
export async function chooseRegistry(
  registries: Registries,
  target: unknown,
  matches: (registry: Registry) => boolean = () => true,
): Promise<Registry | undefined> {
  const named = namedRegistry(registries, target);
  if (named !== undefined) return named;
  const { all } = registries;
  if (all.length === 0) {
    await offerToAdd();
    return undefined;
  }
  const eligible = all.filter(matches);
  if (eligible.length <= 1) return eligible[0];
  return askRegistry(eligible, { placeHolder: vscode.l10n.t("Which registry?") });
}

/** The registry that a command's argument names by a row or an address; undefined if it names none. */
export function namedRegistry({ all }: Registries, target: unknown): Registry | undefined {
  return rowTarget(target)?.registry ?? all.find(({ client }) => client.address === target);
}

/** Lets the user choose one of several registries; undefined on cancel. */
export async function askRegistry(
  registries: readonly Registry[],
  options: vscode.QuickPickOptions,
): Promise<Registry | undefined> {
  const rows = registries.map((registry) => ({
    label: registry.nameInSettings,
    description: registry.client.address,
    registry,
  }));
  return (await choose(rows, options))?.registry;
}

async function offerToAdd(): Promise<void> {
  const add = vscode.l10n.t("Add Registry…");
  const message = vscode.l10n.t("There is no registry yet.");
  if ((await showInformation(message, add)) === add) {
    await vscode.commands.executeCommand("analysesRegistry.addRegistry");
  }
}
