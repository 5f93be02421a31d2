import * as vscode from "vscode";
import { displayText } from "../platform/displayText";
import { escapedMarkdown } from "../references/textInsertion";
import type { TreeNode } from "./nodes/node";
import { rowOf } from "./nodes";
import { recordOf } from "./records";
import type { Row } from "./row";

/** VS Code's form of a row. The tooltip is made by {@link tooltipOf} when it is asked for. */
export function treeItemOf(node: TreeNode): vscode.TreeItem {
  const row = rowOf(node);
  const label = displayText(row.label);
  const item = new vscode.TreeItem(label, expansions[row.expansion]);
  item.id = node.id;
  item.iconPath = new vscode.ThemeIcon(row.icon.codicon, iconColor(row));
  item.contextValue = row.contextValue;
  const description = displayText(row.description ?? "");
  if (description !== "") item.description = description;
  item.accessibilityInformation = {
    label: displayText(row.accessibleLabel ?? (description === "" ? label : `${label}, ${description}`)),
  };
  if (row.command !== undefined) {
    const { name, title } = row.command;
    item.command = { command: `analysesRegistry.${name}`, title, arguments: [node] };
  }
  return item;
}

/** What the registry said of a row, as Markdown in which its text is only text. */
export function tooltipOf(node: TreeNode): vscode.MarkdownString {
  const { label, description } = rowOf(node);
  const record = recordOf(node);
  const lines = [`**${escapedMarkdown(displayText(label))}**`];
  if (description !== undefined) lines.push(escapedMarkdown(displayText(description)));
  if (record !== undefined) {
    lines.push(vscode.l10n.t("Identifier: {0}", escapedMarkdown(displayText(record.id))));
    lines.push(escapedMarkdown(displayText(record.link)));
  }
  return new vscode.MarkdownString(lines.join("\n\n"));
}

const expansions = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

function iconColor({ icon, isDimmed }: Row): vscode.ThemeColor | undefined {
  const color = isDimmed === true ? "disabledForeground" : icon.color;
  return color === undefined ? undefined : new vscode.ThemeColor(color);
}
