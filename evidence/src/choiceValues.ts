import type {
  AppliesTo,
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  IntervalMethod,
  Method,
  Model,
  Scale,
  Totals,
} from "./analysis";
import type { Role } from "./roles/roles";

/** The standard values of each choice. */
export interface ChoiceValues {
  readonly "data-type": DataType;
  readonly "effect-measure": EffectMeasure;
  readonly method: Method;
  readonly model: Model["kind"];
  readonly "heterogeneity-estimator": HeterogeneityEstimator;
  readonly "interval-method": IntervalMethod;
  readonly "confidence-level": number;
  readonly "prediction-interval": boolean;
  readonly totals: Totals;
  readonly "total-shown": boolean;
  readonly "subtotals-shown": boolean;
  readonly "swap-events": boolean;
  readonly scale: Scale;
}

/** Choices whose values are words. */
type WordRole = Exclude<keyof ChoiceValues, "confidence-level" | YesOrNo>;
type YesOrNo = "prediction-interval" | "total-shown" | "subtotals-shown" | "swap-events";

/** A name or a value without case, hyphens, spaces and other marks, to compare different spellings. */
export function plain(text: string): string {
  const known = plainNames.get(text);
  if (known !== undefined) return known;
  const found = text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
  if (plainNames.size < maxPlainNames && text.length <= maxPlainNameLength) plainNames.set(text, found);
  return found;
}

// Cached: all items of a folder have the names of their schema, which are compared several times an item.
const plainNames = new Map<string, string>();
const maxPlainNames = 2000;
const maxPlainNameLength = 100;

/** Nouns that may follow a value: `Random-effects model`, `Mantel-Haenszel method`. */
const itsNoun = /\s(?:model|method|estimator|interval|analysis)\s*$/i;

/** A function that reads words of a vocabulary in any spelling, and returns undefined for all other values. */
function among<Value extends string>(
  words: Readonly<Record<Value, string>>,
): (value: unknown) => Value | undefined {
  const values = new Map<string, Value>();
  for (const name of Object.keys(words) as Value[])
    for (const word of [name, ...words[name].split(" ")]) values.set(plain(word), name);
  return (value) =>
    typeof value === "string"
      ? (values.get(plain(value)) ?? values.get(plain(value.replace(itsNoun, ""))))
      : undefined;
}

/** A function that reads yes and no, true and false, and words of a vocabulary. */
function orBoolean<Value extends string>(
  yes: Value,
  no: Value,
  of: Readonly<Record<Value, string>>,
): (value: unknown) => Value | undefined {
  const word = among(of);
  return (value) => {
    const is = readBoolean(value);
    return is === undefined ? word(value) : is ? yes : no;
  };
}

/** The words for each value of a choice, besides its standard name. */
const words: { readonly [Role in WordRole]: Readonly<Record<ChoiceValues[Role], string>> } = {
  "data-type": {
    dichotomous: "dich binary dichotomous-outcome dich-outcome dichotomous-data",
    continuous: "cont continuous-outcome cont-outcome continuous-data",
    contrast:
      "generic-inverse-variance giv iv inverse-variance generic-iv iv-outcome contrast-level contrast-data " +
      "estimate-and-se estimate-and-standard-error",
    "observed-expected":
      "oe-variance oe-and-variance oe o-e-var observed-minus-expected observed-expected-variance ipd " +
      "ipd-outcome exp-o-e-var individual-patient-data",
  },
  "effect-measure": {
    "odds-ratio":
      "or log-odds-ratio lnor logor chancenverhältnis razón-de-momios razón-de-odds rapport-des-cotes",
    "risk-ratio":
      "rr relative-risk log-risk-ratio lnrr logrr relatives-risiko riesgo-relativo razón-de-riesgos risque-relatif",
    "risk-difference":
      "rd absolute-risk-difference ard risikodifferenz diferencia-de-riesgos différence-de-risques",
    "peto-odds-ratio": "peto-or peto por log-peto-or",
    "mean-difference":
      "md wmd weighted-mean-difference mean-diff difference-in-means mittelwertdifferenz diferencia-de-medias " +
      "différence-de-moyennes",
    "standardized-mean-difference":
      "smd standardised-mean-difference std-mean-difference standard-mean-difference hedges-g " +
      "standardisierte-mittelwertdifferenz diferencia-de-medias-estandarizada",
    "hazard-ratio": "hr log-hazard-ratio lnhr loghr",
    "rate-ratio": "irr incidence-rate-ratio rater log-rate-ratio",
    "other-ratio": "ratio generic-ratio",
    "other-difference": "other difference generic gen generic-difference",
  },
  method: {
    "mantel-haenszel": "mh cochran-mantel-haenszel cmh",
    "inverse-variance":
      "iv inverse inv-var generic-inverse-variance inv inverse-varianz varianza-inversa variance-inverse",
    peto: "yusuf-peto peto-method",
    "observed-expected": "exp-o-e-var exp-o-e-variance oe-variance oe",
  },
  model: {
    "fixed-effect":
      "fixed fixed-effects fe common common-effect common-effects equal-effects ee feste-effekte efectos-fijos effets-fixes",
    "random-effects": "random random-effect re zufällige-effekte efectos-aleatorios effets-aléatoires",
  },
  "heterogeneity-estimator": {
    "dersimonian-laird": "dl dersimonian-and-laird",
    reml: "restricted-maximum-likelihood restricted-ml",
  },
  "interval-method": {
    wald: "wald-type z normal classic",
    hksj: "hk hartung-knapp hartung-knapp-sidik-jonkman knha knapp-hartung hartung-knapp-sidik-jonkman-method",
  },
  totals: {
    "totals-and-subtotals": "yes all both totals total total-and-subtotals",
    "subtotals-only": "sub subtotals subtotal only-subtotals",
    "no-totals": "no none nothing no-total not",
  },
  scale: {
    log: "ln logarithm logarithmic log-scale natural-logarithm",
    natural: "raw original natural-scale ratio exponentiated",
  },
};

