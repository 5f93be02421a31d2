import * as vscode from "vscode";
import type { ReferenceCheckReport } from "../../../protocol/src/referenceRequests";
import { checkReferencesRequest } from "../../../protocol/src/referenceRequests";
import { analysesLanguage } from "../language/documentLanguage";
import { messageSentences } from "../platform/displayText";
import type { Command } from "./command";

/** Checks the references of the analyses document at hand against the registry, as it is now. */
export const checkReferences: Command = {
  name: "checkReferences",
  async run({ languageClient, references }) {
    const document = vscode.window.activeTextEditor?.document;
    if (document?.languageId !== analysesLanguage) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("Open the analyses document whose references you want to check."),
      );
      return;
    }
    const { uri } = document;
    const options = {
      location: vscode.ProgressLocation.Window,
      title: vscode.l10n.t("Checking references"),
    };
    const report = await vscode.window.withProgress(options, () =>
      references.checkAnew(uri, () =>
        languageClient.ask<ReferenceCheckReport | null>(checkReferencesRequest, { uri: uri.toString() }),
      ),
    );
    if (report !== undefined && report !== null)
      void vscode.window.showInformationMessage(checkMessage(report));
  },
};

/** What a check came to, for people. */
export function checkMessage({ checked, otherRegistry, notChecked }: ReferenceCheckReport): string {
  const sentences = [
    vscode.l10n.t("References checked: {0}. What differs is in the Problems view.", checked),
    ...notChecked.map(({ count, message }) => vscode.l10n.t("Not checked: {0}. {1}", count, message)),
    ...(otherRegistry === 0
      ? []
      : [vscode.l10n.t("Of registries that you have not added: {0}.", otherRegistry)]),
  ];
  return messageSentences(sentences.join(" "));
}
