import type {
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  IntervalMethod,
  Method,
  Model,
  Scale,
  Totals,
} from "../analysis";

/** What each choice of an analysis can be, as the engine names it. */
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
  readonly "swap-events": boolean;
  readonly scale: Scale;
}

/** Choices that are told by words. */
type WordRole = Exclude<keyof ChoiceValues, "confidence-level" | "prediction-interval" | "swap-events">;

/** A name or a value without case, hyphens, spaces and other marks, so that all ways to write it are one. */
export function plain(text: string): string {
  return text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "");
}

const mostSpellings = 100;

/** What people say with it: `Random-effects model`, `Mantel-Haenszel method`. */
const itsNoun = /\s(?:model|method|estimator|interval|analysis)\s*$/i;

/** A word of a vocabulary, in any spelling; undefined for what is none of its words. */
function among<Value extends string>(
  words: Readonly<Record<Value, string>>,
): (value: unknown) => Value | undefined {
  const values = new Map<string, Value>();
  for (const name of Object.keys(words) as Value[])
    for (const word of [name, ...words[name].split(" ")]) values.set(plain(word), name);
  // Documents repeat the words of their schema: how those are spelled is looked at once.
  const spelled = new Map<string, Value | undefined>();
  return (value) => {
    if (typeof value !== "string") return undefined;
    if (spelled.has(value)) return spelled.get(value);
    const meant = values.get(plain(value)) ?? values.get(plain(value.replace(itsNoun, "")));
    if (spelled.size < mostSpellings) spelled.set(value, meant);
    return meant;
  };
}

/** The same, and what true and false mean. */
function orBoolean<Value extends string>(
  yes: Value,
  no: Value,
  words: Readonly<Record<Value, string>>,
): (value: unknown) => Value | undefined {
  const word = among(words);
  return (value) => {
    const is = readBoolean(value);
    if (is === undefined) return word(value);
    return is ? yes : no;
  };
}

/** The words for each value of a choice, besides its own name. */
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
    "odds-ratio": "or log-odds-ratio lnor logor",
    "risk-ratio": "rr relative-risk log-risk-ratio lnrr logrr",
    "risk-difference": "rd absolute-risk-difference ard",
    "peto-odds-ratio": "peto-or peto por",
    "mean-difference": "md wmd weighted-mean-difference mean-diff difference-in-means",
    "standardized-mean-difference":
      "smd standardised-mean-difference std-mean-difference standard-mean-difference hedges-g",
    "hazard-ratio": "hr log-hazard-ratio lnhr loghr",
    "rate-ratio": "irr incidence-rate-ratio rater log-rate-ratio",
    "other-ratio": "ratio generic-ratio",
    "other-difference": "other difference generic gen generic-difference zcor",
  },
  method: {
    "mantel-haenszel": "mh cochran-mantel-haenszel cmh",
    "inverse-variance": "iv inverse inv-var generic-inverse-variance inv",
    peto: "yusuf-peto peto-method",
    "observed-expected": "exp-o-e-var exp-o-e-variance oe-variance oe",
  },
  model: {
    "fixed-effect": "fixed fixed-effects fe common common-effect common-effects equal-effects ee",
    "random-effects": "random random-effect re",
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
    natural: "raw original linear natural-scale ratio exp exponentiated",
  },
};

/** What a choice can be, by the specification's names; nothing where it is a number, yes or no. */
export function valuesOf(role: keyof ChoiceValues): readonly string[] {
  return isWordRole(role) ? Object.keys(words[role]) : [];
}

function isWordRole(role: keyof ChoiceValues): role is WordRole {
  return role in words;
}

const totals = among(words.totals);

const interval = String.raw`(?:CI|confidence(?:[\s_-]*(?:interval|level|limits))?)?`;
/** `95%`, `CI_95`, `0,95`, `95 % confidence interval`. */
const levelInWords = new RegExp(
  String.raw`^${interval}[\s_-]*([\d.,]+)[\s_-]*(?:%[\s_-]*)?${interval}$`,
  "i",
);

/** How a value in a document is read, for each choice: undefined for a value that is not known. */
export const readChoice: {
  readonly [Role in keyof ChoiceValues]: (value: unknown) => ChoiceValues[Role] | undefined;
} = {
  "data-type": among(words["data-type"]),
  "effect-measure": among(words["effect-measure"]),
  method: among(words.method),
  // `RANDOM="YES"` of RevMan 5.
  model: orBoolean("random-effects", "fixed-effect", words.model),
  "heterogeneity-estimator": among(words["heterogeneity-estimator"]),
  "interval-method": among(words["interval-method"]),
  "confidence-level": (value) => {
    const number =
      typeof value === "string" ? Number(levelInWords.exec(value)?.[1]?.replace(",", ".")) : value;
    if (typeof number !== "number") return undefined;
    const level = number >= 1 ? number / 100 : number;
    // What is called a level may be something else, such as that of the evidence.
    return level >= 0.5 && level < 1 ? level : undefined;
  },
  "prediction-interval": readBoolean,
  totals: (value) => {
    if (typeof value === "boolean") return value ? "totals-and-subtotals" : "no-totals";
    return totals(value);
  },
  "swap-events": readBoolean,
  // `LOG_DATA="YES"` of RevMan 5.
  scale: orBoolean("log", "natural", words.scale),
};

