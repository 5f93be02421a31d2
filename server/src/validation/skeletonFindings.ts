import type { AnalysesDocument } from "../document/analysesDocument";
import { groupListOf, isGroupNode } from "../document/groups";
import type { CompiledSchema, SchemaProblem } from "../schema/compiledSchema";
import type { CompiledSchemas } from "../schema/compiledSchemas";
import type { SyntaxNode } from "../syntax/nodes";
import { NoteKey } from "../syntax/remember";
import type { FindingDraft } from "./finding";
import { schemaFindings } from "./schemaFindings";
import { SettledElements } from "./settledElements";
import { skeletonValue } from "./skeletonValue";

/** The schema by which a group is known to be in order. */
const fittingNote = new NoteKey<CompiledSchema>();

/** With as many problems as this not all are told, so that nothing follows from silence. */
const mostTold = 1000;

const fittingGroups = new SettledElements();

/**
 * What the document's schema says of everything but the analyses. Groups that are known to be in order
 * are not looked at again.
 */
export function skeletonFindings(
  document: AnalysesDocument,
  { document: schema, judgesGroupsAlone }: CompiledSchemas,
): FindingDraft[] {
  const groups = groupListOf(document)?.node.elements ?? [];
  const isKnown = (index: number) => {
    const group = groups[index];
    return isGroupNode(group) && fittingNote.read(group) === schema;
  };
  const toRead = fittingGroups.unsettledIn(document, groups, [schema]).filter((index) => !isKnown(index));
  const value = skeletonValue(document, groups, toRead);
  if (value === undefined) return [];
  const problems = schema(value, mostTold);
  if (judgesGroupsAlone && problems.length < mostTold) noteFittingGroups(groups, toRead, schema, problems);
  const unsettled = toRead.filter((index) => !isKnown(index));
  fittingGroups.settle(document, groups, [schema], unsettled);
  return schemaFindings(document, document.root, "document", problems);
}

function noteFittingGroups(
  groups: readonly SyntaxNode[],
  looked: readonly number[],
  schema: CompiledSchema,
  problems: readonly SchemaProblem[],
): void {
  if (problems.some(({ detail }) => detail.keyword === "unfinished")) return;
  const wrong = new Set(problems.map(({ instancePath }) => instancePath[1]));
  for (const index of looked) {
    const group = groups[index];
    if (isGroupNode(group) && !wrong.has(index)) fittingNote.write(group, schema);
  }
}
