// Reads and writes files of other programs. A separate bundle, loaded on first use.
import * as vscode from "vscode";
import { writeReview } from "@analyses/exchange";
import { newestSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { nameOf } from "../platform/displayText";
import { inEditor, readInEditor, sourceAt, translate } from "./reading";

export { importAnalyses } from "./importAnalyses";
export { exportAnalyses } from "./exportAnalyses";
export { reportAt } from "./report";

/**
 * Converts a file of another program to a document in RevMan's form, to view or compare it.
 *
 * @throws Error with the reason if the file is unreadable, or does not state what the user would have to answer
 */
export async function documentTextOf(uri: vscode.Uri): Promise<string> {
  const outcome = await readInEditor(await sourceAt(uri), {});
  if (outcome === undefined) throw new vscode.CancellationError();
  switch (outcome.kind) {
    case "document":
      return outcome.text;
    case "refused":
      throw new Error(outcome.reason);
    case "questions":
      throw new Error(vscode.l10n.t("{0} leaves something open: import it to answer.", nameOf(uri)));
    case "read": {
      const written = await inEditor(
        writeReview(outcome.review, {
          translate,
          format: "revman-json",
          name: "",
          shape: null,
          $schema: newestSchemaIdentifier,
          // Needed only if the review names no method: it has no judgements then.
          riskOfBias: 1,
          withoutResults: false,
          rawText: false,
          isMinified: false,
        }),
      );
      if (written.kind === "refused") throw new Error(written.reason);
      return written.kind === "written" ? new TextDecoder().decode(written.files[0]?.bytes) : "";
    }
  }
}