/** What may be told together. */
const toldTogether = [
  "effect-measure",
  "method",
  "model",
  "heterogeneity-estimator",
  "interval-method",
  "confidence-level",
] as const satisfies readonly (keyof ChoiceValues)[];

/** Some of an analysis's choices, as they are found. */
export type Said<Role extends keyof ChoiceValues> = { -readonly [Each in Role]?: ChoiceValues[Each] };

/**
 * The choices that a text tells together: `Risk Ratio (M-H, Fixed, 95% CI)`, as Cochrane's tables have it, or `Random
 * effects (DerSimonian-Laird)`. Undefined where some of its words are not known.
 *
 * @param own the choice that the text is said to be
 */
export function readTogether(
  value: unknown,
  own: keyof ChoiceValues,
): Readonly<Said<keyof ChoiceValues>> | undefined {
  if (typeof value !== "string" || value.length > longestTogether) return undefined;
  const parts = value.replace(expectedEvents, "exp-o-e-var").split(/[(),;+]|\s(?:with|using)\s/i);
  const told: Said<keyof ChoiceValues> = {};
  const roles = [own, ...toldTogether];
  for (const word of parts.map((each) => each.trim()).filter((each) => each !== "")) {
    const isNew = roles.some((role) => told[role] === undefined && tell(told, role, word));
    // `Risk ratio (RR)` says it twice.
    const isSaidAgain = roles.some(
      (role) => told[role] !== undefined && told[role] === readChoice[role](word),
    );
    if (!isNew && !isSaidAgain) return undefined;
  }
  return told[own] === undefined ? undefined : told;
}

const longestTogether = 200;
/** As Cochrane's tables write the method of observed and expected events. */
const expectedEvents = /exp\s*\[\(o\s*[-−–]\s*e\)\s*\/\s*v(?:ar)?\]/i;

function tell<Role extends keyof ChoiceValues>(told: Said<Role>, role: Role, word: string): boolean {
  const meant = readChoice[role](word);
  if (meant !== undefined) told[role] = meant;
  return meant !== undefined;
}

/** True and false, also as the words that other programs write. */
export function readBoolean(value: unknown): boolean | undefined {
  if (typeof value === "boolean") return value;
  if (value === 1 || value === 0) return value === 1;
  if (typeof value !== "string") return undefined;
  if (/^(yes|true|y|on|1)$/i.test(value)) return true;
  return /^(no|false|n|off|0)$/i.test(value) ? false : undefined;
}

/** A name, a number that is one, or null where nothing is said. */
export function readText(value: unknown): string | null {
  if (typeof value === "number") return String(value);
  return typeof value === "string" && value.trim() !== "" ? value : null;
}

/** Whether a row is excluded: a reason is a yes, and so is what says more about it. */
export function readExcluded(said: unknown): boolean {
  if (typeof said === "string") {
    const text = said.trim();
    return readBoolean(text) ?? (text !== "" && !noReason.test(text));
  }
  if (typeof said !== "object" || said === null) return readBoolean(said) === true;
  const { value, excluded, is }: { value?: unknown; excluded?: unknown; is?: unknown } = said;
  return (
    readBoolean(value ?? excluded ?? is) ?? Object.values(said).some((one) => one !== null && one !== "")
  );
}

