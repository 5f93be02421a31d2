import type { DataType, EffectMeasure, Scale } from "../analysis";
import { plain, readChoice } from "../choiceValues";
import type { Arm } from "./roles";
import { armNamed, isSum, wordsOf } from "./words";

/*
 * Properties that no published form has and that change the direction or the size of a result, or which rows count, by
 * the words of their names: `sd_type`, `scaleReversed`, `is-total`. A value that leaves the numbers as they are is
 * passed over; with any other the user has to choose. One row a kind.
 */

type Scalar = string | number | boolean;

export interface Switch {
  /** Matches the words of the name, in lower case and with a space between: `sd type`. */
  readonly name: RegExp;
  readonly of: "analysis" | "rows" | "both";
  /** Whether one such value is enough for a question; `isInAll` if all rows have one; `scale` that the item says. */
  readonly changes?: (value: Scalar, name: string, isInAll: boolean, scale: Scale | undefined) => boolean;
  /** Whether values that differ from each other are a question, for those that this selects. */
  readonly differs?: (values: readonly Scalar[], name: string) => boolean;
  /** The data types or measures that it can change; all if absent. */
  readonly types?: readonly (DataType | EffectMeasure)[];
  /** Whether different values are different comparisons, which cannot be pooled at all. */
  readonly isComparison?: true;
  /** Whether it may exchange events and non-events. */
  readonly isSwap?: true;
  /** The choice that it makes for rows with an interval, if its value is another than that of the analysis. */
  readonly choice?: "confidence-level";
}

const isNo = (value: Scalar): boolean =>
  /^(?:|no|nein|none|false|n|off|0|na|n\/a|never|not applicable)$/i.test(String(value).trim());
const isYes = (value: Scalar): boolean =>
  value === true || (typeof value === "string" && /^(?:yes|true|y|x|on|ja|s[ií])$/i.test(value.trim()));
const isText = (value: Scalar): value is string => typeof value === "string" && value.trim() !== "";
const isAny = (value: Scalar): boolean => !isNo(value);
/** The statistic that a text names, if it names nothing else; not a mean or a standard deviation. */
const otherStatistic =
  /^(?=.*\b(?:sem?|errors?|medians?|iqr|quartiles?|interquartile|range|geometric|ci|confidence|variance|percentiles?|half|cv|coefficient|min)\b)(?:[^a-z]*\b(?:means?|sd|sem?|standard|std|errors?|of|the|and|with|as|medians?|iqr|quartiles?|interquartile|range|geometric|ci|confidence|interval|limits|variance|variation|percentiles?|min|max|deviation|half|width|cv|coefficient)\b)+[^a-z]*$/i;
const noCount =
  /^(?!.*\bn\b).*(?:%|per ?cent|\bpct\b|proportion|fraction|‰|\bper \d|\bno[nt]?[-\s]?events?\b|\brates?\b|\bepisodes\b|\bperson[-\s](?:year|month|day)s)/i;
const changed =
  /\b(?:changes?|cfb|gain scores?|difference from baseline|delta|ancova|veränderung|änderung|cambio)\b|Δ/i;
/** Participants who are compared with themselves, or who are not randomised one by one. */
const dependent =
  /cross-?\s?over|cluster|\b(?:paired|matched(?! placebo)|repeated measures)\b|\bwithin[-\s](?:subject|person|patient|participant|individual)|split[-\s]?(?:mouth|body|face|plot)|stepped[-\s]wedge/i;
const person =
  /\b(?:participant|patient|person|people|individual|subject|adult|child(?:ren)?|infant|m[ae]n|wom[ae]n)s?\b(?![-\s]?(?:years?|months?|weeks?|days?)\b)/i;
