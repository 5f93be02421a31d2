// Names of properties that imply a role, for items that have no closed form: regardless of case and marks,
// and only in objects with a known scope. The mean in `experimental.age` is the mean of an age, and has no
// role.

import type { EffectMeasure, Scale } from "../analysis";
import type { Arm, ArmPart, ListRole, RoleEntry, Words } from "./roles";
import { armParts, armRoles, arms, entriesIn, fixed, included, switched } from "./roles";
import { plain, readChoice } from "../choiceValues";

/** The context of a name, by the objects around it. In `none` no name has a role; a `legend` explains columns. */
export type Scope =
  Words<"analysis|result|heterogeneity|subgroup|row|study|arms|experimental|comparator|estimate|interval|legend|none">;

/** The meaning of a name in its scope. */
export interface Word {
  readonly entries: readonly RoleEntry[];
  /**
   * If an object has several names for one text role, the name of the lowest order is read. Several numbers for one
   * role must be equal instead.
   */
  readonly order: number;
  /** The scope of properties inside. */
  readonly scope: Scope;
  /** The arm, if only a number implies it: `events1`. */
  readonly numbered?: Arm;
  /** The effect that the name of a number implies. */
  readonly effect?: NamedEffect;
}

type Row = readonly [entries: RoleEntry | readonly RoleEntry[], words: string, numbered?: Arm];

const state = {
  role: "excluded",
  values: {
    ...{ excluded: "true", "left out": "true", included: "false", "*": "" },
    // The user is asked about these values.
    ...Object.fromEntries(
      "retracted Retracted withdrawn Withdrawn duplicate Duplicate rejected Rejected removed Removed omitted Omitted"
        .split(" ")
        .map((text) => [text, text]),
    ),
  },
} as const;
/** R's metafor names an estimator, or a model, in `method`. */
const methodOfR: readonly RoleEntry[] = [
  "method",
  {
    role: "model",
    values: { FE: "fixed-effect", EE: "fixed-effect", REML: "random-effects", DL: "random-effects" },
  },
  { role: "heterogeneity-estimator", values: { REML: "reml", DL: "dersimonian-laird" } },
];

const stored: readonly Row[] = [
  ["result-estimate", "effect-estimate pooled-estimate pooled-effect effect-size summary-estimate"],
  ["result-low", "ci-start ci-low ci-lower pooled-low"],
  ["result-high", "ci-end ci-high ci-upper pooled-high"],
  ["result-weight", "weight"],
  ["result-i2", "i2 i-squared"],
  ["result-tau2", "tau2 tau-squared"],
  ["result-q", "chi2 q chi-squared"],
  ["result-p", "p-z p-value"],
  ["result-studies", "study-count number-of-studies"],
  ["result-participants", "participant-count number-of-participants participants total-participants"],
];

const intervals = "ci confidence-interval interval ci95 95ci";

const estimates: readonly Row[] = [
  ["standard-error", "se std-error stderr"],
  ["interval-low", "lower low ci-low ci-lower ci-start ci-lb lower-limit lower-ci ci-lower-limit lcl ll"],
  ["interval-high", "upper high ci-high ci-upper ci-end ci-ub upper-limit upper-ci ci-upper-limit ucl ul"],
  ["variance", "var"],
];

const labelsOf = (number: number): string =>
  ["arm", "group", "treatment", "intervention"]
    .flatMap((word) => [`${word}${number}`, `${word}${number}-label`, `${word}${number}-name`])
    .join(" ");

