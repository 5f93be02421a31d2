import { type Yielding, withoutYielding } from "../yielding";
import { analysisName, isRatio } from "../analysis";
import { type Choices, decisiveRoles, hasDataFor, naturalNumbers, typesOfRows } from "../roles/choices";
import type { ItemEvidence } from "../evidenceOfItem";
import type { ItemRow } from "../roles/readRow";
import { readValue, plain } from "../choiceValues";
import { type Finding, type FindingCode, rounded } from "./finding";
import { impossibleData } from "./impossibleData";
import { standardErrorAsDeviation, standardErrorAsDeviationOfScale, unitSlip } from "./meanDifferences";
import { ratioAmongLogarithms, ratioNotLogged } from "./ratioNotLogged";
import { resultMismatch } from "./resultMismatch";
import { type Pooling, sameRows } from "./sameRows";
import { fragileResult, maxLeftOutEach, zeroCells } from "./sensitivity";
import { transposedArms } from "./transposedArms";
import type { ItemContent } from "../roles/readItem";
import { escaped, isObject } from "../json";
import { type Judgement, readJudgements } from "../judgements";

/**
 * Runs the checks of one item. (The check across the items of a group is `totalsDisagree`.)
 *
 * @param isWanted selects the checks to run
 */
export function checkItem(
  evidence: ItemEvidence,
  isWanted: (code: FindingCode) => boolean = () => true,
): readonly Finding[] {
  return withoutYielding(checkItemYielding(evidence, isWanted));
}

/** As {@link checkItem}, but yields after each check: an item can have a hundred thousand rows. */
export function* checkItemYielding(
  evidence: ItemEvidence,
  isWanted: (code: FindingCode) => boolean,
): Yielding<readonly Finding[]> {
  const found: (readonly Finding[])[] = [];
  for (const { code, find } of checksOf(evidence)) {
    if (isWanted(code)) found.push(find());
    yield 0;
  }
  return onceAStudy(found.flat(), evidence.content.rows ?? []);
}

/**
 * Merges findings of one code in several rows of a study into the first finding, whose `alike` counts the others; each
 * `impossible-data` and `fragile-result` finding stays on its own.
 */
function onceAStudy(found: readonly Finding[], rows: readonly ItemRow[]): readonly Finding[] {
  const alike = new Map<string, Finding[]>();
  for (const finding of found) {
    const name =
      "row" in finding && typeof finding.row === "number" ? (rows[finding.row]?.name ?? null) : null;
    const staysAlone = finding.code === "impossible-data" || finding.code === "fragile-result";
    const key = name === null || staysAlone ? alike.size : `${finding.code} ${name.normalize()}`;
    alike.set(String(key), [...(alike.get(String(key)) ?? []), finding]);
  }
  return [...alike.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    if (others.length === 0) return [first];
    // One fix repairs all of these rows.
    const repairs = [first, ...others].flatMap((finding) => ("repairs" in finding ? finding.repairs : []));
    return [{ ...first, alike: others.length, ...("repairs" in first ? { repairs } : {}) }];
  });
}

/**
 * The number of checks that apply to an item, and the codes of those with findings. Does not count `fragile-result` for
 * more than `maxLeftOutEach` rows, because the leave-one-out analysis does not run for so many studies.
 */
export function checksOn(evidence: ItemEvidence): {
  readonly all: number;
  readonly failed: readonly FindingCode[];
} {
  const isLong = (evidence.content.rows?.length ?? 0) > maxLeftOutEach;
  const checks = [...checksOf(evidence)].filter(({ code }) => !isLong || code !== "fragile-result");
  return {
    all: checks.length,
    failed: checks.flatMap(({ code, find }) => (find().length > 0 ? [code] : [])),
  };
}

/** The data types whose studies have numbers for each arm. */
const typesWithArms: ReadonlySet<string> = new Set(["dichotomous", "continuous"]);

interface Check {
  readonly code: FindingCode;
  readonly find: () => readonly Finding[];
}

