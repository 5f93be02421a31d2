import type {
  CancellationToken,
  Connection,
  DiagnosticServerCancellationData,
  TextDocumentIdentifier,
} from "vscode-languageserver";
import { ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import type { AnalysesDocument } from "../document/analysesDocument";
import { describeProblem } from "./describeProblem";
import type { OpenDocuments } from "./openDocuments";
import { translate } from "../localisation/translate";

interface DocumentParams {
  readonly textDocument: TextDocumentIdentifier;
}

type Answering<Params, Answer> = (
  document: AnalysesDocument,
  params: Params,
  token: CancellationToken,
) => Promise<Answer> | Answer;

type Handler<Params, Answer, Refusal> = (
  params: Params,
  token: CancellationToken,
) => Promise<Answer | ResponseError<Refusal>>;

/** Gives every request the same end: an answer, or the word that nobody waits for it any more. */
export class RequestGuard {
  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
  ) {}

  /**
   * A request handler that runs `answer` on the document that the request names.
   *
   * It answers `nothing` where the document is not open. A cancelled request is answered with
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

  private async run<Params extends DocumentParams, Answer, Refusal>(
    params: Params,
    token: CancellationToken,
    nothing: Answer,
    answer: Answering<Params, Answer>,
    refuseOutdated: () => ResponseError<Refusal>,
  ): Promise<Answer | ResponseError<Refusal>> {
    const isCancelled = (): boolean => token.isCancellationRequested;
    if (isCancelled()) return cancelled();
    const { uri } = params.textDocument;
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

function outdated(): string {
  return translate("The document has changed since.");
}

function cancelled<Refusal>(): ResponseError<Refusal> {
  return refuse(LSPErrorCodes.RequestCancelled, translate("The request was cancelled."));
}

function refuse<Refusal>(code: number, message: string, data?: Refusal): ResponseError<Refusal> {
  return new ResponseError(code, message, data);
}
