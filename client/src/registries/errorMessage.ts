import * as vscode from "vscode";
import { messageSentences } from "../platform/displayText";
import { describeRegistryError } from "../registry/errorMessages";
import type { RegistryError } from "../registry/registryError";

/**
 * Says in a message what went wrong. There VS Code makes links of text, and a certificate that nobody trusts
 * names its own authority.
 *
 * @param registry the name that the user gave the registry
 */
export function errorMessage(error: RegistryError, registry: string): string {
  return messageSentences(describeRegistryError(error, registry, vscode.l10n.t));
}
