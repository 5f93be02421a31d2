import { defaultSeverity, messageOf } from "../../diagnostics/index";
import { storedRepairs } from "../storedRepairs";
import { rangeAt } from "../../document/labels";
import type { Finding, Repair } from "@analyses/evidence";
import { causeOfMismatch, checkItemYielding, numbersOfFinding, studyOfFinding } from "@analyses/evidence";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import { type Placed, isContainer, isWellFormed, pathOfPointer, type Yielding } from "@analyses/json";
import { analysisEvidenceYielding } from "../../evidence/analysisEvidence";
import { type AnalysisCheck, type Piece, type ValidationContext, allOf } from "../../findings/check";
import type { FindingData, FindingDraft, NumberRepair } from "../../findings/finding";
import { type Span, locate, rangeOf } from "../../document/locate";
import { schemaCodes } from "../schemaFindings";
import { itemSchemaCheck } from "./itemSchema";
import { unknownChoiceFinding } from "./unknownChoice";

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
    // A schema finding that is on replaces the finding of this check about the same number.
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
    // If one finding explains all stored results that differ, only that finding is reported, with the results below it.
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
  const places = consequences.map(({ message, start, end }) => ({ message, start, end }));
  return {
    ...cause,
    ...(defaultSeverity(cause.code) === "hint" ? { severity: "warning" } : {}),
    related: [...cause.related, ...places],
    data: { ...cause.data, consequences },
  };
}

function wantedCodes({ isOff }: ValidationContext): readonly (typeof codes)[number][] {
  return codes.filter((code) => !isOff({ code }));
}

/** Whether the item schema may report the same number or choice. */
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

/** Runs the schema check of an analysis, whose findings take precedence. */
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