const table: Readonly<Partial<Record<Scope, readonly Row[]>>> = {
  analysis: [
    ["data-type", "outcome-type type outcome-data-type analysis-type"],
    ["effect-measure", "measure summary-measure effect-size-measure sm effect-type"],
    [methodOfR, "statistical-method analysis-method pooling-method"],
    ["model", "analysis-model effects-model statistical-model effect-model"],
    [switched("model", "random-effects", "fixed-effect"), "random random-effects random-effect re"],
    [fixed, "fixed fixed-effect fixed-effects fe common common-effect"],
    [
      "heterogeneity-estimator",
      "tau2-estimator tau-estimator estimator method-tau tau2-method heterogeneity-method",
    ],
    ["interval-method", "ci-method confidence-interval-method summary-ci-method method-ci ci-type"],
    [switched("interval-method", "hksj", "wald"), "hksj hakn knha hartung-knapp knapp-hartung"],
    ["confidence-level", "ci-level conf-level ci-total"],
    // A text is the estimator, a number the result.
    [["heterogeneity-estimator", "result-tau2"], "tau2 tau-squared"],
    ["prediction-interval", "prediction show-prediction-interval"],
    ["totals", "show-totals total-display"],
    ["total-shown", "overall-estimate-enabled overall-estimates"],
    ["subtotals-shown", "subgroup-estimates-enabled subgroup-estimates"],
    ["swap-events", "swap-event swapped-events swap-event-and-non-event"],
    ["scale", "data-scale estimate-scale"],
    [switched("scale", "log", "natural"), "log-scale log-data"],
    [
      "experimental-label",
      "intervention-label experimental-group-label label-e experimental-name intervention-name treatment-label " +
        "experimental intervention treatment",
    ],
    ["experimental-label", `label1 group-label-1 ${labelsOf(1)}`, "experimental"],
    [
      "comparator-label",
      "control-label comparator-group-label label-c comparator-name control-name comparison-label " +
        "comparator control placebo",
    ],
    ["comparator-label", `label2 group-label-2 ${labelsOf(2)}`, "comparator"],
    ["favours-left", "favors-left favours-label-left label-left graph-label-left graph-label-1"],
    ["favours-right", "favors-right favours-label-right label-right graph-label-right graph-label-2"],
    ["unit", "units unit-of-measurement unit-of-measure measurement-unit"],
    ...stored,
  ],
  result: [
    ["result-estimate", "estimate effect value point-estimate"],
    ["result-low", "low lower lower-limit lcl"],
    ["result-high", "high upper upper-limit ucl"],
    ["result-p", "p"],
    ["result-studies", "studies k"],
    ["result-participants", "n"],
    ...stored,
  ],
  heterogeneity: [
    ["result-i2", "i2 i-squared"],
    ["result-tau2", "tau2 tau-squared"],
    ["result-q", "chi2 q chi-squared"],
  ],
  subgroup: [["subgroup-name", "name title label subgroup group"], ...stored],
  row: [
    [
      "study",
      "study-name study-label study-reference studlab study-id name label title author id trial trial-name",
    ],
    ["year", "study-year publication-year"],
    ["subgroup", "subgroup-name subgroup-label subgroup-id subgroup-number stratum group"],
    [
      "excluded",
      "exclude is-excluded excluded-from-analysis exclude-from-analysis omit omitted ignore ignored disabled",
    ],
    [included, "include included pooled in-analysis in-meta-analysis use-in-analysis"],
    [state, "status inclusion"],
    ["applies-to", "applicability"],
    ["risk-of-bias", "rob risk-of-bias-judgements rob-judgements"],
    ["footnotes", "footnote notes"],
    ["estimate", "effect effect-estimate effect-size point-estimate"],
    ["estimate-log", "log-effect"],
    ["observed-minus-expected", "o-e o-minus-e observed-expected oe"],
    ["interval-low", intervals],
    ["effect-measure", "measure effect-type"],
    ["unit", "units"],
    ["confidence-level", "ci-level conf-level interval-level"],
    ["result-weight", "weight"],
    ["variance", "oe-variance variance-of-o-e"],
    ["arm", "treat1 treatment1 arm1 group1 intervention1 drug1 name1 label1", "experimental"],
    ["arm", "treat2 treatment2 arm2 group2 intervention2 drug2 name2 label2", "comparator"],
    ...estimates,
  ],
  study: [
    ["study", "name label title author id"],
    ["year", "year publication-year"],
  ],
  estimate: [["estimate", "value mean point-estimate"], ["effect-measure", "measure type"], ...estimates],
  interval: [
    ["confidence-level", "level ci-level"],
    ["interval-low", "low lower from start"],
    ["interval-high", "high upper to end"],
  ],
};

