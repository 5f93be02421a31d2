import * as vscode from "vscode";

/** Lines of `.gitattributes` for the files to merge (gitattributes(5), "Defining a custom merge driver"). */
export const attributeLines = [
  "*.analyses.json merge=analyses",
  "analyses.json merge=analyses",
  "decisions.json merge=analyses",
];

export const driverName = "analyses documents, by study and cell";

/**
 * The driver's command, which Git passes to a shell. Without Node or this version of the extension, the command merges
 * by lines, as Git does without a driver: if a driver fails to start, Git leaves our version, without conflict markers.
 */
export function driverCommand(extension: vscode.Uri): string {
  const path = vscode.Uri.joinPath(extension, "dist", "merge", "merge.js").fsPath;
  // In a driver's command, % begins a placeholder, and %% is a percent sign.
  const quoted = `'${path.replaceAll("'", "'\\''").replaceAll("%", "%%")}'`;
  const byLines = "git merge-file --marker-size=%L %A %O %B";
  return `if test -f ${quoted} && command -v node >/dev/null; then node ${quoted} %O %A %B %L %P %S %X %Y; else ${byLines}; fi`;
}
