import { defaultSeverity, messageOf } from "../../diagnostics/index";
import { rangeAt } from "../../document/labels";
import type { EvidenceProblem, Finding, Repair, StoredChange, StoredMembers } from "@analyses/evidence";
import { causeOfMismatch, checkItemYielding, numbersOfFinding, studyOfFinding } from "@analyses/evidence";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import type { ObjectNode, Placed, Yielding } from "@analyses/json";
import {
  indentationStep,
  isContainer,
  isWellFormed,
  marginOfMembers,
  membersInsertion,
  membersRemoval,
  pathAt,
  pathOf,
  pathOfPointer,
  propertiesOf,
} from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisEvidenceYielding } from "../../evidence/analysisEvidence";
import { type AnalysisCheck, type Piece, type ValidationContext, allOf } from "../../findings/check";
import { type FindingData, type FindingDraft, type NumberRepair, withRelated } from "../../findings/finding";
import { type Span, handleOf, locate, rangeOf } from "../../document/locate";
import { listOf, maxListLength, plain } from "../../findings/subject";
import { translate } from "../../localisation/translate";
import { schemaLookup } from "../../schemaLookup/schemaLookup";
import { knowledgeOf } from "../../schemaLookup/valueKnowledge";
import { schemaCodes } from "../schemaFindings";
import { itemSchemaCheck } from "./schemas";

type EvidenceData = Extract<FindingData, { kind: "evidence" }>;

/** Severity settings that turn all checks of numbers off. */
export const evidenceOff = Object.fromEntries(evidenceCodes.map((code) => [code, "off"] as const));

/** The codes of findings about single analyses. */
const codes = evidenceCodes.filter((code) => code !== "totals-disagree");

/**
 * Finds likely errors in the numbers of an analysis: `spec/evidence.md` section 4. Returns nothing for text with syntax
 * errors or uncertain nesting, where numbers are unreliable.
 */
export const evidenceCheck: AnalysisCheck = {
  scope: "analysis",
  codes: [...codes, "not-allowed-value"],
  dependsOn: (context) => [
    context.roles,
    context.compiled.item,
    wantedCodes(context).join(),
    // A schema finding whose code is not off replaces the finding of this check about the same number.
    schemaCodes.filter((code) => context.isOff({ code })).join(),
  ],
  *run(context, analysis) {
    const { document, roles } = context;
    if (!isContainer(analysis.node) || !isWellFormed(analysis.node)) return [];
    const wanted = new Set<string>(wantedCodes(context));
    const evidence = yield* analysisEvidenceYielding(document, analysis, roles, analysis);
    yield 0;
    const found = yield* checkItemYielding(evidence, (code) => wanted.has(code));
    const unknown =
      evidence.kind === "problem" && evidence.problem.kind === "unknown-value" ? evidence.problem : undefined;
    const { isReportedAt, isOtherReported, lacksProperty } =
      unknown !== undefined || found.some(mayBeDoubled)
        ? yield* reportedBySchema(context, analysis)
        : nothingReported;
    const choice =
      unknown === undefined || lacksProperty || isReportedAt(unknown.pointer)
        ? undefined
        : unknownChoiceFinding(context, analysis, unknown);
    const isReported = (finding: Finding): boolean => {
      const related = messageOf(finding.code, finding, evidence).related?.pointer ?? finding.pointer;
      return isReportedAt(finding.pointer) || isReportedAt(related) || isOtherReported(finding);
    };
    const drafts: FindingDraft[] = choice === undefined ? [] : [choice];
    const shown = found.filter((finding) => !mayBeDoubled(finding) || !isReported(finding));
    // If one finding explains all stored results that differ, only that finding is reported, with the results as
    // related places.
    const results = shown.filter(({ code }) => code === "result-mismatch");
    const cause =
      evidence.kind === "computed" && results.length > 0
        ? yield* causeOfMismatch(shown, evidence, roles)
        : undefined;
    for (const finding of shown) {
      if (finding === cause) drafts.push(withConsequences(draftOf(finding), results.map(draftOf)));
      else if (cause === undefined || !results.includes(finding)) drafts.push(draftOf(finding));
      yield 0;
    }
    return drafts;

    function draftOf(finding: Finding): FindingDraft {
      const { message, related, severity } = messageOf(finding.code, finding, evidence);
      const range = related && rangeAt(context.document, analysis, related.pointer);
      return {
        code: finding.code,
        message,
        ...(severity === undefined ? {} : { severity }),
        ...placeOf(finding.pointer),
        related: related === undefined || range === undefined ? [] : [{ message: related.message, ...range }],
        data: {
          kind: "evidence",
          study: studyOfFinding(finding, evidence),
          numbers: numbersOfFinding(finding, evidence),
          ...repairsOf(finding),
          ...studyRangeOf(finding),
        },
      };
    }

    function studyRangeOf(finding: Finding): Pick<EvidenceData, "within"> {
      if (finding.code !== "method-mismatch" || finding.row === undefined) return {};
      const row = locate(document, analysis, pathOfPointer(finding.pointer));
      return row === undefined ? {} : { within: rangeOf(row) };
    }

    /** The range of the value at a pointer; if the value is absent, the range of the nearest value around it. */
    function placeOf(pointer: string): Span {
      const range = rangeAt(context.document, analysis, pointer);
      if (range !== undefined) return range;
      return pointer === "" ? rangeOf(analysis) : placeOf(pointer.slice(0, pointer.lastIndexOf("/")));
    }

    function repairsOf(finding: Finding): Pick<EvidenceData, "repairs" | "isOfResults"> {
      if ("changes" in finding)
        return { repairs: storedRepairs(document, analysis, finding.changes), isOfResults: true };
      return { repairs: "repairs" in finding ? repairsAt(context, analysis, finding.repairs) : [] };
    }
  },
};

