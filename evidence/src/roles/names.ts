import type { EffectMeasure } from "../analysis";
import type { Arm, ListRole, NumberRole, ResultRole, Role } from "./roles";
import { armParts, arms } from "./roles";
import { plain, readChoice } from "./values";

/** What a property may be by its name. `rank` orders several properties of one role: the lowest is read. */
export interface NamedRole {
  readonly role: Role;
  readonly rank: number;
}

/** What an arm has; by the arm's name it becomes a role of the row. */
export interface ArmPart {
  readonly part: (typeof armParts)[number];
  readonly rank: number;
}

type Words<Name extends string> = Readonly<Partial<Record<Name, string>>>;

/** Names of one role, best first. */
function ranked<Name extends Role>(words: Words<Name>): ReadonlyMap<string, NamedRole> {
  const known = new Map<string, NamedRole>();
  for (const role of Object.keys(words) as Name[])
    [role, ...(words[role] ?? "").split(" ")].map(plain).forEach((word, rank) => {
      if (word !== "" && !known.has(word)) known.set(word, { role, rank });
    });
  return known;
}

/** Of stored results: by themselves and, behind the bar, where an object of results is around them. */
const storedWords: Readonly<Record<ResultRole, string>> = {
  "result-estimate":
    "effect-estimate pooled-estimate pooled-effect effect-size summary-estimate | estimate effect value point-estimate",
  "result-low": "ci-start ci-low ci-lower pooled-low | low lower lower-limit lcl",
  "result-high": "ci-end ci-high ci-upper pooled-high | high upper upper-limit ucl",
  "result-weight": "weight",
  "result-i2": "i2 i-squared",
  "result-tau2": "tau2 tau-squared",
  "result-q": "chi2 q chi-squared",
  "result-p": "p-z p-value | p",
  "result-studies": "study-count number-of-studies | studies k",
  "result-participants": "participant-count number-of-participants participants total-participants | n",
};
const storedNames: Words<ResultRole> = Object.fromEntries(
  Object.entries(storedWords).map(([role, words]) => [role, words.split(" |")[0]]),
);

const analysisNames = ranked({
  "data-type": "outcome-type type outcome-data-type analysis-type",
  "effect-measure": "measure summary-measure effect-size-measure sm effect-type",
  method: "statistical-method analysis-method pooling-method",
  model: "analysis-model effects-model statistical-model effect-model random random-effects",
  "heterogeneity-estimator":
    "tau2-estimator tau-estimator estimator method-tau tau2-method tau-method heterogeneity-method " +
    "between-study-variance-estimator",
  "interval-method":
    "ci-method confidence-interval-method summary-ci-method method-ci method-random-ci ci-type",
  "confidence-level": "ci-level level conf-level confidence ci-total level-comb ci-study ci",
  "prediction-interval": "prediction show-prediction-interval",
  totals: "show-totals total-display",
  "swap-events": "swap-event swapped-events",
  scale: "data-scale estimate-scale input-scale log-data",
  "experimental-label":
    "intervention-label group-label-1 experimental-group-label label-e experimental-name intervention-name " +
    "treatment-label label1 experimental intervention treatment",
  "comparator-label":
    "control-label group-label-2 comparator-group-label label-c comparator-name control-name comparison-label " +
    "label2 comparator control placebo",
  "favours-left":
    "graph-label-1 left-graph-label favours-label-1 favors-left favours-label-left label-left favours-experimental",
  "favours-right":
    "graph-label-2 right-graph-label favours-label-2 favors-right favours-label-right label-right favours-comparator",
  unit: "units unit-of-measurement measurement-unit",
  ...storedNames,
});

const subgroupNames = ranked({
  "subgroup-name": "name title label subgroup group",
  ...storedNames,
});

/** Inside an object of results, whatever has it. */
const resultNames = ranked(storedWords);

