import type { YieldingHost } from "@analyses/json";
import {
  type DocumentDiagnosticParams,
  type DocumentDiagnosticReport,
  type CancellationToken,
  type Connection,
  type ProtocolRequestType,
  type ServerCapabilities,
  type DiagnosticServerCancellationData,
  type TextDocumentIdentifier,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  LSPErrorCodes,
  ResponseError,
} from "vscode-languageserver";
import { type RequestMessage, answer, fieldsOf, listOf } from "@analyses/protocol/message";
import type { RoleBinding } from "@analyses/evidence";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Finding } from "../findings/finding";
import type { SchemaStore } from "../schemaStore/schemaStore";
import { roleBinding } from "../evidence/analysisEvidence";
import type { AcceptedFindingFiles } from "./acceptedFindingFiles";
import type { Attention } from "./attention";
import type { ClientFeatures } from "./clientFeatures";
import type { DiagnosticReports } from "./diagnosticReports";
import { type DocumentContexts, type DocumentContext, yieldingFor } from "./documentContext";
import type { OpenDocuments } from "./documentMessages";
import type { ReferenceChecks, RecordAdditions } from "./referenceChecks";
import type { SidecarFiles } from "./sidecarFiles";
import type { SidecarService } from "../sidecars/sidecarService";
import { type ConnectionRuntime, describeProblem } from "./runtime";
import type { WorkspaceReports } from "./workspaceReports";
import { readPosition, readRange } from "@analyses/protocol/referenceMessages";
import { translate } from "../localisation/translate";

export interface DocumentParams {
  readonly textDocument: TextDocumentIdentifier;
}

/**
 * Tests, for each parameter that a request can take besides its document, whether a value has the type that LSP gives
 * it.
 */
const isParameter = {
  context: (value: unknown) => typeof value === "object" && value !== null,
  newName: (value: unknown) => typeof value === "string",
  options: (value: unknown) => typeof fieldsOf(value).tabSize === "number",
  position: (value: unknown) => readPosition(value) !== undefined,
  positions: (value: unknown) => listOf(value, readPosition) !== undefined,
  range: (value: unknown) => readRange(value) !== undefined,
};
export type Parameter = keyof typeof isParameter;

type Answering<Params, Answer> = (
  document: AnalysesDocument,
  params: Params,
  token: CancellationToken,
) => Promise<Answer | ResponseError<never>> | Answer;

type Handler<Params, Answer, Refusal> = (
  params: Params,
  token: CancellationToken,
) => Promise<Answer | ResponseError<Refusal>>;

