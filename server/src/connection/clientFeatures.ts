import {
  type ClientCapabilities,
  type InitializeParams,
  type MarkupKind as MarkupKindType,
  InsertTextMode,
  MarkupKind,
} from "vscode-languageserver";
import {
  explainCodeCommand,
  readClientCommands,
  readProblemPages,
  readReadsFiles,
  readShowsImages,
  readValidatesWorkspace,
  selectItemSchemaCommand,
  showEvidenceCommand,
  resolveConflictCommand,
} from "@analyses/protocol/customMessages";
import { acceptFindingCommand } from "@analyses/protocol/acceptedFindings";
import { answerEvidenceCommand, calculateCommand } from "@analyses/protocol/evidenceMessages";
import type { CompletionOptions } from "../features/completion/itemBuilder";
import type { ProblemPages } from "../presentation/diagnostics";
import type { WatchSupport } from "./schemaFileWatcher";

/** The client's capabilities that affect the server. */
export interface ClientFeatures extends ReturnType<typeof commandsOf> {
  readonly configuration: boolean;
  readonly configurationRegistration: boolean;
  readonly watchSupport: WatchSupport;
  readonly workspaceFolders: boolean;
  readonly pullDiagnostics: boolean;
  readonly diagnosticRefresh: boolean;
  /** Whether the server reports on the documents of the workspace that are not open. */
  readonly validatesWorkspace: boolean;
  readonly codeLensRefresh: boolean;
  readonly inlayHintRefresh: boolean;
  readonly completion: CompletionOptions;
  readonly hoverFormat: MarkupKindType;
  readonly showsImages: boolean;
  readonly documentSymbolTree: boolean;
  readonly foldingRangeLimit: number | undefined;
  readonly versionedEdits: boolean;
  readonly prepareRename: boolean;
  readonly snippetEdits: boolean;
  /** Whether the client reads files that the server cannot read itself. */
  readonly readsFiles: boolean;
  /** Whether the client applies the edits that the server requests. */
  readonly appliesEdits: boolean;
  readonly createsFiles: boolean;
  /** Where the pages about codes are published, if known. */
  readonly problemPages: ProblemPages | undefined;
}

/** Reads the capabilities of an `initialize` request (LSP 3.17, ClientCapabilities). */
export function readClientFeatures({
  capabilities,
  initializationOptions,
}: Pick<InitializeParams, "capabilities" | "initializationOptions">): ClientFeatures {
  const { workspace, textDocument } = capabilities;
  const item = textDocument?.completion?.completionItem;
  const commands = commandsOf(initializationOptions);
  return {
    ...commands,
    configuration: workspace?.configuration === true,
    configurationRegistration: workspace?.didChangeConfiguration?.dynamicRegistration === true,
    watchSupport: readWatchSupport(capabilities),
    workspaceFolders: workspace?.workspaceFolders === true,
    pullDiagnostics: textDocument?.diagnostic !== undefined,
    diagnosticRefresh: workspace?.diagnostics?.refreshSupport === true,
    validatesWorkspace: readValidatesWorkspace(initializationOptions),
    codeLensRefresh: workspace?.codeLens?.refreshSupport === true,
    inlayHintRefresh: workspace?.inlayHint?.refreshSupport === true,
    completion: {
      snippets: item?.snippetSupport === true,
      insertsAsIs: item?.insertTextModeSupport?.valueSet.includes(InsertTextMode.asIs) === true,
      documentation: preferred(item?.documentationFormat),
      selectItemSchema: commands.selectItemSchema,
    },
    hoverFormat: preferred(textDocument?.hover?.contentFormat),
    showsImages: readShowsImages(initializationOptions),
    documentSymbolTree: textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true,
    foldingRangeLimit: textDocument?.foldingRange?.rangeLimit,
    prepareRename: textDocument?.rename?.prepareSupport === true,
    versionedEdits: workspace?.workspaceEdit?.documentChanges === true,
    snippetEdits: workspace?.workspaceEdit?.snippetEditSupport === true,
    readsFiles: readReadsFiles(initializationOptions),
    appliesEdits: workspace?.applyEdit === true,
    createsFiles: workspace?.workspaceEdit?.resourceOperations?.includes("create") === true,
    problemPages: readProblemPages(initializationOptions),
  };
}

/** The client's own commands, where it has them. */
function commandsOf(initializationOptions: unknown) {
  const commands = readClientCommands(initializationOptions);
  const own = (wanted: string): string | undefined => commands.find((name) => name === wanted);
  return {
    /** Accepts a finding. */
    acceptFinding: own(acceptFindingCommand),
    /** Writes an answer to a question of the evidence. */
    answerEvidence: own(answerEvidenceCommand),
    /** Calculates a missing statistic. */
    calculate: own(calculateCommand),
    /** Shows the page about a code. */
    explainCode: own(explainCodeCommand),
    resolveConflict: own(resolveConflictCommand),
    selectItemSchema: own(selectItemSchemaCommand),
    /** Shows more of an analysis's results. */
    showEvidence: own(showEvidenceCommand),
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