/** What says that a row is not excluded, besides what {@link readBoolean} knows. */
const noReason =
  /^(?:no\.?|non|nein|keine?|nicht|f|falsch|off|null|none|nothing|undefined|unclear|pooled|included?|not[ _-]?(?:excluded|applicable|yet)|nicht[ _-]ausgeschlossen|(?:no|nein|included?|not excluded)\s?[,;:(–—].*|n\.?\/?a\.?|[-\u2013\u2014?.]+|\d+)$/i;

/** Which sign people put before decimals. */
export type DecimalSign = "." | ",";

const thousands = /^[-−+]?[1-9]\d{0,2}(?:[.,'’\u00a0\u202f ]\d{3})+$/;
/** One sign more than once: there is one before decimals at most. */
const millions = /^[-−+]?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})+$/;
/** Spaces and apostrophes belong between thousands only: `12.3 4` and `12 5` are two numbers, or none. */
const spaced = /^[-−+]?[1-9]\d{0,2}(?:[\s'’]\d{3})+(?=$|[.,])/;
const spaces = /[\s'’]/g;

/**
 * A number as people and spreadsheets write it, as JSON: decimal commas, thousands, a minus sign, a plus.
 *
 * @param isCount of people or events: a sign before three digits is between thousands, if it is not known to be another
 * @param sign before decimals, where others of the same hand show it
 * @returns undefined for what is no number
 */
export function numberFromText(
  written: string,
  isCount: boolean,
  sign: DecimalSign | undefined,
): string | undefined {
  const trimmed = written.trim().replace(/^([-−+])\s+/, "$1");
  const isDecimal = sign !== undefined && trimmed.includes(sign);
  if (isCount && !isDecimal && thousands.test(trimmed)) return normal(trimmed.replace(/[^\d−-]/g, ""));
  const text = trimmed.replace(spaced, (groups) => groups.replace(spaces, ""));
  const [, separator] = millions.exec(text) ?? [];
  if (separator !== undefined && separator !== sign) return normal(text.replaceAll(separator, ""));
  const decimal = sign ?? decimalSignOf(text);
  if (decimal === undefined) return normal(text);
  const [whole = "", ...rest] = text.replaceAll(otherThan(decimal), "").split(decimal);
  return rest.length > 1 ? undefined : normal([whole, ...rest].join("."));
}

/**
 * The sign before decimals that numbers written alike show; undefined where they show none.
 *
 * @param counts those of people or events: where no number has decimals, they show what is between thousands
 */
export function decimalSignIn(
  numbers: readonly string[],
  counts: readonly string[],
): DecimalSign | undefined {
  const decimals = signsIn(numbers, /\d([.,])(?:\d{1,2}|\d{4,})$|^[-−+]?0([.,])\d+$/);
  if (decimals.size > 0) return onlyOf(decimals);
  const between = onlyOf(signsIn(counts, /^[-−+]?[1-9]\d{0,2}([.,])\d{3}$/));
  return between === undefined ? undefined : otherThan(between);
}

function signsIn(texts: readonly string[], shown: RegExp): ReadonlySet<DecimalSign> {
  const signs = new Set<DecimalSign>();
  for (const text of texts) {
    const found = shown.exec(text.trim());
    const sign = found?.[1] ?? found?.[2];
    if (sign === "," || sign === ".") signs.add(sign);
  }
  return signs;
}

function onlyOf([only, ...others]: Iterable<DecimalSign>): DecimalSign | undefined {
  return others.length === 0 ? only : undefined;
}

function otherThan(sign: DecimalSign): DecimalSign {
  return sign === "," ? "." : ",";
}

/** Of one number: the last of two kinds of signs, or the only sign there is. */
function decimalSignOf(text: string): DecimalSign | undefined {
  const [comma, point] = [text.lastIndexOf(","), text.lastIndexOf(".")];
  if (comma === -1 && point === -1) return undefined;
  return comma > point ? "," : ".";
}

/** Whether a number is one to whoever reads the document: `1e999` would be infinite, `5e-400` nothing. */
function isKept(json: string): boolean {
  const number = Number(json);
  return Number.isFinite(number) && (number !== 0 || !/[1-9]/.test(json.replace(/e.*/i, "")));
}

function normal(text: string): string | undefined {
  const plain = text.replace("−", "-").replace(/^\+/, "");
  if (/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(plain)) return isKept(plain) ? plain : undefined;
  // `.5`, `007`, `5.`
  if (!/^-?(?:\d+\.?\d*|\.\d+)$/.test(plain)) return undefined;
  return isKept(plain) ? String(Number(plain)) : undefined;
}

/** A number with a comma before three digits, without it and with a point: between thousands for some, before decimals for others. */
export function twoReadings(written: string): readonly [string, string] | undefined {
  const text = written.trim();
  return /^[-−+]?[1-9]\d{0,2},\d{3}$/.test(text)
    ? [text.replace(",", ""), text.replace(",", ".")]
    : undefined;
}

const oneOfTwo = String.raw`[-−+]?\.?\d(?:[\d.,]*\d)?(?:e[-+]?\d+)?`;
/** A sign before the second number is its own where only spaces are before that. */
const between = String.raw`\s*[;–—]\s*|,\s+|\s+[-−]\s+|[-−]\s*|\s+`;
const pair = new RegExp(String.raw`^[([]?\s*(${oneOfTwo})(?:${between})(${oneOfTwo})\s*[)\]]?$`, "i");

/** The two numbers that a text is, as reports print quartiles and ranges, in brackets perhaps: `4.1, 7.9`, `4–9`, `-3 - 2`. */
export function twoNumbers(written: string): readonly [string, string] | undefined {
  const [, first, second] = pair.exec(written.trim()) ?? [];
  return first === undefined || second === undefined ? undefined : [first, second];
}
