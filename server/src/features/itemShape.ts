import type { ItemShapeInForce } from "@analyses/protocol/exchangeMessages";
import type { EvidenceSettings } from "@analyses/protocol/settings";
import type { SchemaContext } from "../schema/schemaContext";

/** The item schema and roles of a document's analyses, for writers of analyses; null without a usable item schema. */
export function itemShape(
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  { roles }: Pick<EvidenceSettings, "roles">,
): ItemShapeInForce | null {
  if (itemSchema.kind !== "ready") return null;
  const { uri, schema, files } = itemSchema;
  return { uri, schema, files: Object.fromEntries(files), roles };
}
