import type { Analysis, DataType, EffectMeasure, Method, Model, Scale, Totals } from "../analysis";
import { isRatio } from "../analysis";
import { smallestOf } from "../lists";
import type { EvidenceProblem, Mismatch, Sentence } from "./problems";
import { answer, choiceName, isProblem, problem, question, standardName, writtenOr } from "./problems";
import { meaning, readChoices, unknownValue } from "./readChoices";
import type { ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import { type ChoiceRole, type NumberRole, type Role, columnRoles, isChoiceRole, isOneOf } from "./roles";
import { ranks } from "./explicitRoles";
import { revMan } from "./forms/published";
import { type Stated, isOfLogarithms, readChoice } from "../choiceValues";
import type { NamedEffect } from "./words";

export type Pooling = {
  [Kind in DataType]: {
    readonly dataType: Kind;
    readonly choice: Extract<Analysis, { dataType: Kind }>["choice"];
  };
}[DataType];

/** All choices of an item, with defaults for those that it omits. */
export interface Choices {
  readonly pooling: Pooling;
  readonly model: Model;
  readonly confidenceLevel: number;
  readonly showPrediction: boolean;
  readonly totals: Totals;
  readonly swapEvents: boolean;
  /**
   * The scale of contrast data: the item's, else the default for rows whose names imply none ({@link naturalNumbers}).
   */
  readonly scale: Scale;
  readonly isScaleStated: boolean;
  /** The scale that the names of all estimates imply; undefined if they imply none, or different ones. */
  readonly scaleNamed: Scale | undefined;
  /** Whether the item or its rows state one measure for all estimates, whatever their names. */
  readonly isMeasureStated: boolean;
  /** The choices that the item omits and that defaults fill. */
  readonly defaults: readonly ChoiceRole[];
}

/** Chooses how an analysis is computed: `spec/evidence.md` section 1, last paragraph. */
export function chooseFrom(content: ItemContent): Choices | EvidenceProblem {
  const stated = readChoices(content);
  if (isProblem(stated)) return stated;
  const ofRows = measuresOfRows(content);
  const measureStated = stated["effect-measure"] ?? ofRows.all;
  const dataType = dataTypeOf(content, stated, measureStated);
  if (dataType === undefined)
    return problem("no-data-type", "", (translate) =>
      translate(
        "The role “data-type” is missing: no study has events, means, an estimate or observed minus expected events.",
      ),
    );
  if (typeof dataType === "object") return dataType;
  const unclear = dataType === "contrast" ? unclearSize(content, stated) : null;
  if (unclear !== null) return unclear;
  const defaults: ChoiceRole[] = [];
  const assumed = <Value>(role: ChoiceRole, value: Value | undefined, otherwise: Value): Value => {
    if (value === undefined) defaults.push(role);
    return value ?? otherwise;
  };
  const model = assumed("model", stated.model, "fixed-effect");
  const effects = dataType === "contrast" ? effectsOfRows(content) : [];
  const measure =
    measureStated ?? ofRows.some ?? effects.find((effect) => effect?.measure !== undefined)?.measure;
  const isLogged = isOfLogarithms(content.choices.get("effect-measure")?.value);
  // A scale that the setting or the schema gives to the estimates takes precedence over the item's.
  const areScaled =
    effects.length > 0 &&
    effects.every((effect) => effect?.scale !== undefined) &&
    (content.rows ?? []).every((row) => !row.says("estimate") || row.scaleRankOf("estimate") < ranks.form);
  const scaleStated = areScaled ? undefined : (stated.scale ?? (isLogged ? "log" : undefined));
  const contradicted = dataType === "contrast" ? againstScale(content, stated) : null;
  if (contradicted !== null) return doesNotFit(content, contradicted);
  const pooling = poolingOf(dataType, measure, stated.method, model, scaleStated);
  if ("role" in pooling) return doesNotFit(content, pooling);
  // Rows that state no measure, and estimates whose names imply none, take that of the others.
  const isMeasureStated = measureStated !== undefined;
  const isPartlyStated = ofRows.some !== undefined || effects.some((effect) => effect?.measure === undefined);
  if (measure === undefined || (!isMeasureStated && isPartlyStated)) defaults.unshift("effect-measure");
  if (stated.method === undefined) defaults.unshift("method");
  const isOfRatios = dataType === "contrast" && isRatio(pooling.choice.measure);
  if (isOfRatios && scaleStated === undefined && effects.includes(undefined)) defaults.push("scale");
  const random = (): Model => ({
    kind: "random-effects",
    estimator: assumed("heterogeneity-estimator", stated["heterogeneity-estimator"], "dersimonian-laird"),
    interval: assumed("interval-method", stated["interval-method"], "wald"),
  });
  return {
    pooling,
    model: model === "fixed-effect" ? { kind: model } : random(),
    confidenceLevel: assumed("confidence-level", stated["confidence-level"], 0.95),
    showPrediction: stated["prediction-interval"] ?? false,
    totals: stated.totals ?? totalsOf(stated, content.subgroups !== null),
    swapEvents: stated["swap-events"] ?? false,
    scale: scaleStated ?? "log",
    isScaleStated: scaleStated !== undefined,
    scaleNamed: effects.every((effect) => effect?.scale === effects[0]?.scale)
      ? effects[0]?.scale
      : undefined,
    isMeasureStated,
    defaults,
  };
}

/** Reports a measure of RevMan that contradicts the scale: `LOG_HR` the natural one, and `MD` the logarithmic one. */
function againstScale({ form, choices }: ItemContent, stated: Readonly<Stated<ChoiceRole>>): Mismatch | null {
  const { "effect-measure": value, scale } = stated;
  if (form !== revMan || value === undefined || scale === undefined) return null;
  const isLogged = isOfLogarithms(choices.get("effect-measure")?.value);
  const isDifference = !isRatio(value) && value !== "other-difference";
  const isAgainst = scale === "natural" ? isLogged : isDifference;
  return isAgainst ? { role: "effect-measure", value, other: "scale", otherValue: scale } : null;
}

function doesNotFit({ choices }: ItemContent, mismatch: Mismatch): EvidenceProblem {
  const { role, value, other, otherValue } = mismatch;
  // The sentence outlives the content: capture only the texts.
  const [written, otherWritten] = [role, other].map((one) => {
    const stated = isChoiceRole(one) ? choices.get(one)?.value : undefined;
    return { value: typeof stated === "string" ? stated : undefined };
  });
  const sentence: Sentence = (translate) =>
    translate(
      "“{0}” ({1}) does not fit “{2}” ({3}): they cannot be pooled like this.",
      writtenOr(written, standardName(value, translate)),
      choiceName(role, translate),
      writtenOr(otherWritten, standardName(otherValue, translate)),
      choiceName(other, translate),
    );
  const pointer = (isChoiceRole(role) ? choices.get(role)?.pointer : undefined) ?? "";
  return problem("does-not-fit", pointer, sentence, { role, mismatch });
}

/** Reports an unknown value for the scale or the measure of the estimates. */
function unclearSize(content: ItemContent, stated: Readonly<Stated<ChoiceRole>>): EvidenceProblem | null {
  const role = "effect-measure";
  const measure = stated[role];
  const isScaleOpen = stated.scale === undefined && (measure === undefined || isRatio(measure));
  // Inside an object, `scale` is that of an axis.
  const scale = (isScaleOpen ? (content.stated.get("scale") ?? []) : []).find(
    (one) => one.pointer === one.path && typeof one.value === "string" && meaning("scale", one) === undefined,
  );
  if (scale !== undefined) return unknownValue("scale", scale, [scale.path]);
  if (measure !== undefined) return null;
  for (const row of content.rows ?? []) {
    const value = row.stated(role);
    if (row.excluded || value === undefined || readChoice[role](value) !== undefined) continue;
    return unknownValue(role, { value, pointer: row.pointerOf(role) }, row.pathsOf(role).slice(0, 1));
  }
  return null;
}

/** The totals that RevMan's switches choose. Without subgroups there are no subtotals, so none are shown. */
function totalsOf(stated: Readonly<Stated<ChoiceRole>>, hasSubgroups: boolean): Totals {
  if (stated["total-shown"] !== false) return "totals-and-subtotals";
  return stated["subtotals-shown"] !== false && hasSubgroups ? "subtotals-only" : "no-totals";
}

/** The one measure that all rows state, apart from excluded ones, and the one that at least some of them state. */
function measuresOfRows({ rows }: ItemContent): Partial<Readonly<Record<"all" | "some", EffectMeasure>>> {
  const counted = (rows ?? []).filter(({ excluded }) => !excluded);
  const measures = new Set(counted.map((row) => readChoice["effect-measure"](row.stated("effect-measure"))));
  const [some, ...others] = [...measures].filter((measure) => measure !== undefined);
  if (some === undefined || others.length > 0) return {};
  return measures.size === 1 ? { all: some, some } : { some };
}

/**
 * The effect that the name of each row's estimate implies, undefined for a name that implies none. Excluded rows count
 * only if all rows are excluded.
 */
function effectsOfRows({ rows }: ItemContent): readonly (NamedEffect | undefined)[] {
  const estimates = (rows ?? []).filter((row) => row.says("estimate"));
  const counted = estimates.filter(({ excluded }) => !excluded);
  return (counted.length > 0 ? counted : estimates).map((estimate) => estimate.effectNamed("estimate"));
}

/**
 * Which numbers of a row are those of a ratio, not of its logarithm: by the item's scale, else by the names in the row.
 * A ratio may have the standard error of its logarithm: `hr`, `se_log_hr`.
 */
export function naturalNumbers(
  row: Pick<ItemRow, "effectNamed">,
  { pooling, scale, isScaleStated }: Choices,
): { readonly isNatural: boolean; readonly isErrorNatural: boolean } {
  if (pooling.dataType !== "contrast" || !isRatio(pooling.choice.measure))
    return { isNatural: false, isErrorNatural: false };
  const named = isScaleStated ? undefined : row.effectNamed("estimate");
  const isNatural = (named?.scale ?? scale) === "natural";
  const error = isScaleStated ? undefined : row.effectNamed("standard-error")?.scale;
  return { isNatural, isErrorNatural: isNatural && error !== "log" };
}

/** The numbers that distinguish the data types. `variance` is not among them: estimates may have one too. */
export const decisiveRoles = {
  dichotomous: ["experimental-events", "comparator-events"],
  continuous: ["experimental-mean", "comparator-mean", "experimental-sd", "comparator-sd"],
  "observed-expected": ["observed-minus-expected"],
  contrast: ["estimate", "standard-error", "interval-low"],
} as const satisfies Readonly<Record<DataType, readonly NumberRole[]>>;

export function hasDataFor({ rows, form }: ItemContent, type: DataType): boolean {
  // In forms that write zero for a missing number, a zero is data only if it is a number of events.
  const mayBeZero = type === "dichotomous" || form?.hasZerosForNothing !== true;
  return (rows ?? []).some((row) =>
    decisiveRoles[type].some((role) => row.says(role) && (mayBeZero || row.number(role) !== 0)),
  );
}

const dataTypes = ["dichotomous", "continuous", "observed-expected", "contrast"] as const;

/** The data types that each method can pool. */
const typesOfMethod: Readonly<Record<Method, readonly DataType[]>> = {
  "mantel-haenszel": ["dichotomous"],
  "inverse-variance": dataTypes,
  peto: ["dichotomous", "observed-expected"],
  "observed-expected": ["observed-expected"],
};

/**
 * The data types for which the rows have numbers: counts first, then means, then estimates, which may be stored
 * results. In forms that write zero for a missing number, only the last type found: rows of each type have counts too.
 */
export function typesOfRows(content: ItemContent): readonly DataType[] {
  const found = dataTypes.filter((type) => hasDataFor(content, type));
  return content.form?.hasZerosForNothing === true ? found.slice(-1) : found;
}

/** The data type: the item's, else the one that fits its measure and method; a question if several fit. */
function dataTypeOf(
  content: ItemContent,
  stated: Readonly<Stated<ChoiceRole>>,
  measure: EffectMeasure | undefined,
): DataType | EvidenceProblem | undefined {
  const own = stated["data-type"];
  if (own !== undefined) return own;
  const found = typesOfRows(content);
  const fitting = found.filter((type) => fits(type, found, measure, stated.method));
  const [first] = fitting;
  if (first === undefined) return found[0] ?? typeOfMeasure(measure);
  const whole = fitting.filter((type) => (content.rows ?? []).some((row) => isWhole(row, type)));
  const best = smallestOf(whole.map((type) => rankOf(content, type)));
  const rivals = whole.filter((type) => rankOf(content, type) === best);
  if (measure !== undefined || rivals.length < 2) return rivals[0] ?? first;
  const answers = rivals.map((type) => {
    const paths = decisiveRoles[type].flatMap((role) => pathsIn(content, role));
    const entries = [...columnRoles(type), ...otherNumbers[type]].flatMap((role) =>
      pathsIn(content, role).map((path) => [path, role] as const),
    );
    return answer(paths.map(lastStep).join(", "), Object.fromEntries(entries));
  });
  return question("", answers, (translate, choices) => translate("What is pooled: {0}?", choices));
}

const otherNumbers: Readonly<Record<DataType, readonly NumberRole[]>> = {
  dichotomous: ["experimental-non-events", "comparator-non-events"],
  continuous: [],
  "observed-expected": [],
  contrast: ["interval-low", "interval-high"],
};

function isWhole(row: ItemRow, type: DataType): boolean {
  if (type !== "contrast") return columnRoles(type).every((role) => row.number(role) !== undefined);
  const hasError = (["standard-error", "interval-low", "variance"] as const).some((role) => row.says(role));
  return row.number("estimate") !== undefined && hasError;
}

function rankOf({ rows }: ItemContent, type: DataType): number {
  return smallestOf(
    (rows ?? []).slice(0, fewRows).flatMap((row) => decisiveRoles[type].map((role) => row.rankOf(role))),
  );
}

export const fewRows = 5;

export function pathsIn({ rows }: ItemContent, role: Role): readonly string[] {
  return [...new Set((rows ?? []).flatMap((row) => (row.says(role) ? row.pathsOf(role) : [])))];
}

export function lastStep(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** Whether a type, one of those found in the rows, can be pooled by the measure and the method, if these are known. */
function fits(
  type: DataType,
  found: readonly DataType[],
  measure: EffectMeasure | undefined,
  method: Method | undefined,
): boolean {
  if (method !== undefined && !typesOfMethod[method].includes(type)) return false;
  if (measure === undefined) return true;
  const typical = typeOfMeasure(measure);
  if (type === "observed-expected") return isRatio(measure);
  // Next to data of arms an estimate is a stored result, unless the measure is one of estimates.
  const hasArms = found.includes("dichotomous") || found.includes("continuous");
  if (type === "contrast") return typical === type || !hasArms;
  return type === typical && !(method === "peto" && measure !== "peto-odds-ratio");
}

const isOfCounts = isOneOf(["odds-ratio", "risk-ratio", "risk-difference"] as const);
const isOfMeans = isOneOf(["mean-difference", "standardized-mean-difference"] as const);

function typeOfMeasure(measure: EffectMeasure | undefined): DataType | undefined {
  if (measure === undefined) return undefined;
  if (isOfCounts(measure) || measure === "peto-odds-ratio") return "dichotomous";
  return isOfMeans(measure) ? "continuous" : "contrast";
}

/** The stated, else the usual measure and method for a type of data; or the choices that do not fit. */
export function poolingOf(
  dataType: DataType,
  measure: EffectMeasure | undefined,
  method: Method | undefined,
  model: Model["kind"],
  scale: Scale | undefined,
): Pooling | Mismatch {
  const byModel = model === "fixed-effect" ? "peto" : "inverse-variance";
  const against = (role: ChoiceRole, value: string, other: ChoiceRole, otherValue: string): Mismatch => {
    return { role, value, other, otherValue };
  };
  if (method === "peto" && model === "random-effects") return against("method", method, "model", model);
  const isInverse = method === undefined || method === "inverse-variance";
  switch (dataType) {
    case "dichotomous": {
      const of = measure ?? (method === "peto" ? "peto-odds-ratio" : "odds-ratio");
      if (of === "peto-odds-ratio") {
        const by = method ?? byModel;
        if (by !== "peto" && by !== "inverse-variance") return against("method", by, "effect-measure", of);
        return { dataType, choice: { measure: of, method: by } };
      }
      if (!isOfCounts(of)) return against("effect-measure", of, "data-type", dataType);
      const by = method ?? "mantel-haenszel";
      if (by === "peto") return against("method", by, "effect-measure", of);
      if (by === "observed-expected") return against("method", by, "data-type", dataType);
      return { dataType, choice: { measure: of, method: by } };
    }
    case "continuous": {
      const of = measure ?? "mean-difference";
      if (!isOfMeans(of)) return against("effect-measure", of, "data-type", dataType);
      if (!isInverse) return against("method", method, "effect-measure", of);
      return { dataType, choice: { measure: of, method: "inverse-variance" } };
    }
    case "contrast": {
      if (!isInverse) return against("method", method, "data-type", dataType);
      const generic = measure ?? "other-difference";
      // An unnamed measure on the logarithmic scale is a ratio.
      const of = generic === "other-difference" && scale === "log" ? "other-ratio" : generic;
      return { dataType, choice: { measure: of, method: "inverse-variance" } };
    }
    case "observed-expected": {
      const of = measure ?? "peto-odds-ratio";
      if (!isRatio(of)) return against("effect-measure", of, "data-type", dataType);
      const by = method ?? byModel;
      if (by === "mantel-haenszel") return against("method", by, "data-type", dataType);
      return { dataType, choice: { measure: of, method: by } };
    }
  }
}
