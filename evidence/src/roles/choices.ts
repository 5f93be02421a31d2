import type {
  Analysis,
  DataType,
  DichotomousChoice,
  EffectMeasure,
  Method,
  Model,
  RatioMeasure,
  Scale,
  Totals,
} from "../analysis";
import { isRatio } from "../analysis";
import type { EvidenceProblem } from "./problems";
import type { NamedEffect } from "./names";
import type { FoundChoice, ItemContent } from "./readItem";
import type { ItemRow } from "./readRow";
import type { ChoiceRole, NumberRole } from "./roles";
import { isOneOf } from "./roles";
import type { Said } from "./values";
import { readChoice, readTogether } from "./values";

/** What an analysis is computed by, all together possible. */
export type Pooling =
  | { readonly dataType: "dichotomous"; readonly choice: DichotomousChoice }
  | { readonly dataType: "continuous"; readonly choice: ContinuousChoice }
  | { readonly dataType: "contrast"; readonly choice: ContrastChoice }
  | { readonly dataType: "observed-expected"; readonly choice: ObservedExpectedChoice };

type ChoiceOf<Kind extends DataType> = Extract<Analysis, { dataType: Kind }>["choice"];
type ContinuousChoice = ChoiceOf<"continuous">;
type ContrastChoice = ChoiceOf<"contrast">;
type ObservedExpectedChoice = ChoiceOf<"observed-expected">;

/** All that an item chooses, with defaults where it is silent. */
export interface Choices {
  readonly pooling: Pooling;
  readonly model: Model;
  readonly confidenceLevel: number;
  readonly showPrediction: boolean;
  readonly totals: Totals;
  readonly swapEvents: boolean;
  /** Of contrast data: of all where the item says it, else of the rows whose names do not ({@link naturalNumbers}). */
  readonly scale: Scale;
  readonly isScaleSaid: boolean;
  /** Whether all estimates are of one measure, whatever they are called. */
  readonly isMeasureSaid: boolean;
  /** What the item does not say and was assumed. */
  readonly defaults: readonly ChoiceRole[];
}

export type Chosen =
  | { readonly kind: "chosen"; readonly choices: Choices }
  | { readonly kind: "problem"; readonly problem: EvidenceProblem };

/** Roles whose names are also used for other things: a value that is none of theirs says nothing. */
const ambiguous: ReadonlySet<ChoiceRole> = new Set(["data-type", "scale", "prediction-interval", "totals"]);

/** The same of roles whose other names are so used, and not their own: `level`. */
const ambiguousElsewhere: ReadonlySet<ChoiceRole> = new Set(["swap-events", "confidence-level"]);

/** Whether what has a role by its name may be about something else. */
function isAmbiguous(role: ChoiceRole, { by, rank }: FoundChoice["bound"]): boolean {
  return by === "name" && (ambiguous.has(role) || (ambiguousElsewhere.has(role) && rank > 0));
}