const rowNames = ranked({
  study:
    "study-name study-label study-reference slab studlab study-id name label title author id trial trial-name",
  year: "study-year publication-year",
  subgroup: "subgroup-name subgroup-label subgroup-id subgroup-number group stratum",
  excluded: "exclude is-excluded excluded-from-analysis exclude-from-analysis",
  "risk-of-bias": "rob risk-of-bias-judgements rob-judgements bias",
  footnotes: "footnote notes",
  estimate: "giv-mean yi te effect-estimate effect-size effect log-effect est",
  "standard-error": "se giv-se sei sete std-error stderr",
  "interval-low": "ci-low ci-lower lower ci-lb ci-start low lower-limit lcl lower-ci ci-lower-limit ll",
  "interval-high": "ci-high ci-upper upper ci-ub ci-end high upper-limit ucl upper-ci ci-upper-limit ul",
  "observed-minus-expected": "o-e o-minus-e observed-expected",
  variance: "var vi oe-variance variance-of-o-e",
  // What is only a level may be one of a dose.
  "confidence-level": "ci-level conf-level interval-level",
  "result-weight": "weight",
});

const listNames = ranked<ListRole>({
  studies:
    "data-rows pairwise-data-rows study-data trials rows study-results data dich-data cont-data iv-data ipd-data",
  subgroups: "subgroup-analyses strata dich-subgroup cont-subgroup iv-subgroup ipd-subgroup groups",
});

const armWords: Readonly<Record<Arm, readonly string[]>> = {
  experimental: words("experimental intervention treatment exp treat trt active treated 1 e t i arm1 group1"),
  comparator: words("comparator control placebo comparison ctrl con controls untreated 2 c arm2 group2"),
};

const partWords: Readonly<Record<ArmPart["part"], readonly string[]>> = {
  events: words(
    "events event cases case events-count event-count responders with-event with-events deaths died",
  ),
  // Those who were analysed go before those who began.
  total: words(
    "total analysed analyzed n totals participants patients sample-size size randomised randomized n-total num-total",
  ),
  mean: words("mean m average"),
  sd: words("sd standard-deviation std-dev stdev std-deviation"),
};

/** What says that something is counted, where the name is known without it: `No. of events`, `n randomised`, `Total no.` */
const countWords = /numberof|noof|(?<=total)no|(?:number|num|n)(?=event|analy|random|with)/;

/** A name as it is, else without what says that it is counted. */
function counted<Value>(known: ReadonlyMap<string, Value>, key: string): Value | undefined {
  return known.get(key) ?? known.get(key.replace(countWords, ""));
}

function words(text: string): readonly string[] {
  return text.split(" ").map(plain);
}

const armsByName = new Map<string, Arm>();
const parts = new Map<string, ArmPart>();
/** Names that say arm and part at once: `events1`, `event.e`, `nT`, `Experimental N`, `n1i`. */
const partsOfArms = new Map<string, { readonly role: NumberRole; readonly rank: number }>([
  ["ai", { role: "experimental-events", rank: 0 }],
  ["ci", { role: "comparator-events", rank: 0 }],
]);
for (const arm of arms) {
  for (const word of armWords[arm]) {
    armsByName.set(word, arm);
    for (const more of ["group", "arm", "data"]) armsByName.set(word + more, arm);
  }
  for (const part of armParts)
    for (const [rank, partWord] of partWords[part].entries()) {
      parts.set(partWord, { part, rank });
      for (const word of armWords[arm])
        for (const name of [partWord + word, word + partWord, `${partWord}in${word}`, `${partWord}${word}i`])
          if (!partsOfArms.has(name)) partsOfArms.set(name, { role: `${arm}-${part}`, rank });
    }
}
// What a comparator is called, though no property of one.
for (const word of words(
  "usual-care treatment-as-usual care-as-usual standard-care standard-of-care no-treatment no-intervention " +
    "waiting-list waitlist wait-list sham best-supportive-care",
))
  armsByName.set(word, "comparator");

/**
 * Events of the experimental arm, its participants without them, and the same of the other arm: of R's metafor and its
 * data, and of textbooks. Models for BUGS have totals in their second places. Each name alone says too little.
 */
const tables = ["ai bi ci di", "tpos tneg cpos cneg", "a b c d", "r1 n1 r2 n2"].map((names) =>
  names.split(" "),
);

