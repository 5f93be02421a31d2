import type { AnalysesDocument } from "../document/analysesDocument";
import { valueOf } from "../document/valueOf";
import { keysOf } from "../references/keysOf";
import { linkMismatchFindings } from "../references/linkMismatch";
import type { CompiledSchema } from "../schema/compiledSchema";
import { isWellFormed } from "../syntax/nodes";
import type { Placed, SealedNode, SyntaxNode } from "../syntax/nodes";
import { NoteKey } from "../syntax/remember";
import { duplicatesWithin } from "./duplicateProperties";
import { shiftFinding } from "./finding";
import type { FindingDraft } from "./finding";
import { precisionWithin } from "./numberPrecision";
import { schemaFindings } from "./schemaFindings";
import { syntaxFindings } from "./syntaxFindings";

interface ItemNote {
  readonly schema: CompiledSchema | undefined;
  /** With places counted from the node's start. */
  readonly findings: readonly FindingDraft[];
}

const itemNote = new NoteKey<ItemNote>();

const noFindings: readonly FindingDraft[] = [];

/** What was found in a node by a schema, if it was looked at since its text changed. */
export function knownItemFindings(
  node: SyntaxNode,
  schema: CompiledSchema | undefined,
): readonly FindingDraft[] | undefined {
  if (node.kind !== "sealed") return undefined;
  const note = itemNote.read(node);
  return note !== undefined && note.schema === schema ? note.findings : undefined;
}

/**
 * Everything to tell about an analysis, or about another value that the format says nothing about:
 * syntax, duplicate properties, lost digits, links that do not fit, and what a schema says. Places are counted from the
 * node's start; for a sealed node kept with it.
 */
export function itemFindings(
  document: AnalysesDocument,
  item: Placed,
  schema: CompiledSchema | undefined,
): readonly FindingDraft[] {
  const { node, start } = item;
  const found = findingsIn(document, item, schema);
  const findings = found.length === 0 ? noFindings : found.map((finding) => shiftFinding(finding, -start));
  if (node.kind === "sealed") itemNote.write(node, { schema, findings });
  return findings;
}

/** The same about a string, number, boolean or null that no schema is asked about; places in the text. */
export function scalarFindings(document: AnalysesDocument, scalar: Placed): readonly FindingDraft[] {
  if (scalar.node.kind !== "number" && isWellFormed(scalar.node)) return noFindings;
  return [...syntaxFindings(document, scalar), ...precisionWithin(document, scalar)];
}

/** The same about a group that is sealed, for it has no analyses. */
export function sealedGroupFindings(
  document: AnalysesDocument,
  group: Placed<SealedNode>,
): readonly FindingDraft[] {
  const keys = keysOf(valueOf(document, group));
  return [...duplicatesWithin(document, group, keys.count), ...precisionWithin(document, group)];
}

function findingsIn(
  document: AnalysesDocument,
  item: Placed,
  schema: CompiledSchema | undefined,
): FindingDraft[] {
  const value = valueOf(document, item);
  const keys = keysOf(value);
  return [
    ...syntaxFindings(document, item),
    ...duplicatesWithin(document, item, keys.count),
    ...precisionWithin(document, item),
    ...linkMismatchFindings(document, item, { value, keys }),
    ...(schema === undefined || value === undefined
      ? []
      : schemaFindings(document, item, "analysis", schema(value))),
  ];
}