/** Decides by what an analysis is computed: `spec/evidence.md` section 1, last paragraph. */
export function chooseFrom(content: ItemContent): Chosen {
  const own: Said<ChoiceRole> = {};
  const beside: Said<ChoiceRole> = {};
  let modelOfEstimator: Model["kind"] | undefined;
  for (const [role, found] of content.choices) {
    const moved = estimatorAsMethod(role, found);
    const target = moved ?? role;
    if (moved !== undefined) own.method = "inverse-variance";
    // `method: "REML"`, as metafor writes it, says the model too.
    if (moved === "heterogeneity-estimator") modelOfEstimator = "random-effects";
    if (moved !== undefined && content.choices.has(moved)) continue;
    const isKnown = readInto(own, target, found, beside);
    if (!isKnown && !isAmbiguous(role, found.bound))
      return problem({ kind: "unknown-value", role, value: textOf(found.value), pointer: found.pointer });
  }
  // What a property of its own says goes before what another one tells beside its own choice.
  const said: Readonly<Said<ChoiceRole>> = { ...beside, ...own };
  const dataType =
    said["data-type"] ??
    typeOfRows(content, (type, found) => fits(type, found, said["effect-measure"], said.method)) ??
    typeOfMeasure(said["effect-measure"]);
  if (dataType === undefined) return problem({ kind: "no-data-type", pointer: "" });
  const defaults: ChoiceRole[] = [];
  const assumed = <Value>(role: ChoiceRole, value: Value | undefined, otherwise: Value): Value => {
    if (value === undefined) defaults.push(role);
    return value ?? otherwise;
  };
  const model = assumed("model", said.model ?? modelOfEstimator, "fixed-effect");
  const effects = dataType === "contrast" ? effectsOfRows(content) : [];
  const measure = said["effect-measure"] ?? effects.find((effect) => effect !== undefined)?.measure;
  const scale = said.scale ?? (effects[0]?.isLogged === false ? "natural" : "log");
  const pooling = poolingOf(dataType, measure, said.method, model, said.scale);
  if (pooling.dataType === null) {
    const { choices } = content;
    const pointer = choices.get(pooling.role)?.pointer ?? "";
    return problem({ ...pooling, kind: "does-not-fit", written: choices, pointer });
  }
  // Beside estimates that say what they are, the others are taken for the same.
  const isMeasureSaid = said["effect-measure"] !== undefined;
  if (measure === undefined || (!isMeasureSaid && effects.includes(undefined)))
    defaults.unshift("effect-measure");
  if (said.method === undefined) defaults.unshift("method");
  const isOfRatios = dataType === "contrast" && isRatio(pooling.choice.measure);
  if (isOfRatios && said.scale === undefined && effects.includes(undefined)) defaults.push("scale");
  return {
    kind: "chosen",
    choices: {
      pooling,
      model:
        model === "fixed-effect"
          ? { kind: model }
          : {
              kind: model,
              estimator: assumed(
                "heterogeneity-estimator",
                said["heterogeneity-estimator"],
                "dersimonian-laird",
              ),
              interval: assumed("interval-method", said["interval-method"], "wald"),
            },
      confidenceLevel: assumed("confidence-level", said["confidence-level"], 0.95),
      showPrediction: said["prediction-interval"] ?? false,
      totals: said.totals ?? "totals-and-subtotals",
      swapEvents: said["swap-events"] ?? false,
      scale,
      isScaleSaid: said.scale !== undefined,
      isMeasureSaid,
      defaults,
    },
  };
}

function problem(reason: EvidenceProblem): Chosen {
  return { kind: "problem", problem: reason };
}

/** In R's metafor, which pools by inverse variance, `method` is the estimator or the model: `"REML"`, `"DL"`, `"FE"`. */
export function estimatorAsMethod(role: ChoiceRole, { value }: FoundChoice): ChoiceRole | undefined {
  if (role !== "method" || readChoice.method(value) !== undefined) return undefined;
  if (readChoice["heterogeneity-estimator"](value) !== undefined) return "heterogeneity-estimator";
  return typeof value === "string" && readChoice.model(value) !== undefined ? "model" : undefined;
}

/**
 * What the rows' estimates are, where their properties are called by their measure; of differences no scale is said. What is
 * not called so is assumed. Rows that are left out decide nothing beside others.
 */
function effectsOfRows({ rows }: ItemContent): readonly (NamedEffect | undefined)[] {
  const estimates = (rows ?? []).filter((one) => one.says("estimate"));
  const counted = estimates.filter(({ excluded }) => !excluded);
  return (counted.length > 0 ? counted : estimates).map((one) => one.effectNamed("estimate"));
}

/**
 * Which numbers of a row belong to a ratio as it is, not to its logarithm: as the item says, else as the row's own names
 * say. The error of the logarithm may stand beside a ratio: `hr`, `se_log_hr`.
 */
export function naturalNumbers(
  row: Pick<ItemRow, "effectNamed">,
  { pooling, scale, isScaleSaid }: Choices,
): { readonly isNatural: boolean; readonly isErrorNatural: boolean } {
  if (pooling.dataType !== "contrast" || !isRatio(pooling.choice.measure))
    return { isNatural: false, isErrorNatural: false };
  const named = isScaleSaid ? undefined : row.effectNamed("estimate");
  const isNatural = named === undefined ? scale === "natural" : !named.isLogged;
  return { isNatural, isErrorNatural: isNatural && row.effectNamed("standard-error")?.isLogged !== true };
}

/**
 * Reads a value by the words that its role was given, else by those that are known.
 *
 * @param beside gets the choices that the value tells beside its own
 * @returns whether it is known
 */
function readInto<Role extends ChoiceRole>(
  said: Said<Role>,
  role: Role,
  { value, bound }: FoundChoice,
  beside: Said<ChoiceRole>,
): boolean {
  const standard = bound.values.size > 0 ? bound.values.get(String(value)) : undefined;
  let meant = readChoice[role](standard ?? value);
  if (meant === undefined) {
    const together = readTogether(value, role);
    meant = together?.[role];
    Object.assign(beside, together);
  }
  if (meant !== undefined) said[role] = meant;
  return meant !== undefined;
}

