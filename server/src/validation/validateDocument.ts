import { lateChecks, defaultSeverity, checks } from "../diagnostics/index";
import { documentSchemaCheck } from "./checks/documentSchema";
import { evidenceCheck } from "./checks/evidence";
import { itemSchemaCheck } from "./checks/itemSchema";
import { Pass, FoundFindings } from "./walk";
import type { RoleBinding } from "@analyses/evidence";
import type { Placed } from "@analyses/json";
import type { AnalysesDocument } from "../document/analysesDocument";
import { workThrough } from "../document/yielding";
import type { Yielding } from "../document/yielding";
import { roleBinding } from "../evidence/analysisEvidence";
import { translate } from "../localisation/translate";
import { noReferenceStatuses } from "../references/referenceStatuses";
import type { ReferenceStatuses } from "../references/referenceStatuses";
import { compiledSchemas } from "../schema/schemaContext";
import type { SchemaContext } from "../schema/schemaContext";
import type { ValidationContext, ValidationSettings } from "../findings/check";
import { moreFindings } from "../findings/finding";
import type { Finding, FindingDraft } from "../findings/finding";
import { withoutConsequences } from "./consequences";
import type { CheckedNow } from "./walk";

/** What a text says by its form and its schemas. */
export const textPass = new Pass([documentSchemaCheck, itemSchemaCheck, ...checks]);

/** What its numbers say: it takes longer, so that it can be published after all else. */
export const evidencePass = new Pass([evidenceCheck, ...lateChecks]);

/** Collecting goes on after `maxProblems` for a while, since findings do not come in order. */
const spareFindings = 1000;

/** Computing what analyses come to takes longer than checking their text: others have their turn after so much of it. */
const sliceOfEvidence = 20_000;

/** What is known of a document's findings. */
interface FindingsNow {
  readonly findings: readonly Finding[];
  /** False while some analyses are not computed. */
  readonly isComplete: boolean;
}

/**
 * All findings in a document, in the order of the text, at most `maxProblems` and then one last
 * finding that says so. `undefined` when it was cancelled. What an edit left alone is not looked at
 * again. Never rejects.
 *
 * @param referenceStatuses what registries answered when the document's references were checked last
 */
export async function validateDocument(
  document: AnalysesDocument,
  schemas: SchemaContext,
  settings: ValidationSettings,
  yielding: Yielding,
  referenceStatuses: ReferenceStatuses = noReferenceStatuses,
): Promise<readonly Finding[] | undefined> {
  const context = contextOf(document, schemas, settings, referenceStatuses);
  return (await validateNow(context, yielding))?.findings;
}

/**
 * The findings of a document without waiting for all of what its numbers say.
 *
 * @param evidence the analyses to compute now; all when absent. Of others, what was found before stands. `later`: nothing
 *   is known yet, and nothing is computed.
 * @param published what was last published of numbers, by the text as it is now: it stands where they are not computed
 * @returns undefined when it was cancelled
 */
export async function validateNow(
  context: ValidationContext,
  yielding: Yielding,
  evidence?: CheckedNow | "later",
  published: readonly FindingDraft[] = [],
): Promise<FindingsNow | undefined> {
  const said = new FoundFindings(context);
  if ((await workThrough(textPass.walk(context, said), yielding)) === "cancelled") return undefined;
  if (evidence === "later")
    return { findings: applySettings(said.drafts, context.settings), isComplete: false };
  const computed = new FoundFindings(context);
  const work = evidencePass.walk(context, computed, evidence);
  if ((await workThrough(work, yielding, sliceOfEvidence)) === "cancelled") return undefined;
  computed.addLast(published);
  const findings = applySettings([...said.drafts, ...computed.drafts], context.settings);
  return { findings, isComplete: computed.isComplete };
}

/**
 * Computes the analyses of a document, so that `validateNow` knows what there is to say.
 *
 * @param first if given, only these
 * @returns false when it was cancelled
 */
export async function computeEvidence(
  context: ValidationContext,
  yielding: Yielding,
  first?: readonly Placed[],
): Promise<boolean> {
  const now = first && { first, text: Infinity };
  const work = evidencePass.walk(context, new FoundFindings(context), now);
  return (await workThrough(work, yielding, sliceOfEvidence)) !== "cancelled";
}

/** What a validation depends on beside the text. */
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
    // The first report of a document has no use for them.
    get roles() {
      return (roles ??= roleBinding(schemas, settings.evidence));
    },
    referenceStatuses,
    limit: settings.maxProblems + spareFindings,
    isOff: (draft) => severityOf(draft, settings) === "off",
  };
}

function severityOf(
  { code, severity }: Pick<FindingDraft, "code" | "severity">,
  settings: ValidationSettings,
) {
  return settings.severity[code] ?? severity ?? defaultSeverity(code);
}

/** Severities, order and number of findings as they are shown. */
function applySettings(drafts: readonly FindingDraft[], settings: ValidationSettings): readonly Finding[] {
  const findings: Finding[] = [];
  let more: FindingDraft | undefined;
  for (const draft of drafts) {
    const severity = severityOf(draft, settings);
    if (draft.data.kind === "more") more ??= draft;
    else if (severity !== "off") findings.push({ ...draft, severity });
  }
  const sorted = findings.sort((one, other) => one.start - other.start || one.end - other.end);
  const distinct = withoutConsequences(withoutRepeated(sorted));
  const shown = distinct.slice(0, settings.maxProblems);
  const next = distinct[settings.maxProblems] ?? more;
  if (next === undefined) return shown;
  const message = onlySomeShown(shown.length);
  const last: Finding = { ...moreFindings(next.start), severity: "information", message, end: next.end };
  return [...shown, last];
}

/** What the last finding says where there are more than are shown. */
export function onlySomeShown(count: number): string {
  return count === 1
    ? translate("Only the first problem is shown: there are more.")
    : translate("Only the first {0} problems are shown: there are more.", count);
}

/** Without what is found twice, for example by two schemas. */
function withoutRepeated(sorted: readonly Finding[]): readonly Finding[] {
  const saidHere = new Set<string>();
  return sorted.filter(({ code, message, start, end }, index) => {
    const before = sorted[index - 1];
    if (before?.start !== start || before.end !== end) saidHere.clear();
    return saidHere.size < saidHere.add(`${code} ${message}`).size;
  });
}
