import type { RegistryReference } from "../../../../protocol/src/references";
import { identifierProperty } from "../../../../protocol/src/references";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { propertyNamed } from "../../document/places";
import { wayOf } from "../../guidance/ways";
import type { ObjectNode, Placed } from "../../syntax/nodes";
import { unescapeString } from "../../syntax/scanString";
import type { LinePosition } from "../../text/documentText";
import type { ValueCaret } from "./caret";
import { caretAt } from "./caret";

/** A value at the caret that belongs to a reference, or may become one. */
export interface ReferencePlace {
  readonly caret: ValueCaret;
  readonly object: Placed<ObjectNode>;
  readonly property: "id" | "name" | "link";
  /** What the reference can be to. */
  readonly kinds: readonly RegistryReference["kind"][];
  /** What was written of the value, up to the caret. */
  readonly typed: string;
}

/** The place for a part of a reference at a position, inside an analysis. */
export function referencePlaceAt(
  document: AnalysesDocument,
  position: LinePosition,
): ReferencePlace | undefined {
  const offset = document.text.offsetAt(position);
  const caret = caretAt(document, offset);
  if (caret?.kind !== "value" || !isInAnalysis(caret)) return undefined;
  const step = caret.steps.at(-1);
  if (step?.node.kind !== "object" || typeof caret.key !== "string") return undefined;
  const object = { node: step.node, start: step.start };
  const part = partOf(object, caret.key);
  if (part === undefined) return undefined;
  return { caret, object, ...part, typed: typedText(document, caret, offset) };
}

function isInAnalysis({ steps }: ValueCaret): boolean {
  const [top, group, analyses, analysis] = wayOf(steps);
  return (
    top === "analysis-groups" &&
    typeof group === "number" &&
    analyses === "analyses" &&
    typeof analysis === "number"
  );
}

function partOf(
  object: Placed<ObjectNode>,
  key: string,
): Pick<ReferencePlace, "property" | "kinds"> | undefined {
  if (key === identifierProperty.group) return { property: "id", kinds: ["group"] };
  if (key === identifierProperty.person) return { property: "id", kinds: ["person"] };
  if (key !== "name" && key !== "link") return undefined;
  const kinds = (["group", "person"] as const).filter(
    (kind) => propertyNamed(object, identifierProperty[kind]) !== undefined,
  );
  if (kinds.length === 1) return { property: key, kinds };
  return kinds.length === 0 && key === "link" ? { property: key, kinds: ["group", "person"] } : undefined;
}

function typedText({ text }: AnalysesDocument, { replaced }: ValueCaret, offset: number): string {
  const written = text.slice(replaced.start, Math.min(offset, replaced.end));
  return written.startsWith('"') ? unescapeString(written.slice(1).replace(/(?<!\\)"$/, "")) : written;
}