/** The names of the table of four cells that a row has. Correlations, which are fractions, may be called so too. */
export function cellsNamed(row: Readonly<Record<string, unknown>>): readonly string[] | undefined {
  return tables.find((names) => names.every((name) => name in row && !isFraction(row[name])));
}

/** Whether a row that has a property of this name may have such a table. */
export function mayBeCell(name: string): boolean {
  return tables.some(([first]) => first === name);
}

function isFraction(value: unknown): boolean {
  return typeof value === "number" && !Number.isInteger(value);
}

/** Whether a list is one of arms by what it is called, and not of harms or subgroups: then the experimental one stands first. */
export function isListOfArms(name: string): boolean {
  return /(?<!h|al)arm|(?<!sub|age|sex|gender|risk)group|treatment|intervention/.test(plain(name));
}

const intervals = new Set(words("ci confidence-interval interval ci95 95ci"));

/** Whether a property may hold both ends of an interval. */
export function isInterval(name: string): boolean {
  return intervals.has(plain(name));
}

/** The arm that a property, or a value, names. */
export function armNamed(name: string): Arm | undefined {
  return armsByName.get(plain(name));
}

/** What an arm's property is, where the arm is known. */
export function partNamed(name: string): ArmPart | undefined {
  return counted(parts, plain(name));
}

/** What a property is that is called by an arm nobody knows and its part: `statin_events`, `meanStatin`. */
export interface PartOfOther extends ArmPart {
  /** What the arm is called, without case and marks. */
  readonly arm: string;
}

export function partOfOther(name: string): PartOfOther | undefined {
  const all = name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, " ").split(/[^\p{L}\p{N}]+/u);
  for (let at = 1; at < all.length; at++) {
    const [first, last] = [plain(all.slice(0, at).join("")), plain(all.slice(at).join(""))];
    for (const [arm, part] of [
      [first, counted(parts, last)],
      [last, counted(parts, first)],
    ] as const)
      if (part !== undefined && /^\p{L}{2}/u.test(arm) && !parts.has(arm) && !isBaseline(arm) && !isSum(arm))
        return { ...part, arm };
  }
  return undefined;
}

/** Whether what might be an arm is called the sum of both. */
export function isSum(name: string): boolean {
  return /^(?:total|all|overall|both|sum|combined)(?:\b|groups?|arms?|patients|participants)/i.test(name);
}

export function listNamed(name: string): ListRole | undefined {
  const role = listNames.get(plain(name))?.role;
  return role === "studies" || role === "subgroups" ? role : undefined;
}

const resultObjects = new Set(
  words("result results pooled summary overall pooled-result stored-result totals-result"),
);

/** Whether a property holds an object of results. */
export function isResultObject(name: string): boolean {
  return resultObjects.has(plain(name));
}

const otherStatistics = new Set(
  words(
    "prediction prediction-interval predictive-interval subgroup-differences subgroup-difference " +
      "test-for-subgroup-differences between-subgroups egger eggers-test begg publication-bias small-study-effects " +
      "absolute absolute-effect absolute-effects absolute-risk assumed-risk corresponding-risk " +
      "fixed fixed-effect random random-effects common common-effect",
  ),
);

/** Whether a property holds an object of other results than those of the pool: or of one model, which may not be the item's. */
export function isOtherStatistic(name: string): boolean {
  return otherStatistics.has(plain(name));
}

const ofHeterogeneity: ReadonlySet<Role> = new Set<Role>(["result-q", "result-i2", "result-tau2"]);

/** Whether a result may stand in an object of a name: in that of heterogeneity, P is that of Q. */
export function mayBeResultIn(name: string, role: Role): boolean {
  return !["heterogeneity", "heterogeneitytest"].includes(plain(name)) || ofHeterogeneity.has(role);
}

const beforeTreatment = new Set(words("baseline at-baseline pre pre-treatment pre-intervention pretest"));

/** Whether a property holds what was measured before anybody was treated. */
export function isBaseline(name: string): boolean {
  return beforeTreatment.has(plain(name));
}

/** Whether an object or list is of what is not pooled, or pooled once more, by what it is called. */
export function isBesideAnalysis(name: string): boolean {
  return /^(?:ongoing|awaiting|sensitivity|protocol|planned)|(?<!not|non|and|with|including)excluded|notpooled/.test(
    plain(name),
  );
}

