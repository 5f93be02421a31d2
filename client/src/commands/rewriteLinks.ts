import * as vscode from "vscode";
import { writeRegistryLink } from "../../../protocol/src/registryLink";
import { iconFreeText } from "../platform/displayText";
import type { DocumentText } from "../references/documentsToChange";
import { chooseDocuments, offerChanges } from "../references/documentsToChange";
import { linksInText } from "../references/linksInText";
import type { TextChange } from "../references/textEdits";
import { chooseRegistry } from "../registries/chooseRegistry";
import type { Command } from "./command";

/**
 * Makes links to records of one registry lead to another one, for one that has moved from its test host to its
 * production host: the paths stay the same (specification, section 9). Asks no registry.
 */
export const rewriteLinks: Command = {
  name: "rewriteLinks",
  async run({ registries, addresses }, target) {
    const registry = await chooseRegistry(registries, target);
    if (registry === undefined) return;
    const title = vscode.l10n.t("Rewrite Links to {0}", iconFreeText(registry.name));
    const documents = await chooseDocuments(
      title,
      ({ isClosed }) => !isClosed,
      "**/*.{json,jsonc,md,markdown,html,htm,txt}",
    );
    if (documents === undefined) return;
    const newBase = addresses.of(registry);
    const bases = await chooseBases(title, documents, newBase);
    if (bases === undefined) return;
    const changed = documents.map((document) => ({
      ...document,
      changes: rewritings(document.text, new Set(bases), newBase),
    }));
    await offerChanges(changed, vscode.l10n.t("Links to {0}", registry.name));
  },
};

/** Lets the user pick which links are meant, by the addresses that they begin with. */
async function chooseBases(
  title: string,
  documents: readonly DocumentText[],
  newBase: string,
): Promise<readonly string[] | undefined> {
  const counts = new Map<string, number>();
  for (const { text } of documents) {
    for (const { target } of linksInText(text)) {
      if (target.baseUrl !== newBase) counts.set(target.baseUrl, (counts.get(target.baseUrl) ?? 0) + 1);
    }
  }
  if (counts.size === 0) {
    void vscode.window.showInformationMessage(
      vscode.l10n.t("There are no links to another registry than {0}.", newBase),
    );
    return undefined;
  }
  const items = [...counts].map(([base, count]) => ({
    label: iconFreeText(base),
    description: vscode.l10n.t("links: {0}", count),
    base,
    picked: counts.size === 1,
  }));
  const chosen = await vscode.window.showQuickPick(items, {
    title,
    canPickMany: true,
    placeHolder: vscode.l10n.t("Which links are to lead to {0}?", newBase),
  });
  return chosen?.map(({ base }) => base);
}

function rewritings(text: string, bases: ReadonlySet<string>, newBase: string): readonly TextChange[] {
  return [...linksInText(text)].flatMap(({ target, start, end }) => {
    const newText = bases.has(target.baseUrl)
      ? writeRegistryLink({ ...target, baseUrl: newBase })
      : undefined;
    return newText === undefined ? [] : [{ start, end, newText }];
  });
}
