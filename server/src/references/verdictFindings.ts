import type { AnalysesDocument } from "../document/analysesDocument";
import { arrayOf, groupListOf } from "../document/groups";
import { elementsOf, propertyNamed } from "../document/places";
import type { ObjectNode, Placed, SealedNode } from "../syntax/nodes";
import { NoteKey } from "../syntax/remember";
import type { FindingDraft } from "../validation/finding";
import { shiftFinding } from "../validation/finding";
import { locate, rangeOf } from "../validation/locate";
import type { FindingSink } from "../validation/treeFindings";
import { referenceOutdated, referenceUnknown } from "./messages";
import type { Verdict, Verdicts } from "./verdicts";
import { referenceKey } from "./verdicts";
import type { WrittenReference } from "./writtenReferences";
import { knownReferences, referencesIn } from "./writtenReferences";

interface VerdictNote {
  readonly verdicts: Verdicts;
  /** With places counted from the node's start. */
  readonly findings: readonly FindingDraft[];
}

interface GroupNote extends VerdictNote {
  readonly enough: number;
}

const verdictNote = new NoteKey<VerdictNote>();
const groupNote = new NoteKey<GroupNote>();
const noFindings: readonly FindingDraft[] = [];

/**
 * What the last check found wrong with the references that the document still has, placed where they are
 * now. What an edit left alone is not looked at again.
 *
 * @returns a generator that yields, between pieces of work, how much text it looked at anew.
 */
export function* verdictFindings(
  document: AnalysesDocument,
  verdicts: Verdicts,
  sink: FindingSink,
): Generator<number, void> {
  const groups = groupListOf(document);
  if (verdicts.size === 0 || groups === undefined) return;
  for (const { node, start } of elementsOf(groups)) {
    if (sink.drafts.length > sink.enough) return;
    if (node.kind === "object") yield* groupFindings(document, { node, start }, verdicts, sink);
  }
}

function* groupFindings(
  document: AnalysesDocument,
  group: Placed<ObjectNode>,
  verdicts: Verdicts,
  sink: FindingSink,
): Generator<number, void> {
  const { node, start } = group;
  const { enough } = sink;
  let note = groupNote.read(node);
  if (note?.verdicts !== verdicts || note.enough !== enough) {
    const findings: FindingDraft[] = [];
    const analyses = arrayOf(propertyNamed(group, "analyses"));
    const { elements, starts } = analyses?.node ?? { elements: [], starts: [] };
    for (let index = 0; index < elements.length && findings.length <= enough; index++) {
      const element = elements[index];
      // A group can have very many analyses: those without findings must cost next to nothing.
      if (element?.kind !== "sealed") continue;
      let own = knownFindings(element, verdicts);
      const placed = { node: element, start: (analyses?.start ?? 0) + (starts[index] ?? 0) };
      if (own === undefined) {
        own = itemFindings(document, placed, verdicts);
        yield element.length;
      }
      for (const finding of own) findings.push(shiftFinding(finding, placed.start - start));
    }
    note = { verdicts, enough, findings };
    groupNote.write(node, note);
  }
  for (const finding of note.findings) sink.drafts.push(shiftFinding(finding, start));
}

function knownFindings(analysis: SealedNode, verdicts: Verdicts): readonly FindingDraft[] | undefined {
  if (knownReferences(analysis)?.length === 0) return noFindings;
  const note = verdictNote.read(analysis);
  return note?.verdicts === verdicts ? note.findings : undefined;
}

function itemFindings(
  document: AnalysesDocument,
  analysis: Placed<SealedNode>,
  verdicts: Verdicts,
): readonly FindingDraft[] {
  const { node, start } = analysis;
  const findings = referencesIn(document, analysis).flatMap((reference) => {
    const verdict = verdicts.get(referenceKey(reference));
    const finding = verdict && findingOf(document, analysis, reference, verdict);
    return finding === undefined ? [] : [shiftFinding(finding, -start)];
  });
  verdictNote.write(node, { verdicts, findings: findings.length === 0 ? noFindings : findings });
  return findings;
}

function findingOf(
  document: AnalysesDocument,
  analysis: Placed,
  { kind, id, path }: WrittenReference,
  verdict: Verdict,
): FindingDraft | undefined {
  const object = locate(document, analysis, path);
  if (object?.node.kind !== "object") return undefined;
  const part = verdict.kind === "outdated" ? "name" : kind === "group" ? "groupId" : "personId";
  const place = locate(document, analysis, [...path, part]);
  if (place === undefined) return undefined;
  const range = rangeOf(place);
  switch (verdict.kind) {
    case "outdated": {
      const { name, link, registry } = verdict;
      const code = "reference-outdated";
      const data = { kind: code, object: object.start, name, link } as const;
      return { code, message: referenceOutdated(kind, name, registry), ...range, related: [], data };
    }
    case "unknown": {
      const message = referenceUnknown(kind, id, verdict.registry);
      return { code: "reference-unknown", message, ...range, related: [], data: { kind: "none" } };
    }
  }
}
