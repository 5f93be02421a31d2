import * as vscode from "vscode";

/** Which files the driver merges: lines of `.gitattributes` (gitattributes(5), "Defining a custom merge driver"). */
export const attributes = [
  "*.analyses.json merge=analyses",
  "analyses.json merge=analyses",
  "decisions.json merge=analyses",
];

export const driverName = "analyses documents, by study and cell";

/**
 * What Git hands to a shell. Where Node or this version of the extension is gone, Git merges by lines, as without a driver:
 * a driver that cannot be run would leave ours there as if it were merged.
 */
export function driverIn(extension: vscode.Uri): string {
  const path = vscode.Uri.joinPath(extension, "dist", "merge", "merge.js").fsPath;
  // In a driver % begins a placeholder.
  const quoted = `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
  const byLines = "git merge-file --marker-size=%L %A %O %B";
  return `if test -f ${quoted} && command -v node >/dev/null; then node ${quoted} %O %A %B %L %P %S %X %Y; else ${byLines}; fi`;
}
