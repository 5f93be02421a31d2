import { byKey } from "@analyses/evidence";
import { depthOf } from "@analyses/protocol/documentFormat";
import { isEmptyText, pathAt, propertiesOf } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Finding } from "../findings/finding";
import { listOf } from "../findings/subject";
import { translate } from "../localisation/translate";

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

/** The start of the list entry around an offset in an analysis, if all own texts and numbers of the entry are empty. */
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
  const places = others.map((other) => ({ message: other.message, start: other.start, end: other.end }));
  const related = [...first.related, ...places];
  const severity = others.some((other) => other.severity === "error") ? "error" : first.severity;
  if (data.kind === "missing-property") {
    const names = others.flatMap((other) => (other.data.kind === "missing-property" ? other.data.name : []));
    return { ...first, message: andMissing(message, names), data: { ...data, others: names } };
  }
  if (data.kind !== "unfinished-value") return { ...first, severity, related };
  const names = others.map(({ start }) => nameInEntry(document, start));
  const all =
    names.length === 1
      ? translate("{0} So is {1}.", message, quoted(names))
      : translate("{0} So are {1}.", message, quoted(names));
  return { ...first, severity, message: all, related };
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
