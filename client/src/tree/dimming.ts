import * as vscode from "vscode";
import type { DisposableLike } from "../platform/disposable";

/** The theme colour of dimmed rows and their icons. */
export const dimmedColor = "disabledForeground";

/** What dimmed rows name as their resource: a row's text takes its colour only from there. */
export const dimmedRow = vscode.Uri.from({ scheme: "analyses-registry-row", path: "/dimmed" });

/** Draws dimmed rows in the colour of what is disabled: that of explanations is no dimmer in light themes. */
export function dimRows(): DisposableLike {
  const dimmed = new vscode.FileDecoration(undefined, undefined, new vscode.ThemeColor(dimmedColor));
  return vscode.window.registerFileDecorationProvider({
    provideFileDecoration: ({ scheme }) => (scheme === dimmedRow.scheme ? dimmed : undefined),
  });
}
