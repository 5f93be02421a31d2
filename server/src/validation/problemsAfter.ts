import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { type AnalysesDocument, updateDocument } from "../document/analysesDocument";
import type { DocumentChange, JsonPath, JsonValue, YieldingHost } from "@analyses/json";
import { isJsonArray, isJsonObject, pathAt, pathOf, valueOf } from "@analyses/json";
import { depthOf } from "@analyses/protocol/documentFormat";
import { type SchemaContext, compiledSchemas } from "../schema/schemaContext";
import { schemaLookup } from "../schemaLookup/schemaLookup";
import { valuesOfAllKinds } from "../schemaLookup/valueKnowledge";
import { type Finding, findingsBeyond } from "../findings/finding";
import type { ValidationSettings } from "../findings/check";
import { evidenceOff } from "./checks/evidence";
import { validateDocument } from "./validateDocument";

/** Settings that disable the checks of numbers and of references. */
const bySchemas = {
  severity: evidenceOff,
  references: { check: false },
  evidence: defaultAnalysesSettings.evidence,
} as const;

/**
 * Returns the messages of the errors that changes would introduce. Ignores the user's severities: an error here is what
 * the schemas forbid, a syntax error or a duplicate property. If the text has syntax errors before the changes, such as
 * a missing value that a change fills in, the parser may read much of the text differently afterwards; then only errors
 * at the changes count, and no syntax errors.
 */
export async function problemsAfter(
  document: AnalysesDocument,
  changes: readonly DocumentChange[],
  schemas: SchemaContext,
  { maxProblems }: Pick<ValidationSettings, "maxProblems">,
  yielding: YieldingHost,
): Promise<readonly string[] | undefined> {
  const settings: ValidationSettings = { ...bySchemas, maxProblems };
  const before = await validateDocument(document, schemas, settings, yielding);
  if (before === undefined) return undefined;
  // An incomplete list cannot show which problems are new.
  if (before.at(-1)?.data.kind === "more") return [];
  const changed = updateDocument(document, changes, document.version);
  const after = await validateDocument(changed, schemas, settings, yielding);
  if (after === undefined) return undefined;
  const isJson = !before.some(({ code }) => code === "syntax");
  const found = isJson
    ? newErrors(before, after)
    : newErrorsAt(changedPlaces(document, changes), before, after);
  return found.map(({ message }) => message);
}

function newErrors(before: readonly Finding[], after: readonly Finding[]): readonly Finding[] {
  return findingsBeyond(before, after).filter(({ severity }) => severity === "error");
}

/**
 * The new errors at the changed places, without syntax errors. Each finding before the changes cancels one equal
 * finding after them, elsewhere in the text if possible; findings at the changes that remain are new.
 */
function newErrorsAt(
  places: readonly Place[],
  before: readonly Finding[],
  after: readonly Finding[],
): readonly Finding[] {
  const isAtChange = ({ start, end, data }: Finding) =>
    places.some(
      (place) =>
        (place.start < end && start < place.end) ||
        // The finding of a missing property is at the key of the object, which can be before the change.
        ("object" in data && place.start <= data.object && data.object < place.end),
    );
  const atChanges = after.filter(isAtChange);
  const elsewhere = after.filter((finding) => !isAtChange(finding));
  return newErrors(before, [...elsewhere, ...atChanges]).filter(
    (finding) => isAtChange(finding) && finding.code !== "syntax",
  );
}

/** A range of offsets in the text after all changes. */
interface Place {
  readonly start: number;
  readonly end: number;
}

/** The ranges of the inserted texts after all changes. */
function changedPlaces(document: AnalysesDocument, changes: readonly DocumentChange[]): readonly Place[] {
  let { text } = document;
  let places: readonly Place[] = [];
  for (const { range, text: newText } of changes) {
    const start = range === undefined ? 0 : text.offsetAt(range.start);
    const end = range === undefined ? text.length : Math.max(start, text.offsetAt(range.end));
    const shift = newText.length - (end - start);
    text = text.replace(start, end, newText);
    places = [
      ...places.map((place) =>
        place.start < start ? place : { start: place.start + shift, end: place.end + shift },
      ),
      { start, end: start + newText.length },
    ];
  }
  return places;
}

/** The maximum length (UTF-16 units) of an analysis to validate once per candidate value. */
const maxTriedLength = 200_000;

/** The maximum number of problems to count for each value. */
const maxCounted = 1000;
/** The maximum number of values to try. */
const maxTried = 20;
/** The maximum number of equally good values to offer. */
const maxBetter = 3;

interface NamedValues {
  readonly name: string;
  readonly values: readonly JsonValue[];
}

/** The values that the schemas list for the property of an analysis whose value starts at an offset. */
export function allowedValuesAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  start: number,
): NamedValues {
  const { steps } = pathAt(document, start);
  const path = pathOf(steps);
  const name = path.at(-1);
  if (typeof name !== "string" || path.length <= depthOf.analysis) return { name: "", values: [] };
  const lookup = schemaLookup(schemas);
  const parents = lookup.schemasAt(document, steps.slice(0, -1));
  const known = valuesOfAllKinds(
    lookup.schemasOfChild(parents, path),
    lookup.discriminatorSchemas(parents, name),
  );
  return { name, values: known.map(({ value }) => value) };
}

/**
 * For the property of an analysis whose value starts at an offset: the allowed values that leave the analysis with the
 * fewest problems, and fewer than now; none if more than a few are equally good.
 */
export function betterValuesAt(
  document: AnalysesDocument,
  schemas: SchemaContext,
  start: number,
): NamedValues {
  const { name, values: allowed } = allowedValuesAt(document, schemas, start);
  const none = { name, values: [] };
  const { steps } = pathAt(document, start);
  const path = pathOf(steps);
  const analysis = steps[depthOf.analysis];
  const { item } = compiledSchemas(schemas);
  const value =
    analysis === undefined || analysis.node.length > maxTriedLength ? undefined : valueOf(document, analysis);
  if (item === undefined || value === undefined) return none;
  const inAnalysis = path.slice(depthOf.analysis);
  const countWith = (tried: JsonValue) => item(withValueAt(value, inAnalysis, tried), maxCounted).length;
  const now = item(value, maxCounted).length;
  const tried = allowed.slice(0, maxTried).map((one) => ({ value: one, count: countWith(one) }));
  const fewest = tried.reduce((least, { count }) => Math.min(least, count), Infinity);
  const best = fewest < now ? tried.filter(({ count }) => count === fewest) : [];
  return best.length > maxBetter ? none : { name, values: best.map(({ value: better }) => better) };
}

function withValueAt(value: JsonValue, path: JsonPath, to: JsonValue): JsonValue {
  const [key, ...inner] = path;
  if (key === undefined) return to;
  if (isJsonArray(value))
    return value.map((entry, index) => (index === key ? withValueAt(entry, inner, to) : entry));
  if (!isJsonObject(value)) return value;
  return { ...value, [key]: withValueAt(value[key] ?? null, inner, to) };
}