/** Wraps handlers: finds the document, and maps life cycle, cancellation and failures to LSP errors. */
export class RequestGuard {
  /** Where the session is (LSP 3.17, Server lifecycle): requests are answered while it runs. */
  session: "not-initialized" | "running" | "shut-down" = "not-initialized";

  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
  ) {}

  /**
   * A request handler that runs `answer` on the document that the request names. Without running it, the handler
   * returns `nothing` if the document is not open, or an error (LSP 3.17, ErrorCodes): `ServerNotInitialized` before
   * `initialize`, `InvalidRequest` after `shutdown`, `RequestCancelled` for a cancelled request, `InvalidParams` if the
   * request names no document or lacks a parameter of `takes`. If the document changes while `answer` runs, the handler
   * returns `ContentModified`; if `answer` throws, the handler logs the problem and returns `InternalError`.
   */
  onDocument<Params extends DocumentParams, Answer>(
    nothing: Answer,
    answer: Answering<Params, Answer>,
    takes: readonly Parameter[] = [],
  ): Handler<Params, Answer, never> {
    return (params, token) => {
      const fields = fieldsOf(params);
      const isComplete = takes.every((name) => isParameter[name](fields[name]));
      return this.run(isComplete ? params : undefined, token, nothing, answer, () =>
        refuse(LSPErrorCodes.ContentModified, outdated()),
      );
    };
  }

  /** {@link onDocument} for diagnostic pulls: if the document changes meanwhile, the client must pull again. */
  onDiagnosticPull<Params extends DocumentParams, Answer>(
    nothing: Answer,
    answer: Answering<Params, Answer>,
  ): Handler<Params, Answer, DiagnosticServerCancellationData> {
    return (params, token) =>
      this.run<Params, Answer, DiagnosticServerCancellationData>(params, token, nothing, answer, () =>
        refuse(LSPErrorCodes.ServerCancelled, outdated(), { retriggerRequest: true }),
      );
  }

  /** A handler of a request that needs no open document. */
  whileRunning<Params, Answer>(
    answer: (params: Params, token: CancellationToken) => Answer | Promise<Answer>,
  ): (params: Params, token: CancellationToken) => Answer | ResponseError<never> | Promise<Answer> {
    return (params, token) => this.refusal() ?? answer(params, token);
  }

  private refusal(): ResponseError<never> | undefined {
    switch (this.session) {
      case "not-initialized":
        return refuse(
          ErrorCodes.ServerNotInitialized,
          translate("The language server is not initialized yet."),
        );
      case "running":
        return undefined;
      case "shut-down":
        return refuse(ErrorCodes.InvalidRequest, translate("The language server has been shut down."));
    }
  }

  private async run<Params extends DocumentParams, Answer, Refusal>(
    params: Params | undefined,
    token: CancellationToken,
    nothing: Answer,
    answer: Answering<Params, Answer>,
    refuseOutdated: () => ResponseError<Refusal>,
  ): Promise<Answer | ResponseError<Refusal>> {
    const isCancelled = (): boolean => token.isCancellationRequested;
    const refusal = this.refusal();
    if (refusal !== undefined) return refusal;
    if (isCancelled()) return cancelled();
    const uri = uriIn(params);
    if (uri === undefined || params === undefined) return invalidParams();
    const document = this.documents.get(uri);
    if (document === undefined) return nothing;
    try {
      const result = await answer(document, params, token);
      if (isCancelled()) return cancelled();
      return this.documents.get(uri) === document ? result : refuseOutdated();
    } catch (problem) {
      if (isCancelled()) return cancelled();
      this.connection.console.error(describeProblem(problem));
      return refuse(
        ErrorCodes.InternalError,
        translate("The language server could not answer this request."),
      );
    }
  }
}

/** The URI of the document that a request is about; undefined if the request is malformed. */
function uriIn(params: unknown): string | undefined {
  const { uri } = fieldsOf(fieldsOf(params).textDocument);
  return typeof uri === "string" ? uri : undefined;
}

/** The answer to a request whose parameters do not have the types that LSP gives them. */
export function invalidParams(): ResponseError<never> {
  return refuse(ErrorCodes.InvalidParams, translate("The request's parameters are not as LSP has them."));
}

function outdated(): string {
  return translate("The document has changed since.");
}

function cancelled<Refusal>(): ResponseError<Refusal> {
  return refuse(LSPErrorCodes.RequestCancelled, translate("The request was cancelled."));
}

function refuse<Refusal>(code: number, message: string, data?: Refusal): ResponseError<Refusal> {
  return new ResponseError(code, message, data);
}

/** A feature of the server: its capability and its handlers. A row of featureTable.ts. */
export interface Feature {
  /** What the feature adds to the server's capabilities (LSP 3.17, ServerCapabilities). */
  readonly capability?: (client: ClientFeatures) => ServerCapabilities;
  readonly listen: (connection: Connection, guard: RequestGuard, parts: FeatureParts) => void;
}

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
  /** Looks for changes of files that the client does not watch. */
  readonly lookForChanges: () => Promise<void>;
}

/** The inputs that a feature can require, computed before it answers. */
interface Needs {
  /** Only the document's text. */
  readonly text: object;
  /** Also the settings and schemas in force, and the roles that they give to properties. */
  readonly schemas: DocumentContext & { readonly binding: RoleBinding };
  /** Also the document's findings. */
  readonly findings: Needs["schemas"] & { readonly findings: readonly Finding[] };
}

