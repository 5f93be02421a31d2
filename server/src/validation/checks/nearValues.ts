import { type BoundRole, type RoleBinding, isChoiceRole, readChoice } from "@analyses/evidence";
import type { JsonPath, JsonValue, Yielding } from "@analyses/json";
import { isJsonArray, isJsonObject, pathAt, pathOf, valueOf } from "@analyses/json";
import type { ApplyingSchema, SchemaBranch } from "@analyses/json-schema";
import { type Located, locate, rangeOf } from "../../document/locate";
import type { AnalysisCheck } from "../../findings/check";
import { type FindingDraft, moreFindings } from "../../findings/finding";
import { maxCandidates, nearestTo } from "../../findings/nearest";
import type { Site } from "../../findings/site";
import { listOf, plain } from "../../findings/subject";
import { translate } from "../../localisation/translate";
import { ofSchemas, visitSchemaObjects } from "../../schema/schemaContext";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";

/**
 * Reports a text that a schema allows without listing it, if it is like a listed text: misspelled, or in the notation
 * of another program. A program that reads the document would take such a text for another value, or for none.
 */
export const nearValuesCheck: AnalysisCheck = {
  scope: "analysis",
  codes: ["not-allowed-value"],
  // Depends on the roles setting, not on `context.roles`: only a document with an unlisted text needs the bound roles.
  dependsOn: ({ compiled, settings, limit }) => [
    compiled.item,
    JSON.stringify(settings.evidence.roles),
    limit,
  ],
  *run(context, analysis) {
    const { document, schemas, limit } = context;
    const listed = yield* listedTexts(schemas);
    if (listed.size === 0 || analysis.value === undefined) return [];
    const lookup = schemaLookup(schemas);
    const found: FindingDraft[] = [];
    for (const { path, name, text } of unlisted(analysis.value, listed)) {
      yield 0;
      const located = locate(document, analysis, path);
      if (located === undefined) continue;
      const { steps } = pathAt(document, located.start);
      const own = lookup.schemasAt(document, steps.slice(0, -1));
      const near = nearOf(text, lookup.schemasOfChild(own, pathOf(steps)), choiceAt(context.roles, path));
      if (near === undefined) continue;
      if (found.length >= limit) return [...found, moreFindings(located.start)];
      found.push({ ...nearFinding(located, text, name, near), severity: "warning" });
    }
    return found;
  },
};

/** Reports a text that fits no branch of its property's schema, but is like a text that a branch lists. */
export function nearFormFindings(
  { document, located }: Pick<Site, "document" | "located">,
  branches: readonly SchemaBranch[],
): readonly FindingDraft[] {
  const text = valueOf(document, located);
  const name = located.property?.property.name;
  if (typeof text !== "string" || name === undefined) return [];
  const listed = branches.flatMap(({ schemas }) => schemas.flatMap(textsIn));
  const values = nearestTo(text, listed);
  return values.length === 0 ? [] : [nearFinding(located, text, name, { values, isSame: false })];
}

function nearFinding(located: Located, text: string, name: string, near: Near): FindingDraft {
  return {
    code: "not-allowed-value",
    message: messageOf(text, name, near),
    ...rangeOf(located),
    related: [],
    data: {
      kind: "not-allowed-value",
      allowed: near.values.map((value) => JSON.stringify(value)),
      count: near.values.length,
      nearest: near.values.length,
      ...(near.isSame ? { isSame: true } : {}),
    },
  };
}

/** The listed values that a text may stand for, best first. */
interface Near {
  readonly values: readonly string[];
  /** Whether the text certainly means the only value, in another notation. */
  readonly isSame: boolean;
}

