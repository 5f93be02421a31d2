import type { AnalysesDocument } from "../document/analysesDocument";
import { isGroupNode } from "../document/groups";
import type { GroupNode } from "../document/groups";
import { propertiesOf } from "../document/places";
import type { CompiledSchema } from "../schema/compiledSchema";
import { isContainer } from "../syntax/nodes";
import type { ArrayNode, ContainerNode, ObjectNode, Placed } from "../syntax/nodes";
import { NoteKey } from "../syntax/remember";
import { duplicatesIn } from "./duplicateProperties";
import { shiftFinding } from "./finding";
import type { FindingDraft } from "./finding";
import { itemFindings, knownItemFindings, scalarFindings, sealedGroupFindings } from "./itemFindings";
import { tooManyToCheck } from "./messages/documentMessages";
import { roleOfElements, roleOfProperty } from "./roles";
import type { Role } from "./roles";
import { SettledElements } from "./settledElements";
import { ownSyntaxFindings } from "./syntaxFindings";

/** Findings on their way, and when it is enough. */
export interface FindingSink {
  readonly drafts: FindingDraft[];
  /** With more than this nobody is served. */
  readonly enough: number;
}

/**
 * What is found in each analysis and in the text around them, in the order of the text: syntax,
 * duplicate properties, lost digits and what the item schema says. What an edit left alone is known.
 *
 * @returns a generator that yields, between pieces of work, how much text it looked at anew.
 */
export function* treeFindings(
  document: AnalysesDocument,
  placed: Placed,
  role: Role,
  itemSchema: CompiledSchema | undefined,
  sink: FindingSink,
): Generator<number, void> {
  const { node, start } = placed;
  if (role === "group" && isGroupNode(node)) {
    yield* groupFindings(document, { node, start }, itemSchema, sink);
    return;
  }
  if (node.kind !== "object" && node.kind !== "array") {
    yield leafFindings(document, placed, role === "item" ? itemSchema : undefined, sink);
    return;
  }
  sink.drafts.push(...ownSyntaxFindings(document, placed), ...unlistedFindings({ node, start }));
  if (node.kind === "array" && role === "groups") {
    yield* groupListFindings(document, { node, start }, itemSchema, sink);
  } else if (node.kind === "array") {
    const childRole = roleOfElements(role);
    const schema = childRole === "item" ? itemSchema : undefined;
    for (let index = 0; index < node.elements.length; index++) {
      const element = node.elements[index];
      // A list can have very many elements: those that are known must cost next to nothing.
      if (element === undefined || knownItemFindings(element, schema)?.length === 0) continue;
      if (sink.drafts.length > sink.enough) return;
      const placed = { node: element, start: start + (node.starts[index] ?? 0) };
      yield* treeFindings(document, placed, childRole, itemSchema, sink);
    }
  } else yield* objectFindings(document, { node, start }, role, itemSchema, sink);
}

const faultlessGroups = new SettledElements();

function* groupListFindings(
  document: AnalysesDocument,
  { node: { elements, starts }, start }: Placed<ArrayNode>,
  itemSchema: CompiledSchema | undefined,
  sink: FindingSink,
): Generator<number, void> {
  const by = [itemSchema, sink.enough];
  const isFaultless = (index: number): boolean => {
    const element = elements[index];
    return isGroupNode(element) && knownGroupFindings(element, itemSchema, sink.enough)?.length === 0;
  };
  const toLookAt = faultlessGroups.unsettledIn(document, elements, by);
  for (const index of toLookAt) {
    const element = elements[index];
    if (element === undefined || isFaultless(index)) continue;
    if (sink.drafts.length > sink.enough) return;
    const placed = { node: element, start: start + (starts[index] ?? 0) };
    yield* treeFindings(document, placed, "group", itemSchema, sink);
  }
  const unsettled = toLookAt.filter((index) => !isFaultless(index));
  faultlessGroups.settle(document, elements, by, unsettled);
}

function* objectFindings(
  document: AnalysesDocument,
  object: Placed<ObjectNode>,
  role: Role,
  itemSchema: CompiledSchema | undefined,
  sink: FindingSink,
): Generator<number, void> {
  sink.drafts.push(...duplicatesIn(object));
  for (const { property, value } of propertiesOf(object)) {
    if (sink.drafts.length > sink.enough) return;
    if (!isContainer(value.node)) sink.drafts.push(...scalarFindings(document, value));
    else yield* treeFindings(document, value, roleOfProperty(role, property.name), itemSchema, sink);
  }
}

interface GroupNote {
  readonly itemSchema: CompiledSchema | undefined;
  readonly enough: number;
  /** With places counted from the group's start. */
  readonly findings: readonly FindingDraft[];
}

const groupNote = new NoteKey<GroupNote>();

function knownGroupFindings(
  node: GroupNode,
  itemSchema: CompiledSchema | undefined,
  enough: number,
): readonly FindingDraft[] | undefined {
  const note = groupNote.read(node);
  return note?.itemSchema === itemSchema && note?.enough === enough ? note.findings : undefined;
}

function* groupFindings(
  document: AnalysesDocument,
  group: Placed<GroupNode>,
  itemSchema: CompiledSchema | undefined,
  sink: FindingSink,
): Generator<number, void> {
  const { node, start } = group;
  const { enough } = sink;
  const known = knownGroupFindings(node, itemSchema, enough);
  if (known !== undefined) {
    for (const finding of known) sink.drafts.push(shiftFinding(finding, start));
    return;
  }
  const own: FindingSink = { drafts: [], enough };
  if (node.kind === "sealed") {
    own.drafts.push(...sealedGroupFindings(document, { node, start }));
    yield node.length;
  } else {
    own.drafts.push(...ownSyntaxFindings(document, group), ...unlistedFindings({ node, start }));
    yield* objectFindings(document, { node, start }, "group", itemSchema, own);
  }
  const findings = own.drafts.map((finding) => shiftFinding(finding, -start));
  groupNote.write(node, { itemSchema, enough, findings });
  for (const finding of own.drafts) sink.drafts.push(finding);
}

/** @returns how much text was looked at anew */
function leafFindings(
  document: AnalysesDocument,
  leaf: Placed,
  schema: CompiledSchema | undefined,
  sink: FindingSink,
): number {
  const known = knownItemFindings(leaf.node, schema);
  const findings = known ?? itemFindings(document, leaf, schema);
  for (const finding of findings) sink.drafts.push(shiftFinding(finding, leaf.start));
  return known === undefined ? leaf.node.length : 0;
}

/** A list or object with so many children that not all of them are looked at. */
function unlistedFindings({ node, start }: Placed<ContainerNode>): FindingDraft[] {
  if (node.unlisted === 0) return [];
  return [
    {
      code: "schema",
      severity: "information",
      message: tooManyToCheck(node.kind, node.starts.length),
      start,
      end: start + 1,
      related: [],
      data: { kind: "none" },
    },
  ];
}
