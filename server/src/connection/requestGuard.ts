import type {
  CancellationToken,
  Connection,
  DiagnosticServerCancellationData,
  TextDocumentIdentifier,
} from "vscode-languageserver";
import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { AnalysesDocument } from "../languageService";
import { describeProblem } from "./runtime";
import type { OpenDocuments } from "./documentMessages";
import { fieldsOf } from "@analyses/protocol/message";
import { translate } from "../localisation/translate";

/** What a request about a document has. */
export interface DocumentParams {
  readonly textDocument: TextDocumentIdentifier;
}

type Answering<Params, Answer> = (
  document: AnalysesDocument,
  params: Params,
  token: CancellationToken,
) => Promise<Answer | ResponseError<never>> | Answer;

type Handler<Params, Answer, Refusal> = (
  params: Params,
  token: CancellationToken,
) => Promise<Answer | ResponseError<Refusal>>;

/** Wraps handlers: finds the document, and maps the life cycle, cancellation and failure to LSP's errors. */
export class RequestGuard {
  /** Where the session is (LSP 3.17, Server lifecycle): requests are answered while it runs. */
  session: "not-initialized" | "running" | "shut-down" = "not-initialized";

  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
  ) {}

  /**
   * A request handler that runs `answer` on the document that the request names.
   *
   * It answers `nothing` where the document is not open, and `InvalidParams` where none is named. Before `initialize` a request is answered with
   * `ServerNotInitialized`, after `shutdown` with `InvalidRequest`. A cancelled request is answered with
   * `RequestCancelled`; one whose document changed meanwhile with `ContentModified`; one that failed is
   * logged and answered with `InternalError` (LSP 3.17, ErrorCodes).
   */
  onDocument<Params extends DocumentParams, Answer>(
    nothing: Answer,
    answer: Answering<Params, Answer>,
  ): Handler<Params, Answer, never> {
    return (params, token) =>
      this.run(params, token, nothing, answer, () => refuse(LSPErrorCodes.ContentModified, outdated()));
  }

  /** The same for pulled diagnostics: where the document changed meanwhile, the client asks again. */
  onDiagnosticPull<Params extends DocumentParams, Answer>(
    nothing: Answer,
    answer: Answering<Params, Answer>,
  ): Handler<Params, Answer, DiagnosticServerCancellationData> {
    return (params, token) =>
      this.run<Params, Answer, DiagnosticServerCancellationData>(params, token, nothing, answer, () =>
        refuse(LSPErrorCodes.ServerCancelled, outdated(), { retriggerRequest: true }),
      );
  }

  /** A handler of a request that names no open document. */
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
    params: Params,
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
    if (uri === undefined)
      return refuse(ErrorCodes.InvalidParams, translate("The request names no document as LSP has it."));
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

/** The address of the document that a request is about; undefined where it is not of the protocol's form. */
function uriIn(params: unknown): string | undefined {
  const { uri } = fieldsOf(fieldsOf(params).textDocument);
  return typeof uri === "string" ? uri : undefined;
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
