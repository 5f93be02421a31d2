import type { Finding, Repair, StudyTotal } from "@analyses/evidence";
import { checkItem, numbersOfFinding, studyOfFinding, studyTotals, totalsDisagree } from "@analyses/evidence";
import { evidenceCodes } from "@analyses/protocol/diagnosticCodes";
import type { InTurns, JsonPath, Placed } from "@analyses/json";
import {
  elementAt,
  elementsOf,
  isContainer,
  isWellFormed,
  NodeCache,
  open,
  propertyNamed,
} from "@analyses/json";
import type { AnalysesDocument } from "../../document/analysesDocument";
import { analysisWordsOf, nameOf } from "../../document/labels";
import { analysisEvidence } from "../../evidence/analysisEvidence";
import { translate } from "../../localisation/translate";
import { allOf } from "../check";
import type { AnalysisCheck, GroupCheck, Piece, ValidationContext } from "../check";
import type { FindingData, FindingDraft, NumberRepair } from "../finding";
import { handleOf, locate, rangeOf } from "../../document/locate";
import type { Span } from "../../document/locate";
import { evidenceMessage, participantsDiffer, withAlike } from "../messages/evidenceMessages";
import { schemaCodes } from "../schemaFindings";
import { storedRepairs } from "../storedRepairs";
import { itemSchemaCheck } from "./itemSchema";

type EvidenceData = Extract<FindingData, { kind: "evidence" }>;

/** The setting `severity` with which no numbers are checked. */
export const evidenceOff = Object.fromEntries(evidenceCodes.map((code) => [code, "off"] as const));

/** Codes of what is found in one analysis by itself. */
const codes = evidenceCodes.filter((code) => code !== "totals-disagree");

/**
 * What is likely wrong with the numbers of an analysis: `spec/evidence.md` section 4. Where the text is broken, or what
 * lies in what is a guess, nothing is said: a statistical hint never rests on noise.
 */
export const evidenceCheck: AnalysisCheck = {
  scope: "analysis",
  codes,
  dependsOn: (context) => [
    context.roles,
    context.compiled.item,
    wantedCodes(context).join(),
    // What the schema says of a number is said once, and not at all where nobody wants to see it.
    schemaCodes.filter((code) => context.isOff({ code })).join(),
  ],
  *run(context, analysis) {
    const { document, roles } = context;
    if (!isContainer(analysis.node) || !isWellFormed(analysis.node)) return [];
    const wanted = new Set<string>(wantedCodes(context));
    const evidence = analysisEvidence(document, analysis, roles, analysis);
    yield 0;
    const found = checkItem(evidence, (code) => wanted.has(code));
    const unsaid = yield* withoutSaid(context, analysis, found, (finding) => [
      finding.pointer,
      ...relatedPointers(finding).map(({ pointer }) => pointer),
    ]);
    const drafts: FindingDraft[] = [];
    for (const finding of unsaid) {
      drafts.push(draftOf(finding));
      yield 0;
    }
    return drafts;

    function draftOf(finding: Finding): FindingDraft {
      const related = relatedPointers(finding).flatMap(({ pointer, message }) => {
        const range = rangeAt(context, analysis, pointer);
        return range === undefined ? [] : [{ message, ...range }];
      });
      return {
        code: finding.code,
        message: withAlike(evidenceMessage(finding, evidence), finding),
        ...severityOf(finding),
        ...(rangeAt(context, analysis, finding.pointer) ?? rangeOf(analysis)),
        related,
        data: {
          kind: "evidence",
          study: studyOfFinding(finding, evidence),
          numbers: numbersOfFinding(finding, evidence),
          ...repairsOf(finding),
        },
      };
    }

    function repairsOf(finding: Finding): Pick<EvidenceData, "repairs" | "isOfResults"> {
      if ("changes" in finding)
        return { repairs: storedRepairs(document, analysis, finding.changes), isOfResults: true };
      return { repairs: "repairs" in finding ? repairsAt(context, analysis, finding.repairs) : [] };
    }

    function relatedPointers(
      finding: Finding,
    ): readonly { readonly pointer: string; readonly message: string }[] {
      switch (finding.code) {
        case "shared-comparator":
        case "duplicate-row": {
          const other = evidence.content.rows?.[finding.otherRow];
          return other === undefined
            ? []
            : [{ pointer: other.pointer, message: translate("“{0}” stands here first.", other.study) }];
        }
        case "method-mismatch": {
          const other = [...evidence.content.choices].find(([role]) => role === finding.other)?.[1];
          return other === undefined
            ? []
            : [{ pointer: other.pointer, message: translate("“{0}” stands here.", String(other.value)) }];
        }
        default:
          return [];
      }
    }
  },
};

