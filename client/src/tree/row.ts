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
  /** What a click does. */
  readonly command?: { readonly name: string; readonly title: string };
  /** Whether the row is shown dimmed, as for an inactive role. */
  readonly isDimmed?: boolean;
}

/** A codicon and, where it says something, the theme colour it is drawn in. */
export interface RowIcon {
  readonly codicon: string;
  readonly color?: string;
}