/** The checks that apply to an item, by its data type and whether it can be computed. */
function* checksOf(evidence: ItemEvidence): Generator<Check, void> {
  const { content, choices } = evidence;
  const rows = content.rows ?? [];
  yield { code: "impossible-data", find: () => impossibleData(rows, choices) };
  yield { code: "method-mismatch", find: () => methodMismatch(evidence) };
  if (choices === null) return;
  if (rows.some((row) => row.says("risk-of-bias")))
    yield { code: "risk-of-bias-mismatch", find: () => overallJudgements(rows) };
  if (content.labels.has("favours-left") || content.labels.has("favours-right"))
    yield { code: "default-label", find: () => defaultLabels(content) };
  const { choice, dataType } = choices.pooling;
  if (choice.measure === "mean-difference" && dataType === "continuous") {
    yield { code: "standard-error-as-deviation", find: () => standardErrorAsDeviation(rows) };
    const outcome = `${analysisName(content.item) ?? ""} ${content.labels.get("unit")?.value ?? ""}`;
    yield { code: "unit-slip", find: () => unitSlip(rows, outcome) };
  }
  const isOfRatios = dataType === "contrast" && isRatio(choice.measure);
  const logarithms = isOfRatios ? rows.filter((row) => !naturalNumbers(row, choices).isNatural) : [];
  const unlogged = (ofRows: readonly ItemRow[]): readonly Finding[] => [
    ...ratioNotLogged(ofRows),
    ...(evidence.kind === "computed" ? ratioAmongLogarithms(ofRows, evidence.analysis, evidence.result) : []),
  ];
  if (logarithms.length > 0) yield { code: "ratio-not-logged", find: () => unlogged(logarithms) };
  let same: readonly Finding[] | undefined;
  const pooling = evidence.kind === "computed" ? evidence.analysis : pooledAsRead(rows, choices);
  for (const wanted of typesWithArms.has(dataType) ? (["duplicate-row", "shared-comparator"] as const) : [])
    yield {
      code: wanted,
      find: () => (same ??= sameRows(rows, pooling)).filter(({ code }) => code === wanted),
    };
  if (evidence.kind === "problem") return;
  const { analysis, result } = evidence;
  if (choice.measure === "standardized-mean-difference" && dataType === "continuous")
    yield {
      code: "standard-error-as-deviation",
      find: () => standardErrorAsDeviationOfScale(rows, result.rows),
    };
  yield { code: "transposed-arms", find: () => transposedArms(rows, analysis, choices, result) };
  yield { code: "result-mismatch", find: () => resultMismatch(evidence) };
  yield { code: "fragile-result", find: () => fragileResult(analysis, result) };
  yield { code: "zero-cells", find: () => zeroCells(analysis, result) };
}

/** The pooling of an item that cannot be computed yet: each row in its subgroup and in the total. */
function pooledAsRead(rows: readonly ItemRow[], { pooling: { dataType }, totals }: Choices): Pooling {
  const appliesTo = "subgroup-and-overall";
  const pooled = rows.map(
    ({ index: id, subgroup, excluded }) => ({ id, subgroup, excluded, appliesTo }) as const,
  );
  return { dataType, totals, rows: pooled };
}

/** Reports choices that do not fit each other, or the data. */
function methodMismatch(evidence: ItemEvidence): readonly Finding[] {
  const { content, choices } = evidence;
  const isFixed = choices?.model.kind === "fixed-effect" && content.choices.has("model");
  const found: Finding[] = isFixed ? unused(content) : [];
  const { mismatch: problem, pointer } =
    evidence.kind === "problem" ? evidence.problem : { mismatch: null, pointer: "" };
  if (problem !== null) found.push({ code: "method-mismatch", pointer, ...problem });
  const stated = content.choices.get("data-type");
  const declared =
    stated === undefined ? undefined : readValue("data-type", stated.bound.values, stated.value);
  const actual = typesOfRows(content)[0];
  if (stated === undefined || declared === undefined || declared === null || actual === undefined)
    return found;
  const mismatch = { code: "method-mismatch", role: "data-type", value: declared, other: "studies" } as const;
  if (!hasDataFor(content, declared)) {
    found.push({ ...mismatch, pointer: stated.pointer, otherValue: actual });
    return found;
  }
  for (const row of content.rows ?? []) {
    if (row.excluded || decisiveRoles[declared].some((role) => row.places.has(role))) continue;
    const [otherValue] = typesOfRows({ ...content, rows: [row] });
    if (otherValue !== undefined)
      found.push({ ...mismatch, row: row.index, pointer: row.pointer, otherValue });
  }
  return found;
}

/** Reports choices that a fixed-effect model does not use: an estimator, and the interval of Hartung and Knapp. */
function unused({ choices }: ItemContent): Finding[] {
  const estimator = choices.get("heterogeneity-estimator");
  const interval = choices.get("interval-method");
  const isHksj =
    interval !== undefined && readValue("interval-method", interval.bound.values, interval.value) === "hksj";
  // In metafor's form the method names the estimator.
  const isMethod = estimator !== undefined && estimator.pointer === choices.get("method")?.pointer;
  const found = [
    [isMethod ? "method" : "heterogeneity-estimator", estimator],
    ["interval-method", isHksj ? interval : undefined],
  ] as const;
  const reason = { code: "method-mismatch", other: "model", otherValue: "fixed-effect" } as const;
  return found.flatMap(([role, choice]) =>
    choice === undefined ? [] : [{ ...reason, pointer: choice.pointer, role, value: String(choice.value) }],
  );
}