/** Where it is another than that of its code: there may be no variation, and a judgement is one of somebody. */
function severityOf(finding: Finding): Pick<FindingDraft, "severity"> {
  const isLess =
    finding.code === "risk-of-bias-mismatch" ||
    (finding.code === "impossible-data" && finding.reason === "deviation-zero");
  return isLess ? { severity: "warning" } : {};
}

function wantedCodes({ isOff }: ValidationContext): readonly (typeof codes)[number][] {
  return codes.filter((code) => !isOff({ code }));
}

/** Where the item schema says already that a number or a choice is wrong, it is said once. */
function* withoutSaid(
  context: ValidationContext,
  analysis: Piece,
  found: readonly Finding[],
  pointersOf: (finding: Finding) => readonly string[],
): InTurns<readonly Finding[]> {
  const isDoubled = ({ code }: Finding): boolean => code === "impossible-data" || code === "method-mismatch";
  if (!found.some(isDoubled)) return found;
  const said = (yield* allOf(itemSchemaCheck.run(context, analysis))).filter(
    (draft) => !context.isOff(draft),
  );
  if (said.length === 0) return found;
  const isSaid = (pointer: string): boolean => {
    const located = locate(context.document, analysis, pathOf(pointer));
    if (located === undefined) return false;
    const end = located.start + located.node.length;
    const start = located.property?.start ?? located.start;
    return said.some((draft) => draft.start < end && start < draft.end);
  };
  return found.filter((finding) => !isDoubled(finding) || !pointersOf(finding).some(isSaid));
}

interface KnownTotals {
  readonly roles: ValidationContext["roles"];
  readonly totals: readonly StudyTotal[];
  /** Of those totals that somebody asked about. */
  readonly pointers: Map<StudyTotal, string>;
}

const knownTotals = new NodeCache<KnownTotals>();
const noTotals: Pick<KnownTotals, "totals" | "pointers"> = { totals: [], pointers: new Map() };

/** The same study with other totals in two analyses of a group. */
export const totalsDisagreeCheck: GroupCheck = {
  scope: "group",
  codes: ["totals-disagree"],
  dependsOn: ({ roles }) => [roles],
  prepare: (context, analysis) => void totalsIn(context, analysis, analysis),
  run(context, group) {
    const { document } = context;
    const analyses = [...elementsOf(group.analyses)];
    const found = totalsDisagree(
      analyses.map((analysis) => totalsIn(context, analysis).totals),
      (item, total) => pointerOfTotal(context, analyses[item], total),
    );
    return found.flatMap((findings, index) =>
      findings.flatMap((finding): FindingDraft[] => {
        const [analysis, other] = [analyses[index], analyses[finding.otherItem]];
        const range = analysis && rangeAt(context, analysis, finding.pointer);
        const otherRange = other && rangeAt(context, other, finding.otherPointer);
        if (analysis === undefined || other === undefined || range === undefined) return [];
        const { name, number } = analysisWordsOf(document, other);
        const label = name ?? number ?? String(finding.otherItem + 1);
        const { code, value, otherValue } = finding;
        const message = translate("“{0}” has {1} participants here.", label, otherValue);
        const study =
          totalsIn(context, analysis).totals.find(({ row }) => row === finding.row)?.study ?? null;
        return [
          {
            code,
            message: withAlike(participantsDiffer(value, otherValue, label), finding),
            ...range,
            related: otherRange === undefined ? [] : [{ message, ...otherRange }],
            data: { kind: "evidence", study, numbers: [value, otherValue], repairs: [] },
          },
        ];
      }),
    );
  },
};

