import type * as vscode from "vscode";
import type { ItemShape } from "@analyses/exchange";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import type { ItemShapeInForce } from "@analyses/protocol/exchangeMessages";
import { itemShapeRequest } from "@analyses/protocol/exchangeMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";

/** The shape of a document's analyses by its item schema; null for RevMan's form. */
export async function shapeOf(
  client: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.TextDocument,
): Promise<ItemShape | null> {
  const inForce = await client.ask(itemShapeRequest, { textDocument: { uri: document.uri.toString() } });
  if (inForce === undefined || inForce === null) return null;
  return isOfRevman(document) ? null : shapeIn(inForce);
}

function isOfRevman(document: vscode.TextDocument): boolean {
  return document.getText().slice(0, 2_000).replaceAll("\\/", "/").includes(revmanSchemaIdentifier);
}

/** The shape, which resolves references relative to the file that contains them. */
export function shapeIn({ uri, schema, files, roles }: ItemShapeInForce): ItemShape {
  const addresses = new Map<unknown, string>([
    [schema, uri],
    ...Object.entries(files).map(([at, one]) => [one, at] as const),
  ]);
  const byId = new Map(
    Object.values(files).flatMap((one) => {
      const id: unknown = typeof one === "object" && one !== null && "$id" in one ? one.$id : undefined;
      return typeof id === "string" ? [[id, one] as const] : [];
    }),
  );
  return {
    itemSchema: schema,
    roles,
    resolve: (reference, from) => {
      const address = reference.split("#", 1)[0] ?? "";
      const base = addresses.get(from) ?? uri;
      const target = URL.canParse(address, base) ? new URL(address, base).toString() : address;
      return byId.get(address) ?? files[target] ?? files[decodeURI(target)];
    },
    // Keeps names that do not match a pattern of the schema: validation of the document reports them.
    matches: () => true,
  };
}