const legends =
  "legend columns labels definitions key headings headers codebook dictionary data-dictionary variables";

/** Objects by scope and name, and the scope inside them. */
const around: readonly (readonly [Scope, of: string, Scope])[] = [
  [
    "analysis",
    "settings options configuration meta metadata info details statistics parameters data analysis meta-analysis synthesis outcome model method",
    "analysis",
  ],
  ["analysis", "result results pooled summary pooled-result stored-result published-result", "result"],
  ["subgroup", "result results pooled summary", "result"],
  ["result", "effect estimate pooled-effect overall-effect effect-estimate ci interval", "result"],
  ["result", "heterogeneity", "heterogeneity"],
  ["analysis", legends, "legend"],
  ["row", legends, "legend"],
  ["row", "study", "study"],
  ["study", "details", "study"],
  ["row", "data results outcome values counts numbers", "row"],
  [
    "row",
    "arms groups study-arms treatment-arms treatment-groups treatments interventions trials rows studies",
    "arms",
  ],
  ["row", "estimate effect contrast effect-estimate", "estimate"],
  ["row", intervals, "interval"],
  ["estimate", intervals, "interval"],
];

/** Names of objects that are arms. */
const armObjects: Readonly<Record<Arm, string>> = {
  experimental: "experimental intervention treatment",
  comparator: "comparator control placebo",
};
/** Prefixes and suffixes by which a name assigns a row's number to an arm: `events_e`, `mean1`. */
const affixes: Readonly<Record<Arm, string>> = {
  experimental: "e t i 1 arm1 group1",
  comparator: "c 2 arm2 group2",
};

const partWords: Readonly<Record<ArmPart, string>> = {
  events: "events event cases number-of-events no-of-events n-events events-count",
  total:
    "total n totals participants sample-size analysed analyzed randomised randomized total-no n-total " +
    "patients number-analysed number-randomised number-randomized number-of-participants",
  mean: "mean",
  sd: "sd standard-deviation std-dev std-deviation",
  "non-events": "non-events",
};

/** The words of a name in lower case: `sdType`, `SD type` and `sd_type` are `sd type`. */
export function wordsOf(name: string): string {
  const words = name.replace(/(?<=[\p{Ll}\d])(?=\p{Lu})/gu, " ").split(/[^\p{L}\p{N}]+/u);
  return words.join(" ").trim().toLowerCase();
}

const split = (text: string): readonly string[] => text.split(" ").map(plain);

const scopes = new Map<Scope, Map<string, Word>>();
const armsByName = new Map<string, Arm>();
const partsByName = new Map<string, ArmPart>();

function add(scope: Scope, name: string, word: Word): void {
  const words = scopes.get(scope) ?? new Map<string, Word>();
  scopes.set(scope, words);
  const known = words.get(name);
  // A name may both have a role and open a scope: `study`, `group1`.
  if (known === undefined) words.set(name, word);
  else if (known.scope === "none") words.set(name, { ...known, scope: word.scope });
}

for (const scope of Object.keys(table) as Scope[])
  for (const [entries, words, numbered] of table[scope] ?? []) {
    const list = entriesIn(entries);
    const own = typeof list[0] === "string" ? `${list[0]} ` : "";
    const more = numbered === undefined ? {} : { numbered };
    split((numbered === undefined ? own : "") + words).forEach((word, order) => {
      add(scope, word, { entries: list, order, scope: "none", ...more });
    });
  }
for (const [scope, words, inside] of around)
  for (const word of split(words)) add(scope, word, { entries: [], order: 0, scope: inside });