/** The standard values of a choice, or the sets of pools that may include a row; empty for numbers and booleans. */
export function valuesOf(role: keyof ChoiceValues | "applies-to"): readonly string[] {
  if (role === "applies-to") return pools;
  return isWordRole(role) ? Object.keys(words[role]) : [];
}

function isWordRole(role: keyof ChoiceValues): role is WordRole {
  return role in words;
}

const totals = among(words.totals);

const interval = String.raw`(?:CI|confidence(?:[\s_-]*(?:interval|level|limits))?)?`;
/** A confidence level as text: `95%`, `CI_95`, `0,95`, `95 % confidence interval`. */
const levelInWords = new RegExp(
  String.raw`^${interval}[\s_-]*([\d.,]+)[\s_-]*(?:%[\s_-]*)?${interval}$`,
  "i",
);

/** Reads the value of each choice; undefined for an unknown value. */
export const readChoice: {
  readonly [Role in keyof ChoiceValues]: (value: unknown) => ChoiceValues[Role] | undefined;
} = {
  "data-type": among(words["data-type"]),
  "effect-measure": among(words["effect-measure"]),
  method: among(words.method),
  // RevMan 5 writes `RANDOM="YES"`.
  model: orBoolean("random-effects", "fixed-effect", words.model),
  "heterogeneity-estimator": among(words["heterogeneity-estimator"]),
  "interval-method": among(words["interval-method"]),
  "confidence-level": (value) => {
    const number =
      typeof value === "string" ? Number(levelInWords.exec(value)?.[1]?.replace(",", ".")) : value;
    if (typeof number !== "number") return undefined;
    const level = number >= 1 ? number / 100 : number;
    // A property named `level` may be something else, such as the level of evidence.
    return level >= 0.5 && level < 1 ? level : undefined;
  },
  "prediction-interval": readBoolean,
  totals: (value) => {
    if (typeof value === "boolean") return value ? "totals-and-subtotals" : "no-totals";
    return totals(value);
  },
  "total-shown": readBoolean,
  "subtotals-shown": readBoolean,
  "swap-events": readBoolean,
  scale: orBoolean("log", "natural", words.scale),
};

/** Whether the name of a measure is that of a logarithm, `LOG_HR`, `lnOR`: then the estimates are logarithms. */
export function isOfLogarithms(measure: unknown): boolean {
  return typeof measure === "string" && /^(?:log|ln)/i.test(measure.trim());
}

const pools = ["subgroup-and-overall", "subgroup-only", "overall-only"] as const;

/** The pools that include a row; undefined for an unknown value. */
export function readAppliesTo(value: unknown): AppliesTo | undefined {
  return typeof value === "string" ? pools.find((one) => plain(one) === plain(value)) : undefined;
}

/** Choices that one text may combine. */
const statedTogether = [
  "effect-measure",
  "method",
  "model",
  "heterogeneity-estimator",
  "interval-method",
  "confidence-level",
] as const satisfies readonly (keyof ChoiceValues)[];