/** Whether an object is about how a figure is drawn: its scale is not that of the data. */
export function isOfFigure(name: string): boolean {
  return /axis|plot|figure|chart|graph/.test(plain(name));
}

const ofPool = new Set([
  ...resultObjects,
  ...intervals,
  ...words(
    "effect estimate effect-estimate point-estimate effect-size test test-for-overall-effect overall-effect total totals " +
      "heterogeneity heterogeneity-test statistics meta-analysis combined",
  ),
]);

/** Whether an object within one of results is of the same pool. */
export function isOfSamePool(name: string): boolean {
  return ofPool.has(plain(name)) || readChoice["effect-measure"](name) !== undefined;
}

const theNumber = new Set(words("value estimate point-estimate"));

/** Whether a property of an object that is called like a statistic is its number: `"i2": { "value": …, "low": … }`. */
export function isTheNumber(name: string): boolean {
  return theNumber.has(plain(name));
}

export function nameOfResult(name: string): NamedRole | undefined {
  return resultNames.get(plain(name));
}

export function nameInAnalysis(name: string): NamedRole | undefined {
  return analysisNames.get(plain(name));
}

export function nameInSubgroup(name: string): NamedRole | undefined {
  return subgroupNames.get(plain(name));
}

/**
 * A property of a row.
 *
 * @param arm that an object around it names
 */
export function nameInRow(name: string, arm: Arm | undefined, within = ""): NamedRole | undefined {
  const key = plain(name);
  // In R's metafor, of both arms together; with a mark between them, the `i` is of the intervention.
  if (/^ni$/i.test(name) && name !== "nI") return undefined;
  if (arm === undefined && key === "level" && isInterval(within))
    return { role: "confidence-level", rank: 0 };
  // An end of the interval at 95 %.
  if (arm === undefined)
    return (
      rowNames.get(key) ??
      rowNames.get(key.replace("95", "")) ??
      counted(partsOfArms, key) ??
      effectNamed(name)
    );
  const found = counted(parts, key);
  return found && { role: `${arm}-${found.part}`, rank: found.rank };
}

/** An estimate, or what belongs to one, that is called by its measure: `hr`, `logHR`, `SE_lnRR`, `or_upper`. */
export interface NamedEffect extends NamedRole {
  readonly role: "estimate" | "standard-error" | "interval-low" | "interval-high";
  readonly measure: EffectMeasure;
  /** Whether it says that it is the logarithm of a ratio. */
  readonly isLogged: boolean;
}

/** After all names that say what a number is. */
const rankOfEffect = 20;

const formsOfEffect = [
  ["standard-error", /^(?:se|stderr|standarderror)(?:of)?(.+)$|^(.+?)(?:se|stderr|standarderror)$/],
  ["interval-low", /^(.+?)(?:ci)?(?:lower|low|lcl|lb)(?:limit)?$/],
  ["interval-high", /^(.+?)(?:ci)?(?:upper|high|ucl|ub)(?:limit)?$/],
  ["estimate", /^(.+)$/],
] as const;

/** What a place says of the measure of its number, by the last two of its steps. */
export function effectAt(within: string, name: string): NamedEffect | undefined {
  return effectNamed(isTheNumber(name) ? within : name);
}

function effectNamed(name: string): NamedEffect | undefined {
  const key = plain(name);
  for (const [role, form] of formsOfEffect) {
    const [, before, behind] = form.exec(key) ?? [];
    const word = before ?? behind ?? "";
    const effect = word.replace(/^(?:ln|log)/, "");
    const measure = effects.has(effect) ? readChoice["effect-measure"](effect) : undefined;
    if (measure !== undefined) return { role, rank: rankOfEffect, measure, isLogged: effect !== word };
  }
  return undefined;
}

const effects = new Set(
  words(
    "or rr rd md smd wmd hr irr odds-ratio risk-ratio relative-risk risk-difference mean-difference " +
      "std-mean-difference standardised-mean-difference standardized-mean-difference hedges-g hazard-ratio rate-ratio " +
      "incidence-rate-ratio",
  ),
);