for (const arm of arms) {
  for (const word of split(armObjects[arm]))
    for (const name of [word, `${word}group`, `${word}arm`]) {
      armsByName.set(name, arm);
      add("row", name, { entries: [], order: 0, scope: arm });
    }
  for (const name of split("name label arm group treatment title type role drug intervention"))
    add(arm, name, { entries: ["arm"], order: 0, scope: "none" });
  for (const name of split("data results outcome values counts"))
    add(arm, name, { entries: [], order: 0, scope: arm });
  const number = arm === "experimental" ? "1" : "2";
  for (const word of [`arm${number}`, `group${number}`])
    add("row", word, { entries: [], order: 0, scope: arm, numbered: arm });
  for (const part of armParts)
    for (const partWord of split(partWords[part])) {
      partsByName.set(partWord, part);
      const word: Word = { entries: [armRoles[arm][part]], order: 0, scope: "none" };
      add(arm, partWord, word);
      for (const affix of [...split(affixes[arm]), ...armsByName.keys()]) {
        if (armsByName.has(affix) && armsByName.get(affix) !== arm) continue;
        const named = /\d$/.test(affix) ? { ...word, numbered: arm } : word;
        for (const name of [partWord + affix, affix + partWord, `${partWord}in${affix}`])
          add("row", name, named);
      }
    }
}

/** The meaning of a name in a scope; undefined if it has none. */
export function wordAt(scope: Scope, name: string): Word | undefined {
  if (scope === "none" || scope === "arms") return undefined;
  const words = scopes.get(scope);
  const key = plain(name);
  // A percentage is no count; `95 % CI` is an interval.
  if (scope === "row" && /%(?!.*ci)(?<!ci.*)/i.test(name)) return undefined;
  // metafor's `ni` is the total of both arms; in `nI` and `n_i` the `i` is the intervention.
  if (scope === "row" && /^ni$/i.test(name) && name !== "nI") return undefined;
  if (scope !== "row") return words?.get(key);
  return words?.get(key) ?? words?.get(key.replace("95", "")) ?? effectWord(name);
}

/** The arm that a label, or an object's name, stands for. */
export function armNamed(label: unknown): Arm | undefined {
  return typeof label === "string" ? armsByName.get(plain(label)) : undefined;
}

/** The arm that a label suggests, such as `Matching placebo tablets` or `Events, control group`: a reason to ask. */
export function armSuggested(label: unknown): Arm | undefined {
  if (typeof label !== "string" || label.length > maxLabelLength) return undefined;
  return armNamed(label) ?? (comparatorLabel.test(label) ? "comparator" : undefined);
}

const maxLabelLength = 100;
const comparatorLabel =
  /^(?:(?:active|attention|identical|inactive|inert|matched|matching|negative|no|oral|saline|usual|untreated|wait(?:ing)?[-\s]?list|(?:events?|cases|number|n|totals?|participants|patients|means?|sd)\W+(?:in|of|for|with)?(?:\W*the)?)\W+)*(?:p?la[cz]ebo|sham|control|comparator|kontroll\p{L}*|t[eé]moin|(?:usual|standard) (?:of )?care|(?:treatment|intervention)(?<=\bno \S+)|waiting[-\s]list)s?(?!\p{L})(?!.*(?:[+&/]|\b(?:plus|and|then|with|followed|minus|versus|vs)\b))/iu;

/** The part of an arm that a number's name stands for, whichever arm that is. */
export function partNamed(name: string): ArmPart | undefined {
  return partsByName.get(plain(name));
}

const listsOfStudies = "studies data-rows pairwise-data-rows study-data trials rows study-results data";
const lists = new Map<string, ListRole>([
  ...split(listsOfStudies).map((name) => [name, "studies"] as const),
  ...split("subgroups subgroup-analyses strata").map((name) => [name, "subgroups"] as const),
]);

export const listNamed = (name: string): ListRole | undefined => lists.get(plain(name));

