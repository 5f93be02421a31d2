import type {
  ClientCapabilities,
  InitializeParams,
  MarkupKind as MarkupKindType,
} from "vscode-languageserver";
import { InsertTextMode, MarkupKind } from "vscode-languageserver";
import {
  readClientCommands,
  readReadsFiles,
  selectItemSchemaCommand,
} from "../../../protocol/src/initialization";
import type { CompletionOptions } from "../features/completion/completionOptions";
import type { WatchSupport } from "./schemaFileWatcher";

/** What the editor at the other end can do, as far as it changes what the server does. */
export interface ClientFeatures {
  readonly configuration: boolean;
  readonly configurationRegistration: boolean;
  readonly watchSupport: WatchSupport;
  readonly workspaceFolders: boolean;
  readonly pullDiagnostics: boolean;
  readonly diagnosticRefresh: boolean;
  readonly completion: CompletionOptions;
  readonly hoverFormat: MarkupKindType;
  readonly documentSymbolTree: boolean;
  readonly foldingRangeLimit: number | undefined;
  readonly versionedEdits: boolean;
  readonly snippetEdits: boolean;
  /** Whether the client reads files that the server cannot read itself. */
  readonly readsFiles: boolean;
  /** The command for choosing an item schema, where the client has it. */
  readonly selectItemSchema: string | undefined;
}

/** Reads the capabilities of an `initialize` request (LSP 3.17, ClientCapabilities). */
export function readClientFeatures({
  capabilities,
  initializationOptions,
}: Pick<InitializeParams, "capabilities" | "initializationOptions">): ClientFeatures {
  const { workspace, textDocument } = capabilities;
  const item = textDocument?.completion?.completionItem;
  return {
    configuration: workspace?.configuration === true,
    configurationRegistration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchSupport: readWatchSupport(capabilities),
    workspaceFolders: workspace?.workspaceFolders === true,
    pullDiagnostics: textDocument?.diagnostic !== undefined,
    diagnosticRefresh: workspace?.diagnostics?.refreshSupport === true,
    completion: {
      snippets: item?.snippetSupport === true,
      insertsAsIs: item?.insertTextModeSupport?.valueSet.includes(InsertTextMode.asIs) === true,
      documentation: preferred(item?.documentationFormat),
    },
    hoverFormat: preferred(textDocument?.hover?.contentFormat),
    documentSymbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    foldingRangeLimit: textDocument?.foldingRange?.rangeLimit,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    snippetEdits: workspace?.workspaceEdit?.snippetEditSupport === true,
    readsFiles: readReadsFiles(initializationOptions),
    selectItemSchema: readClientCommands(initializationOptions).find(
      (name) => name === selectItemSchemaCommand,
    ),
  };
}

function preferred(formats: readonly MarkupKindType[] | undefined): MarkupKindType {
  return formats?.includes(MarkupKind.Markdown) === true ? MarkupKind.Markdown : MarkupKind.PlainText;
}

function readWatchSupport({ workspace }: ClientCapabilities): WatchSupport {
  const watching = workspace?.didChangeWatchedFiles;
  if (watching?.dynamicRegistration !== true) return "none";
  return watching.relativePatternSupport === true ? "relative-patterns" : "patterns";
}
