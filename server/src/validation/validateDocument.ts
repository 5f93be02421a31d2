import { type Yielding, type YieldingHost, runYielding } from "@analyses/json";
import { lateChecks, severityOf, checks } from "../diagnostics/index";
import { evidenceCheck } from "./checks/evidence";
import { documentSchemaCheck, itemSchemaCheck } from "./checks/schemas";
import { nearValuesCheck } from "./checks/nearValues";
import { subgroupNumbersCheck } from "./checks/subgroupNumbers";
import { type CheckedNow, Pass, FoundFindings } from "./walk";
import type { RoleBinding } from "@analyses/evidence";
import type { Placed } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { roleBinding } from "../evidence/analysisEvidence";
import { translate } from "../localisation/translate";
import { type ReferenceStatuses, noReferenceStatuses } from "../references/referenceStatuses";
import { type SchemaContext, compiledSchemas } from "../schema/schemaContext";
import type { ValidationContext, ValidationSettings } from "../findings/check";
import { type Finding, type FindingDraft, moreFindings, withRelated } from "../findings/finding";
import { asOneMistake, withoutLeftOut } from "./oneMistake";
import { reportHtmlOnce } from "./htmlEntities";
import { oncePerObject } from "./onePerMistake";

/** Checks the text and its schemas. */
export const textPass = new Pass([
  documentSchemaCheck,
  itemSchemaCheck,
  nearValuesCheck,
  subgroupNumbersCheck,
  ...checks,
]);

/** Checks the numbers. This pass is slower than the text pass, so the server can publish its findings later. */
const evidencePass = new Pass([evidenceCheck, ...lateChecks]);

/** How many findings to collect beyond `maxProblems`, since checks find them out of order. */
const spareFindings = 1000;

/** The length of text between yields while computing analyses, which is slower than checking text. */
const sliceOfEvidence = 20_000;

/** The findings of a validation. */
interface FindingsNow {
  readonly findings: readonly Finding[];
  /** False if the validation skipped some analyses. */
  readonly isComplete: boolean;
}

/**
 * Validates a document. Returns the findings in text order: at most `maxProblems`, then one that reports the cut;
 * `undefined` after cancellation. Reuses findings in unchanged text. Never rejects.
 *
 * @param referenceStatuses the results of the last reference check
 */
export async function validateDocument(
  document: AnalysesDocument,
  schemas: SchemaContext,
  settings: ValidationSettings,
  yielding: YieldingHost,
  referenceStatuses: ReferenceStatuses = noReferenceStatuses,
): Promise<readonly Finding[] | undefined> {
  const context = contextOf(document, schemas, settings, referenceStatuses);
  return (await validateNow(context, yielding))?.findings;
}

/**
 * Validates a document without computing all of its numbers.
 *
 * @param evidence the analyses to compute now, by default all; the others keep their cached findings. `later`: skip all
 *   numbers, because nothing is cached yet.
 * @returns undefined after cancellation
 */
export async function validateNow(
  context: ValidationContext,
  yielding: YieldingHost,
  evidence?: CheckedNow | "later",
): Promise<FindingsNow | undefined> {
  const reported = new FoundFindings(context);
  if ((await runYielding(textPass.walk(context, reported), yielding)) === "cancelled") return undefined;
  const found = withoutLeftOut(context.document, reportHtmlOnce(context.document, reported.drafts));
  const drafts = await runYielding(asOneMistake(context.document, found, checkerOfText(context)), yielding);
  if (drafts === "cancelled") return undefined;
  if (evidence === "later") return { findings: applySettings(drafts, context), isComplete: false };
  const computed = new FoundFindings(context);
  const work = evidencePass.walk(context, computed, evidence);
  if ((await runYielding(work, yielding, sliceOfEvidence)) === "cancelled") return undefined;
  const findings = applySettings([...drafts, ...computed.drafts], context);
  return { findings, isComplete: computed.isComplete };
}

/** Returns a function that runs the text pass over a changed document. */
function checkerOfText({ schemas, settings, referenceStatuses }: ValidationContext) {
  return function* (changed: AnalysesDocument): Yielding<readonly FindingDraft[]> {
    const context = contextOf(changed, schemas, settings, referenceStatuses);
    const found = new FoundFindings(context);
    yield* textPass.walk(context, found);
    return found.drafts;
  };
}

/**
 * Computes the analyses of a document, so that `validateNow` finds their results in the cache.
 *
 * @param first only these analyses, if given
 * @returns false after cancellation
 */
export async function computeEvidence(
  context: ValidationContext,
  yielding: YieldingHost,
  first?: readonly Placed[],
): Promise<boolean> {
  const now = first && { first, text: Infinity };
  const work = evidencePass.walk(context, new FoundFindings(context), now);
  return (await runYielding(work, yielding, sliceOfEvidence)) !== "cancelled";
}

export function contextOf(
  document: AnalysesDocument,
  schemas: SchemaContext,
  settings: ValidationSettings,
  referenceStatuses: ReferenceStatuses,
): ValidationContext {
  let roles: RoleBinding | undefined;
  return {
    document,
    schemas,
    compiled: compiledSchemas(schemas),
    settings,
    // Bound at the first use, because the first findings of a document do not need the roles.
    get roles() {
      return (roles ??= roleBinding(schemas, settings.evidence));
    },
    referenceStatuses,
    limit: settings.maxProblems + spareFindings,
    isOff: (draft) => severityOf(draft, settings) === "off",
  };
}

