import {
  type CodeLens,
  type Connection,
  type ServerCapabilities,
  type TextEdit,
  CodeActionRequest,
  CodeActionTriggerKind,
  CodeLensRequest,
  CompletionRequest,
  CompletionTriggerKind,
  DefinitionRequest,
  DocumentFormattingRequest,
  DocumentHighlightRequest,
  DocumentLinkRequest,
  DocumentOnTypeFormattingRequest,
  DocumentRangeFormattingRequest,
  DocumentSymbolRequest,
  FoldingRangeRequest,
  HoverRequest,
  InlayHintRequest,
  LSPErrorCodes,
  PrepareRenameRequest,
  ReferencesRequest,
  RenameRequest,
  ResponseError,
  SelectionRangeRequest,
  TextDocumentSyncKind,
} from "vscode-languageserver";
import {
  formatDocument,
  formatOnType,
  formatRange,
  onTypeCharacters,
  type YieldingHost,
  runYielding,
} from "@analyses/json";
import { acceptFindingCommand, readFindingToAccept } from "@analyses/protocol/acceptedFindings";
import { diagnosticSource } from "@analyses/protocol/diagnosticCodes";
import {
  type EvidenceLensData,
  conflictLenses,
  evidenceHints,
  evidenceHover,
  evidenceLenses,
  readLensData,
  resolveEvidenceLens,
} from "../features/evidenceInText";
import type { Validation } from "../features/codeActions/fixAll";
import { codeActionKinds, codeActions, fixAllActions } from "../features/codeActions/codeActions";
import { complete, triggerCharacters } from "../features/completion/complete";
import {
  definition,
  definitionIn,
  documentLinks,
  prepareStudyRename,
  renameStudy,
  studyHighlights,
  studyReferences,
} from "../features/navigation";
import {
  documentSymbols,
  flatSymbols,
  foldingRanges,
  selectionRanges,
  workspaceSymbols,
} from "../features/structure";
import { hover } from "../features/hover";
import { loadFigures } from "../evidence/reportEvidence";
import { pooledEffects } from "../evidence/evidenceWords";
import { roleBinding } from "../evidence/analysisEvidence";
import type { ClientFeatures } from "./clientFeatures";
import {
  type Feature,
  type FeatureParts,
  type DocumentParams,
  type RequestGuard,
  answerDiagnosticPulls,
  onRequest,
} from "./feature";
import { messageFeatures } from "./messageTable";
import { describeProblem } from "./runtime";

const [firstTriggerCharacter, ...moreTriggerCharacter] = onTypeCharacters;

/**
 * The outline shows pooled effects. Up to this text length it waits until all are computed, because LSP lets no server
 * refresh an outline. The outline of a longer text shows the effects already computed, and those that these milliseconds
 * suffice to compute, because editors request an outline after every edit.
 */
const outlineLimits = { length: 1_000_000, milliseconds: 5 };

interface LensToResolve extends DocumentParams {
  readonly lens: CodeLens;
  readonly data: EvidenceLensData;
}

