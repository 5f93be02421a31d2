import * as vscode from "vscode";
import type {
  ProblemsAfterAnswer,
  ProblemsAfterParams,
  TextRange,
} from "../../../protocol/src/referenceRequests";
import { problemsAfterRequest } from "../../../protocol/src/referenceRequests";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { analysesLanguage } from "../language/documentLanguage";
import { withinTime } from "../platform/withinTime";
import { rangeOf } from "./insertionTarget";
import type { TextChange } from "./textEdits";

/** How long somebody who inserts a reference waits for the language server, in milliseconds. */
const patience = 2000;

/** Knows whether an analyses document stays in order when a reference goes in: the server knows the schemas. */
export class InsertionJudge {
  constructor(private readonly languageClient: Pick<AnalysesLanguageClient, "ask">) {}

  /**
   * The first error that changes would bring into a document, as a sentence. Undefined where there is none,
   * and where nobody can tell in time: a server that is slow or gone keeps nobody from writing.
   *
   * @param changes by the offsets of the document's text, in their order, without overlaps
   */
  async problemAfter(
    document: vscode.TextDocument,
    changes: readonly TextChange[],
  ): Promise<string | undefined> {
    if (document.languageId !== analysesLanguage || changes.length === 0) return undefined;
    const params: ProblemsAfterParams = {
      textDocument: { uri: document.uri.toString(), version: document.version },
      // The last one first: those before it stay where they are.
      changes: changes.toReversed().map((change) => {
        const { start, end } = rangeOf(document, change);
        return { range: { start: positionOf(start), end: positionOf(end) }, text: change.newText };
      }),
    };
    const cancellation = new vscode.CancellationTokenSource();
    try {
      const answer = this.languageClient.ask<ProblemsAfterAnswer | null>(
        problemsAfterRequest,
        params,
        cancellation.token,
      );
      return (await withinTime(patience, answer))?.messages[0];
    } catch {
      return undefined;
    } finally {
      cancellation.cancel();
      cancellation.dispose();
    }
  }
}

/** A position as plain data, which goes to a server in whichever way. */
function positionOf({ line, character }: vscode.Position): TextRange["start"] {
  return { line, character };
}
