import type { TreeNode } from "./nodes/node";

/** What a row of the tree shows, as plain data: `treeItem.ts` makes VS Code's form of it. */
export interface Row {
  readonly label: string;
  /** Short text beside the label: the type, status or role. */
  readonly description?: string;
  readonly icon: RowIcon;
  /** What menus' `when` clauses look at (`viewItem`); words separated by spaces. */
  readonly contextValue: string;
  readonly expansion: "none" | "collapsed" | "expanded";
  /** What a screen reader says, where label and description do not say it. */
  readonly accessibleLabel?: string;
  /** The whole of what the label says in short. */
  readonly explanation?: string;
  /** What a click does. */
  readonly command?: RowCommand;
  /** Whether the row is shown dimmed, as for an inactive role. */
  readonly isDimmed?: boolean;
}

/** A command of the extension, by its name without the prefix. */
export interface RowCommand {
  readonly name: string;
  readonly title: string;
  /** The row that the command is about. */
  readonly target: TreeNode;
}

/** A codicon and, where it says something, the theme colour it is drawn in. */
export interface RowIcon {
  readonly codicon: string;
  readonly color?: string;
}

/** The parts of a description that there are. */
export function described(...parts: readonly string[]): { readonly description?: string } {
  const description = parts.filter((part) => part !== "").join(", ");
  return description === "" ? {} : { description };
}
