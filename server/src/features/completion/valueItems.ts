import { type CompletionList, CompletionItemKind } from "vscode-languageserver-types";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { type JsonPath, type JsonValue, type Step, elementAt, isJsonObject, pathOf } from "@analyses/json";
import { depthOf } from "@analyses/protocol/documentFormat";
import { groupsOf } from "../../document/groups";
import { type StudyName, analysesOf, partsOf, studiesAmong, studyProperties } from "../../document/labels";
import type { SchemaContext } from "../../schema/schemaContext";
import { type ApplyingSchema, equalityKey, knownProperties } from "@analyses/json-schema";
import { describeKnownValue, describeSchemas, noText } from "../../presentation/documentation";
import type { Documentation } from "../../presentation/documentation";
import { fittingFirst, riskOfBiasOf, variantForMethod } from "../../schemaLookup/riskOfBias";
import { type SchemaLookup, type Variant, writtenValue } from "../../schemaLookup/schemaLookup";
import { subgroupsNamedAt } from "../../schemaLookup/suggestedValues";
import type { SuggestedValue, Template, TemplatePart } from "../../schemaLookup/template";
import { snippetsOf, skeleton, text, toPlainText } from "../../schemaLookup/template";
import { knowledgeOf, valuesOfAllKinds } from "../../schemaLookup/valueKnowledge";
import { type Separators, type ValueCaret, separatorsOfMember, separatorsOfValue } from "./caret";
import { type ItemBuilder, type Offer, offeredOf } from "./itemBuilder";
import { inSentence } from "../../findings/subject";
import { translate } from "../../localisation/translate";

/** The input of completion for a value. */
interface ValueRequest {
  readonly document: AnalysesDocument;
  readonly schemas: SchemaContext;
  readonly caret: ValueCaret;
  readonly lookup: SchemaLookup;
  readonly suggest: SuggestedValue;
  readonly builder: ItemBuilder;
  /** Whether the user invoked completion, rather than the client while the user types. */
  readonly isRequested: boolean;
}

/** The items for a value at the caret: values of the schemas and of the document, snippets, skeletons. */
export function valueItems({
  document,
  schemas,
  caret,
  lookup,
  suggest,
  builder,
  isRequested,
}: ValueRequest): CompletionList {
  const { key, replaced, kept } = caret;
  const parents = lookup.schemasAt(document, caret.steps, caret.current);
  const parentPath = pathOf(caret.steps);
  const path: JsonPath = key === undefined ? [] : [...parentPath, key];
  const separators =
    typeof key === "string"
      ? separatorsOfValue(document, replaced)
      : separatorsOfMember(document, caret, builder.margin);
  const riskOfBias = riskOfBiasOf(document, schemas);
  const options = { lookup, suggest, indent: builder.indent, riskOfBias };
  const written = document.text.slice(replaced.start + kept, replaced.end);
  const typed = withoutQuotes(written);
  const { candidates, isCut } = candidatesFor({
    schemas: lookup.schemasOfChild(parents, path),
    schemasOfOtherKinds: typeof key === "string" ? lookup.discriminatorSchemas(parents, key) : [],
    identifiers: isSchemaIdentifier(path) ? schemas.knownIdentifiers : [],
    suggested: suggest(path),
    names: studyNames(document, caret.steps, key, typed),
    subgroups: subgroupsNamedAt(document, path),
    typed,
  });
  const isEmpty = written === "" || written === '""';
  const wanted = candidates.filter((candidate) => isWanted(candidate, isEmpty, isRequested));
  const space = text(document.text.slice(replaced.start, replaced.start + kept));
  const offers = [
    ...wanted.map((candidate) => valueOffer(candidate, space, separators)),
    ...snippetOffers(lookup.schemasOfChild(parents, path)),
    ...fittingFirst(lookup.variantsOfChild(parents, path), riskOfBias).flatMap((variant) =>
      skeletonOffers(variant),
    ),
  ];
  return {
    // An empty value gets other proposals than a value with text: the client must request the list again as text is
    // typed.
    isIncomplete: isCut || wanted.some(({ proposed }) => proposed !== undefined),
    items: offers.map((offer) => builder.build(offer)),
  };

  function snippetOffers(own: Variant["schemas"]): readonly Offer[] {
    return snippetsOf(own, builder.indent, builder.margin).map(({ label, description, template }) => ({
      label,
      kind: CompletionItemKind.Snippet,
      detail: undefined,
      documentation: { ...noText, paragraphs: description === undefined ? [] : [description] },
      template: [space, ...template],
      separators,
    }));
  }

  function skeletonOffers({ title, schemas: own }: Variant): readonly Offer[] {
    const { types } = knowledgeOf(own);
    const isObject = types.includes("object");
    if (!isObject && !types.includes("array")) return [];
    const untitled = isObject ? translate("New object") : translate("New list");
    const offer = {
      label: title === undefined ? untitled : translate("New {0}", inSentence(title)),
      kind: CompletionItemKind.Struct,
      detail: title === undefined ? namesIn(own) : undefined,
      documentation: { ...describeSchemas(own, undefined, false), title },
      template: [space, ...skeletonInPlace(own)],
      separators,
    };
    const judged = isObject ? judgedProperty(own) : undefined;
    if (judged === undefined) return [offer];
    const label = translate("{0}, with {1}", offer.label, inSentence(judged.title));
    const withJudged = { ...offer, label, template: [space, ...skeletonInPlace(own, judged.name)] };
    return hasNeighbour(judged.name) ? [withJudged, offer] : [offer, withJudged];
  }

  /** The optional property that holds the domains of the document's risk-of-bias method. */
  function judgedProperty(
    own: Variant["schemas"],
  ): { readonly name: string; readonly title: string } | undefined {
    for (const { name, required } of knownProperties(own)) {
      if (required) continue;
      const variant = variantForMethod(lookup, own, [...path, name], riskOfBias);
      if (variant !== undefined) return { name, title: variant.title ?? name };
    }
    return undefined;
  }

  /** Whether the nearest element before the caret has the property: the new element then probably needs it too. */
  function hasNeighbour(name: string): boolean {
    const list = caret.steps.at(-1);
    if (typeof key !== "number" || list?.node.kind !== "array") return false;
    const array = { node: list.node, start: list.start };
    for (let index = key; index >= 0; index--) {
      const before = elementAt(array, index);
      if (before === undefined || before.start >= replaced.start || before.node.kind === "missing") continue;
      const value = writtenValue(document, before);
      return isJsonObject(value) && Object.hasOwn(value, name);
    }
    return false;
  }

  /**
   * The skeleton. In an empty list, a skeleton of several lines gets its own lines, and the final caret is after it.
   */
  function skeletonInPlace(own: Variant["schemas"], wanted?: string): Template {
    const inline = skeleton(own, path, { ...options, wanted }, builder.margin);
    const { text: whole } = document;
    const isAlone =
      typeof key === "number" && whole.slice(replaced.start - 1, replaced.end + 1).trim() === "[]";
    if (!isAlone || !toPlainText(inline).includes("\n")) return inline;
    const inner = builder.margin + builder.indent;
    return [
      text(`\n${inner}`),
      ...skeleton(own, path, { ...options, wanted }, inner),
      { kind: "end" },
      text(`\n${builder.margin}`),
    ];
  }
}