/** Applies severities, sorts the findings, and limits their number. */
function applySettings(
  drafts: readonly FindingDraft[],
  { document, settings }: ValidationContext,
): readonly Finding[] {
  const findings: Finding[] = [];
  let more: FindingDraft | undefined;
  for (const draft of drafts) {
    const severity = severityOf(draft, settings);
    if (draft.data.kind === "more") more ??= draft;
    else if (severity !== "off") findings.push({ ...draft, severity });
  }
  const sorted = findings.sort((one, other) => one.start - other.start || one.end - other.end);
  const distinct = oncePerObject(document, withoutConsequences(withoutRepeated(sorted)));
  const shown = distinct.slice(0, settings.maxProblems);
  const next = distinct[settings.maxProblems] ?? more;
  if (next === undefined) return shown;
  const message = onlySomeShown(shown.length);
  const last: Finding = { ...moreFindings(next.start), severity: "information", message, end: next.end };
  return [...shown, last];
}

/** The message of the last finding if the server publishes only some. */
export function onlySomeShown(count: number): string {
  if (count === 0) return translate("There are problems, and none is shown.");
  return count === 1
    ? translate("Only the first problem is shown: there are more.")
    : translate("Only the first {0} problems are shown: there are more.", count);
}

/**
 * Drops findings that repeat the message of another one at the same range, as two schemas report them; all but one
 * `not-allowed-value` at a range; and findings about the precision of a number that has the wrong type.
 */
function withoutRepeated(sorted: readonly Finding[]): readonly Finding[] {
  const wrong = new Set(sorted.flatMap(({ code, start }) => (code === "wrong-type" ? [start] : [])));
  const reportedHere = new Set<string>();
  return sorted.filter(({ code, message, start, end }, index) => {
    if (code === "number-precision" && wrong.has(start)) return false;
    const before = sorted[index - 1];
    if (before?.start !== start || before.end !== end) reportedHere.clear();
    return (
      reportedHere.size < reportedHere.add(code === "not-allowed-value" ? code : `${code} ${message}`).size
    );
  });
}

/** The maximum number of consequences to list with their cause. */
const maxListed = 20;

/**
 * Keeps one finding for each cause. A cause is a choice, such as the effect measure, that contradicts the data of its
 * analysis or of some studies. Findings that follow from the choice become related places of the cause: properties
 * that the schema requires for the choice, and other choices and studies that contradict the choice.
 */
function withoutConsequences(findings: readonly Finding[]): readonly Finding[] {
  const mismatchesByStart = new Map(
    findings.flatMap((finding) =>
      finding.code === "method-mismatch" ? [[finding.start, finding] as const] : [],
    ),
  );
  const firstByCause = new Map<string, Finding>();
  const studyMismatches: Finding[] = [];
  for (const finding of findings) {
    const key = sharedCause(finding);
    if (key !== undefined && !firstByCause.has(key)) firstByCause.set(key, finding);
    if (studyRangeOf(finding) !== undefined) studyMismatches.push(finding);
  }
  const consequences = new Map<Finding, Finding[]>();
  const kept = findings.filter((finding) => {
    const study = isAboutProperty(finding)
      ? studyMismatches.find((mismatch) => isInside(finding, studyRangeOf(mismatch)))
      : undefined;
    // A mismatch with related places contradicts another choice; neither of the two choices is the consequence.
    const isMismatch = finding.code === "method-mismatch";
    const cause =
      finding.related
        .filter(({ isReason }) => isReason === true || isMismatch)
        .map(({ start }) => start)
        .concat(finding.chosenBy ?? [])
        .map((start) => mismatchesByStart.get(start))
        .filter((mismatch) => mismatch !== undefined)
        .find((mismatch) => mismatch !== finding && (!isMismatch || mismatch.related.length === 0)) ??
      firstByCause.get(sharedCause(study ?? finding) ?? "");
    if (cause === undefined || cause === finding) return true;
    consequences.set(cause, [...(consequences.get(cause) ?? []), finding].slice(0, maxListed));
    return false;
  });
  return kept.map((finding) => withRelated(finding, consequences.get(finding) ?? []));
}

/**
 * A key that is the same for studies with the same mistake, of which only the first is reported: data of a type that
 * contradicts the analysis's choice, or another risk-of-bias method. Undefined for all other findings.
 */
function sharedCause(finding: Finding): string | undefined {
  const { data, related } = finding;
  if (data.kind === "other-method") return data.method;
  const isOfStudy = data.kind === "evidence" && data.within !== undefined;
  return isOfStudy ? `${related[0]?.start ?? ""} ${data.numbers.join()}` : undefined;
}

function studyRangeOf({ data }: Finding) {
  return data.kind === "evidence" ? data.within : undefined;
}

function isInside({ start, end }: Finding, extent: ReturnType<typeof studyRangeOf>): boolean {
  return extent !== undefined && extent.start <= start && end <= extent.end;
}

function isAboutProperty({ data }: Finding): boolean {
  return data.kind === "missing-property" || data.kind === "unknown-property";
}