interface FeatureRequest<Params> {
  readonly document: AnalysesDocument;
  readonly params: Params;
  readonly token: CancellationToken;
  /** Cancels long work when the request is cancelled or the document changes. */
  readonly yielding: YieldingHost;
}

type Find<Need extends keyof Needs> = (
  request: FeatureRequest<unknown>,
  parts: FeatureParts,
) => Promise<Needs[Need]>;

const find: { readonly [Need in keyof Needs]: Find<Need> } = {
  text: () => Promise.resolve({}),
  schemas: async ({ document }, { contexts, lookForChanges }) => {
    await lookForChanges();
    const context = await contexts.of(document);
    return { ...context, binding: roleBinding(context.schemas, context.settings.evidence) };
  },
  findings: async (request, parts) => ({
    ...(await find.schemas(request, parts)),
    findings: await parts.reports.findings(request.document, request.token),
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
    request: FeatureRequest<Params> & Needs[Need],
    parts: FeatureParts,
  ) => Answer | ResponseError<never> | Promise<Answer>;
  /**
   * The answer for a JSON file next to documents; without this function, the answer is `nothing`. Features that need
   * only the text use `answer` for such files too.
   */
  readonly ofSidecar?: (
    request: FeatureRequest<Params>,
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
      // Registered by method name, without the library's types, because `Row` already types the request.
      void connection.onRequest<unknown, never>(
        type.method,
        guard.onDocument(row.nothing, answering(row, parts), row.takes),
      ),
  };
}

/** A request about a document that the folder `protocol` declares; the answer is null if the document is not open. */
export function onMessage<Params extends DocumentParams, Answer, Need extends keyof Needs>(
  message: RequestMessage<Params, Answer | null>,
  row: Omit<Row<Params, Answer | null, Need>, "nothing">,
): Feature {
  return {
    listen: (connection, guard, parts) => {
      const answers = answering({ ...row, nothing: null }, parts);
      answer(connection, message, guard.onDocument(null, answers), invalidParams);
    },
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
    const request = { document, params, token, yielding: yieldingFor(document, token, parts) };
    const sidecar = row.needs === "text" ? undefined : await parts.sidecars.of(document);
    if (sidecar !== undefined) return (await row.ofSidecar?.(request, sidecar, parts)) ?? row.nothing;
    return row.answer({ ...request, ...(await find[row.needs](request, parts)) }, parts);
  };
}

/** Whether a request names another version than the document's (LSP 3.17, VersionedTextDocumentIdentifier). */
function isOfOtherVersion({ version }: AnalysesDocument, params: unknown): boolean {
  const { version: named } = fieldsOf(fieldsOf(params).textDocument);
  return typeof named === "number" && named !== version;
}

const emptyReport: DocumentDiagnosticReport = { kind: DocumentDiagnosticReportKind.Full, items: [] };

/**
 * Answers diagnostic pulls (LSP 3.17, `textDocument/diagnostic`).
 * VS Code's client may pull before it sends `didOpen`: once the document is open, the server requests another pull.
 */
export function answerDiagnosticPulls(
  connection: Connection,
  guard: RequestGuard,
  { documents, reports, refreshDiagnostics, lookForChanges }: FeatureParts,
): void {
  const requestedTooEarly = new Set<string>();
  const answer = guard.onDiagnosticPull<DocumentDiagnosticParams, DocumentDiagnosticReport>(
    emptyReport,
    async (document, { previousResultId }, token) => {
      await lookForChanges();
      const report = await reports.report(document, previousResultId, token);
      switch (report.kind) {
        case "full":
          return { ...report, kind: DocumentDiagnosticReportKind.Full };
        case "unchanged":
          return { ...report, kind: DocumentDiagnosticReportKind.Unchanged };
        case "cancelled":
          return emptyReport;
      }
    },
  );
  connection.languages.diagnostics.on((params, token) => {
    const { uri } = params.textDocument;
    if (documents.get(uri) === undefined) requestedTooEarly.add(uri);
    return answer(params, token);
  });
  documents.onDidOpen(({ document: { uri } }) => {
    if (requestedTooEarly.delete(uri)) refreshDiagnostics();
  });
}
