import type {
  CancellationToken,
  Connection,
  ProtocolRequestType,
  ResponseError,
  ServerCapabilities,
} from "vscode-languageserver";
import type { RequestMessage } from "@analyses/protocol/message";
import { answer, fieldsOf } from "@analyses/protocol/message";
import type { RoleBinding } from "@analyses/evidence";
import type { AnalysesDocument, Finding, SchemaStore, Yielding } from "../languageService";
import { roleBinding } from "../languageService";
import type { AcceptedFindingFiles } from "./acceptedFindingFiles";
import type { Attention } from "./attention";
import type { ClientFeatures } from "./clientFeatures";
import type { DiagnosticReports } from "./diagnosticReports";
import type { DocumentContexts, DocumentContext } from "./documentContext";
import { yieldingFor } from "./documentContext";
import type { OpenDocuments } from "./documentMessages";
import type { ReferenceChecks } from "./referenceChecks";
import type { RecordAdditions } from "./registryQuestions";
import type { SidecarFiles } from "./sidecarFiles";
import type { SidecarService } from "../sidecars/sidecarService";
import type { DocumentParams, Parameter, RequestGuard } from "./requestGuard";
import { invalidParams } from "./requestGuard";
import type { ConnectionRuntime } from "./runtime";
import type { WorkspaceReports } from "./workspaceReports";

/** A feature of the server: its capability and its handlers. A row of featureTable.ts. */
export interface Feature {
  /** LSP 3.17, ServerCapabilities. */
  readonly capability: (client: ClientFeatures) => ServerCapabilities;
  readonly listen: (connection: Connection, guard: RequestGuard, parts: FeatureParts) => void;
}

/** The services that features use. */
export interface FeatureParts {
  readonly client: () => ClientFeatures;
  readonly documents: OpenDocuments;
  readonly schemas: SchemaStore;
  readonly contexts: DocumentContexts;
  readonly reports: DiagnosticReports;
  readonly workspace: WorkspaceReports;
  readonly references: RecordAdditions;
  readonly accepted: AcceptedFindingFiles;
  readonly checks: ReferenceChecks;
  readonly attention: Attention;
  readonly sidecars: SidecarFiles;
  readonly runtime: ConnectionRuntime;
  /** Requests that the client pull diagnostics again. */
  readonly refreshDiagnostics: () => void;
  /** Checks schema files that the client does not watch. */
  readonly lookForChanges: () => Promise<void>;
}

/** The inputs that a feature can require, computed before it answers. */
interface Needs {
  /** Only the document's text. */
  readonly text: object;
  /** Also the settings and schemas in force, and the roles that they give to properties. */
  readonly schemas: DocumentContext & { readonly binding: RoleBinding };
  /** Also its findings. */
  readonly findings: Needs["schemas"] & { readonly findings: readonly Finding[] };
}

interface Asked<Params> {
  readonly document: AnalysesDocument;
  readonly params: Params;
  readonly token: CancellationToken;
  /** Cancels long work when the request is cancelled or the document changes. */
  readonly yielding: Yielding;
}

type Find<Need extends keyof Needs> = (asked: Asked<unknown>, parts: FeatureParts) => Promise<Needs[Need]>;

const find: { readonly [Need in keyof Needs]: Find<Need> } = {
  text: () => Promise.resolve({}),
  schemas: async ({ document }, { contexts, lookForChanges }) => {
    await lookForChanges();
    const context = await contexts.of(document);
    return { ...context, binding: roleBinding(context.schemas, context.settings.evidence) };
  },
  findings: async (asked, parts) => ({
    ...(await find.schemas(asked, parts)),
    findings: await parts.reports.findings(asked.document, asked.token),
  }),
};

interface Row<Params, Answer, Need extends keyof Needs> {
  readonly capability?: ServerCapabilities | Feature["capability"];
  /** The parameters that the request takes besides its document. */
  readonly takes?: readonly Parameter[];
  readonly needs: Need;
  /** The answer for a document that is not open, or not in the version that the request names. */
  readonly nothing: Answer;
  /** Returns a ResponseError, with a sentence for the user, if the request cannot be fulfilled. */
  readonly answer: (
    asked: Asked<Params> & Needs[Need],
    parts: FeatureParts,
  ) => Answer | ResponseError<never> | Promise<Answer>;
  /** The answer for a JSON file next to documents, else `nothing`. Text-only features use `answer` there too. */
  readonly ofSidecar?: (
    asked: Asked<Params>,
    service: SidecarService,
    parts: FeatureParts,
  ) => PromiseLike<Answer>;
}

/** An LSP request about a document. */
export function onRequest<
  Params extends DocumentParams,
  Answer,
  Part,
  Problem,
  Options,
  Need extends keyof Needs,
>(
  type: ProtocolRequestType<Params, Answer, Part, Problem, Options>,
  row: Row<Params, Answer, Need>,
): Feature {
  return {
    capability: (client) =>
      typeof row.capability === "function" ? row.capability(client) : (row.capability ?? {}),
    listen: (connection, guard, parts) =>
      // By method name, since `Row` already types the request.
      void connection.onRequest<unknown, never>(
        type.method,
        guard.onDocument(row.nothing, answering(row, parts), row.takes),
      ),
  };
}

/** A custom request about a document (folder protocol). */
export function onMessage<Params extends DocumentParams, Answer, Need extends keyof Needs>(
  message: RequestMessage<Params, Answer>,
  row: Row<Params, Answer, Need>,
): Feature {
  return {
    capability: () => ({}),
    listen: (connection, guard, parts) =>
      void answer(connection, message, guard.onDocument(row.nothing, answering(row, parts)), invalidParams),
  };
}

function answering<Params, Answer, Need extends keyof Needs>(
  row: Row<Params, Answer, Need>,
  parts: FeatureParts,
) {
  return async (
    document: AnalysesDocument,
    params: Params,
    token: CancellationToken,
  ): Promise<Answer | ResponseError<never>> => {
    if (isOfOtherVersion(document, params)) return row.nothing;
    parts.attention.asked(document.uri, params);
    const asked = { document, params, token, yielding: yieldingFor(document, token, parts) };
    const sidecar = row.needs === "text" ? undefined : await parts.sidecars.of(document);
    if (sidecar !== undefined) return (await row.ofSidecar?.(asked, sidecar, parts)) ?? row.nothing;
    return row.answer({ ...asked, ...(await find[row.needs](asked, parts)) }, parts);
  };
}

/** Whether a request names another version (LSP 3.17, VersionedTextDocumentIdentifier), to which its offsets refer. */
function isOfOtherVersion({ version }: AnalysesDocument, params: unknown): boolean {
  const { version: named } = fieldsOf(fieldsOf(params).textDocument);
  return typeof named === "number" && named !== version;
}