/** The numbers that tell the types apart. A variance stands beside an estimate too. */
const decisiveRoles = {
  dichotomous: ["experimental-events", "comparator-events"],
  continuous: ["experimental-mean", "comparator-mean", "experimental-sd", "comparator-sd"],
  "observed-expected": ["observed-minus-expected"],
  contrast: ["estimate", "standard-error", "interval-low"],
} as const satisfies Readonly<Record<DataType, readonly NumberRole[]>>;

export function hasDataFor({ rows }: ItemContent, type: DataType): boolean {
  return (rows ?? []).some((row) => decisiveRoles[type].some((role) => row.says(role)));
}

const dataTypes = ["dichotomous", "continuous", "observed-expected", "contrast"] as const;

/** What each method can pool. */
const typesOfMethod: Readonly<Record<Method, readonly DataType[]>> = {
  "mantel-haenszel": ["dichotomous"],
  "inverse-variance": dataTypes,
  peto: ["dichotomous", "observed-expected"],
  "observed-expected": ["observed-expected"],
};

/**
 * What the rows have numbers for; counts before means, and these before estimates, which may be stored results. Those go
 * first that fit what was chosen: beside means, counts may be those of dropouts.
 *
 * @param isChosen is asked of each type that is found, with those before it
 */
export function typeOfRows(
  content: ItemContent,
  isChosen: (type: DataType, found: readonly DataType[]) => boolean = () => true,
): DataType | undefined {
  const found: DataType[] = [];
  for (const type of dataTypes) {
    if (!hasDataFor(content, type)) continue;
    found.push(type);
    if (isChosen(type, found)) return type;
  }
  return found[0];
}

/** Whether data of a type, of those that the rows have, can be pooled by a measure and a method, as far as they are said. */
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
  // Beside arms of another kind, an effect is a stored result: the measure is wrong then.
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

type PoolingOr =
  | Pooling
  | {
      readonly dataType: null;
      readonly role: ChoiceRole;
      readonly value: string;
      readonly other: ChoiceRole;
      readonly otherValue: string;
    };

function poolingOf(
  dataType: DataType,
  measure: EffectMeasure | undefined,
  method: Method | undefined,
  model: Model["kind"],
  scale: Scale | undefined,
): PoolingOr {
  const incompatible = (
    role: ChoiceRole,
    value: string,
    other: ChoiceRole,
    otherValue: string,
  ): PoolingOr => ({
    dataType: null,
    role,
    value,
    other,
    otherValue,
  });
  if (method === "peto" && model === "random-effects") return incompatible("method", method, "model", model);
  switch (dataType) {
    case "dichotomous": {
      const of = measure ?? (method === "peto" ? "peto-odds-ratio" : "odds-ratio");
      if (of === "peto-odds-ratio") {
        const by = method ?? (model === "fixed-effect" ? "peto" : "inverse-variance");
        if (by === "peto" || by === "inverse-variance")
          return { dataType, choice: { measure: of, method: by } };
        return incompatible("method", by, "effect-measure", of);
      }
      if (!isOfCounts(of)) return incompatible("effect-measure", of, "data-type", dataType);
      const by = method ?? "mantel-haenszel";
      if (by === "mantel-haenszel" || by === "inverse-variance")
        return { dataType, choice: { measure: of, method: by } };
      if (by === "peto") return incompatible("method", by, "effect-measure", of);
      return incompatible("method", by, "data-type", dataType);
    }
    case "continuous": {
      const of = measure ?? "mean-difference";
      if (!isOfMeans(of)) return incompatible("effect-measure", of, "data-type", dataType);
      if ((method ?? "inverse-variance") !== "inverse-variance")
        return incompatible("method", String(method), "effect-measure", of);
      return { dataType, choice: { measure: of, method: "inverse-variance" } };
    }
    case "contrast": {
      if (method !== undefined && method !== "inverse-variance")
        return incompatible("method", method, "data-type", dataType);
      const generic = measure ?? "other-difference";
      // An unnamed measure on the logarithmic scale is a ratio.
      const of = generic === "other-difference" && scale === "log" ? "other-ratio" : generic;
      return { dataType, choice: { measure: of, method: "inverse-variance" } };
    }
    case "observed-expected": {
      const of: EffectMeasure = measure ?? "peto-odds-ratio";
      if (!isRatio(of)) return incompatible("effect-measure", of, "data-type", dataType);
      const by = method ?? (model === "fixed-effect" ? "peto" : "inverse-variance");
      if (by === "mantel-haenszel") return incompatible("method", by, "data-type", dataType);
      return { dataType, choice: { measure: of satisfies RatioMeasure, method: by } };
    }
  }
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value).slice(0, 100);
}
