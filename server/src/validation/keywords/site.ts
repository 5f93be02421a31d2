import type { AnalysesDocument } from "../../document/analysesDocument";
import type { JsonObject } from "../../document/valueOf";
import type { SchemaProblem } from "../../schema/compiledSchema";
import type { Located } from "../locate";
import type { Subject } from "../messages/subject";

/** Where in the document a schema's keyword fails, and for whom a sentence about it is. */
export interface Site {
  readonly document: AnalysesDocument;
  readonly located: Located;
  readonly whole: Subject["whole"];
  readonly problem: SchemaProblem;
}

export function subjectAt({ located, whole, problem }: Site): Subject {
  const { property, index, listName } = located;
  return {
    property:
      property === undefined || property.property.keyLength === 0 ? undefined : property.property.name,
    entry: index === undefined ? undefined : { number: index + 1, list: listName },
    title: [problem.schema, ...problem.parents.toReversed()]
      .map(titleOf)
      .find((title) => title !== undefined),
    whole,
  };
}

export function titleOf(schema: JsonObject | boolean): string | undefined {
  const title = typeof schema === "object" ? schema.title : undefined;
  return typeof title === "string" && title.trim() !== "" ? title : undefined;
}

export function textAt({ document, located: { node, start } }: Site): string {
  return document.text.slice(start, start + node.length);
}