const otherThanPeople =
  /\b(?:eyes?|ears?|tooth|teeth|limbs?|legs?|feet|foot|hands?|knees?|hips?|shoulders?|joints?|breasts?|kidneys?|lesions?|wounds?|ulcers?|implants?|restorations?|grafts?|sites?|quadrants?|embryos?|oocytes?|f(?:o?e)tus(?:es)?|cycles?|pregnanc(?:y|ies)|episodes?|events?|visits?|admissions?|clusters?|villages?|schools?|class(?:es|rooms?)|practices?|wards?|hospitals?|clinics?|centres?|centers?|famil(?:y|ies)|households?|communit(?:y|ies)|couples?|pairs?|(?:person|patient|participant|woman|child)[-\s](?:years?|months?|weeks?|days?)|augen?|ohren|zähne?|cluster|familien|ojos?|dientes?|familias?)\b/i;
const otherInterval =
  /\b(?:credib\w*|cri|hdi|bayes\w*|posterior|bonferroni|holm|multiplicity|multiple (?:comparisons|testing)|bootstrap\w*|predicti\w+|one[-\s]?sided|one|lower|upper)\b/i;
const good =
  /surviv|\balive\b|\bcure|success|remission|healed|benefi|(?<!no[nt]?[-\s])\brespon|^favou?rable/i;
const bad = /death|\bdead\b|\bdied\b|mortal|fail|relapse|\bharm|adverse|no[nt]?[-\s]respon|^unfavou?rable/i;
/** A difference or a ratio whose first term is the comparator. */
const reversed =
  /^(?:controls?|comparators?|placebo|c|2)(?: (?:group|arm))?(?:\s+(?:vs?\.?|versus|minus|over|to|relative to|compared (?:with|to)|[-−–/|])\s|\s?[,;]\s|\s?[/|]\s?\S| first\b|\s?[-−–/]\s?(?:e|t|i|1)$)|^(?:experimental|intervention|treatment|drug)\b.* from /i;
const uncomputed =
  /bayes|bootstrap|permutation|multi(?:level|variate)|three-?level|robust|sandwich|one[-\s]stage/i;
const secondary = /^(?:sensitivity|secondary|exploratory|post[-\s]hoc|alternative|supplementary)\b/i;
const areRepeated = (values: readonly Scalar[]): boolean => {
  const texts = values.filter(isText);
  return new Set(texts.map(plain)).size < texts.length;
};
/** The arm that a word or a number stands for: `placebo`, 2, `group 1`. */
const armOfValue = (value: Scalar): Arm | undefined => {
  const [, number] = /^(?:(?:arm|group|treatment|t)\s?)?([12])$/i.exec(String(value).trim()) ?? [];
  return number === undefined ? armNamed(value) : number === "1" ? "experimental" : "comparator";
};
const areAll = (): boolean => true;
const areArms = (values: readonly Scalar[]): boolean => values.some((one) => armNamed(one) !== undefined);

