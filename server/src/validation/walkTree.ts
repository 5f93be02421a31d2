import type { AnalysesDocument } from "../document/analysesDocument";
import { elementsOf, open, propertiesOf } from "../document/places";
import type { OpenNode, Placed } from "../syntax/nodes";

/**
 * A node and everything in it in the order of the text, sealed nodes opened.
 * @param goesInto - Whether a node's children matter.
 */
export function* walkTree(
  document: AnalysesDocument,
  placed: Placed,
  goesInto: (child: Placed) => boolean,
): Generator<Placed<OpenNode>, void> {
  const waiting: Placed[] = [placed];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, start } = open(document, next);
    yield { node, start };
    const children =
      node.kind === "array"
        ? [...elementsOf({ node, start })]
        : node.kind === "object"
          ? Array.from(propertiesOf({ node, start }), ({ value }) => value)
          : [];
    for (const child of children.reverse()) if (goesInto(child)) waiting.push(child);
  }
}
