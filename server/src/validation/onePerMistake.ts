// Reports each mistake once: drops findings that repeat another, and merges findings that have the same cause.

import { byKey } from "@analyses/evidence";
import { type Step, isEmptyText, pathAt, propertiesOf } from "@analyses/json";
import { depthOf, formatProperty } from "@analyses/protocol/documentFormat";
import { mayBeIntended } from "../diagnostics/missing-property";
import { emptyName } from "../diagnostics/unknown-property";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { ValidationContext } from "../findings/check";
import { type Finding, type FindingData, type FindingDraft, withRelated } from "../findings/finding";
import { mayHold } from "../findings/site";
import { type Subject, listOf, looksLike } from "../findings/subject";
import { translate } from "../localisation/translate";
import { type Misplaced, type ObjectKind, misplacedAt } from "../schemaLookup/schemaLookup";

/**
 * Keeps one of several findings about the same mistake. Of findings that list allowed values at one range: that with
 * the shortest list, or the last of equally short lists. Of findings about one missing property: that without a
 * condition. Of a pattern and a format at one value: the pattern, because a format is only advice (JSON Schema 2020-12,
 * Validation, section 7.2.1).
 */
export function oneOfEach(findings: readonly FindingDraft[]): FindingDraft[] {
  const best = new Map<string, { readonly finding: FindingDraft; readonly weight: number }>();
  const patterns = new Set<number>();
  for (const finding of findings) {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "pattern") patterns.add(start);
    const topic = topicOf(finding);
    const known = topic && best.get(topic.key);
    if (topic !== undefined && (known === undefined || topic.weight >= known.weight))
      best.set(topic.key, { finding, weight: topic.weight });
  }
  return findings.filter((finding) => {
    const { data, start } = finding;
    if (data.kind === "schema" && data.keyword === "format") return !patterns.has(start);
    const topic = topicOf(finding);
    return topic === undefined || best.get(topic.key)?.finding === finding;
  });
}

interface Topic {
  /** The same key for all findings about the same range or property. */
  readonly key: string;
  /** The finding with the greatest weight is kept. */
  readonly weight: number;
}

function topicOf({ data, start, end, related }: FindingDraft): Topic | undefined {
  switch (data.kind) {
    case "not-allowed-value":
    case "unfinished-value":
      // Among findings about one value, one that lists no allowed values helps the author least, so it has the lowest
      // weight.
      return { key: `value ${start} ${end}`, weight: data.count === 0 ? -Infinity : -data.count };
    case "missing-property": {
      const isAlways = !related.some(({ isReason }) => isReason === true);
      return { key: `property ${data.object} ${data.name}`, weight: isAlways ? 1 : 0 };
    }
    default:
      return undefined;
  }
}

type Missing = FindingDraft & { readonly data: Extract<FindingData, { readonly kind: "missing-property" }> };

type Unknown = FindingDraft & { readonly data: Extract<FindingData, { readonly kind: "unknown-property" }> };

/**
 * Pairs a missing property with an unknown property of the same object if their names are alike, or if the object has
 * only one of each. For alike names, keeps only the finding of the misspelt key; otherwise links both, so that both
 * offer the rename. If several keys are like one name, the match is ambiguous and no key counts as alike.
 */
export function withRenames(
  findings: readonly FindingDraft[],
  { isOff }: Pick<ValidationContext, "isOff">,
): readonly FindingDraft[] {
  const unknown = byKey(findings.filter(isUnknown), ({ data }) => data.object);
  if (unknown.size === 0) return findings;
  const missing = byKey(findings.filter(isMissing), ({ data }) => data.object);
  const changed = new Map<FindingDraft, FindingDraft | undefined>();
  for (const [object, keys] of unknown) {
    const ambiguous = sharedByOneName(keys);
    for (const key of ambiguous) changed.set(key, { ...key, data: { ...key.data, isAlike: false } });
    for (const [lack, key, isAlike] of pairs(missing.get(object) ?? [], keys, ambiguous)) {
      const { name } = lack.data;
      const { start, end, data } = key;
      const nearest = [name, ...data.nearest.filter((near) => near !== name)];
      const message = data.name === "" ? emptyName(name) : key.message;
      changed.set(key, { ...key, message, data: { ...data, nearest, isAlike } });
      // A misspelt or empty key and the missing property are one problem, so the finding about the key is enough.
      if (isAlike && !isOff(key)) {
        changed.set(lack, undefined);
        continue;
      }
      const others = lack.related.filter((place) => place.start !== lack.data.unknown?.start);
      const related = [...others, { message: mayBeIntended(data.name), start, end }];
      changed.set(lack, {
        ...lack,
        related,
        data: { ...lack.data, unknown: { start, end, name: data.name, isAlike } },
      });
    }
  }
  return findings.flatMap((finding) => (changed.has(finding) ? (changed.get(finding) ?? []) : finding));
}

