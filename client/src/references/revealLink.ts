import * as vscode from "vscode";
import type { LinkedRecord } from "../registries/publicAddresses";

/** The command that shows a record's row, and all that a link to it may run. */
export const revealCommand = "analysesRegistry.revealReference";

/** What the command is called with: which registry, by its address, and which record. */
export type RevealTarget = Pick<LinkedRecord, "kind" | "id"> & { readonly address: string };

export function revealTargetOf({ registry, kind, id }: LinkedRecord): RevealTarget {
  return { address: registry.client.address, kind, id };
}

/** A Markdown link that shows the row of a record. It carries names of records only, never text of a registry. */
export function revealLink(record: LinkedRecord): vscode.MarkdownString {
  const argument = encodeURIComponent(JSON.stringify([revealTargetOf(record)])).replace(/[()]/g, (each) =>
    each === "(" ? "%28" : "%29",
  );
  const markdown = new vscode.MarkdownString(
    `[${vscode.l10n.t("Show in the Registry view")}](command:${revealCommand}?${argument})`,
  );
  markdown.isTrusted = { enabledCommands: [revealCommand] };
  return markdown;
}

/** Whether a command was called with what {@link revealLink} writes. */
export function isRevealTarget(value: unknown): value is RevealTarget {
  return (
    typeof value === "object" &&
    value !== null &&
    "address" in value &&
    typeof value.address === "string" &&
    "kind" in value &&
    (value.kind === "group" ||
      value.kind === "person" ||
      value.kind === "user" ||
      value.kind === "groupType") &&
    "id" in value &&
    typeof value.id === "string"
  );
}
