import type {
  Connection,
  DocumentSymbol,
  DocumentSymbolParams,
  SymbolInformation,
} from "vscode-languageserver";
import type { AnalysesLanguageService } from "../languageService";
import type { ClientFeatures } from "./clientFeatures";
import { flatSymbols } from "./flatSymbols";
import type { OpenDocuments } from "./openDocuments";
import type { RequestGuard } from "./requestGuard";

/** Answers the requests that only the document's text decides. */
export function answerDocumentRequests(
  connection: Connection,
  service: AnalysesLanguageService,
  documents: OpenDocuments,
  guard: RequestGuard,
  client: () => ClientFeatures,
): void {
  connection.onDocumentSymbol(
    guard.onDocument<DocumentSymbolParams, DocumentSymbol[] | SymbolInformation[]>([], (document) => {
      const symbols = service.documentSymbols(document);
      return client().documentSymbolTree ? symbols : flatSymbols(document.uri, symbols);
    }),
  );
  connection.onFoldingRanges(
    guard.onDocument([], (document) => service.foldingRanges(document, client().foldingRangeLimit)),
  );
  connection.onSelectionRanges(
    guard.onDocument([], (document, { positions }) => service.selectionRanges(document, positions)),
  );
  connection.onDocumentFormatting(
    guard.onDocument([], (document, { options }) => service.formatDocument(document, options)),
  );
  connection.onDocumentRangeFormatting(
    guard.onDocument([], (document, { range, options }) => service.formatRange(document, range, options)),
  );
  connection.onDocumentOnTypeFormatting(
    guard.onDocument([], (document, { position, options }) =>
      service.formatOnType(document, position, options),
    ),
  );
  connection.onWorkspaceSymbol(({ query }) => service.workspaceSymbols(documents.all(), query));
}