/** Describes a variant without a title by its first required properties; if none is required, by its first ones. */
function namesIn(schemas: Variant["schemas"]): string | undefined {
  const known = knownProperties(schemas);
  const names = (known.some(({ required }) => required) ? known.filter(({ required }) => required) : known)
    .slice(0, 3)
    .map(({ name }) => name);
  return names.length === 0 ? undefined : names.join(", ");
}

/** The typed text without its quotes, either of which may be missing. */
function withoutQuotes(written: string): string {
  return written.replace(/^"|"$/g, "").trim();
}

function isSchemaIdentifier(path: JsonPath): boolean {
  return path.length === 1 && path[0] === "$schema";
}

/** Whether a property names a study: other properties hold names of subgroups, notes and more. */
function namesStudy(property: string | number | undefined): boolean {
  return typeof property === "string" && studyProperties.includes(property);
}

const maxNames = 100;
const maxAnalysesSearched = 2000;

/**
 * The names of the document's studies that fit the study at the caret: without those of other studies in its list,
 * since two studies of the same name in one list would be indistinguishable.
 *
 * @param steps from the document to the object whose property is completed
 * @param typed a part of the name, in any letter case
 */
function studyNames(
  document: AnalysesDocument,
  steps: readonly Step[],
  property: string | number | undefined,
  typed: string,
): readonly string[] {
  const [analysis, list, study] = [steps[depthOf.analysis], steps.at(-2), steps.at(-1)];
  if (!namesStudy(property) || analysis === undefined || list === undefined || study === undefined) return [];
  // Only a list inside the analysis holds studies.
  if (list.node.kind !== "array" || list.start <= analysis.start) return [];
  const isInside = ({ start }: StudyName, { node, start: from }: Step): boolean =>
    from <= start && start < from + node.length;
  const ownRows = [...studiesAmong(partsOf(document, analysis).rows, analysis.start)];
  const namesInList = new Set(
    ownRows.filter((row) => isInside(row, list) && !isInside(row, study)).map(({ name }) => name),
  );
  const names = new Set<string>();
  let searched = 0;
  for (const group of groupsOf(document))
    for (const other of analysesOf(group)) {
      searched += 1;
      if (searched > maxAnalysesSearched) return [...names];
      for (const row of studiesAmong(partsOf(document, other).rows, other.start)) {
        const { name } = row;
        const isPossible = namesStudy(row.property) && !namesInList.has(name) && !isInside(row, study);
        if (!isPossible || !name.toLowerCase().includes(typed.toLowerCase())) continue;
        names.add(name);
        if (names.size === maxNames) return [...names];
      }
    }
  return [...names];
}

