import type { ItemShapeInForce } from "@analyses/protocol/exchangeMessages";
import type { EvidenceSettings } from "@analyses/protocol/settings";
import type { SchemaContext } from "../schema/schemaContext";

/** How the analyses of a document look, for who writes some; null where nothing says it. */
export function itemShape(
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  { roles }: Pick<EvidenceSettings, "roles">,
): ItemShapeInForce | null {
  if (itemSchema.kind !== "ready") return null;
  const { uri, schema, files } = itemSchema;
  return { uri, schema, files: Object.fromEntries(files), roles };
}