/** All features: the LSP requests here, our own in messageTable.ts. One row holds everything about a feature. */
const features: readonly Feature[] = [
  {
    capability: ({ pullDiagnostics, validateWorkspace }) =>
      pullDiagnostics
        ? {
            diagnosticProvider: {
              identifier: diagnosticSource,
              interFileDependencies: false,
              workspaceDiagnostics: validateWorkspace,
            },
          }
        : {},
    listen(connection, guard, parts) {
      answerDiagnosticPulls(connection, guard, parts);
      connection.languages.diagnostics.onWorkspace((params, token, _, partial) =>
        guard.whileRunning(() => parts.workspace.answer(params, token, partial))(params, token),
      );
    },
  },
  onRequest(CompletionRequest.type, {
    capability: { completionProvider: { triggerCharacters: [...triggerCharacters] } },
    takes: ["position"],
    needs: "schemas",
    nothing: null,
    answer({ document, schemas, params: { position, context }, token }, { client, references }) {
      const isRequested = context === undefined || context.triggerKind === CompletionTriggerKind.Invoked;
      const own = complete(document, schemas, position, client().completion, isRequested);
      return references.complete(document, schemas, position, own, token);
    },
    ofSidecar: ({ document, params: { position } }, service, { client }) =>
      service.complete(document, position, client().completion.snippets),
  }),
  onRequest(HoverRequest.type, {
    capability: { hoverProvider: true },
    takes: ["position"],
    needs: "schemas",
    nothing: null,
    async answer(
      { document, settings, schemas, binding, params: { position }, token },
      { client, references },
    ) {
      const { hoverFormat: format, showsImages } = client();
      const own = hover(document, schemas, position, format);
      const withRecord = await references.hover(document, position, own, token);
      if (!settings.evidence.hover) return withRecord;
      return evidenceHover(document, withRecord, position, binding, { format, showsImages }, loadFigures);
    },
    ofSidecar: ({ document, params: { position } }, service) => service.hover(document, position),
  }),
  onRequest(CodeActionRequest.type, {
    capability: { codeActionProvider: { codeActionKinds } },
    takes: ["range", "context"],
    needs: "findings",
    nothing: [],
    async answer(
      { document, schemas, binding, findings, params, token, yielding },
      { client, reports, accepted },
    ) {
      const { range, context } = params;
      const { only } = context;
      const accept = await accepted.wayFor(document.uri, client());
      const options = { ...client(), only, accept, binding };
      const fixes = await runYielding(codeActions(document, schemas, findings, range, options), yielding);
      if (fixes === "cancelled") return [];
      // On an automatic request, as the caret moves, editors show no action on the whole document.
      if (only === undefined && context.triggerKind === CodeActionTriggerKind.Automatic) return fixes;
      const validate: Validation = (changed, howMuch) =>
        reports.findingsOfChanged(document, changed, howMuch, token);
      const all = await fixAllActions(document, schemas, findings, validate, yielding, options);
      return [...fixes, ...all];
    },
  }),
  {
    capability: ({ acceptFinding, appliesEdits }) =>
      acceptFinding === undefined && appliesEdits
        ? { executeCommandProvider: { commands: [acceptFindingCommand] } }
        : {},
    listen: (connection, guard, { accepted, client }) =>
      void connection.onExecuteCommand(
        guard.whileRunning(({ command, arguments: given }) => {
          const toAccept = command === acceptFindingCommand ? readFindingToAccept(given?.[0]) : undefined;
          const logProblem = (problem: unknown): void => connection.console.error(describeProblem(problem));
          // Not awaited: Eglot prompts its user before applying an edit, and this request would time out meanwhile.
          if (toAccept !== undefined) accepted.accept(toAccept, client()).catch(logProblem);
          return null;
        }),
      ),
  },
  onRequest(DefinitionRequest.type, {
    capability: { definitionProvider: true },
    takes: ["position"],
    needs: "schemas",
    nothing: null,
    async answer({ document, schemas, params: { position }, yielding }, { schemas: store, runtime }) {
      const found = definition(document, schemas, position);
      if (found === undefined) return null;
      const uri = store.fileOf(found.file) ?? found.file;
      const reading = await runtime.readFile(uri);
      if (reading.kind !== "read") return null;
      const location = await runYielding(definitionIn(uri, reading.text, found.path), yielding);
      return location === "cancelled" ? null : location;
    },
  }),
  onRequest(ReferencesRequest.type, {
    capability: { referencesProvider: true },
    takes: ["position"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { position } }) => studyReferences(document, position),
  }),
  onRequest(DocumentHighlightRequest.type, {
    capability: { documentHighlightProvider: true },
    takes: ["position"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { position } }) => studyHighlights(document, position),
  }),
  onRequest(RenameRequest.type, {
    capability: ({ prepareRename }) => ({ renameProvider: prepareRename ? { prepareProvider: true } : true }),
    takes: ["position", "newName"],
    needs: "text",
    nothing: null,
    answer: ({ document, params: { position, newName } }, { client }) => {
      const renamed = renameStudy(document, position, newName, client().versionedEdits);
      return renamed !== null && "refused" in renamed
        ? new ResponseError(LSPErrorCodes.RequestFailed, renamed.refused)
        : renamed;
    },
  }),
  onRequest(PrepareRenameRequest.type, {
    takes: ["position"],
    needs: "text",
    nothing: null,
    answer: ({ document, params: { position } }) => prepareStudyRename(document, position),
  }),
  onRequest(DocumentLinkRequest.type, {
    capability: { documentLinkProvider: {} },
    needs: "schemas",
    nothing: [],
    answer: ({ document, schemas }) => documentLinks(document, schemas),
  }),
  onRequest(DocumentSymbolRequest.type, {
    capability: { documentSymbolProvider: true },
    needs: "schemas",
    nothing: [],
    async answer({ document, settings, binding, token }, { client, reports, runtime }) {
      if (!client().documentSymbolTree) return flatSymbols(document.uri, documentSymbols(document));
      if (!settings.evidence.outline) return documentSymbols(document);
      if (document.text.length <= outlineLimits.length) await reports.compute(document, token);
      const end = runtime.now() + outlineLimits.milliseconds;
      return documentSymbols(
        document,
        pooledEffects(document, binding, () => runtime.now() < end),
      );
    },
  }),
  {
    capability: () => ({ workspaceSymbolProvider: true }),
    listen: (connection, guard, { documents }) =>
      void connection.onWorkspaceSymbol(
        guard.whileRunning(({ query }) => workspaceSymbols(documents.all(), query)),
      ),
  },
  onRequest(FoldingRangeRequest.type, {
    capability: { foldingRangeProvider: true },
    needs: "text",
    nothing: [],
    answer: ({ document }, { client }) => foldingRanges(document, client().foldingRangeLimit),
  }),
  onRequest(SelectionRangeRequest.type, {
    capability: { selectionRangeProvider: true },
    takes: ["positions"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { positions } }) => selectionRanges(document, positions),
  }),
  onRequest(DocumentFormattingRequest.type, {
    capability: { documentFormattingProvider: true },
    takes: ["options"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { options }, yielding }) =>
      runFormatting(formatDocument(document, options), yielding),
  }),
  onRequest(DocumentRangeFormattingRequest.type, {
    capability: { documentRangeFormattingProvider: true },
    takes: ["range", "options"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { range, options }, yielding }) =>
      runFormatting(formatRange(document, range, options), yielding),
  }),
  onRequest(DocumentOnTypeFormattingRequest.type, {
    capability: { documentOnTypeFormattingProvider: { firstTriggerCharacter, moreTriggerCharacter } },
    takes: ["position", "options"],
    needs: "text",
    nothing: [],
    answer: ({ document, params: { position, options } }) => formatOnType(document, position, options),
  }),
  onRequest(InlayHintRequest.type, {
    capability: { inlayHintProvider: true },
    takes: ["range"],
    needs: "schemas",
    nothing: [],
    answer: ({ document, settings, binding, params: { range } }) =>
      settings.evidence.inlayHints ? evidenceHints(document, range, binding) : [],
  }),
  onRequest(CodeLensRequest.type, {
    capability: { codeLensProvider: { resolveProvider: true } },
    needs: "schemas",
    nothing: [],
    answer: ({ document, settings }, { client }) => [
      ...conflictLenses(document, client().resolveConflict),
      ...(settings.evidence.codeLens ? evidenceLenses(document) : []),
    ],
  }),
  {
    listen(connection, guard, { client, contexts }) {
      const resolveLens = guard.onDocument<LensToResolve, CodeLens | null>(
        null,
        async (document, { lens, data }) => {
          const { settings, schemas } = await contexts.of(document);
          const binding = roleBinding(schemas, settings.evidence);
          return resolveEvidenceLens(document, lens, data, binding, client().showEvidence);
        },
      );
      connection.onCodeLensResolve(async (lens, token) => {
        const data = readLensData(lens.data);
        if (data === undefined) return lens;
        return (await resolveLens({ textDocument: { uri: data.uri }, lens, data }, token)) ?? lens;
      });
    },
  },
  ...messageFeatures,
];

/** The capabilities that the server announces (LSP 3.17, ServerCapabilities). */
export function serverCapabilities(client: ClientFeatures): ServerCapabilities {
  const capabilities: ServerCapabilities = {
    textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental, save: true },
    workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  };
  for (const { capability } of features) Object.assign(capabilities, capability?.(client));
  return capabilities;
}

export function answerFeatures(connection: Connection, guard: RequestGuard, parts: FeatureParts): void {
  for (const { listen } of features) listen(connection, guard, parts);
}

/** Characters that formatting handles before it yields: fewer than parsing, which is faster. */
const formattingSlice = 200_000;

async function runFormatting(
  work: Iterator<number, TextEdit[]>,
  yielding: YieldingHost,
): Promise<TextEdit[]> {
  const edits = await runYielding(work, yielding, formattingSlice);
  return edits === "cancelled" ? [] : edits;
}
