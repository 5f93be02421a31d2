import { byKey } from "@analyses/evidence";
import { depthOf } from "@analyses/protocol/documentFormat";
import { isEmptyText, pathAt, propertiesOf } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { Finding } from "../findings/finding";
import { listOf } from "../findings/subject";
import { translate } from "../localisation/translate";

/**
 * Reports once what an object lacks: its missing properties, and what is still to be filled in of an entry of which
 * nothing is filled in, such as a new study.
 */
export function oncePerObject(document: AnalysesDocument, findings: readonly Finding[]): readonly Finding[] {
  const groups = byKey(findings, (finding) => objectOf(document, finding));
  const changed = new Map<Finding, Finding | undefined>();
  for (const [first, ...others] of groups.values()) {
    if (first === undefined || others.length === 0) continue;
    changed.set(first, withOthers(document, first, others));
    for (const other of others) changed.set(other, undefined);
  }
  return findings.flatMap((finding) => (changed.has(finding) ? (changed.get(finding) ?? []) : finding));
}

/** What findings have in common that are reported as one. */
function objectOf(
  document: AnalysesDocument,
  { data, severity, related, start }: Finding,
): string | undefined {
  if (data.kind === "missing-property" && data.unknown === undefined)
    return `missing ${data.object} ${severity} ${related.map((place) => place.start).join()}`;
  if (data.kind !== "unfinished-value") return undefined;
  const entry = emptyEntryAt(document, start);
  return entry === undefined ? undefined : `unfinished ${entry}`;
}

/** The start of the entry of an analysis's list around a place, if none of its own texts and numbers is filled in. */
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
  if (data.kind === "missing-property") {
    const names = others.flatMap((one) => (one.data.kind === "missing-property" ? one.data.name : []));
    return { ...first, message: andMissing(message, names), data: { ...data, others: names } };
  }
  const names = others.map(({ start }) => nameInEntry(document, start));
  const severity = others.some((one) => one.severity === "error") ? "error" : first.severity;
  const places = others.map((one) => ({ message: one.message, start: one.start, end: one.end }));
  const all =
    names.length === 1
      ? translate("{0} So is {1}.", message, quoted(names))
      : translate("{0} So are {1}.", message, quoted(names));
  return { ...first, severity, message: all, related: [...first.related, ...places] };
}

/** The names on the way from a list entry to a place: `experimental.events`. */
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
