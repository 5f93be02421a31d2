import type { ItemShapeInForce } from "../../../protocol/src/exchangeMessages";
import type { EvidenceSettings } from "../../../protocol/src/settings";
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
