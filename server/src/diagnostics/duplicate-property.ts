import type { CheckedDiagnostic } from "./diagnostic";
import { type Fix, propertyAt, memberRemoval, fix, replaced } from "./fixes/fix";
import type { AnalysesDocument } from "../document/analysesDocument";
import { translate } from "../localisation/translate";
import type { Placed, ObjectNode, PlacedProperty } from "@analyses/json";
import { isContainer, isJsonObject, pathAt, pathOf, propertiesOf, walkTree } from "@analyses/json";
import { requiredSiblings } from "@analyses/json-schema";
import { kindOf, mayHold } from "../findings/site";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaLookup, writtenValue } from "../schemaLookup/schemaLookup";
import { knowledgeOf } from "../schemaLookup/valueKnowledge";
import type { FindingDraft, Finding } from "../findings/finding";
import type { Piece, ValidationContext } from "../findings/check";

function duplicateProperties({ document }: ValidationContext, piece: Piece): readonly FindingDraft[] {
  return piece.findInParts((part): readonly FindingDraft[] => {
    const { node, start } = part;
    if (node.kind === "object") return duplicatesIn({ node, start });
    // `JSON.parse` keeps one of several properties with the same name: if the value has as many keys as the text, no
    // name occurs twice.
    if (node.kind !== "lazy" || part.keys.count === node.keyCount) return [];
    return [...walkTree(document, part, ({ node }) => isContainer(node))].flatMap(({ node, start }) =>
      node.kind === "object" ? duplicatesIn({ node, start }) : [],
    );
  });
}

function duplicatesIn(object: Placed<ObjectNode>): readonly FindingDraft[] {
  const first = new Map<string, PlacedProperty>();
  const findings: FindingDraft[] = [];
  for (const placed of propertiesOf(object)) {
    const { name, keyLength } = placed.property;
    // The parser already reports a name without a value.
    if (keyLength === 0 || placed.property.value.kind === "missing") continue;
    const earlier = first.get(name);
    if (earlier === undefined) first.set(name, placed);
    else {
      const related = translate("`{0}` stands here first.", name);
      findings.push({
        code: "duplicate-property",
        message: translate("`{0}` is already there: each name may stand only once in an object.", name),
        start: placed.start,
        end: placed.keyEnd,
        related: [{ message: related, start: earlier.start, end: earlier.keyEnd }],
        data: { kind: "duplicate-property", name },
      });
    }
  }
  return findings;
}

function duplicateFixes(
  document: AnalysesDocument,
  schemas: SchemaContext,
  finding: Finding,
  name: string,
): readonly Fix[] {
  const later = propertyAt(document, finding.start);
  const firstStart = finding.related[0]?.start;
  const first = firstStart === undefined ? undefined : propertyAt(document, firstStart);
  if (later === undefined) return [];
  const valueText = ({ start, node }: typeof later.value): string =>
    document.text.slice(start, start + node.length);
  const [lacked, ...others] = lackedNames(document, schemas, later);
  const hasNoRename = lacked === undefined || others.length > 0;
  // Removing one of two equal properties loses nothing, unless the author meant to give one of them the lacking name.
  const isCertain = hasNoRename && first !== undefined && valueText(first.value) === valueText(later.value);
  const removeLater = fix(translate("Remove this “{0}”", name), memberRemoval(document, later.start), {
    certain: isCertain,
    preferred: isCertain,
  });
  if (first === undefined) return [removeLater];
  const renamed = (title: string, { start, keyEnd: end }: PlacedProperty): Fix =>
    fix(title, [replaced({ start, end }, JSON.stringify(lacked))], {});
  return [
    ...(hasNoRename
      ? []
      : [
          renamed(translate("Rename this to “{0}”", lacked), later),
          renamed(translate("Rename the first to “{0}”", lacked), first),
        ]),
    removeLater,
    fix(translate("Remove the first “{0}”", name), memberRemoval(document, first.start), {}),
  ];
}

/** The required names that the property's object lacks and whose schemas allow the property's value. */
function lackedNames(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { start, value }: PlacedProperty,
): readonly string[] {
  const { steps } = pathAt(document, start);
  const object = steps.at(-1);
  const written = object && writtenValue(document, object);
  if (!isJsonObject(written)) return [];
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasAt(document, steps);
  return requiredSiblings(own, written).filter((name) => {
    const { types } = knowledgeOf(lookup.schemasOfChild(own, [...pathOf(steps), name]));
    return types.length === 0 || mayHold({ type: types }, kindOf(value.node));
  });
}

/** Duplicate names in an object: each later one is a finding, with the first as a related place. */
export const duplicateProperty: CheckedDiagnostic = {
  kind: "checked",
  severity: "error",
  checks: [{ scope: "text", codes: ["duplicate-property"], run: duplicateProperties }],
  fixes: (finding, document, schemas) =>
    finding.data.kind === "duplicate-property"
      ? duplicateFixes(document, schemas, finding, finding.data.name)
      : [],
  mayHaveCertainFix: () => true,
};