/** Adds consequences to a finding as related places. A hint becomes a warning, the severity of its consequences. */
function withConsequences(cause: FindingDraft, consequences: readonly FindingDraft[]): FindingDraft {
  if (cause.data.kind !== "evidence") return cause;
  return {
    ...withRelated(cause, consequences),
    ...(defaultSeverity(cause.code) === "hint" ? { severity: "warning" } : {}),
    data: { ...cause.data, consequences },
  };
}

function wantedCodes({ isOff }: ValidationContext): readonly (typeof codes)[number][] {
  return codes.filter((code) => !isOff({ code }));
}

/** Whether the item schema may report the number or choice that the finding is about. */
const mayBeDoubled = (finding: Finding): boolean =>
  finding.code === "impossible-data" || (finding.code === "method-mismatch" && finding.row === undefined);

interface Reported {
  /** Whether a schema finding is at the value at a pointer, or at the name of that value. */
  readonly isReportedAt: (pointer: string) => boolean;
  /** Whether a schema finding is at the second of the two numbers that an evidence finding compares. */
  readonly isOtherReported: (finding: Finding) => boolean;
  /**
   * Whether a schema finding reports a missing property of the analysis. An unknown choice may then come from another
   * property that was read in its place, so that only the missing property is reported.
   */
  readonly lacksProperty: boolean;
}

const nothingReported: Reported = {
  isReportedAt: () => false,
  isOtherReported: () => false,
  lacksProperty: false,
};

/** Where the schema check reports something in an analysis: its findings take precedence over those about numbers. */
function* reportedBySchema(context: ValidationContext, analysis: Piece): Yielding<Reported> {
  const reported = (yield* allOf(itemSchemaCheck.run(context, analysis))).filter(
    (draft) => !context.isOff(draft),
  );
  if (reported.length === 0) return nothingReported;
  return {
    lacksProperty: reported.some(
      ({ data }) => data.kind === "missing-property" && data.object === analysis.start,
    ),
    isReportedAt(pointer) {
      const located = locate(context.document, analysis, pathOfPointer(pointer));
      if (located === undefined) return false;
      const end = located.start + located.node.length;
      const start = located.property?.start ?? located.start;
      return reported.some((draft) => draft.start < end && start < draft.end);
    },
    isOtherReported: (finding) =>
      finding.code === "impossible-data" &&
      finding.other !== null &&
      reported.some(({ start, end }) => Number(context.document.text.slice(start, end)) === finding.other),
  };
}

/** Returns all repairs or none, because applying only some of them would be another error. */
function repairsAt(
  { document }: ValidationContext,
  analysis: Placed,
  repairs: readonly Repair[],
): readonly NumberRepair[] {
  const numberRepairs = repairs.flatMap(({ pointer, value }): NumberRepair[] => {
    const located = locate(document, analysis, pathOfPointer(pointer));
    if (located?.node.kind !== "number" || !Number.isFinite(value)) return [];
    return [{ ...rangeOf(located), newText: String(value) }];
  });
  return numberRepairs.length === repairs.length
    ? numberRepairs.sort((one, other) => one.start - other.start)
    : [];
}

