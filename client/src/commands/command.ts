import * as vscode from "vscode";
import type { Parts } from "../parts";

/** A command of the extension: its name without the prefix `analysesRegistry.`, and what it does. */
export interface Command {
  readonly name: string;
  /**
   * `target` is what VS Code passes, for example the row of the tree that a menu was opened on; `together`,
   * where several rows are selected, is all of them.
   */
  run(parts: Parts, target: unknown, together: unknown): Promise<void>;
}

/**
 * Registers a command so that its failures are logged and shown with a way to the log, and so that
 * giving it up is silent.
 */
export function registerCommand(command: Command, parts: Parts): vscode.Disposable {
  const id = `analysesRegistry.${command.name}`;
  return vscode.commands.registerCommand(id, async (target: unknown, together: unknown) => {
    try {
      await command.run(parts, target, together);
    } catch (error) {
      if (error instanceof vscode.CancellationError) return;
      parts.log.error(error instanceof Error ? error : String(error));
      const showLog = vscode.l10n.t("Show Log");
      const message = vscode.l10n.t("“{0}” did not work: {1}", command.name, reasonOf(error));
      if ((await vscode.window.showErrorMessage(message, showLog)) === showLog) parts.log.show();
    }
  });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
