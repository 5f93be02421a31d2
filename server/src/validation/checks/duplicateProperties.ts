import { propertiesOf, walkTree } from "../../../../json/src";
import type { ObjectNode, Placed, PlacedProperty } from "../../../../json/src";
import { translate } from "../../localisation/translate";
import type { Piece, TextCheck, ValidationContext } from "../check";
import type { FindingDraft } from "../finding";

/** Names that an object has more than once: the later ones are findings, the first is named beside. */
export const duplicatePropertiesCheck: TextCheck = { scope: "text", codes: ["duplicate-property"], run };

function run({ document }: ValidationContext, piece: Piece): readonly FindingDraft[] {
  const { node, start } = piece;
  if (node.kind === "object") return duplicatesIn({ node, start });
  // Of properties of one name the value has only one.
  if (node.kind !== "lazy" || (node.wellFormed && piece.keys.count === node.keyCount)) return [];
  const findings: FindingDraft[] = [];
  for (const child of walkTree(document, piece, () => true)) {
    if (child.node.kind === "object")
      findings.push(...duplicatesIn({ node: child.node, start: child.start }));
  }
  return findings;
}

function duplicatesIn(object: Placed<ObjectNode>): readonly FindingDraft[] {
  const first = new Map<string, PlacedProperty>();
  const findings: FindingDraft[] = [];
  for (const placed of propertiesOf(object)) {
    const { name, keyLength } = placed.property;
    // Of a name without a value that is said already.
    if (keyLength === 0 || placed.property.value.kind === "missing") continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, placed);
    else {
      const beside = translate("`{0}` stands here first.", name);
      findings.push({
        code: "duplicate-property",
        message: translate("`{0}` is already there: each name may stand only once in an object.", name),
        start: placed.start,
        end: placed.keyEnd,
        related: [{ message: beside, start: earlier.start, end: earlier.keyEnd }],
        data: { kind: "duplicate-property", name },
      });
    }
  }
  return findings;
}
