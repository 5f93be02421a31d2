import type { ServerCapabilities } from "vscode-languageserver";
import { CodeActionKind, TextDocumentSyncKind } from "vscode-languageserver";
import { diagnosticSource } from "../../../protocol/src/diagnosticCodes";
import { fixAllKind } from "../features/codeActions/codeActions";
import { triggerCharacters } from "../features/completion/complete";
import { onTypeCharacters } from "../features/formatting/formatOnType";
import type { ClientFeatures } from "./clientFeatures";

/** What the server offers to a client (LSP 3.17, ServerCapabilities). */
export function serverCapabilities(client: ClientFeatures): ServerCapabilities {
  const [firstTriggerCharacter, ...moreTriggerCharacter] = onTypeCharacters;
  const capabilities: ServerCapabilities = {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
    codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix, fixAllKind] },
    completionProvider: { triggerCharacters: [...triggerCharacters] },
    documentFormattingProvider: true,
    documentLinkProvider: {},
    documentOnTypeFormattingProvider: { firstTriggerCharacter, moreTriggerCharacter },
    documentRangeFormattingProvider: true,
    documentSymbolProvider: true,
    foldingRangeProvider: true,
    hoverProvider: true,
    selectionRangeProvider: true,
    workspaceSymbolProvider: true,
  };
  if (client.pullDiagnostics)
    capabilities.diagnosticProvider = {
      identifier: diagnosticSource,
      interFileDependencies: false,
      workspaceDiagnostics: false,
    };
  return capabilities;
}
