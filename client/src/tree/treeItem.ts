import * as vscode from "vscode";
import { displayText, withoutControls } from "../platform/displayText";
import { escapedMarkdown } from "../references/textInsertion";
import { dimmedColor, dimmedRow } from "./dimming";
import type { TreeNode } from "./nodes/node";
import { rowOf } from "./nodes";
import { linkOf, recordOf } from "./records";
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
  item.accessibilityInformation = { label: accessibleLabel(node, row, label, description) };
  if (row.isDimmed === true) item.resourceUri = dimmedRow;
  if (row.command !== undefined) {
    const { name, title, target } = row.command;
    item.command = { command: `analysesRegistry.${name}`, title, arguments: [target] };
  }
  return item;
}

/** What the registry said of a row, as Markdown in which its text is only text. */
export function tooltipOf(node: TreeNode): vscode.MarkdownString {
  const { label, description, explanation } = rowOf(node);
  const record = recordOf(node);
  const link = linkOf(node);
  const lines = [`**${shown(label)}**`];
  if (explanation !== undefined) lines.push(escapedMarkdown(withoutControls(explanation)));
  else if (description !== undefined) lines.push(shown(description));
  if (record !== undefined) lines.push(vscode.l10n.t("Identifier: {0}", shown(record.id)));
  if (link !== undefined) lines.push(shown(link));
  return new vscode.MarkdownString(lines.join("\n\n"));
}

function shown(text: string): string {
  return escapedMarkdown(displayText(text));
}

const expansions = {
  none: vscode.TreeItemCollapsibleState.None,
  collapsed: vscode.TreeItemCollapsibleState.Collapsed,
  expanded: vscode.TreeItemCollapsibleState.Expanded,
} as const;

function iconColor({ icon, isDimmed }: Row): vscode.ThemeColor | undefined {
  const color = isDimmed === true ? dimmedColor : icon.color;
  return color === undefined ? undefined : new vscode.ThemeColor(color);
}

/** Label and description, and between them the kind, which others see by the icon. */
function accessibleLabel(node: TreeNode, row: Row, label: string, description: string): string {
  if (row.accessibleLabel !== undefined) return withoutControls(row.accessibleLabel);
  return [label, kindName(node), description].filter((part) => part !== "").join(", ");
}

function kindName(node: TreeNode): string {
  switch (node.kind) {
    case "group":
      return vscode.l10n.t("group");
    case "groupType":
      return vscode.l10n.t("group type");
    case "person":
      return vscode.l10n.t("person");
    case "groupRole":
      return vscode.l10n.t("group role");
    case "documentRole":
      return vscode.l10n.t("document role");
    default:
      return "";
  }
}