/** The keys that resemble the same name as another key. */
function sharedByOneName(keys: readonly Unknown[]): ReadonlySet<Unknown> {
  const byName = byKey(keys, ({ data }) => (data.isAlike ? data.nearest[0] : undefined));
  return new Set([...byName.values()].filter(({ length }) => length > 1).flat());
}

/** The missing and unknown properties of an object that may be the same; the third item is whether they surely are. */
function pairs(
  missing: readonly Missing[],
  unknown: readonly Unknown[],
  ambiguous: ReadonlySet<Unknown>,
): readonly (readonly [Missing, Unknown, boolean])[] {
  const matches = (lack: Missing, key: Unknown): boolean => lack.data.name === key.data.nearest[0];
  const alike = unknown.flatMap((key) => {
    const lack = key.data.isAlike ? missing.find((one) => matches(one, key)) : undefined;
    return lack === undefined ? [] : [[lack, key, !ambiguous.has(key)] as const];
  });
  const [lack, ...otherLacks] = missing.filter((one) => !alike.some(([paired]) => paired === one));
  const [key, ...otherKeys] = unknown.filter((one) => !alike.some(([, paired]) => paired === one));
  if (lack === undefined || key === undefined || otherLacks.length > 0 || otherKeys.length > 0) return alike;
  // If the names match here, the key is not paired yet because its value does not fit the property.
  return !matches(lack, key) && mayHold(lack.data.schema, key.data.holds)
    ? // An empty key can only stand for the missing property.
      [...alike, [lack, key, key.data.name === ""]]
    : alike;
}

function isMissing(finding: FindingDraft): finding is Missing {
  return finding.data.kind === "missing-property";
}

function isUnknown(finding: FindingDraft): finding is Unknown {
  return finding.data.kind === "unknown-property";
}

/**
 * If an object stands where another kind of object belongs, replaces all findings inside it with one finding about the
 * misplacement. For several such objects in one list, such as studies in a list of subgroups, reports only the first;
 * its related places are the others.
 */
export function withoutMisplaced(
  { document, schemas }: Pick<ValidationContext, "document" | "schemas">,
  findings: readonly FindingDraft[],
): readonly FindingDraft[] {
  const counts = new Map<number, number>();
  for (const { data } of findings)
    if ("object" in data) counts.set(data.object, (counts.get(data.object) ?? 0) + 1);
  const misplaced = [...counts].flatMap(([start, count]) => {
    const found = misplacedAt(document, schemas, start);
    // A single finding may come from one missing or misspelt name, unless the object has all names of the other kind.
    if (found === undefined || (count === 1 && !found.isComplete)) return [];
    const [parent, list, object] = found.steps.slice(-3);
    return [{ ...found, start, end: start + (object?.node.length ?? 0), parent, list }];
  });
  if (misplaced.length === 0) return findings;
  const others = findings.filter(({ start: at, data }) =>
    misplaced.every(
      ({ start, end, is, parent }) =>
        (at < start || at >= end) && !(parent !== undefined && lacks(data, parent.start, is.list)),
    ),
  );
  const byList = byKey(misplaced, ({ list, is }) => `${list?.start ?? ""} ${is.list ?? is.part}`);
  return [...others, ...[...byList.values()].flatMap((same) => misplacedFindings(same))];
}

/** Whether the finding reports that the object at this offset lacks a list of this name. */
function lacks(data: FindingData, object: number, list: string | undefined): boolean {
  if (list === undefined || !("object" in data) || data.object !== object) return false;
  return data.kind === "missing-property"
    ? data.name === list
    : data.kind === "missing-alternative" && data.names.includes(list);
}

function misplacedFindings(
  same: readonly (Misplaced & { readonly start: number; readonly list: Step | undefined })[],
): readonly FindingDraft[] {
  const [first, ...others] = same.toSorted((one, other) => one.start - other.start);
  if (first === undefined) return [];
  const { is, wanted, start, list } = first;
  const listName = list?.via.kind === "property" ? list.via.property.property.name : undefined;
  const message = looksLike(kindAsSubject(is, formatProperty.groups), kindAsSubject(wanted, listName));
  const related = others.map((other) => ({ message, start: other.start, end: other.start + 1 }));
  const data = { kind: "misplaced" } as const;
  return [{ code: "wrong-type", message, start, end: start + 1, related, data }];
}

function kindAsSubject({ title, part, list }: ObjectKind, listName: string | undefined): Subject {
  const entry = part === "analysis" ? undefined : { number: 1, list: list ?? listName };
  return { title, property: undefined, entry, whole: "analysis" };
}

