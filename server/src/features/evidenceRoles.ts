import type { RoleBinding, RoleEntries, RoleEntry } from "@analyses/evidence";
import { type DocumentText, containersIn, membersInsertion, propertiesOf, valueOf } from "@analyses/json";
import type { LinePosition, ObjectNode, Placed, TextReplacement } from "@analyses/json";
import type {
  EvidenceAnswer,
  EvidenceRoles,
  RoleOfProperty,
  SchemaAnnotation,
} from "@analyses/protocol/evidenceMessages";
import { type AnalysesDocument, createDocument } from "../document/analysesDocument";
import { analysisLabel, labelText } from "../document/labels";
import { subschemasIn } from "../evidence/analysisEvidence";
import { placeIn } from "../evidence/evidenceWords";
import { type Figures, evidenceAtPosition } from "../evidence/reportEvidence";
import { translate } from "../localisation/translate";
import type { ItemSchema, SchemaContext, SchemaRuntime } from "../schema/schemaContext";
import { locate } from "../document/locate";

/**
 * The role of each property of an analysis with the source of the role, and the roles that no property has. For roles
 * that follow only from names, also the setting, and the edits of schemas, that would state them.
 *
 * @returns undefined if the position is in no analysis
 */
export async function evidenceRoles(
  document: AnalysesDocument,
  position: LinePosition,
  { itemSchema }: Pick<SchemaContext, "itemSchema">,
  binding: RoleBinding,
  { readFile }: SchemaRuntime,
  { describeRoles, ownSubschemas }: Pick<Figures, "describeRoles" | "ownSubschemas">,
): Promise<EvidenceRoles | undefined> {
  const place = evidenceAtPosition(document, position, binding);
  if (place === undefined) return undefined;
  const { group, analysis, evidence } = place;
  const described = describeRoles(valueOf(document, analysis), binding);
  const { form, bound, missing, assumed, unbound, answers } = described;
  const problem = evidence.kind === "problem" ? evidence.problem : null;
  const rangeOf = (pointer: string): RoleOfProperty["range"] => {
    const found = placeIn(document, analysis, pointer) ?? analysis;
    return document.text.rangeBetween(found.start, found.start + found.node.length);
  };
  const named = Object.fromEntries(
    bound.flatMap(({ by, path, entry }) => (by === "name" && entry !== null ? [[path, entry] as const] : [])),
  );
  const annotating = (entries: RoleEntries) => annotationsFor(itemSchema, entries, readFile, ownSubschemas);
  return {
    analysis: labelText(analysisLabel(document, group, analysis, analysis.index)),
    problem: problem?.sentence(translate) ?? null,
    form,
    bound: bound.map(({ path, role, by, pointer }) => ({ path, role, by, range: rangeOf(pointer) })),
    missing,
    assumed,
    unbound: unbound.map(({ path, example }) => ({ path, example: String(example) })),
    answers: await Promise.all(
      answers.map(async (answer): Promise<EvidenceAnswer> => {
        const { edits, isWhole } = await annotating(answer.entries);
        const label = answer.text(translate);
        return { label, setting: answer.entries, annotations: isWhole ? edits : [] };
      }),
    ),
    setting: named,
    annotations: (await annotating(named)).edits,
  };
}

/**
 * The edits that annotate roles in schema files; `isWhole` is false if they cannot annotate all entries, for example
 * because properties share a subschema.
 */
async function annotationsFor(
  itemSchema: ItemSchema,
  entries: RoleEntries,
  readFile: SchemaRuntime["readFile"],
  ownSubschemas: Figures["ownSubschemas"],
): Promise<{ readonly edits: readonly SchemaAnnotation[]; readonly isWhole: boolean }> {
  const paths = Object.keys(entries);
  if (itemSchema.kind !== "ready" || paths.length === 0) return { edits: [], isWhole: false };
  const subschemas = ownSubschemas(subschemasIn(itemSchema), paths);
  const wanted = new Map<unknown, RoleEntry>();
  for (const [path, entry] of Object.entries(entries)) {
    const subschema = subschemas.get(path);
    if (subschema !== undefined && !wanted.has(subschema)) wanted.set(subschema, entry);
  }
  const edits: SchemaAnnotation[] = [];
  for (const [uri, root] of itemSchema.files) {
    const here = [...containersIn(root)].flatMap(({ value, path }) => {
      const entry = wanted.get(value);
      return entry === undefined ? [] : { path: path(), entry };
    });
    const file = here.length === 0 ? undefined : await readFile(uri);
    if (file?.kind !== "read") continue;
    const schema = createDocument(uri, "json", 1, file.text);
    for (const { path, entry } of here) {
      const at = locate(schema, schema.root, path);
      if (at?.node.kind !== "object") continue;
      for (const { start, end, text } of annotationEdits(
        { node: at.node, start: at.start },
        entry,
        schema.text,
      ))
        edits.push({ uri, range: schema.text.rangeBetween(start, end), newText: text });
    }
  }
  return { edits, isWhole: wanted.size === paths.length && edits.length > 0 };
}

/** The edits that give a subschema a role and values: they replace an existing role, and add to existing values. */
function annotationEdits(
  schema: Placed<ObjectNode>,
  entry: RoleEntry,
  text: DocumentText,
): readonly TextReplacement[] {
  const { role, values } = typeof entry === "string" ? { role: entry, values: {} } : entry;
  const known = new Map(Array.from(propertiesOf(schema), ({ property, value }) => [property.name, value]));
  const own = known.get("x-evidence-role");
  const ownValues = known.get("x-evidence-values");
  const edits: TextReplacement[] = [];
  const members: string[] = [];
  if (own === undefined) members.push(`"x-evidence-role": ${JSON.stringify(role)}`);
  else {
    const [start, end] = [own.start, own.start + own.node.length];
    if (text.slice(start, end) !== JSON.stringify(role))
      edits.push({ start, end, text: JSON.stringify(role) });
  }
  const pairs = Object.entries(values).map(
    ([value, standard]) => `${JSON.stringify(value)}: ${JSON.stringify(standard)}`,
  );
  if (ownValues?.node.kind === "object") {
    const { node, start } = ownValues;
    if (pairs.length > 0) edits.push(membersInsertion(text, { node, start }, -1, pairs));
  } else if (pairs.length > 0) members.push(`"x-evidence-values": { ${pairs.join(", ")} }`);
  return members.length === 0 ? edits : [membersInsertion(text, schema, -1, members), ...edits];
}
