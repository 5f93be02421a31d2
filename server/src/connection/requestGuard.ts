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
import { fieldsOf, listOf } from "@analyses/protocol/message";
import { readPosition, readRange } from "@analyses/protocol/referenceMessages";
import { translate } from "../localisation/translate";

/** The parameters common to all requests about a document. */
export interface DocumentParams {
  readonly textDocument: TextDocumentIdentifier;
}

/** How LSP has the parameters that requests take besides the document. */
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
   * A request handler that runs `answer` on the document that the request names.
   *
   * Returns `nothing` if the document is not open, and `InvalidParams` if the request names none or lacks one of the
   * parameters that it takes. Before `initialize`
   * it returns `ServerNotInitialized`, after `shutdown` `InvalidRequest`; for a cancelled request `RequestCancelled`,
   * for one whose document changed meanwhile `ContentModified`. It logs a failure and returns `InternalError` (LSP
   * 3.17, ErrorCodes).
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

  /** The same for diagnostic pulls: if the document changed meanwhile, the error makes the client pull again. */
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

/** The answer to a request whose parameters have another form. */
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
