// Adds imported analyses to a document.

import { formatProperty } from "@analyses/protocol/documentFormat";
import type { AddedAnalyses, ImportTarget } from "@analyses/protocol/customMessages";
import type { YieldingHost, ArrayNode, Placed, TextReplacement } from "@analyses/json";
import {
  runYielding,
  elementsOf,
  gapOfMembers,
  indentationOf,
  marginOfMembers,
  membersInsertion,
  propertyNamed,
  valueOf,
} from "@analyses/json";
import { type AnalysesDocument, createDocumentYielding } from "../document/analysesDocument";
import { type GroupPlace, groupListOf, groupsOf } from "../document/groups";
import { analysisWordsOf } from "../document/labels";

/**
 * What the import needs to know of a document before it adds groups; null if the document has no list of groups.
 *
 * @param imported the groups to add
 */
export function importTarget(
  document: AnalysesDocument,
  imported: readonly { readonly number: number; readonly name: string }[],
): ImportTarget | null {
  const list = groupListOf(document);
  const { node, start } = document.root;
  if (list === undefined || node.kind !== "object") return null;
  const method = propertyNamed({ node, start }, formatProperty.riskOfBiasMethod)?.value;
  const methodName = method && valueOf(document, method);
  const groups = [...groupsOf(document)];
  return {
    version: document.version,
    riskOfBiasMethod: typeof methodName === "string" ? methodName : null,
    isOnOneLine: !gapOfMembers(document.text, list).includes("\n"),
    groups: groups.flatMap(({ number }) => number ?? []),
    same: imported.flatMap((group) => {
      const analyses = listOfSame(groups, group);
      if (analyses === undefined) return [];
      const numbers = [...elementsOf(analyses)].map((element) =>
        Number(analysisWordsOf(document, element).number),
      );
      return [{ ...group, analyses: numbers.filter(Number.isFinite) }];
    }),
  };
}

/** The list of analyses in the document's group with the same number and name. */
function listOfSame(
  groups: readonly GroupPlace[],
  wanted: Pick<GroupPlace, "number" | "name">,
): Placed<ArrayNode> | undefined {
  return groups.find(({ number, name }) => number === wanted.number && name === wanted.name)?.analyses;
}

/**
 * The edits that add the groups of a text to a document. The analyses of a group go to the document's group with the
 * same number and name; without such a group, the group goes to the end. The document keeps its indentation.
 *
 * @param written the text of an analyses document
 */
export async function additionsTo(
  document: AnalysesDocument,
  written: string,
  yielding: YieldingHost,
): Promise<AddedAnalyses | null> {
  const source = await runYielding(createDocumentYielding(document.uri, 0, written), yielding);
  const list = groupListOf(document);
  if (source === "cancelled" || list === undefined) return null;
  const groups = [...groupsOf(document)];
  const added = new Map<Placed<ArrayNode>, Member[]>();
  for (const group of groupsOf(source)) {
    const into = listOfSame(groups, group);
    const analyses = [...(group.analyses === undefined ? [] : elementsOf(group.analyses))];
    const members =
      into === undefined
        ? [{ place: group.place, first: analyses[0]?.start ?? group.place.start }]
        : analyses.map((analysis) => ({ place: analysis, first: analysis.start }));
    const key = into ?? list;
    added.set(key, [...(added.get(key) ?? []), ...members]);
  }
  const insertions = [...added]
    .filter(([, members]) => members.length > 0)
    .map(([into, members]) => insertionOf(document, into, source, members))
    .sort((one, other) => one.edit.start - other.edit.start);
  const [first] = insertions;
  if (first === undefined) return null;
  const { start, end, text } = first.edit;
  return {
    edits: insertions.map(({ edit }) => ({
      range: { start: document.text.positionAt(edit.start), end: document.text.positionAt(edit.end) },
      newText: edit.text,
    })),
    first: document.text.replace(start, end, text).positionAt(first.first),
  };
}

/** A group or an analysis to add. */
interface Member {
  readonly place: Placed;
  /** The offset of the group's first analysis, or of the analysis itself: the editor shows it after the import. */
  readonly first: number;
}

function insertionOf(
  document: AnalysesDocument,
  into: Placed<ArrayNode>,
  { text }: AnalysesDocument,
  members: readonly Member[],
): { readonly edit: TextReplacement; readonly first: number } {
  const margin = marginOfMembers(document.text, into);
  /** A part of the added text, indented like the list. */
  const indented = (start: number, end: number): string =>
    text.slice(start, end).replaceAll(`\n${indentationOf(text, text.positionAt(start).line)}`, `\n${margin}`);
  const texts = members.map(({ place: { node, start } }) => indented(start, start + node.length));
  const edit = membersInsertion(document.text, into, into.node.elements.length - 1, texts);
  const [member] = members;
  const before = member === undefined ? "" : indented(member.place.start, member.first);
  return { edit, first: edit.start + edit.text.indexOf(texts[0] ?? "") + before.length };
}
