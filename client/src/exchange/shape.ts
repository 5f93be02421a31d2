import type * as vscode from "vscode";
import type { ItemShape } from "@analyses/exchange";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import { itemShapeRequest } from "@analyses/protocol/customMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";

/** The shape of a document's analyses by its item schema; null for RevMan's form. */
export async function shapeOf(
  client: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.TextDocument,
): Promise<ItemShape | null> {
  const shape = await client.ask(itemShapeRequest, { textDocument: { uri: document.uri.toString() } });
  if (shape === undefined || shape === null) return null;
  return hasRevmanSchema(document) ? null : { ...shape, files: new Map(Object.entries(shape.files)) };
}

function hasRevmanSchema(document: vscode.TextDocument): boolean {
  return document.getText().slice(0, 2_000).replaceAll("\\/", "/").includes(revmanSchemaIdentifier);
}
