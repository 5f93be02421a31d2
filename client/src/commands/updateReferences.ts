import * as vscode from "vscode";
import { mostReferencesUnasked } from "../../../protocol/src/referenceRequests";
import { analysesLanguage } from "../language/documentLanguage";
import { displayText, messageText } from "../platform/displayText";
import { withCancellableProgress } from "../platform/progress";
import { chooseDocuments, offerChanges } from "../references/documentsToChange";
import type { FoundUpdates } from "../references/findUpdates";
import { distinctLinks, findUpdates, withReferences } from "../references/findUpdates";
import type { Command } from "./command";

const languages: ReadonlySet<string> = new Set([analysesLanguage, "json", "jsonc"]);

/** Takes the registry's names and links into the references of a document or of all, after a preview. */
export const updateReferences: Command = {
  name: "updateReferences",
  async run({ addresses }) {
    if (!vscode.workspace.isTrusted) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("In Restricted Mode no registry is asked about a document."),
      );
      return;
    }
    const documents = await chooseDocuments(
      vscode.l10n.t("Update References"),
      ({ languageId }) => languages.has(languageId),
      "**/*.{json,jsonc}",
    );
    if (documents === undefined) return;
    const written = withReferences(documents);
    const count = distinctLinks(written).filter((link) => addresses.find(link) !== undefined).length;
    if (count > mostReferencesUnasked && !(await mayAskForMany(count))) return;
    const title = vscode.l10n.t("Reading {0} records of the registry…", count);
    const found = await withCancellableProgress(title, async (signal) => {
      const updates = await findUpdates(written, addresses, signal);
      return signal.aborted ? undefined : updates;
    });
    if (found === undefined) return;
    sayWhatIsLeft(found);
    await offerChanges(found.changed, vscode.l10n.t("Names and links of the registry"));
  },
};

function sayWhatIsLeft({ results, changed }: FoundUpdates): void {
  const notChecked = results.flatMap((result) => (result.kind === "notChecked" ? [result.message] : []));
  const unknown = results.filter(({ kind }) => kind === "unknownId").length;
  const sentences = [
    ...(changed.every(({ changes }) => changes.length === 0)
      ? [vscode.l10n.t("No reference has to be changed.")]
      : []),
    ...(unknown === 0 ? [] : [vscode.l10n.t("Not known to the registry any more: {0}.", unknown)]),
    ...(notChecked.length === 0
      ? []
      : [vscode.l10n.t("Could not be read: {0}. {1}", notChecked.length, notChecked[0] ?? "")]),
  ];
  if (sentences.length > 0) {
    void vscode.window.showInformationMessage(messageText(displayText(sentences.join(" "))));
  }
}

async function mayAskForMany(count: number): Promise<boolean> {
  const read = vscode.l10n.t("Continue");
  const message = vscode.l10n.t(
    "These are {0} different groups and people to ask the registry about.",
    count,
  );
  return (await vscode.window.showWarningMessage(message, { modal: true }, read)) === read;
}