/** Names of lists of outcomes or times: these are no studies, though they have numbers. */
export const ofOutcomes = /^(?:outcomes?|endpoints?|timepoints?|comparisons?|analyses)$/;

/** Whether a list's name marks it as one of arms, and not of harms or subgroups. */
export function isListOfArms(name: string): boolean {
  return /(?<!h|al)arm|(?<!sub|age|sex|gender|risk)group|treatment|intervention/.test(plain(name));
}

/** Whether the name of a study, a subgroup or an arm marks it as the sum of the others. */
export function isSum(name: string): boolean {
  return sums.some((form) => form.test(name.trim()));
}

const sums = [
  /^(?:(?:sub-?|grand\s)?total|sum|all|overall|combined|pooled|summary|global|weighted|both(?=\s+\w))(?:$|\s*(?:\(.*\)|effect|events|studies|trials|groups?|arms?|patients|participants|estimate|mean|average|result|(?:or|rr|rd|hr|s?md)$|95\s*%.*))/i,
  /^(?:(?:random|fixed|common|equal)[\s-]effects?|re|fe|ce|ee)\s+(?:model|estimate)(?:$|\s*\()/i,
  /^(?:iv|m-?h|dl|reml|d\s?\+\s?l|inverse variance|mantel\S*)\b.*\b(?:fixed|random|common)\b/i,
  /^(?:meta-?\s?analysis|average|σ|∑)(?:$|\s*\()/i,
  /^(?:sub-?total|heterogeneity|test for)\b/i,
  /^(?:gesamt(?:effekt|summe)?|insgesamt|zwischensumme|summe|(?:sub)?totales?|ensemble)(?:$|\s*\()/i,
];

/** Whether the name of an object or list marks data outside of the pool, or pooled again. */
export function isNextToAnalysis(name: string): boolean {
  return /^(?:ongoing|awaiting|sensitivity|protocol|planned)|(?<!not|non|and|with|including)excluded|notpooled/.test(
    plain(name),
  );
}

/** The effect that the name of a number implies: `hr`, `logHR`, `SE_lnRR`. */
export interface NamedEffect {
  readonly measure?: EffectMeasure;
  readonly scale: Scale;
}

const effectForms = [
  ["standard-error", /^(?:se|stderr|standarderror)(?:of)?(.+)$|^(.+?)(?:se|stderr|standarderror)$/],
  ["interval-low", /^(.+?)(?:ci)?(?:lower|low|lcl|lb)(?:limit)?$/],
  ["interval-high", /^(.+?)(?:ci)?(?:upper|high|ucl|ub)(?:limit)?$/],
  ["estimate", /^(.+)$/],
] as const;

const measureNames = new Set(
  split(
    "or rr rd md smd hr odds-ratio risk-ratio risk-difference mean-difference hazard-ratio rate-ratio wmd irr " +
      "relative-risk incidence-rate-ratio std-mean-difference standardised-mean-difference " +
      "standardized-mean-difference hedges-g",
  ),
);

function effectWord(name: string): Word | undefined {
  const key = plain(name);
  for (const [role, form] of effectForms) {
    const [, before, next] = form.exec(key) ?? [];
    const word = before ?? next ?? "";
    // Adjusted and unadjusted estimates have the same role: if both are present, the user has to choose.
    const unadjusted = word.replace(
      /^(?:un)?adj(?:usted)?|^crude|^a(?=or$|hr$|irr$)|(?:un)?adj(?:usted)?$|crude$/,
      "",
    );
    const own = unadjusted.replace(/^(?:ln|log)/, "");
    const measure = measureNames.has(own) ? readChoice["effect-measure"](own) : undefined;
    if (measure === undefined) continue;
    const scale = own === unadjusted ? "natural" : "log";
    return {
      entries: [role],
      order: 0,
      scope: role === "estimate" ? "estimate" : "none",
      effect: { measure, scale },
    };
  }
  return undefined;
}