const switches: readonly Switch[] = [
  {
    // Another statistic than the mean and its standard deviation: `sd_type: "SE"`.
    name: /^(?!.*\b(?:country|region|site|language)\b).*\b(?:sd\d?|sem?|dispersion|spread|variability|uncertainty|plus|deviations?|errors?|means?\d?|medians?|geometric|averages?|central|tendency|statistics?|summary|reported|estimators?|format|values?|measures?|metric|type|kind|units?|as|presented|expressed|data)\b/,
    of: "both",
    types: ["continuous"],
    changes: (value, name) =>
      isYes(value)
        ? /\b(?:sem?|medians?|geometric)\b/.test(name)
        : isText(value) && otherStatistic.test(value),
  },
  {
    // Percentages, rates, or others than participants with the event, in place of counts.
    name: /^(?!.*\b(?:ci|rates?\d?|interval)\b).*\b(?:units?|format|as|type|kind|expressed|reported|values?|events?|data|metric|scale|per|percent|percentages?|pct|proportions?|denominator|multiplier)\b/,
    of: "both",
    types: ["dichotomous", "risk-difference"],
    changes: (value, name) =>
      typeof value === "number"
        ? /\b(?:per|denominator|multiplier)\b/.test(name) && value !== 1
        : (isText(value) && noCount.test(value)) ||
          (isYes(value) && /percent|pct|proportion|\bper \d/.test(name)),
  },
  {
    // Exchanged arms, events or signs.
    name: /\b(?:swap\w*|umgekehrt|vertauscht|revers\w*|inver[ts]\w*|flip\w*|negated?|mirror\w*|nonevents?|non events?)\b/,
    of: "both",
    changes: (value) => (typeof value === "number" ? Math.abs(value) === 1 : isAny(value)),
    isSwap: true,
  },
  {
    // The sign or the good end of a scale.
    name: /\b(?:directions?|polarity|sign|better|worse|desirable|beneficial|multipl\w*|factor|orientation|improvement|richtung|direcci[oó]n|(?:high|low)(?:er)? (?:scores?|values?|means?|numbers?))\b/,
    of: "rows",
    changes: (value, name) =>
      typeof value === "number"
        ? value < 0 || (/multipl|factor/.test(name) && value !== 1)
        : isText(value) && /^(?:negative|reversed?|opposite|inverted)$/i.test(value.trim()),
    differs: areAll,
  },
  {
    // Estimates of several measures, or for other differences of an exposure.
    name: /\b(?:metrics?|measures?|statistics?|es|effects?|type|estimates?|parameter|ratio)\b/,
    of: "rows",
    types: ["contrast"],
    differs: (values) => new Set(values.flatMap((one) => readChoice["effect-measure"](one) ?? [])).size > 1,
  },
  {
    name: /^(?:per(?! protocol)|increments?|(?:exposure|contrast) units?|units? (?:increase|change))\b/,
    of: "rows",
    types: ["contrast"],
    differs: areAll,
  },
  {
    // Another error than the standard error of the estimate.
    name: /\b(?:se|errors?|dispersion|spread|uncertainty|variability|precision)\b/,
    of: "both",
    types: ["contrast"],
    changes: (value) =>
      /^(?:sds?|standard deviations?|var(?:iances?)?|precision|iqr)$/i.test(String(value).trim()),
  },
  {
    // Another interval than a two-sided one of confidence, or of several comparisons at once.
    name: /\b(?:intervals?|ci|cri|limits|type|kind|method|inference|model|estimates?|framework|approach|credible|bayes\w*|bonferroni|multiplicity|posterior|sided|sides|tails?|tailed|bootstrap\w*|comparisons)\b/,
    of: "both",
    types: ["contrast"],
    changes: (value, name) =>
      typeof value === "number"
        ? /\b(?:sided|sides|tails?)\b/.test(name)
          ? value === 1
          : name.includes("comparisons") && value > 1
        : isText(value)
          ? otherInterval.test(value)
          : value && otherInterval.test(name),
  },
  {
    // The level of the intervals.
    name: /\b(?:levels?|ci|confidence|intervals?|conf|alpha|significance|coverage|probability|width|percent(?:age)?)\b/,
    of: "rows",
    types: ["contrast"],
    choice: "confidence-level",
  },
  {
    name: /\b(?:log|ln|logged|logarithm|scale|exponentiated|natural)\b/,
    of: "both",
    types: ["contrast", "continuous"],
    changes: (value, name, _isInAll, scale) => {
      if (name.startsWith("log") && /^(?:log ?)?(?:2|10)$/i.test(String(value))) return true;
      const isNatural = /natural|exponentiated/.test(name);
      const read = readChoice.scale(isYes(value) ? !isNatural : isNo(value) ? isNatural : value);
      return scale !== undefined && read !== undefined && read !== scale;
    },
    differs: (values) => values.some((one) => readChoice.scale(one) !== undefined),
  },
  {
    name: /\b(?:transf|transform\w*)\b/,
    of: "both",
    types: ["contrast", "continuous"],
    changes: (value) => isAny(value) && !/^(?:raw|original|identity|un\w+)$/i.test(String(value)),
  },
  {
    name: /^(?!units?$|.*\b(?:duration|times?|dose|dosage|age|follow)\b).*\b(?:units?|einheit|unidad|uom|scale|skala|escala|instrument|tool|questionnaire)\b/,
    of: "rows",
    types: ["mean-difference"],
    differs: (values, name) => values.every(isText) || /\b(?:max\w*|range|points)\b/.test(name),
  },
  {
    // Changes from baseline, whose standardised differences are others than those of final values.
    name: /\b(?:outcomes?|values?|scores?|measure(?:s|d|ments?)?|data|type|estimates?|statistics?|changes?|cfb|final|post|end ?point|ancova)\b/,
    of: "rows",
    types: ["standardized-mean-difference"],
    changes: (value, name, isInAll) =>
      !isInAll && (isYes(value) ? changed.test(name) : changed.test(String(value))),
    differs: (values, name) => changed.test(name) || values.some((value) => changed.test(String(value))),
  },
  {
    // Other means beside those that are pooled.
    name: /^(?!.*\b(?:sd|se)\b).*(?:\b(?:changes?|cfb|delta)\d?\b|\badj(?:usted)?\b.*\bmeans?\d?\b|\bmeans?\d?\b.*\badj(?:usted)?\b)/,
    of: "rows",
    types: ["continuous"],
    changes: (value) => typeof value === "number",
  },
  {
    // Events that are good in one row and bad in another.
    name: /^(?:outcomes?|events?|end ?points?)(?: (?:type|definition|name|kind|nature))?$/,
    of: "rows",
    types: ["dichotomous", "contrast"],
    differs: (values) =>
      values.some((one) => good.test(String(one))) && values.some((one) => bad.test(String(one))),
  },
  {
    name: /^(?:comparison|contrast|versus|vs|numerator)$/,
    of: "rows",
    differs: (values) => values.every(isText),
    isComparison: true,
  },
  {
    // The arm that an estimate is relative to; a text may also be a publication.
    name: /^(?:ref|reference|referent|denominator|baseline(?= ))(?: (?:group|arm|category|treatment|level))?$/,
    of: "both",
    changes: (value, name) =>
      armOfValue(value) === undefined
        ? isText(value) && (name.includes(" ") || !/[\d,]|\bet al\b/.test(value))
        : armOfValue(value) !== "comparator",
    differs: (values, name) => name.includes(" ") || areArms(values),
  },
  {
    name: /\b(?:comparisons?|compared|contrasts?|versus|vs|numerator|effect of|exposure|formula|differences?|directions?|subtract\w*|ratio|computed|calculated|for$|labels?|names?|columns?|arms|groups|treatments|interventions|order|head(?:ing|er)s?|legend|key|definitions?)\b/,
    of: "both",
    changes: (value, name) =>
      /^(?:numerator|effect of|exposure)/.test(name)
        ? (armOfValue(value) ?? "experimental") !== "experimental"
        : isText(value) && reversed.test(value),
  },
  {
    name: /\b(?:arms?|groups?|treatments?) order\b|\border of (?:the )?(?:arms|groups|treatments)\b|\b(?:control|comparator|placebo) (?:is |arm |group )?first\b/,
    of: "both",
    changes: isAny,
  },
  {
    // The name of a first or second arm that is a word for the other one: `t1: "placebo"`.
    name: /(?:[12]|\b(?:one|two|first|second))\b/,
    of: "both",
    changes: (value, name) =>
      armNamed(value) === (/(?:2|\b(?:two|second))\b/.test(name) ? "experimental" : "comparator"),
  },
  {
    // What is not computed here.
    name: /^(?!.*\bshow\b).*\b(?:weighting|weights|moderators?|covariates?|regression|priors?$|prior (?:mean|sd|scale|distribution)|trim ?(?:and ?)?fill|sided|tails|tailed|truncat\w*)\b|(?=.*\btau ?2?\b).*\b(?:preset|common|fixed|assumed|shared)\b/,
    of: "analysis",
    changes: (value) =>
      isAny(value) && !/^two|^2$/.test(String(value)) && readChoice.method(value) === undefined,
  },
  {
    name: /\b(?:approach|framework|inference|technique|estimation|bayes\w*|bootstrap\w*|permutation\w*|robust(?: (?:variance|se|errors?|estimation|method))?$|use t|small sample|one stage|network|multivariate|multilevel)\b/,
    of: "analysis",
    changes: (value) => isYes(value) || (isText(value) && uncomputed.test(value)),
  },
  {
    // Rows that the analysis leaves out. A number is one of studies.
    name: /^(?:exclude\b.*|(?:excluded|omit(?:ted)?|drop(?:ped)?|leave out|left out)(?: (?:studies|study|trials|rows))?|(?:include )?only|filters?|subset|restrict(?: to)?|where)$/,
    of: "analysis",
    changes: (value) => typeof value !== "number" && isAny(value),
  },
  {
    // Other standardised differences than Hedges' g.
    name: /\b(?:smd|hedges|standardi[sz]\w*|correction|pooled sd|exact)\b/,
    of: "analysis",
    types: ["standardized-mean-difference"],
    changes: (value, name) =>
      name.includes("exact")
        ? isYes(value)
        : value === false || /glass|cohen|uncorrected/i.test(String(value)),
  },
  {
    // The number of an arm that the numbers call otherwise: `control_arm: 1`.
    name: /^(?:experimental|intervention|treatment|control|comparator|placebo)(?: (?:arm|group|label|name|is))?$|^labels? [eitc]$/,
    of: "both",
    changes: (value, name) =>
      armOfValue(value) === (/^(?:control|comp|plac)| c$/.test(name) ? "experimental" : "comparator"),
  },
  {
    name: /^(?!.*\bdate\b).*\b(?:cc|continuity|add|zero cells?|zero events?|double zeros?|correction|increment)\b/,
    of: "analysis",
    types: ["dichotomous"],
    changes: (value) =>
      value !== true && !/^(?:0?\.5|yes|true|constant|default|)$/i.test(String(value).trim()),
  },
  {
    // Weights that the author gives.
    name: /\b(?:user|custom|manual\w*|overrid\w*|own|assigned|forced?|quality|expert|sampling|importance)\b.*\bweights?\b|\bweights?\b.*\b(?:overrid\w*|manual\w*|user|custom|multiplier|factor)\b|\b(?:down|re|up)weight\w*/,
    of: "rows",
    changes: isAny,
  },
  {
    // Rows that may be left out. A number is one of participants.
    name: /\b(?:exclu\w*|ausgeschlossen|(?:sensitivity|secondary) (?:analysis )?only|(?:reason|why) not|omit\w*|drop(?:ped)?|skip\w*|remov\w*|retract\w*|duplicat\w*|ignor\w*|outlier|discard\w*)\b|^(?:is )?(?:hidden|deleted|archived|disabled|draft)$/,
    of: "rows",
    changes: (value, name) =>
      isYes(value) ||
      (value === 1 && !name.includes(" ")) ||
      (isText(value) && !isNo(value) && /duplicat\w* of|reason/.test(name)),
  },
  {
    name: /^(?!.*\b(?:previous|sensitivity|criteria)\b).*\b(?:inclu\w*|eingeschlossen|keep|kept|eligib\w*|retain\w*|estimable)\b|^(?:is )?(?:use|in|select(?:ed)?|active|valid|enabled|visible|shown?|displayed|counted)$|\b(?:use|used|in|select(?:ed)?) (?:(?:in|for) )?(?:the )?(?:meta|ma|analys\w*|pool\w*|synthesis)\b/,
    of: "rows",
    changes: (value, name) =>
      value === false ||
      (value === 0 && !name.includes(" ")) ||
      (typeof value === "string" && /^(?:no|nein|false|n)$/i.test(value.trim())),
  },
  {
    name: /\b(?:decision|screening|selection|flag|verdict|action|status|publication)\b/,
    of: "rows",
    changes: (value) =>
      isText(value) &&
      /^(?:not (?:included|pooled|used)|exclude\w*|left out|drop\w*|omit\w*|duplicate)$/i.test(value),
  },
  {
    // Rows that may be sums of others.
    name: /\b(?:type|level|kind|class|record|row|role|category|is|summary|total|subtotal|overall|pooled|aggregate)\b/,
    of: "rows",
    changes: (value, name) =>
      (isText(value) && isSum(value) && !/^(?:all|both)\b/i.test(value)) ||
      (value === true &&
        /^(?:is )?(?:summary|total|subtotal|overall|pooled|aggregate)(?: (?:row|effect|estimate))?$/.test(
          name,
        )),
  },
  {
    name: /^(?:parent|part of|sub(?:set|sample|study) of|overlaps?|overlaps? with|same sample(?: as)?|companion(?: of)?)(?: (?:study|trial|id|record))?$/,
    of: "rows",
    changes: isAny,
  },
  {
    name: /\b(?:analysis|estimate|result|priority|role)\b(?: type)?$/,
    of: "rows",
    differs: (values) => values.some((one) => secondary.test(String(one))),
  },
  {
    // Clusters, pairs and periods: the numbers may be adjusted for them or not.
    name: /\b(?:icc|intra ?cluster|deff|design effect|inflation factor|effective|correlations?|corr|rho|(?:n |number of )?clusters?\d?(?: n| size| number)?)\b/,
    of: "both",
    types: ["dichotomous", "continuous"],
    changes: (value, name) => typeof value === "number" && value !== 0 && (value !== 1 || name === "cluster"),
  },
  {
    name: /^(?!.*\badjusted\b).*\b(?:designs?|type|cross ?over|paired|pairs|matched|cluster\w*|within \w+|allocation|randomi[sz]\w*)\b/,
    of: "both",
    types: ["dichotomous", "continuous"],
    changes: (value, name) =>
      (isText(value) && dependent.test(value)) || (isYes(value) && dependent.test(name)),
  },
  {
    name: /\b(?:units?|level) of (?:analysis|randomi[sz]ation|allocation|assignment)\b|\b(?:n|totals?|sample|counted|randomi[sz](?:ed|ation)|analy[sz]ed|analysis) units?\b|^(?:n|number) of$/,
    of: "both",
    changes: (value) => isYes(value) || (isText(value) && !person.test(value)),
  },
  {
    name: /^(?:units?|counting|counted|denominator|sample|count|per|(?:n|totals?)(?: (?:type|label|kind))?)$/,
    of: "both",
    changes: (value) => isText(value) && otherThanPeople.test(value) && !person.test(value),
  },
  {
    // Arms that several rows share.
    name: /\b(?:shared?|split|divided?) (?:controls?|comparators?|placebo|arms?|groups?)\b/,
    of: "rows",
    changes: (value) => isYes(value) || Number(value) > 1,
  },
  {
    // Outcomes in long format.
    name: /^(?:outcome|end ?point)$/,
    of: "rows",
    differs: (values) => values.every(isText) && areRepeated(values),
  },
  {
    // A third arm.
    name: /^(?:events?|cases|n|totals?|means?|sd) ?[3-9]$/,
    of: "rows",
    changes: () => true,
  },
];

const most = 1000;
const named = new Map<string, readonly Switch[]>();

/** The kinds of a property by its name; cached, as all rows have the same names. */
export function switchesNamed(name: string): readonly Switch[] {
  const known = named.get(name);
  if (known !== undefined) return known;
  const words = wordsOf(name);
  const found = switches.filter((one) => one.name.test(words));
  if (named.size < most) named.set(name, found);
  return found;
}
