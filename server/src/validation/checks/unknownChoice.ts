import type { EvidenceProblem } from "@analyses/evidence";
import { isContainer, pathAt, pathOf, pathOfPointer } from "@analyses/json";
import { handleOf, locate, rangeOf } from "../../document/locate";
import type { Piece, ValidationContext } from "../../findings/check";
import type { FindingDraft } from "../../findings/finding";
import { listOf, maxListLength, plain } from "../../findings/subject";
import { translate } from "../../localisation/translate";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";

/**
 * Reports a choice whose value is unknown, so that the analysis cannot be computed, although a schema, if there is one,
 * allows the value. Offers the values that the schema lists, or the standard values if it lists none.
 */
export function unknownChoiceFinding(
  { document, schemas }: ValidationContext,
  analysis: Piece,
  { pointer, answers }: EvidenceProblem,
): FindingDraft | undefined {
  const located = locate(document, analysis, pathOfPointer(pointer));
  const name = located?.property?.property.name ?? located?.listName;
  if (located === undefined || name === undefined) return undefined;
  const { start, node } = located;
  const isScalar = !isContainer(node);
  const { steps } = pathAt(document, start);
  const lookup = schemaLookup(schemas);
  const own = lookup.schemasAt(document, steps.slice(0, -1));
  const { values } = knowledgeOf(lookup.schemasOfChild(own, pathOf(steps)));
  const known =
    values.length > 0 ? values.map(({ value }) => value) : answers.flatMap((answer) => answer.name ?? []);
  const allowed = isScalar ? known.map((value) => JSON.stringify(value)) : [];
  const written = plain(document.text.slice(start, start + node.length));
  const message =
    allowed.length === 0 || allowed.length > maxListLength
      ? translate("`{0}` is no known value of `{1}`: the analysis cannot be computed.", written, name)
      : translate(
          "`{0}` is no known value of `{1}`, so the analysis cannot be computed: use {2}.",
          written,
          name,
          listOf(allowed.map(plain), "or"),
        );
  return {
    code: "not-allowed-value",
    severity: "warning",
    message,
    ...(isScalar ? rangeOf(located) : handleOf(located)),
    related: [],
    data: { kind: "not-allowed-value", allowed, count: allowed.length, nearest: 0 },
  };
}
