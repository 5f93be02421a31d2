import * as vscode from "vscode";
import type { Registry } from "../registries/registry";
import { describeRegistryError } from "../registry/errorMessages";

/** Reads the groups of all registries; says what went wrong first. */
export async function readGroups(
  registries: readonly Registry[],
  signal: AbortSignal,
): Promise<string | undefined> {
  const problems = await Promise.all(
    registries.map(async ({ client, name }) => {
      const outcome = await client.groups({ signal });
      return outcome.kind === "failed" ? [describeRegistryError(outcome.error, name, vscode.l10n.t)] : [];
    }),
  );
  return problems.flat().at(0);
}
