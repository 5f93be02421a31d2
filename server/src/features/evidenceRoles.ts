import type { DescribedRole, RoleBinding } from "../../../evidence/src/index";
import { problemSentence } from "../../../evidence/src/index";
import { isJsonArray, isJsonObject, valueOf } from "../../../json/src";
import type { JsonPath, JsonValue, LinePosition } from "../../../json/src";
import type { EvidenceRoles, RoleOfProperty, SchemaAnnotation } from "../../../protocol/src/evidenceMessages";
import type { AnalysesDocument } from "../document/analysesDocument";
import { createDocument } from "../document/analysesDocument";
import { analysisLabel, labelText } from "../document/labels";
import { analysisEvidence, schemaResolver } from "../evidence/analysisEvidence";
import { placeIn } from "../evidence/evidenceWords";
import type { Figures } from "../evidence/reportEvidence";
import { analysisAtPosition } from "../evidence/reportEvidence";
import { translate } from "../localisation/translate";
import type { ItemSchema, SchemaContext, SchemaRuntime } from "../schema/schemaContext";
import { locate } from "../document/locate";

/**
 * Which property of an analysis has which role, by what, and what is missing; and how the roles that names have could be
 * written into the setting or the schema instead.
 *
 * @returns undefined where the position is in no analysis
 */
export async function evidenceRoles(
  document: AnalysesDocument,
  position: LinePosition,
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  binding: RoleBinding,
  { readFile }: SchemaRuntime,
  { describeRoles, ownSubschemas }: Pick<Figures, "describeRoles" | "ownSubschemas">,
): Promise<EvidenceRoles | undefined> {
  const place = analysisAtPosition(document, position);
  if (place === undefined) return undefined;
  const { group, analysis } = place;
  const { bound, missing, assumed, unbound, unknown } = describeRoles(valueOf(document, analysis), binding);
  const evidence = analysisEvidence(document, analysis, binding);
  const rangeOf = (pointer: string): RoleOfProperty["range"] => {
    const found = placeIn(document, analysis, pointer) ?? analysis;
    return document.text.rangeBetween(found.start, found.start + found.node.length);
  };
  const byName = bound.filter(({ by }) => by === "name");
  return {
    analysis: labelText(analysisLabel(document, group, analysis, analysis.index)),
    problem: evidence.kind === "problem" ? problemSentence(evidence.problem, translate) : null,
    bound: bound.map(({ path, role, by, pointer }) => ({ path, role, by, range: rangeOf(pointer) })),
    missing,
    assumed,
    unbound: unbound.map(({ path, example }) => ({ path, example: String(example) })),
    unknown,
    setting: Object.fromEntries(byName.map(({ path, role }) => [path, role])),
    annotations: await annotationsFor(itemSchema, byName, readFile, ownSubschemas),
  };
}

/** Where each role would be annotated; roles whose schema holds for other properties too are left out. */
async function annotationsFor(
  itemSchema: ItemSchema,
  roles: readonly DescribedRole[],
  readFile: SchemaRuntime["readFile"],
  ownSubschemas: Figures["ownSubschemas"],
): Promise<readonly SchemaAnnotation[]> {
  if (itemSchema.kind !== "ready" || roles.length === 0) return [];
  const paths = roles.map(({ path }) => path);
  const subschemas = ownSubschemas(itemSchema.schema, paths, schemaResolver(itemSchema));
  const wanted = new Map<unknown, string>();
  for (const { path, role } of roles) {
    const subschema = subschemas.get(path);
    if (subschema !== undefined && !wanted.has(subschema)) wanted.set(subschema, role);
  }
  const found: SchemaAnnotation[] = [];
  for (const [uri, root] of itemSchema.files) {
    const here = [...placesOf(root, wanted)];
    const file = here.length === 0 ? undefined : await readFile(uri);
    if (file?.kind !== "read") continue;
    const schema = createDocument(uri, "json", 1, file.text);
    for (const { path, role } of here) {
      const at = locate(schema, schema.root, path);
      if (at?.node.kind !== "object") continue;
      const inside = at.start + 1;
      const space = /^\s*/.exec(file.text.slice(inside))?.[0] ?? "";
      const member = `${space}"x-evidence-role": ${JSON.stringify(role)}`;
      const newText = at.node.properties.length === 0 ? member : `${member},`;
      found.push({ uri, position: schema.text.positionAt(inside), newText });
    }
  }
  return found;
}

function* placesOf(
  value: JsonValue,
  wanted: ReadonlyMap<unknown, string>,
  path: JsonPath = [],
): Generator<{ readonly path: JsonPath; readonly role: string }, void> {
  const role = wanted.get(value);
  if (role !== undefined) yield { path, role };
  if (isJsonArray(value))
    for (const [index, one] of value.entries()) yield* placesOf(one, wanted, [...path, index]);
  else if (isJsonObject(value))
    for (const [name, one] of Object.entries(value)) yield* placesOf(one, wanted, [...path, name]);
}
