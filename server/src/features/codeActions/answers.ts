import type { CodeAction } from "vscode-languageserver-types";
import { CodeActionKind } from "vscode-languageserver-types";
import type { RoleBinding } from "@analyses/evidence";
import type { LinePosition } from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import { analysisAtPosition } from "../../evidence/reportEvidence";
import { translate } from "../../localisation/translate";

/**
 * Answers to the open question of an analysis's evidence, anywhere in it: the question blocks the computation.
 *
 * @param command the client's, which writes an answer down
 */
export function answersAt(
  document: AnalysesDocument,
  binding: RoleBinding,
  position: LinePosition,
  command: string,
): CodeAction[] {
  const place = analysisAtPosition(document, position);
  if (place === undefined) return [];
  const { analysis } = place;
  const evidence = analysisEvidence(document, analysis, binding);
  if (evidence.kind !== "problem" || !("answers" in evidence.problem)) return [];
  const { problem } = evidence;
  return problem.answers.map((answer): CodeAction => {
    const title = answer.text(translate);
    const target = { textDocument: { uri: document.uri }, position, answer: title };
    return { title, kind: CodeActionKind.QuickFix, command: { title, command, arguments: [target] } };
  });
}