/** The study that a finding concerns; null if it concerns the whole analysis. */
export function studyOfFinding(finding: Finding, { content }: ItemEvidence): string | null {
  const index = "row" in finding ? (finding.row ?? null) : null;
  return index === null ? null : (content.rows?.[index]?.study ?? null);
}

/** The numbers and choices that identify a finding: as long as they are unchanged, the finding is the same. */
export function numbersOfFinding(finding: Finding, evidence: ItemEvidence): readonly (number | string)[] {
  const { content } = evidence;
  const ofRow = (index: number): readonly number[] =>
    content.rows?.[index]?.numbers.map(([, value]) => value) ?? [];
  const pooled = (): readonly number[] => {
    const effect = evidence.kind === "computed" ? evidence.result.effect : null;
    if (effect === null) return [];
    return [effect.estimate, effect.low, effect.high].map((number) => Number(number.toPrecision(4)));
  };
  switch (finding.code) {
    case "impossible-data":
      return finding.other === null ? [finding.value] : [finding.value, finding.other];
    case "method-mismatch":
    case "totals-disagree":
      return [finding.value, finding.otherValue];
    case "result-mismatch":
      return [finding.stored ?? "", rounded(finding.computed ?? NaN)];
    case "shared-comparator":
    case "duplicate-row":
      return [...ofRow(finding.row), ...ofRow(finding.otherRow)];
    case "standard-error-as-deviation":
    case "ratio-not-logged":
    case "transposed-arms":
    case "unit-slip":
      return ofRow(finding.row);
    case "risk-of-bias-mismatch":
      return [finding.overall, finding.domain, finding.worst];
    case "default-label":
      return [finding.label];
    case "fragile-result":
      return [finding.reason, ...pooled()];
    case "zero-cells": {
      const rows = [...finding.corrected, ...finding.correctedVariance, ...finding.notEstimable];
      return [...pooled(), ...rows.flatMap(ofRow)];
    }
  }
}

/** Reports placeholder labels: RevMan writes `Favours [experimental]` until the author enters the arms' names. */
function defaultLabels({ labels }: ItemContent): readonly Finding[] {
  const sides = ["favours-left", "favours-right"] as const;
  const left = sides.map((side) => labels.get(side)).find((label) => placeholder.test(label?.value ?? ""));
  return left === undefined ? [] : [{ code: "default-label", pointer: left.pointer, label: left.value }];
}

const placeholder = /^\s*favou?rs \[(?:experimental|control)\]\s*$/i;

/**
 * Reports an overall judgement milder than that of a domain: by RoB 2 a result is at high risk of bias if one domain
 * is, and raises some concerns if one does (Handbook 8.2.4). RoB 1 has no overall judgement.
 */
function overallJudgements(rows: readonly ItemRow[]): readonly Finding[] {
  return rows.flatMap((row): readonly Finding[] => {
    const judgements = [...readJudgements(row.stated("risk-of-bias"))];
    const overall = judgements.find(([domain]) => isOverall(domain))?.[1];
    if (overall === undefined) return [];
    const domains = judgements.filter(([domain]) => !isOverall(domain));
    const [domain, worst] = domains.reduce<readonly [string, Judgement]>(
      (found, one) => (severity[one[1]] > severity[found[1]] ? one : found),
      ["", "low"],
    );
    if (severity[worst] <= severity[overall]) return [];
    const found = { row: row.index, pointer: pointerOfOverall(row), overall, domain, worst };
    return [{ code: "risk-of-bias-mismatch", ...found }];
  });
}

/** The pointer of the overall judgement: an element of a list of domains, or a property of an object. */
function pointerOfOverall(row: ItemRow): string {
  const pointer = row.pointerOf("risk-of-bias");
  const value = row.stated("risk-of-bias");
  const steps = Array.isArray(value)
    ? (value as readonly unknown[]).map(
        (one, index) => [isObject(one) ? one.domain : undefined, index] as const,
      )
    : Object.keys(isObject(value) ? value : {}).map((name) => [name, escaped(name)] as const);
  const step = steps.find(([domain]) => typeof domain === "string" && isOverall(domain))?.[1];
  return step === undefined ? pointer : `${pointer}/${step}`;
}

/** Whether a domain's name is that of the overall judgement: `Overall bias`, `overall`, `overall-risk-of-bias`. */
function isOverall(domain: string): boolean {
  return plain(domain).startsWith("overall");
}

/** The ranks of judgements. RevMan writes `UNCLEAR_RISK` for “some concerns”, so both rank equally. */
const severity: Readonly<Record<Judgement, number>> = { low: 0, "some-concerns": 1, unclear: 1, high: 2 };
