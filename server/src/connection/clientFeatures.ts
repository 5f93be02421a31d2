import {
  type ClientCapabilities,
  type InitializeParams,
  type MarkupKind as MarkupKindType,
  InsertTextMode,
  MarkupKind,
} from "vscode-languageserver";
import {
  explainCodeCommand,
  readDeclared,
  selectItemSchemaCommand,
  showEvidenceCommand,
  resolveConflictCommand,
} from "@analyses/protocol/customMessages";
import { acceptFindingCommand } from "@analyses/protocol/acceptedFindings";
import { answerEvidenceCommand, calculateCommand } from "@analyses/protocol/evidenceMessages";
import type { CompletionOptions } from "../features/completion/itemBuilder";
import type { WatchSupport } from "./schemaFileWatcher";

/** The client's capabilities that affect the server. */
export type ClientFeatures = ReturnType<typeof readClientFeatures>;

/** Reads the capabilities of an `initialize` request (LSP 3.17, ClientCapabilities). */
export function readClientFeatures({
  capabilities,
  initializationOptions,
}: Pick<InitializeParams, "capabilities" | "initializationOptions">) {
  const { workspace, textDocument } = capabilities;
  const item = textDocument?.completion?.completionItem;
  const { commands: names, ...declared } = readDeclared(initializationOptions);
  const commands = commandsOf(names);
  const completion: CompletionOptions = {
    snippets: item?.snippetSupport === true,
    insertsAsIs: item?.insertTextModeSupport?.valueSet.includes(InsertTextMode.asIs) === true,
    documentation: preferredMarkup(item?.documentationFormat),
    selectItemSchema: commands.selectItemSchema,
  };
  return {
    ...commands,
    ...declared,
    configuration: workspace?.configuration === true,
    configurationRegistration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchSupport: readWatchSupport(capabilities),
    workspaceFolders: workspace?.workspaceFolders === true,
    pullDiagnostics: textDocument?.diagnostic !== undefined,
    diagnosticRefresh: workspace?.diagnostics?.refreshSupport === true,
    codeLensRefresh: workspace?.codeLens?.refreshSupport === true,
    inlayHintRefresh: workspace?.inlayHint?.refreshSupport === true,
    completion,
    hoverFormat: preferredMarkup(textDocument?.hover?.contentFormat),
    documentSymbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    foldingRangeLimit: textDocument?.foldingRange?.rangeLimit,
    prepareRename: textDocument?.rename?.prepareSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    snippetEdits: workspace?.workspaceEdit?.snippetEditSupport === true,
    /** Whether the client applies the edits that the server requests. */
    appliesEdits: workspace?.applyEdit === true,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes("create") === true,
  };
}

/** The names of the client's own commands; undefined for each that it does not have. */
function commandsOf(commands: readonly string[]) {
  const own = (wanted: string): string | undefined => commands.find((name) => name === wanted);
  return {
    /** Accepts a finding. */
    acceptFinding: own(acceptFindingCommand),
    /** Writes an answer to a question of the evidence. */
    answerEvidence: own(answerEvidenceCommand),
    /** Calculates a missing statistic. */
    calculate: own(calculateCommand),
    /** Shows the page about the code of a finding. */
    explainCode: own(explainCodeCommand),
    resolveConflict: own(resolveConflictCommand),
    selectItemSchema: own(selectItemSchemaCommand),
    /** Shows more of an analysis's results. */
    showEvidence: own(showEvidenceCommand),
  };
}

function preferredMarkup(formats: readonly MarkupKindType[] | undefined): MarkupKindType {
  return formats?.includes(MarkupKind.Markdown) === true ? MarkupKind.Markdown : MarkupKind.PlainText;
}

function readWatchSupport({ workspace }: ClientCapabilities): WatchSupport {
  const watching = workspace?.didChangeWatchedFiles;
  if (watching?.dynamicRegistration !== true) return "none";
  return watching.relativePatternSupport === true ? "relative-patterns" : "patterns";
}