/**
 * Reports a choice whose value is unknown, so that the analysis cannot be computed, although a schema, if there is one,
 * allows the value. Offers the values that the schema lists, or the standard values if it lists none.
 */
function unknownChoiceFinding(
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

/**
 * Returns edits that update the stored results of an analysis in RevMan's form, with RevMan's number format and the
 * layout of the text. None if a place is missing, because applying only some edits would introduce another error.
 */
export function storedRepairs(
  document: AnalysesDocument,
  analysis: Placed,
  changes: readonly StoredChange[],
): readonly NumberRepair[] {
  const edits: NumberRepair[] = [];
  // Members to insert, by object and index, since two insertions at one offset would overlap.
  const added = new Map<string, { object: Placed<ObjectNode>; index: number; members: string[] }>();
  // Members to remove, by the start of their object.
  const removed = new Map<number, { object: Placed<ObjectNode>; indices: number[] }>();
  for (const change of changes) {
    const path = pathOfPointer(change.pointer);
    const located = locate(document, analysis, path);
    if (located === undefined) return [];
    if (change.kind === "write") {
      if (located.node.kind !== "number") return [];
      edits.push({ ...rangeOf(located), newText: javaNumber(change.value) });
      continue;
    }
    if (change.kind === "add") {
      const { node, start } = located;
      if (node.kind !== "object") return [];
      const object = { node, start };
      const names = [...propertiesOf(object)].map(({ property }) => property.name);
      const next = names.findIndex((name) => change.before.includes(name));
      const index = (next === -1 ? names.length : next) - 1;
      const key = `${start} ${index}`;
      const known = added.get(key) ?? { object, index, members: [] };
      known.members.push(memberText(document, object, change.name, change.value));
      added.set(key, known);
      continue;
    }
    const holder = locate(document, analysis, path.slice(0, -1));
    if (holder?.node.kind !== "object") return [];
    const object = { node: holder.node, start: holder.start };
    const known = removed.get(holder.start) ?? { object, indices: [] };
    known.indices.push([...propertiesOf(object)].findIndex(({ property }) => property.name === path.at(-1)));
    removed.set(holder.start, known);
  }
  for (const { object, index, members } of added.values()) {
    const { start, end, text } = membersInsertion(document.text, object, index, members);
    const removal = removed.get(object.start);
    const at = removal?.indices.indexOf(index) ?? -1;
    if (at === -1) edits.push({ start, end, newText: text });
    else {
      // An insertion after a removed member would touch the removal, so the new members replace the removed member.
      removal?.indices.splice(at, 1);
      const place = object.start + (object.node.starts[index] ?? 0);
      edits.push({ start: place, end, newText: text.replace(/^\s*,\s*/, "") });
    }
  }
  for (const { object, indices } of removed.values())
    for (const { start, end, text } of membersRemoval(
      document.text,
      object,
      indices.sort((one, other) => one - other),
    ))
      edits.push({ start, end, newText: text });
  return edits.sort((one, other) => one.start - other.start || one.end - other.end);
}

/** A property with its value, on one line or in the layout of its object. */
function memberText(
  { text }: AnalysesDocument,
  object: Placed<ObjectNode>,
  name: string,
  value: number | StoredMembers,
): string {
  const own = text.slice(object.start, object.start + object.node.length);
  const colon = /":\s/.test(own) ? ": " : ":";
  const isLaidOut = own.includes("\n");
  const outer = marginOfMembers(text, object);
  const step = indentationStep(text);
  const written = (one: number | StoredMembers, margin: string): string => {
    if (typeof one === "number") return javaNumber(one);
    const members = Object.entries(one).flatMap(([key, member]) =>
      member === undefined ? [] : [`${JSON.stringify(key)}${colon}${written(member, margin + step)}`],
    );
    if (!isLaidOut) return `{${members.join(",")}}`;
    return `{\n${members.map((member) => margin + step + member).join(",\n")}\n${margin}}`;
  };
  return `${JSON.stringify(name)}${colon}${written(value, outer)}`;
}

/**
 * Formats a number as RevMan, a Java program, stores results: as Java prints a double, but whole numbers without a
 * point: `-0.36`, `6.5E-4`, `120`.
 */
function javaNumber(value: number): string {
  if (Number.isInteger(value)) return BigInt(value).toString();
  const size = Math.abs(value);
  if (size >= 1e-3 && size < 1e7) return String(value);
  const [mantissa = "", exponent = ""] = value.toExponential().split("e");
  return `${mantissa.includes(".") ? mantissa : `${mantissa}.0`}E${Number(exponent)}`;
}