function totalsIn(
  { document, roles }: ValidationContext,
  analysis: Placed,
  read?: Piece,
): Pick<KnownTotals, "totals" | "pointers"> {
  const { node } = analysis;
  if (!isContainer(node) || !isWellFormed(node)) return noTotals;
  const known = knownTotals.get(node);
  if (known?.roles === roles) return known;
  const totals = studyTotals(analysisEvidence(document, analysis, roles, read).content);
  const found =
    totals.length === 0 ? { roles, ...noTotals } : { roles, totals, pointers: new Map<StudyTotal, string>() };
  knownTotals.set(node, found);
  return found;
}

function pointerOfTotal(context: ValidationContext, analysis: Placed | undefined, total: StudyTotal): string {
  if (analysis === undefined) return "";
  const { pointers } = totalsIn(context, analysis);
  const known = pointers.get(total);
  if (known !== undefined) return known;
  const { content } = analysisEvidence(context.document, analysis, context.roles);
  const pointer = content.rows?.[total.row]?.pointerOf(total.role) ?? "";
  pointers.set(total, pointer);
  return pointer;
}

/** Counted from the node's start: to find them again after every edit elsewhere would take longest of all. */
const knownRanges = new NodeCache<Map<string, Span | undefined>>();

function keptRange({ node, start }: Placed, key: string, find: () => Span | undefined): Span | undefined {
  if (!isContainer(node)) return undefined;
  const known = knownRanges.of(node, () => new Map());
  if (!known.has(key)) {
    const range = find();
    known.set(key, range && { start: range.start - start, end: range.end - start });
  }
  const range = known.get(key);
  return range && { start: range.start + start, end: range.end + start };
}

/** The smallest text to change: a value, or of a study or an analysis its name. */
function rangeAt({ document }: ValidationContext, analysis: Placed, pointer: string): Span | undefined {
  return keptRange(analysis, pointer, () => {
    const { from, path } = stepsFrom(document, analysis, pathOf(pointer));
    if (from === analysis) return findRange(document, analysis, path, false);
    return keptRange(from, path.join("/"), () => findRange(document, from, path, true));
  });
}

/** A path in an analysis, as one from the innermost element of a list that can be come to without reading text. */
function stepsFrom(
  document: AnalysesDocument,
  analysis: Placed,
  path: JsonPath,
): { from: Placed; path: JsonPath } {
  let found = { from: analysis, path };
  let at = analysis;
  for (const [index, step] of path.entries()) {
    const { node, start } = open(document, at);
    const next =
      node.kind === "array"
        ? elementAt({ node, start }, Number(step))
        : node.kind === "object"
          ? propertyNamed({ node, start }, String(step))?.value
          : undefined;
    if (next === undefined || !isContainer(next.node)) break;
    if (node.kind === "array") found = { from: next, path: path.slice(index + 1) };
    if (next.node.kind === "lazy") break;
    at = next;
  }
  return found;
}

function findRange(
  document: AnalysesDocument,
  from: Placed,
  path: JsonPath,
  isFromElement: boolean,
): Span | undefined {
  const located = locate(document, from, path);
  if (located === undefined) return undefined;
  const { node, start, index } = located;
  if (node.kind !== "object" && node.kind !== "array") return rangeOf(located);
  const isElement = path.length === 0 ? isFromElement : index !== undefined;
  const named = isElement && node.kind === "object" ? nameOf(document, { node, start }) : undefined;
  if (named !== undefined) return { start: named.start, end: named.end };
  const name = path.length === 0 && !isFromElement ? locate(document, from, ["name"]) : undefined;
  return name?.node.kind === "string" ? rangeOf(name) : handleOf(located);
}

/** All repairs or none: half of them would make another error. */
function repairsAt(
  { document }: ValidationContext,
  analysis: Placed,
  repairs: readonly Repair[],
): readonly NumberRepair[] {
  const made = repairs.flatMap(({ pointer, value }): NumberRepair[] => {
    const located = locate(document, analysis, pathOf(pointer));
    if (located?.node.kind !== "number" || !Number.isFinite(value)) return [];
    return [{ ...rangeOf(located), newText: String(value) }];
  });
  return made.length === repairs.length ? made.sort((one, other) => one.start - other.start) : [];
}

/** The steps of a JSON pointer (RFC 6901). */
function pathOf(pointer: string): JsonPath {
  return pointer
    .split("/")
    .slice(1)
    .map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}