/**
 * Merges findings with one cause into one: all missing properties of an object; a missing property and the unknown one
 * that may be it; all values that one other choice rules out; all unfinished values of an entry that is still empty,
 * such as a new study.
 */
export function oncePerObject(document: AnalysesDocument, findings: readonly Finding[]): readonly Finding[] {
  const groups = byKey(findings, (finding) => causeKeyOf(document, finding));
  // By finding: the finding that replaces it, or undefined if it is merged into another finding.
  const changed = new Map<Finding, Finding | undefined>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    const key = others.find(({ data }) => data.kind === "unknown-property");
    const kept = first.data.kind === "missing-property" && key !== undefined ? key : first;
    for (const finding of [first, ...others]) changed.set(finding, undefined);
    changed.set(
      kept,
      withOthers(
        document,
        kept,
        [first, ...others].filter((finding) => finding !== kept),
      ),
    );
  }
  return findings.flatMap((finding) => (changed.has(finding) ? (changed.get(finding) ?? []) : finding));
}

/**
 * The key of a finding's cause: findings with the same key are merged. Undefined for a finding that stays on its own.
 */
function causeKeyOf(document: AnalysesDocument, finding: Finding): string | undefined {
  const { data, severity, related, start } = finding;
  const reason = related.find(({ isReason }) => isReason === true);
  switch (data.kind) {
    case "missing-property":
      return data.unknown === undefined
        ? `missing ${data.object} ${severity} ${related.map((place) => place.start).join()}`
        : `key ${data.unknown.start}`;
    case "unknown-property":
    case "not-allowed-value":
      if (reason !== undefined && holderOf(document, reason.start) === holderOf(document, start))
        return `reason ${reason.start}`;
      return data.kind === "unknown-property" ? `key ${start}` : undefined;
    case "unfinished-value": {
      const entry = emptyEntryAt(document, start);
      return entry === undefined ? undefined : `unfinished ${entry}`;
    }
    default:
      return undefined;
  }
}

/** The start of the object around a value or a key. */
function holderOf(document: AnalysesDocument, at: number): number | undefined {
  return pathAt(document, at).steps.findLast(({ start, node }) => node.kind === "object" && start < at)
    ?.start;
}

/**
 * The start of the list entry around an offset in an analysis, if each text, number or null directly in the entry is
 * still null or an empty text.
 */
function emptyEntryAt(document: AnalysesDocument, at: number): number | undefined {
  const entry = pathAt(document, at)
    .steps.slice(depthOf.analysis + 1)
    .findLast(({ via }) => via.kind === "element");
  if (entry?.node.kind !== "object") return undefined;
  const own = [...propertiesOf({ node: entry.node, start: entry.start })].map(({ value }) => value.node);
  const scalars = own.filter(({ kind }) => kind === "string" || kind === "number" || kind === "null");
  const isEmpty = scalars.length > 0 && scalars.every((node) => node.kind === "null" || isEmptyText(node));
  return isEmpty ? entry.start : undefined;
}

function withOthers(document: AnalysesDocument, first: Finding, others: readonly Finding[]): Finding {
  const { message, data } = first;
  const severity = others.some((other) => other.severity === "error") ? "error" : first.severity;
  if (data.kind === "missing-property") {
    const names = others.flatMap((other) => (other.data.kind === "missing-property" ? other.data.name : []));
    return { ...first, message: andMissing(message, names), data: { ...data, others: names } };
  }
  const merged = { ...withRelated(first, others), severity };
  if (data.kind !== "unfinished-value") return merged;
  const names = others.map(({ start }) => nameInEntry(document, start));
  const all =
    names.length === 1
      ? translate("{0} So is {1}.", message, quoted(names))
      : translate("{0} So are {1}.", message, quoted(names));
  return { ...merged, message: all };
}

/** The property names from a list entry down to the value at an offset, such as `experimental.events`. */
function nameInEntry(document: AnalysesDocument, at: number): string {
  const { steps } = pathAt(document, at);
  const entry = steps.findLastIndex(({ via }) => via.kind === "element");
  return steps
    .slice(entry + 1)
    .flatMap(({ via }) => (via.kind === "property" ? via.property.property.name : []))
    .join(".");
}

function andMissing(message: string, names: readonly string[]): string {
  const [only] = names;
  return names.length === 1 && only !== undefined
    ? translate("{0} `{1}` is missing too.", message, only)
    : translate("{0} {1} are missing too.", message, quoted(names));
}

function quoted(names: readonly string[]): string {
  return listOf(
    names.map((name) => `\`${name}\``),
    "and",
  );
}
