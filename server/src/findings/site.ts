import type { AnalysesDocument } from "../document/analysesDocument";
import { isContainer, isJsonArray, isJsonObject, memoized, pathAt, pathOf } from "@analyses/json";
import type { JsonObject, JsonPath, Placed, PlacedProperty, SyntaxNode, JsonValue } from "@analyses/json";
import { fixedProperties, stringsIn } from "@analyses/json-schema";
import type { ApplyingSchema, SchemaBranch, SchemaProblem } from "@analyses/json-schema";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { knowledgeOf } from "../schemaLookup/valueKnowledge";
import { schemaText, translate } from "../localisation/translate";
import { type Located, type Span, handleOf, locate, rangeOf } from "../document/locate";
import { type Reason, type Subject, plain } from "./subject";
import type { FindingDraft } from "./finding";
import type { SchemaContext } from "../schema/schemaContext";

/** The place in the document where a schema's keyword fails, with the context for its message. */
export interface Site {
  readonly document: AnalysesDocument;
  readonly schemas: SchemaContext;
  readonly located: Located;
  readonly whole: Subject["whole"];
  readonly problem: SchemaProblem;
  /** The property whose value makes the keyword apply, if known. */
  readonly reason: Reason | undefined;
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

/**
 * A finding of the keyword that fails at a site. By default, its range is the key of an object or a list, or all of
 * another value.
 */
export function schemaFinding(
  { located, problem }: Site,
  message: string,
  range: Span = isContainer(located.node) ? handleOf(located) : rangeOf(located),
): FindingDraft {
  const data = { kind: "schema", keyword: problem.detail.keyword } as const;
  return { code: "schema", message, start: range.start, end: range.end, related: [], data };
}

/** The schema's title for a value, localised for the bundled schemas. */
export function titleOf(schema: JsonObject | boolean): string | undefined {
  const title = typeof schema === "object" ? schema.title : undefined;
  return typeof title === "string" && title.trim() !== "" ? schemaText(title) : undefined;
}

export function exampleIn(schema: JsonObject | boolean): string | undefined {
  const examples = typeof schema === "object" ? schema.examples : undefined;
  return isJsonArray(examples) ? examples.find((example) => typeof example === "string") : undefined;
}

/** Every schema that applies to the object, not only the one with the problem, and the object's path. */
export function applyingAt({ document, schemas: by, located: { node, start } }: Site): {
  readonly schemas: readonly ApplyingSchema[];
  readonly path: JsonPath;
} {
  const { steps } = pathAt(document, start + 1);
  const own = steps.slice(0, steps.findIndex((step) => step.node === node && step.start === start) + 1);
  return { schemas: schemaLookup(by).schemasAt(document, own), path: pathOf(own) };
}

/** The types that the schemas allow for a property, whether or not the object has it; empty for any. */
export function typesOfProperty(site: Site, name: string): readonly string[] {
  const { schemas, path } = applyingAt(site);
  return knowledgeOf(schemaLookup(site.schemas).schemasOfChild(schemas, [...path, name])).types;
}

/** Whether the property's value would fit under `name`. The object need not have a property of that name. */
export function mayStandAs(site: Site, name: string, { value }: PlacedProperty): boolean {
  const holds = kindOf(value.node);
  if (holds === "missing" || holds === "error" || holds === "null") return true;
  const types = typesOfProperty(site, name);
  if (types.length === 0 || mayHold({ type: types }, holds)) return true;
  // A scalar of the wrong type may still stand under the right name; after a rename, validation reports its type.
  return (
    holds !== "object" && holds !== "array" && types.some((type) => type !== "object" && type !== "array")
  );
}

export function kindOf(node: SyntaxNode): Exclude<SyntaxNode["kind"], "lazy"> {
  return node.kind === "lazy" ? node.opens : node.kind;
}

export function textAt({ document, located: { node, start } }: Site): string {
  return document.text.slice(start, start + node.length);
}

/** For each branch, a name that distinguishes it or, without such a name, its position in the list. */
export function choiceNames(branches: readonly SchemaBranch[]): readonly string[] {
  return distinctNames(branches).map((name, index) => name ?? translate("choice {0}", index + 1));
}

/**
 * For each branch, the first of these names that no other branch has: title, constant, listed values or pattern,
 * required properties, own properties, name in the schema file, type. Undefined for a branch without such a name.
 */
export function distinctNames(branches: readonly SchemaBranch[]): readonly (string | undefined)[] {
  const namings = [
    titleOfBranch,
    constantOfBranch,
    textsOfBranch,
    requiredByBranch,
    ownNames,
    nameInFile,
    typeOfBranch,
  ].map((nameOf) => branches.map((branch) => nameOf(branch.schemas, branches)));
  return branches.map((_, index) => {
    const distinguishing = namings.find((names) => {
      const own = names[index];
      return own !== undefined && names.indexOf(own) === names.lastIndexOf(own);
    });
    return distinguishing?.[index];
  });
}

type NameOfBranch = (
  schemas: SchemaBranch["schemas"],
  branches: readonly SchemaBranch[],
) => string | undefined;

const titleOfBranch: NameOfBranch = (schemas) => {
  const title = schemas.map(titleOf).find((text) => text !== undefined);
  return title && translate("“{0}”", title);
};

const constantOfBranch: NameOfBranch = (schemas) =>
  schemas.map(constantOf).find((text) => text !== undefined);

/** The first values that a branch lists, or its pattern. */
const textsOfBranch: NameOfBranch = (schemas) => {
  const values = schemas.flatMap((schema) => (isJsonArray(schema.enum) ? schema.enum : []));
  const listed = values.slice(0, fewNames).map((value) => `\`${plain(JSON.stringify(value))}\``);
  const [first] = listed;
  if (first !== undefined && values.length > fewNames)
    return translate("one of {0} values such as {1}", values.length, first);
  if (first !== undefined) return listed.join(", ");
  const pattern = schemas.map((schema) => schema.pattern).find((value) => typeof value === "string");
  return pattern && `\`${pattern}\``;
};

const requiredByBranch: NameOfBranch = (schemas) =>
  withNames(schemas.map(({ required }) => stringsIn(required)).find(({ length }) => length > 0) ?? []);

const ownNames: NameOfBranch = (schemas, branches) => {
  const counts = branchesWithName(branches);
  const own = schemas.flatMap(propertyNames).filter((name) => counts.get(name) === 1);
  return withNames(own.slice(0, fewNames));
};

const fewNames = 3;

const branchesWithName = memoized((branches: readonly SchemaBranch[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { schemas } of branches)
    for (const name of new Set(schemas.flatMap(propertyNames))) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
});

const nameInFile: NameOfBranch = (schemas) => schemas.map(nameOfReference).find((text) => text !== undefined);

const typeOfBranch: NameOfBranch = (schemas) => {
  const type = schemas.map((schema) => schema.type).find((value) => typeof value === "string");
  return type && `\`${type}\``;
};

function propertyNames({ properties }: JsonObject): readonly string[] {
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

function withNames(names: readonly string[]): string | undefined {
  return names.length === 0
    ? undefined
    : translate("one with {0}", names.map((name) => `\`${name}\``).join(", "));
}

/** The name of the definition that `$ref` refers to. */
export function nameOfReference({ $ref }: JsonObject): string | undefined {
  const [, name] = typeof $ref === "string" ? (/\/(?:\$defs|definitions)\/([^/]+)$/.exec($ref) ?? []) : [];
  return name && `\`${name}\``;
}

/**
 * The constant to which a branch fixes the value or, if it fixes no value, the first property that it fixes, as
 * `"kind": "pairwise"`.
 */
function constantOf(schema: JsonObject): string | undefined {
  if (schema.const !== undefined) return `\`${JSON.stringify(schema.const)}\``;
  const [fixed] = fixedProperties([schema]);
  return (
    fixed && translate("one with {0}", `\`${JSON.stringify(fixed.name)}: ${JSON.stringify(fixed.value)}\``)
  );
}

/** A property that the `if` reads, with its value in the document; if the `if` fails, a property that makes it fail. */
export function reasonOf(
  document: AnalysesDocument,
  from: Placed,
  { condition }: SchemaProblem,
): Reason | undefined {
  const ifSchema = condition === undefined ? undefined : condition.schema.if;
  const properties = isJsonObject(ifSchema) ? ifSchema.properties : undefined;
  if (condition === undefined || !isJsonObject(properties)) return undefined;
  for (const name of Object.keys(properties)) {
    if (!condition.holds && !condition.unmet.includes(name)) continue;
    const reason = reasonAt(document, from, [...condition.instancePath, name]);
    if (reason !== undefined) return reason;
  }
  return undefined;
}

/** A property that the `if` reads and the object lacks: such an `if` holds, since `properties` ignores absent ones. */
export function absentReason(
  document: AnalysesDocument,
  from: Placed,
  { condition }: SchemaProblem,
): string | undefined {
  const properties = isJsonObject(condition?.schema.if) ? condition.schema.if.properties : undefined;
  if (condition?.holds !== true || !isJsonObject(properties)) return undefined;
  return Object.keys(properties).find(
    (name) => locate(document, from, [...condition.instancePath, name]) === undefined,
  );
}

/** Adds a related place: the property whose value makes the keyword apply, or a note that its absence does. */
export function withReason(finding: FindingDraft, reason: Reason | undefined, absent?: string): FindingDraft {
  if (finding.data.kind === "more") return finding;
  if (absent !== undefined) {
    const { start, end, related } = finding;
    const message = translate(
      "This holds since `{0}` is not there: the schema has no `required` in its `if`.",
      absent,
    );
    return { ...finding, related: [...related, { message, start, end }] };
  }
  if (reason === undefined) return finding;
  const { name, value, start, end } = reason;
  const message = translate("`{0}` is {1} here.", name, value);
  return { ...finding, related: [...finding.related, { message, start, end, isReason: true }] };
}

/** The property whose value selected the branch. */
export function reasonOfBranch(
  document: AnalysesDocument,
  from: Placed,
  branch: SchemaBranch,
  path: JsonPath,
): Reason | undefined {
  for (const { name, value } of fixedProperties(branch.schemas)) {
    const reason = reasonAt(document, from, [...path, name]);
    if (reason?.value === plain(JSON.stringify(value))) return reason;
  }
  return undefined;
}

function reasonAt(document: AnalysesDocument, from: Placed, path: JsonPath): Reason | undefined {
  const located = locate(document, from, path);
  if (located?.property === undefined || isContainer(located.node)) return undefined;
  const { start, end } = rangeOf(located);
  if (start === end) return undefined;
  return { name: located.property.property.name, value: plain(document.text.slice(start, end)), start, end };
}

/** The schema author's own message: `patternErrorMessage` or `errorMessage`, as in VS Code and ajv-errors. */
export function messageOfSchema({ schema, detail }: SchemaProblem): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  const { patternErrorMessage, errorMessage } = schema;
  const ofPattern = detail.keyword === "pattern" ? patternErrorMessage : undefined;
  const ofKeyword = isJsonObject(errorMessage) ? (errorMessage[detail.keyword] ?? errorMessage._) : undefined;
  const ofMissing = isJsonObject(ofKeyword) && "missing" in detail ? ofKeyword[detail.missing] : undefined;
  const ofNames = detail.keyword === "propertyNames" ? detail.problems.map(messageOfSchema) : [];
  const messages = [ofPattern, errorMessage, ofKeyword, ofMissing, ...ofNames];
  const message = messages.find((one) => typeof one === "string");
  return typeof message === "string" && message !== "" ? schemaText(message) : undefined;
}

/** Whether a schema allows values of a JSON type, as far as its keyword `type` decides. */
export function mayHold(schema: JsonValue | undefined, type: string): boolean {
  const allowed = isJsonObject(schema) ? schema.type : undefined;
  if (allowed === undefined) return true;
  const types = isJsonArray(allowed) ? allowed : [allowed];
  return types.includes(type) || (type === "number" && types.includes("integer"));
}
