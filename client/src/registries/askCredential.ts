import * as vscode from "vscode";
import { displayText } from "../platform/displayText";
import { choose, showWarning } from "../platform/editor";
import type { Account } from "../registryClient/records";
import { schemeChoices } from "../registryClient/schemes";
import type { Challenge, Credential, CredentialProblem } from "../registryClient/schemes/credential";
import type { BrowserSignIn } from "./browserSignIn";
import type { Registry } from "./registries";
import { issuerIn, signInPlaceKey } from "./storedSignIns";

/** An earlier sign-in, without the secret. */
export interface SignInBefore extends Pick<Account, "scheme" | "userName"> {
  /** Whether the registry has just refused the earlier sign-in, and the user tries again. */
  readonly isAgain: boolean;
}

/** How long to wait for the registry's challenges, in milliseconds. */
const challengesTimeout = 3000;

/**
 * Prompts for a credential. Undefined if the user cancels.
 *
 * @param before an earlier sign-in, for defaults
 * @param browser the dependencies of a sign-in in the browser
 */
export async function askCredential(
  registry: Pick<Registry, "name" | "client" | "oauth">,
  before: SignInBefore | undefined,
  browser: BrowserSignIn,
): Promise<Credential | undefined> {
  const { name, client, oauth } = registry;
  const title = vscode.l10n.t("Sign In to {0}", displayText(name));
  const { host } = new URL(client.address);
  if (oauth === "unusable") void sayUnusable(name);
  const ended = new AbortController();
  const timer = setTimeout(() => ended.abort(), challengesTimeout);
  const rows = client
    .challenges(ended.signal)
    .then((challenges) => rowsFor(challenges, before?.scheme, host, typeof oauth === "object"))
    .finally(() => clearTimeout(timer));
  // Shows the last issuer: a registry that now requests a password may be an impostor.
  const issuer = issuerIn(browser.memory.get(signInPlaceKey(client.address)));
  const placeHolder =
    issuer === undefined
      ? vscode.l10n.t("How do you sign in to {0}?", host)
      : vscode.l10n.t("How do you sign in to {0}? Last time you signed in at {1}.", host, issuer);
  const sameMethod =
    before?.isAgain === true ? (await rows).find(({ scheme }) => scheme.name === before.scheme) : undefined;
  const chosen = sameMethod ?? (await choose(rows, { title, placeHolder, ignoreFocusOut: true }));
  ended.abort();
  return chosen?.scheme.ask({
    host,
    userNameBefore: before?.userName ?? "",
    isAgain: sameMethod !== undefined,
    translate: vscode.l10n.t,
    signInByBrowser: async () => {
      const { signInByBrowser } = await import("./browserSignIn");
      return signInByBrowser(browser, registry, chosen.challenges);
    },
    ask: async ({ prompt, value = "", isSecret, check }) =>
      vscode.window.showInputBox({
        title,
        prompt,
        value,
        password: isSecret,
        ignoreFocusOut: true,
        validateInput: (text) => {
          const problem = check(text);
          return problem && problemText(problem);
        },
      }),
  });
}

/** Gives no details: the settings editor shows the problem at the setting itself. */
async function sayUnusable(name: string): Promise<void> {
  const edit = vscode.l10n.t("Edit Settings");
  const message = vscode.l10n.t(
    "What your settings say under “oauth” of {0} is no way to sign in with your browser, and is passed over.",
    name,
  );
  if ((await showWarning(message, edit)) === edit)
    await vscode.commands.executeCommand("workbench.action.openSettingsJson", {
      revealSetting: { key: "analysesRegistry.registries" },
    });
}

function rowsFor(
  challenges: readonly Challenge[],
  before: string | undefined,
  host: string,
  hasIssuer: boolean,
) {
  return schemeChoices(challenges, before, hasIssuer).map(({ scheme, isUnusual }) => ({
    label: scheme.label(vscode.l10n.t),
    detail: scheme.detail(vscode.l10n.t),
    ...(isUnusual ? { description: vscode.l10n.t("{0} does not ask for this", host) } : {}),
    scheme,
    challenges,
  }));
}

function problemText(problem: CredentialProblem): string {
  switch (problem) {
    case "userNameMissing":
      return vscode.l10n.t("Enter your user name.");
    case "userNameHoldsColon":
      return vscode.l10n.t("A user name cannot hold a colon.");
    case "passwordMissing":
      return vscode.l10n.t("Enter your password.");
    case "tokenMissing":
      return vscode.l10n.t("Enter your access token.");
    case "illegalCharacter":
      return vscode.l10n.t(
        "This holds a character that cannot be sent, for example a line break, or a space in an access token.",
      );
    case "tooLong":
      return vscode.l10n.t("This is too long: at most 8 KB are sent.");
  }
}
