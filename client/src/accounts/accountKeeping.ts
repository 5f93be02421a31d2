import type * as vscode from "vscode";
import { Disposable } from "../platform/disposable";
import type { Registries } from "../registries/registries";
import type { Accounts } from "../registry/accounts";

/**
 * Takes stored sign-ins into use: at the start, when registries are added, and when another window signs in
 * or out. Deletes those of registries that are gone from the settings. Sends no request.
 */
export class AccountKeeping extends Disposable {
  /** Resolves once the sign-ins stored earlier have been taken into use. */
  readonly restored: Promise<void>;

  constructor(
    accounts: Accounts,
    registries: Registries,
    onDidChangeSecrets: vscode.Event<unknown>,
    private readonly log: vscode.LogOutputChannel,
  ) {
    super();
    this.register(registries.onDidChange(() => void this.attempt(() => accounts.restore())));
    this.register(onDidChangeSecrets(() => void this.attempt(() => accounts.restore())));
    this.restored = this.attempt(async () => {
      await accounts.forgetRemoved();
      await accounts.restore();
    });
  }

  private attempt(work: () => Promise<void>): Promise<void> {
    return work().catch((error: unknown) => {
      this.log.error(
        `VS Code's secret storage did not answer: ${error instanceof Error ? error.name : "unknown"}`,
      );
    });
  }
}
