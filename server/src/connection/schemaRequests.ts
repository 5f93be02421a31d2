import type {
  CodeAction,
  CodeActionParams,
  CompletionList,
  CompletionParams,
  Connection,
  DocumentLink,
  DocumentLinkParams,
  Hover,
  HoverParams,
} from "vscode-languageserver";
import type { AnalysesLanguageService } from "../languageService";
import type { ClientFeatures } from "./clientFeatures";
import type { DiagnosticReports } from "./diagnosticReports";
import type { DocumentSurroundings } from "./documentSurroundings";
import type { ReferenceAnswers } from "./references/referenceAnswers";
import type { RequestGuard } from "./requestGuard";

/** Answers the requests that depend on the schemas in force, with what registries know added. */
export function answerSchemaRequests(
  connection: Connection,
  service: AnalysesLanguageService,
  surroundings: DocumentSurroundings,
  reports: DiagnosticReports,
  references: ReferenceAnswers,
  guard: RequestGuard,
  client: () => ClientFeatures,
): void {
  connection.onCompletion(
    guard.onDocument<CompletionParams, CompletionList | null>(null, async (document, { position }, token) => {
      const { schemas } = await surroundings.of(document);
      const own = service.complete(document, schemas, position, client().completion);
      return references.complete(document, position, own, token);
    }),
  );
  connection.onHover(
    guard.onDocument<HoverParams, Hover | null>(null, async (document, { position }, token) => {
      const { schemas } = await surroundings.of(document);
      const own = service.hover(document, schemas, position, client().hoverFormat);
      return references.hover(document, position, own, token);
    }),
  );
  connection.onDocumentLinks(
    guard.onDocument<DocumentLinkParams, DocumentLink[]>([], async (document) => {
      const { schemas } = await surroundings.of(document);
      return service.documentLinks(document, schemas);
    }),
  );
  connection.onCodeAction(
    guard.onDocument<CodeActionParams, CodeAction[]>([], async (document, { range, context }, token) => {
      const { schemas } = await surroundings.of(document);
      const findings = await reports.findings(document, token);
      const { versionedEdits, snippetEdits, selectItemSchema } = client();
      const { only } = context;
      const options = { only, versionedEdits, snippetEdits, selectItemSchema };
      return service.codeActions(document, schemas, findings, range, options);
    }),
  );
}