function nearOf(
  text: string,
  schemas: readonly ApplyingSchema[],
  choice: BoundRole | undefined,
): Near | undefined {
  const { values: listed, closed } = knowledgeOf(schemas);
  const known = listed.flatMap(({ value }) => (typeof value === "string" ? [value] : []));
  // Schema findings report texts outside a closed list. A text whose meaning the roles setting gives is no mistake.
  if (closed || known.includes(text) || choice?.values.has(text) === true) return undefined;
  const intended =
    choice !== undefined && isChoiceRole(choice.role) ? readChoice[choice.role](text) : undefined;
  if (intended !== undefined) {
    const [same, ...others] = known.filter((value) => choice?.values.get(value) === intended);
    return same === undefined || others.length > 0 ? undefined : { values: [same], isSame: true };
  }
  const alike = nearestTo(text, known);
  const values = alike.length > 0 ? alike : byTitle(text, schemas);
  return values.length === 0 ? undefined : { values, isSame: false };
}

/** The constants whose titles are like a text: `SOME_CONCERNS` is like “Some concerns”. */
function byTitle(text: string, schemas: readonly ApplyingSchema[]): readonly string[] {
  const constants = new Map<string, string>();
  for (const { schema } of schemas)
    if (typeof schema.const === "string" && typeof schema.title === "string")
      constants.set(schema.title, schema.const);
  return nearestTo(text, [...constants.keys()]).flatMap((title) => constants.get(title) ?? []);
}

/** The choice role that is bound to a path in an analysis; undefined inside lists, because no list holds a choice. */
function choiceAt({ item }: RoleBinding, path: JsonPath): BoundRole | undefined {
  if (!path.every((step) => typeof step === "string")) return undefined;
  const place = path.reduce((at, name) => at.property(name), item);
  return place.roles.find(({ role }) => isChoiceRole(role));
}

function messageOf(text: string, name: string, { values, isSame }: Near): string {
  const near = listOf(values, "or");
  return isSame
    ? translate("`{0}` is written {1} in `{2}` here.", plain(text), near, name)
    : translate("`{0}` is no known value of `{1}`: did you mean {2}?", plain(text), name, near);
}

/** By property name: all texts that a schema lists for any property of that name, except lists too long to compare. */
const listedTexts = ofSchemas(function* (schemas): Yielding<ReadonlyMap<string, ReadonlySet<string>>> {
  const listed = new Map<string, Set<string>>();
  yield* visitSchemaObjects(schemas, ({ properties }) => {
    if (!isJsonObject(properties)) return;
    for (const name of Object.keys(properties)) {
      const texts = textsIn(properties[name]);
      if (texts.length === 0 || texts.length > maxCandidates) continue;
      const known = listed.get(name) ?? new Set();
      for (const text of texts) known.add(text);
      listed.set(name, known);
    }
  });
  return listed;
});

function textsIn(schema: JsonValue | undefined): readonly string[] {
  if (!isJsonObject(schema)) return [];
  const { const: only, enum: values, anyOf } = schema;
  const own = [...(only === undefined ? [] : [only]), ...(isJsonArray(values) ? values : [])];
  return [
    ...own.filter((value) => typeof value === "string"),
    ...(isJsonArray(anyOf) ? anyOf.flatMap(textsIn) : []),
  ];
}

interface Unlisted {
  readonly path: JsonPath;
  readonly name: string;
  readonly text: string;
}

/** The texts in a value that the schemas do not list for the text's property, although they list other texts for it. */
function unlisted(value: JsonValue, listed: ReadonlyMap<string, ReadonlySet<string>>): readonly Unlisted[] {
  const found: Unlisted[] = [];
  const path: (string | number)[] = [];
  look(value);
  return found;

  function look(at: JsonValue): void {
    if (path.length > maxDepth) return;
    if (isJsonArray(at)) for (let index = 0; index < at.length; index++) lookInside(at[index], index);
    else if (isJsonObject(at)) for (const name of Object.keys(at)) lookInside(at[name], name);
  }

  function lookInside(member: JsonValue | undefined, step: string | number): void {
    if (typeof member === "object" && member !== null) {
      path.push(step);
      look(member);
      path.pop();
    } else if (typeof step === "string" && typeof member === "string") {
      if (listed.get(step)?.has(member) === false && member.trim() !== "")
        found.push({ path: [...path, step], name: step, text: member });
    }
  }
}

/** Limits the recursion: deep nesting could exceed the call stack, and real analyses are never this deep. */
const maxDepth = 100;
