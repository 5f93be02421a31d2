import type { Hover, MarkupKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { valueOf } from "../../document/valueOf";
import { describeKnownValue, describeSchemas, kindsOf } from "../../presentation/describe";
import type { Documentation } from "../../presentation/documentation";
import { isEmpty, render } from "../../presentation/documentation";
import { jsonEquals } from "../../document/json";
import { knownProperties } from "../../guidance/knownProperties";
import { rangeBetween } from "../../presentation/rangeBetween";
import { guideTo } from "../../guidance/schemaGuide";
import { knowledgeOf } from "../../guidance/valueKnowledge";
import { wayOf } from "../../guidance/ways";
import type { SchemaContext } from "../../schema/schemaContext";
import type { LinePosition } from "../../text/documentText";
import { factsAbout } from "./facts";
import type { Target } from "./target";
import { targetAt } from "./target";

/** What is known about the key, the value or the bracket at a position (LSP 3.17, `textDocument/hover`). */
export function hover(
  document: AnalysesDocument,
  schemas: SchemaContext,
  position: LinePosition,
  kind: MarkupKind,
): Hover | null {
  const target = targetAt(document, document.text.offsetAt(position));
  if (target === undefined) return null;
  const documentation = describeTarget(document, schemas, target);
  if (isEmpty(documentation)) return null;
  return {
    contents: render(documentation, kind),
    range: rangeBetween(document, target.start, target.end),
  };
}

function describeTarget(
  document: AnalysesDocument,
  schemas: SchemaContext,
  { part, value, parents }: Target,
): Documentation {
  const guide = guideTo(schemas);
  const steps = [...parents, value];
  const way = wayOf(steps);
  const key = way.at(-1);
  const parentSchemas = guide.schemasAt(document, parents);
  const ownSchemas = guide.schemasOfChild(parentSchemas, way);
  const required = knownProperties(parentSchemas).some((known) => known.name === key && known.required);
  const described = describeSchemas(ownSchemas, undefined, required);
  if (part === "value") {
    const written = valueOf(document, value);
    const known = knowledgeOf(ownSchemas).values.find(
      (one) => written !== undefined && jsonEquals(one.value, written),
    );
    if (known !== undefined) return describeKnownValue(known, described);
  }
  const kinds = kindsOf(guide.schemasAt(document, steps), described.title);
  return { ...described, facts: factsAbout(document, way), kinds };
}