/** Some of an analysis's choices. */
export type Stated<Role extends keyof ChoiceValues> = { -readonly [Each in Role]?: ChoiceValues[Each] };

/**
 * Reads a text that combines choices: `Risk Ratio (M-H, Fixed, 95% CI)`, as in Cochrane's tables, or `Random effects
 * (DerSimonian-Laird)`. Undefined if any of its words is unknown.
 *
 * @param own the choice whose property holds the text
 */
export function readTogether(
  value: unknown,
  own: keyof ChoiceValues,
): Readonly<Stated<keyof ChoiceValues>> | undefined {
  if (typeof value !== "string" || value.length > maxLengthTogether) return undefined;
  const parts = value.replace(expectedEvents, "exp-o-e-var").split(/[(),;+]|\s(?:with|using)\s/i);
  const stated: Stated<keyof ChoiceValues> = {};
  const roles = [own, ...statedTogether];
  for (const word of parts.map((each) => each.trim()).filter((each) => each !== "")) {
    const isNew = roles.some((role) => stated[role] === undefined && readInto(stated, role, word));
    // `Risk ratio (RR)` repeats a value.
    const isRepeated = roles.some(
      (role) => stated[role] !== undefined && stated[role] === readChoice[role](word),
    );
    if (!isNew && !isRepeated) return undefined;
  }
  return stated[own] === undefined ? undefined : stated;
}

const maxLengthTogether = 200;
/** Cochrane's notation of the method of observed and expected events. */
const expectedEvents = /exp\s*\[\(o\s*[-−–]\s*e\)\s*\/\s*v(?:ar)?\]/i;

function readInto<Role extends keyof ChoiceValues>(stated: Stated<Role>, role: Role, word: string): boolean {
  const intended = readChoice[role](word);
  if (intended !== undefined) stated[role] = intended;
  return intended !== undefined;
}

/** Reads true and false, also as words of other programs. */
function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return undefined;
  if (/^(yes|true|y|on|1)$/i.test(value)) return true;
  return /^(no|false|n|off|0)$/i.test(value) ? false : undefined;
}

/** A text, or a number as text; null if blank, or of another type. */
export function readText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

const leftOut = new Set(["excluded", "exclude", "leftout", "notincluded", "notpooled"]);
const pooled = new Set(["included", "include", "pooled", "notexcluded", "none", "na", "notapplicable"]);

/** Whether a row is excluded; undefined for a value that means neither yes nor no. */
export function readExcluded(stated: unknown): boolean | undefined {
  if (stated === undefined || stated === null || (Array.isArray(stated) && stated.length === 0)) return false;
  const known = readBoolean(typeof stated === "string" ? stated.trim() : stated);
  if (known !== undefined || typeof stated !== "string") return known;
  const word = plain(stated);
  if (word === "" || pooled.has(word)) return false;
  return leftOut.has(word) ? true : undefined;
}

/**
 * Reads the value of a choice: by the value's own entry, else by the known words, else by the entry `*`.
 *
 * @returns null for a value whose entry is empty, undefined for an unknown value
 */
export function readValue<Role extends keyof ChoiceValues>(
  role: Role,
  values: ReadonlyMap<string, string>,
  value: unknown,
): ChoiceValues[Role] | null | undefined {
  const own = mapped(values, value);
  const known = readChoice[role](own ?? value);
  const other = values.get("*");
  if (own === "" || (known === undefined && other === "")) return null;
  return known ?? (other === undefined ? undefined : readChoice[role](other));
}

/** What a value, or another word for the same yes or no, maps to. */
function mapped(values: ReadonlyMap<string, string>, value: unknown): string | undefined {
  return values.get(String(value)) ?? values.get(String(readBoolean(value)));
}

/**
 * The standard value: by the value's own entry, else by the entry `*`, else the value unchanged. The entry `*` does not
 * replace a value of `excluded` that is a clear yes or no.
 */
export function standardValue(role: Role, values: ReadonlyMap<string, string>, value: unknown): unknown {
  const isKnown = role === "excluded" && readExcluded(value) !== undefined;
  return mapped(values, value) ?? (isKnown ? value : (values.get("*") ?? value));
}

/** The standard values for names that are headings or sums, and so name no study or no subgroup. */
export const notOne = { study: "not-a-study", subgroup: "not-a-subgroup" } as const;
