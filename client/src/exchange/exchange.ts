// What reads and writes files of other programs: a bundle of its own, loaded with the first that is wanted.
import * as vscode from "vscode";
import { writeReview } from "@analyses/exchange";
import { newestSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { inEditor, nameOf, readInEditor, sourceAt, translate } from "./reading";

export { importAnalyses } from "./importAnalyses";
export { exportAnalyses } from "./exportAnalyses";
export { reportAt } from "./report";

/**
 * A file of another program as the text of a document in RevMan's form, for looking and comparing.
 *
 * @throws Error with the reason where it cannot be read, or leaves something open that has to be asked
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
          // Where nothing is judged, which method it would be says nothing.
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
