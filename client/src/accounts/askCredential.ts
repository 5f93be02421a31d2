import * as vscode from "vscode";
import type { CredentialProblem, CredentialReading } from "../registry/credential";
import { Credential } from "../registry/credential";

/** What is known of a sign-in before: all of it but the secret. */
export type SignInBefore = Pick<Credential, "scheme" | "userName">;

/**
 * Asks for a credential; secrets are typed into masked boxes. Undefined where the user gives up.
 *
 * @param before what need not be typed once more
 */
export async function askCredential(
  registryName: string,
  before: SignInBefore | undefined,
): Promise<Credential | undefined> {
  const title = vscode.l10n.t("Sign In to {0}", registryName);
  const basic = {
    label: vscode.l10n.t("User name and password"),
    detail: vscode.l10n.t("HTTP Basic authentication"),
  };
  const bearer = {
    label: vscode.l10n.t("Access token"),
    detail: vscode.l10n.t("OAuth 2.0 Bearer authentication"),
  };
  const placeHolder = vscode.l10n.t("How do you sign in?");
  const schemes = before?.scheme === "bearer" ? [bearer, basic] : [basic, bearer];
  const scheme = await vscode.window.showQuickPick(schemes, {
    title,
    placeHolder,
    ignoreFocusOut: true,
  });
  if (scheme === basic) return askUserNameAndPassword(title, before?.userName ?? "");
  return scheme === bearer ? askToken(title) : undefined;
}

async function askUserNameAndPassword(
  title: string,
  userNameBefore: string,
): Promise<Credential | undefined> {
  const userName = await ask({ title, prompt: vscode.l10n.t("User name"), value: userNameBefore }, (text) =>
    Credential.basic(text, "x"),
  );
  if (userName === undefined) return undefined;
  const password = await ask(
    { title, prompt: vscode.l10n.t("Password of {0}", userName), password: true },
    (text) => Credential.basic(userName, text),
  );
  return password === undefined ? undefined : credentialOf(Credential.basic(userName, password));
}

async function askToken(title: string): Promise<Credential | undefined> {
  const token = await ask({ title, prompt: vscode.l10n.t("Access token"), password: true }, (text) =>
    Credential.bearer(text),
  );
  return token === undefined ? undefined : credentialOf(Credential.bearer(token));
}

function ask(
  options: vscode.InputBoxOptions,
  read: (text: string) => CredentialReading,
): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    ...options,
    ignoreFocusOut: true,
    validateInput: (text) => {
      const reading = read(text);
      return reading.kind === "refused" ? problemText(reading.problem) : undefined;
    },
  });
}

function credentialOf(reading: CredentialReading): Credential | undefined {
  return reading.kind === "credential" ? reading.credential : undefined;
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
      return vscode.l10n.t("This holds a character that cannot be sent, for example a line break.");
  }
}
