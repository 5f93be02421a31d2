import * as vscode from "vscode";
import type { DisposableLike } from "../platform/lifetime";
import { setContextKey } from "../platform/editor";
import type { AccountState } from "../registryClient/records";
import type { Registries, Registry } from "./registries";
import { displayText, iconFreeText, shortened } from "../platform/displayText";
import { Disposable } from "../platform/lifetime";

/** The contents of the status bar item. */
interface RegistryStatus {
  readonly text: string;
  readonly tooltip: string;
  /** The text for screen readers. */
  readonly said: string;
  readonly needsAttention: boolean;
  /** The command that a click runs. */
  readonly command: vscode.Command;
}

/** The status of the first registry that needs attention, else that has a signed-in user, else of the first. */
export function registryStatus(registries: readonly Registry[]): RegistryStatus | undefined {
  const needsAttention = ({ store }: Registry) =>
    store.account.kind === "rejected" || store.connection === "fails";
  const shown =
    registries.find(needsAttention) ??
    registries.find(({ store }) => store.account.kind === "signedIn") ??
    registries[0];
  if (shown === undefined) return undefined;
  const fails = shown.store.connection === "fails";
  const way = shown.client.describeSignIn(vscode.l10n.t, vscode.env.language);
  // Shortened, so that long names leave room for the sign-in method.
  const line = shortened(displayText(sentence(shown, fails)), 200);
  const tooltip = way === undefined ? line : `${line}\n${way}`;
  return {
    text: `$(${fails ? "debug-disconnect" : "organization"}) ${namesOf(shown)}`,
    tooltip,
    said: `${vscode.l10n.t("Registry")} ${tooltip}`,
    needsAttention: needsAttention(shown),
    command: commandFor(shown, fails),
  };
}

function namesOf({ name, store: { account } }: Registry): string {
  const names = account.kind === "signedIn" ? [name, account.account.name] : [name];
  return names.map((each) => iconFreeText(shortened(each, 30))).join(" · ");
}

function sentence({ name, store: { account } }: Registry, fails: boolean): string {
  if (fails) return vscode.l10n.t("{0} does not answer.", name);
  switch (account.kind) {
    case "signedIn":
      return vscode.l10n.t("{0}: signed in as {1}", name, account.account.name);
    case "signedOut":
      return vscode.l10n.t("{0}: not signed in", name);
    case "rejected":
      if (account.credential === "expired") return vscode.l10n.t("{0}: access token expired", name);
      return account.credential === "ended"
        ? vscode.l10n.t("{0}: sign-in ended", name)
        : vscode.l10n.t("{0}: sign-in no longer accepted", name);
  }
}

/** Signs in again after a rejection; else opens the view, which offers all other actions. */
function commandFor({ client: { address }, store: { account } }: Registry, fails: boolean): vscode.Command {
  if (account.kind === "rejected" && !fails) {
    return { command: "analysesRegistry.signIn", title: vscode.l10n.t("Sign In"), arguments: [address] };
  }
  return { command: "analysesRegistry.registry.focus", title: vscode.l10n.t("Show the Registry") };
}

/** Shows a registry and its account once the user has opened the view. */
export class RegistryStatusBarItem extends Disposable {
  private readonly item = this.register(
    vscode.window.createStatusBarItem("analysesRegistry.status", vscode.StatusBarAlignment.Left),
  );
  private isUsed: boolean;

  constructor(
    private readonly registries: Registries,
    treeView: Pick<vscode.TreeView<unknown>, "visible" | "onDidChangeVisibility">,
  ) {
    super();
    this.isUsed = treeView.visible;
    this.item.name = vscode.l10n.t("Registry");
    const show = () => this.show();
    this.register(
      treeView.onDidChangeVisibility(({ visible }) => {
        this.isUsed ||= visible;
        show();
      }),
    );
    this.register(
      registries.onDidChange(({ kind }) => {
        if (kind === "account" || kind === "connection" || kind === "registries") show();
      }),
    );
    show();
  }

  private show(): void {
    const status = registryStatus(this.registries.all);
    if (!this.isUsed || status === undefined) {
      this.item.hide();
      return;
    }
    this.item.text = status.text;
    this.item.tooltip = status.tooltip;
    this.item.accessibilityInformation = { label: status.said };
    this.item.backgroundColor = status.needsAttention
      ? new vscode.ThemeColor("statusBarItem.warningBackground")
      : undefined;
    this.item.command = status.command;
    this.item.show();
  }
}

/**
 * The context keys for registries and accounts: `hasRegistry`, `isSignedIn` if the user is signed in to at least one
 * registry, `needsSignIn` if to none, and `hasAccount`, which also counts a rejected sign-in.
 *
 * @param accounts one for each registry
 * @param isRestored whether the stored sign-ins are in use; `needsSignIn` is false before
 */
export function registryContext(accounts: readonly AccountState["kind"][], isRestored: boolean) {
  return {
    hasRegistry: accounts.length > 0,
    isSignedIn: accounts.includes("signedIn"),
    needsSignIn: isRestored && accounts.length > 0 && !accounts.includes("signedIn"),
    hasAccount: accounts.some((kind) => kind !== "signedOut"),
  };
}

/**
 * Keeps the context keys of {@link registryContext} up to date.
 *
 * @param restored resolves once the stored sign-ins are in use
 */
export function keepContextKeys(registries: Registries, restored: Promise<void>): DisposableLike {
  let isRestored = false;
  const update = () => {
    const context = registryContext(
      registries.all.map(({ store }) => store.account.kind),
      isRestored,
    );
    for (const [name, value] of Object.entries(context)) setContextKey(name, value);
  };
  update();
  void restored.then(() => {
    isRestored = true;
    update();
  });
  return registries.onDidChange(({ kind }) => {
    if (kind === "account" || kind === "registries") update();
  });
}
