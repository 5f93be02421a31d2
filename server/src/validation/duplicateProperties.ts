import type { AnalysesDocument } from "../document/analysesDocument";
import { propertiesOf } from "../document/places";
import type { PlacedProperty } from "../document/places";
import type { ObjectNode, Placed } from "../syntax/nodes";
import type { FindingDraft } from "./finding";
import { duplicateProperty, firstOfDuplicates } from "./messages/documentMessages";
import { walkTree } from "./walkTree";

/** Names that an object has more than once: the later ones are findings, the first is named beside. */
export function duplicatesIn(object: Placed<ObjectNode>): FindingDraft[] {
  const first = new Map<string, PlacedProperty>();
  const findings: FindingDraft[] = [];
  for (const placed of propertiesOf(object)) {
    const { name, keyLength } = placed.property;
    if (keyLength === 0) continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, placed);
    else {
      findings.push({
        code: "duplicate-property",
        message: duplicateProperty(name),
        start: placed.start,
        end: placed.keyEnd,
        related: [{ message: firstOfDuplicates(name), start: earlier.start, end: earlier.keyEnd }],
        data: { kind: "duplicate-property", name },
      });
    }
  }
  return findings;
}

/**
 * The same in everything that a sealed node holds.
 * @param keyCount - How many property names its value has, at any depth: duplicates are missing in it.
 */
export function duplicatesWithin(
  document: AnalysesDocument,
  placed: Placed,
  keyCount: number,
): FindingDraft[] {
  const { node } = placed;
  if (node.kind !== "sealed") return [];
  if (node.wellFormed && keyCount === node.keyCount) return [];
  const findings: FindingDraft[] = [];
  for (const child of walkTree(document, placed, () => true)) {
    if (child.node.kind === "object")
      findings.push(...duplicatesIn({ node: child.node, start: child.start }));
  }
  return findings;
}
