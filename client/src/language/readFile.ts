import * as vscode from "vscode";
import type { FileReading, FileToRead } from "../../../protocol/src/fileRequests";

/** A schema of a hundredth of this is a large one. */
const mostBytes = 50 * 1024 * 1024;

/**
 * Reads a file for the language server, where it is not on the disk of the server's machine. Only files of
 * the file systems that the workspace lies on, and only when the user trusts the workspace.
 */
export async function readFile({ uri }: FileToRead): Promise<FileReading> {
  const address = vscode.Uri.parse(uri);
  if (!vscode.workspace.isTrusted) return failed(vscode.l10n.t("the workspace is not trusted"));
  if (!isOfWorkspace(address))
    return failed(vscode.l10n.t("it is not a file of this workspace's file system"));
  try {
    const { type, size } = await vscode.workspace.fs.stat(address);
    if ((type & vscode.FileType.Directory) !== 0) return failed(vscode.l10n.t("it is a folder"));
    if (size > mostBytes) return failed(vscode.l10n.t("it is larger than 50 MB"));
    return { kind: "read", text: new TextDecoder().decode(await vscode.workspace.fs.readFile(address)) };
  } catch (error) {
    return failed(reasonOf(error));
  }
}

function isOfWorkspace({ scheme, authority }: vscode.Uri): boolean {
  const folders = vscode.workspace.workspaceFolders ?? [];
  return folders.some(({ uri }) => uri.scheme === scheme && uri.authority === authority);
}

function reasonOf(error: unknown): string {
  switch (error instanceof vscode.FileSystemError ? error.code : undefined) {
    case "FileNotFound":
      return vscode.l10n.t("there is no such file");
    case "NoPermissions":
      return vscode.l10n.t("you may not read this file");
    default:
      return vscode.l10n.t("the file could not be read");
  }
}

function failed(reason: string): FileReading {
  return { kind: "failed", reason };
}
