import * as vscode from "vscode";

/** Lines of `.gitattributes` for the files to merge (gitattributes(5), "Defining a custom merge driver"). */
export const attributes = [
  "*.analyses.json merge=analyses",
  "analyses.json merge=analyses",
  "decisions.json merge=analyses",
];

export const driverName = "analyses documents, by study and cell";

/**
 * The command that Git passes to a shell. Without Node or this version of the extension it merges by lines, as Git does
 * without a driver: a driver that fails to start would leave ours in place as if merged.
 */
export function driverIn(extension: vscode.Uri): string {
  const path = vscode.Uri.joinPath(extension, "dist", "merge", "merge.js").fsPath;
  // In a driver's command % begins a placeholder.
  const quoted = `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
  const byLines = "git merge-file --marker-size=%L %A %O %B";
  return `if test -f ${quoted} && command -v node >/dev/null; then node ${quoted} %O %A %B %L %P %S %X %Y; else ${byLines}; fi`;
}