/** A value for completion to offer. */
interface Candidate {
  readonly value: JsonValue;
  readonly detail: string | undefined;
  readonly documentation: Documentation;
  /** Whether the schemas list values for the property. */
  readonly isListed: boolean;
  /**
   * The source of a proposal, which is one of many valid values; undefined for values of a closed list, titled values,
   * Booleans, `null`, schema identifiers and subgroups.
   */
  readonly proposed: "schema" | "document" | "next-number" | undefined;
}

/**
 * Whether to offer a candidate. A proposal must not replace what the user is about to type: in an empty value, only the
 * next number is offered without request; in a value with text, only names of studies in the document are offered.
 */
function isWanted({ proposed }: Candidate, isEmpty: boolean, isRequested: boolean): boolean {
  if (proposed === undefined) return true;
  return isEmpty ? isRequested || proposed === "next-number" : proposed === "document";
}

/** The sources of candidates. */
interface CandidateSources {
  readonly schemas: readonly ApplyingSchema[];
  /** The schemas of other kinds of object: the value would select the kind. */
  readonly schemasOfOtherKinds: readonly ApplyingSchema[];
  readonly identifiers: readonly string[];
  readonly suggested: JsonValue | undefined;
  readonly names: readonly string[];
  readonly subgroups: ReturnType<typeof subgroupsNamedAt>;
  readonly typed: string;
}

/** @returns the candidates without duplicates; `isCut` if too many matched, and some were left out */
function candidatesFor({
  schemas,
  schemasOfOtherKinds,
  identifiers,
  suggested,
  names,
  subgroups,
  typed,
}: CandidateSources): { readonly candidates: readonly Candidate[]; readonly isCut: boolean } {
  const { title, values, closed, types, default: preset, examples } = knowledgeOf(schemas);
  const documentation = describeSchemas(schemas, undefined, false);
  const isListed = values.length > 0;
  const plain = (value: JsonValue, detail?: string, proposed?: Candidate["proposed"]): Candidate => ({
    value,
    detail,
    documentation,
    isListed,
    proposed,
  });
  const simple = [
    ...(types.includes("boolean") ? [true, false] : []),
    ...(types.includes("null") ? [null] : []),
  ];
  const isSimple = (value: JsonValue): boolean => !isListed && simple.some((item) => item === value);
  const ofSchemas = offeredOf(
    valuesOfAllKinds(schemas, schemasOfOtherKinds),
    ({ value }) => labelOf(value),
    typed,
  );
  const ofExamples = offeredOf(examples, labelOf, typed);
  const all: readonly Candidate[] = [
    ...ofSchemas.offered.map((listed) => ({
      value: listed.value,
      detail: listed.title ?? title,
      documentation: describeKnownValue(listed, documentation),
      isListed,
      // A schema gives titles to values that are to be chosen, so a value with a title is no mere proposal.
      proposed: closed || listed.title !== undefined ? undefined : ("schema" as const),
    })),
    ...identifiers.map((identifier) => plain(identifier)),
    ...subgroups.map(({ number, name }) => plain(number, name)),
    ...(typeof suggested === "number"
      ? [plain(suggested, translate("the next free number"), "next-number")]
      : []),
    ...(preset === undefined
      ? []
      : [plain(preset, translate("default"), isSimple(preset) ? undefined : "schema")]),
    ...(isListed ? [] : simple.map((value) => plain(value))),
    ...(isListed ? [] : names.map((name) => plain(name, translate("a study of this document"), "document"))),
    ...ofExamples.offered.map((example) => plain(example, translate("example"), "schema")),
  ];
  const candidates = new Map<unknown, Candidate>();
  for (const candidate of all) {
    const key = equalityKey(candidate.value);
    if (!candidates.has(key)) candidates.set(key, candidate);
  }
  // `null` comes last: clients preselect the first item, and Enter accepts it.
  const inOrder = [...candidates.values()].toSorted(
    (one, other) => Number(one.value === null) - Number(other.value === null),
  );
  return { candidates: inOrder, isCut: ofSchemas.isCut || ofExamples.isCut };
}

function labelOf(value: JsonValue): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

function valueOffer(
  { value, detail, documentation, isListed }: Candidate,
  space: TemplatePart,
  separators: Separators,
): Offer {
  return {
    label: labelOf(value),
    kind: isListed ? CompletionItemKind.EnumMember : CompletionItemKind.Value,
    detail,
    documentation,
    template: [space, text(JSON.stringify(value))],
    separators,
    ...(typeof value === "string" ? { quoted: value } : {}),
  };
}
