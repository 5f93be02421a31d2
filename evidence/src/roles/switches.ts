// Properties that no published form has and that change the direction or the size of a result, or which rows
// count, by the words of their names: `sd_type`, `scaleReversed`, `is-total`. A value that leaves the numbers
// as they are needs no answer; about any other the user is asked. Each kind of property is one entry.

import type { DataType, EffectMeasure, Scale } from "../analysis";
import { plain, readChoice } from "../choiceValues";
import type { Arm } from "./roles";
import { armNamed, armSuggested, isSum, wordsOf } from "./words";

type Scalar = string | number | boolean;

export type Switch = Kind & { readonly of: "analysis" | "rows" | "both" };

interface Kind {
  /** Matches the name's words, in lower case and separated by spaces: `sd type`. */
  readonly name: RegExp;
  /** Texts that raise a question as a value. */
  readonly texts?: RegExp;
  /** Names that raise a question with a “yes” as value. */
  readonly yes?: RegExp;
  /**
   * Further values about which the user is asked. `isInAll`: whether all rows have a value; `scale`: that of the item.
   */
  readonly changes?: (value: Scalar, name: string, isInAll: boolean, scale: Scale | undefined) => boolean;
  /** Whether to ask if the values differ from each other. */
  readonly differs?: (values: readonly Scalar[], name: string) => boolean;
  /** The data types or measures that such a property can change; all if absent. */
  readonly types?: readonly (DataType | EffectMeasure)[];
  /** Whether different values are different comparisons, which cannot be pooled at all. */
  readonly isComparison?: true;
  /** What a “yes” may mean: the arms are exchanged, or also events and non-events. */
  readonly exchanges?: "arms" | "events or arms";
  /**
   * The choice that the property makes for rows with an interval. The user is asked if it differs from the analysis's
   * choice.
   */
  readonly choice?: "confidence-level";
}

const isNo = (value: Scalar): boolean =>
  /^(?:|no|nein|none|false|n|off|0|na|n\/a|never|not applicable)$/i.test(String(value).trim());
const isYes = (value: Scalar): boolean =>
  value === true || (typeof value === "string" && /^(?:yes|true|y|x|on|ja|s[ií])$/i.test(value.trim()));
const isText = (value: Scalar): value is string => typeof value === "string" && value.trim() !== "";
const isAny = (value: Scalar): boolean => !isNo(value);
const changed =
  /\b(?:changes?|cfb|gain scores?|difference from baseline|delta|ancova|veränderung|änderung|cambio)\b|Δ/i;
/** Designs in which participants are compared with themselves, or are not randomised one by one. */
const dependent =
  /(?:cross|x)-?\s?over|cluster|\b(?:paired|matched(?! placebo)|repeated measures)\b|\bwithin[-\s](?:subject|person|patient|participant|individual)|split[-\s]?(?:mouth|body|face|plot)|stepped[-\s]wedge/i;
const person =
  /\b(?:participant|patient|person|people|individual|subject|adult|child(?:ren)?|infant|m[ae]n|wom[ae]n)s?\b(?![-\s]?(?:years?|months?|weeks?|days?)\b)/i;
const otherInterval =
  /\b(?:credib\w*|cri|hdi|bayes\w*|posterior|bonferroni|holm|multiplicity|multiple (?:comparisons|testing)|bootstrap\w*|predicti\w+|one[-\s]?sided)\b/i;
const good =
  /surviv|\balive\b|\bcure|success|remission|healed|benefi|(?<!no[nt]?[-\s])\brespon|^favou?rable/i;
const bad = /death|\bdead\b|\bdied\b|mortal|fail|relapse|\bharm|adverse|no[nt]?[-\s]respon|^unfavou?rable/i;
/** Parts of the body of which each participant has several. */
const parts =
  "eyes?|ears?|tooth|teeth|limbs?|legs?|feet|foot|hands?|knees?|hips?|shoulders?|joints?|breasts?|kidneys?|lesions?|" +
  "wounds?|ulcers?|implants?|restorations?|grafts?|quadrants?|embryos?|oocytes?|f(?:o?e)tus(?:es)?";
/** Groups of participants that may be randomised as one. */
const groups =
  "villages?|schools?|class(?:es|rooms?)|practices?|wards?|famil(?:y|ies)|households?|communit(?:y|ies)";
const others = new RegExp(
  String.raw`\b(?:${parts}|sites?|cycles?|pregnanc(?:y|ies)|episodes?|events?|visits?|admissions?|clusters?|${groups}|` +
    String.raw`hospitals?|clinics?|centres?|centers?|couples?|pairs?|augen?|ohren|zähne?|familien|ojos?|dientes?|familias?|` +
    String.raw`(?:person|patient|participant|woman|child)[-\s](?:years?|months?|weeks?|days?))\b`,
  "i",
);
/** The arm that a word or a number stands for: `placebo`, 2, `group 1`. */
const armOfValue = (value: Scalar): Arm | undefined => {
  const [, number] = /^(?:(?:arm|group|treatment|t)\s?)?([12])$/i.exec(String(value).trim()) ?? [];
  return number === undefined ? armSuggested(value) : number === "1" ? "experimental" : "comparator";
};

const kinds: Readonly<Record<Switch["of"], readonly Kind[]>> = {
  both: [
    {
      // Another statistic than the mean and its standard deviation: `sd_type: "SE"`.
      name: /^(?!.*\b(?:country|region|site|language)\b).*\b(?:sd\d?|sem?|dispersion|spread|variability|uncertainty|plus|deviations?|errors?|means?\d?|medians?|geometric|averages?|estad[ií]stic\w*|dispersi[oó]n|streuung\p{L}*|central|cent(?:er|re)|location|tendency|statistics?|summary|reported|estimators?|format|values?|measures?|metric|type|kind|units?|as|presented|expressed|data)(?!\p{L})/u,
      types: ["continuous"],
      texts:
        /^(?=.*\b(?:sem?|errors?|medians?|iqr|quartiles?|interquartile|range|geometric|ci|confidence|variance|percentiles?|half|cv|coefficient|min)\b)(?:[^a-z]*\b(?:means?|sd|sem?|standard|std|errors?|of|the|and|with|as|medians?|iqr|quartiles?|interquartile|range|geometric|ci|confidence|interval|limits|variance|variation|percentiles?|min|max|deviation|half|width|cv|coefficient)\b)+[^a-z]*$|^\W*(?:median[ae]|standardfehler|error(?:es)? est[aá]ndar|erreurs?[-\s]types?|m[eé]diane)\W*$/i,
      yes: /\b(?:sem?|medians?|geometric)\b/,
      changes: (value, name) =>
        /\b(?:sd|deviations?)\b/.test(name) && /^\s*(?:%|per ?cent|percent)/i.test(String(value)),
    },
    {
      // Percentages, rates or events instead of the number of participants with the event.
      name: /^(?!.*\b(?:ci|rates?\d?|interval)\b).*\b(?:units?|format|as|type|kind|expressed|reported|values?|events?|counts?|data|metric|scale|per|percent|percentages?|pct|proportions?|denominator|multiplier)\b/,
      types: ["dichotomous", "risk-difference"],
      texts:
        /^(?!.*\bn\b).*(?:%|per ?cent|\bpct\b|proportion|fraction|‰|\bper \d|\bno[nt]?[-\s]?events?\b|\brates?\b|\bepisodes\b|\bperson[-\s](?:year|month|day)s)/i,
      yes: /percent|pct|proportion|\bper \d|recurrent/,
      changes: (value, name) =>
        typeof value === "number" && value !== 1 && /\b(?:per|denominator|multiplier)\b/.test(name),
    },
    {
      // Exchanged arms, events or signs.
      name: /\b(?:swap\w*|umgekehrt|vertauscht|revers\w*|reciproc\w*|inver[ts]\w*|flip\w*|negated?|mirror\w*|nonevents?|non events?)\b/,
      changes: (value) => (typeof value === "number" ? Math.abs(value) === 1 : isAny(value)),
      exchanges: "events or arms",
    },
    {
      // Another measure of precision than the standard error of the estimate.
      name: /\b(?:se|errors?|dispersion|spread|uncertainty|variability|precision)\b/,
      types: ["contrast"],
      texts: /^\s*(?:sds?|standard deviations?|var(?:iances?)?|precision|iqr)\s*$/i,
    },
    {
      // Another interval than a two-sided confidence interval for one comparison.
      name: /\b(?:intervals?|ci|cri|limits|type|kind|method|inference|model|estimates?|framework|approach|credible|bayes\w*|bonferroni|multiplicity|posterior|sided|sides|tails?|tailed|bootstrap\w*|comparisons)\b/,
      types: ["contrast"],
      texts: otherInterval,
      yes: otherInterval,
      changes: (value, name) =>
        /\b(?:sided|sides|tails?)\b/.test(name)
          ? value === 1 || /^(?:one|lower|upper)\b/i.test(String(value))
          : name.includes("comparisons") && Number(value) > 1,
    },
    {
      name: /\b(?:log|ln|logged|logarithm(?:s|ic)?|log ?10|log ?2|scale|exponentiated|natural|transf|transform\w*)\b/,
      types: ["contrast", "continuous"],
      changes: (value, name, _isInAll, scale) => {
        if (name.startsWith("log") && /^(?:log ?)?(?:2|10)$/i.test(String(value))) return true;
        if (/^log ?(?:2|10)$/.test(name) && isYes(value)) return true;
        if (name.includes("transf"))
          return isAny(value) && !/^(?:raw|original|identity|un\w+)$/i.test(String(value));
        const isNatural = /natural|exponentiated/.test(name);
        const read = readChoice.scale(isYes(value) ? !isNatural : isNo(value) ? isNatural : value);
        return scale !== undefined && read !== undefined && read !== scale;
      },
      differs: (values) => values.some((value) => readChoice.scale(value) !== undefined),
    },
    {
      // The arm to which an estimate is relative. A `reference` may also be a publication.
      name: /^(?:ref|reference|referent|denominator|baseline(?= ))(?: (?:group|arm|category|treatment|level))?$/,
      changes: (value, name) =>
        armOfValue(value) === undefined
          ? isText(value) && (name.includes(" ") || !/[\d,]|\bet al\b/.test(value))
          : armOfValue(value) !== "comparator",
      differs: (values, name) => name.includes(" ") || values.some((value) => armNamed(value) !== undefined),
      exchanges: "arms",
    },
    {
      name: /\b(?:comparisons?|compared|contrasts?|versus|vs|numerator|effect (?:of|for)|exposure|formula|differences?|directions?|subtract\w*|ratio|computed|calculated|for$|labels?|names?|titles?|columns?|arms|groups|treatments|interventions|order|head(?:ing|er)s?|legend|key|definitions?)\b/,
      changes: (value, name) =>
        /^(?:numerator|effect (?:of|for)|exposure)/.test(name)
          ? (armOfValue(value) ?? "experimental") !== "experimental"
          : isText(value) &&
            /^(?:controls?|comparators?|placebo|c|2)(?: (?:group|arm))?(?:\s+(?:vs?\.?|versus|minus|over|to|relative to|compared (?:with|to)|[-−–/|])\s|\s?[,;]\s|\s?[/|]\s?\S| first\b|\s?[-−–/]\s?(?:e|t|i|1)$)|^(?:experimental|intervention|treatment|drug)\b.* from /i.test(
              value,
            ),
      exchanges: "arms",
    },
    {
      name: /\b(?:arms?|groups?|treatments?) order\b|\border of (?:the )?(?:arms|groups|treatments)\b|\b(?:control|comparator|placebo) (?:is |arm |group )?first\b/,
      changes: isAny,
      exchanges: "arms",
    },
    {
      // An arm that is called by a word for the other one, or by its number: `t1: "placebo"`, `control_arm: 1`.
      name: /(?:[12]|\b(?:one|two|first|second))\b|^(?:exp(?:erimental|t)?|intervention|treatment|tx|ct(?:rl|l)|control|comparator|placebo|[ec](?= ))(?: (?:arm|group|label|name|is))?$|^labels? [eitc]$/,
      changes: (value, name) =>
        (/\d|one|two|first|second/.test(name) ? armSuggested : armOfValue)(value) ===
        (/(?:2|\b(?:two|second))\b|^(?:c|plac)| c$/.test(name) ? "experimental" : "comparator"),
      exchanges: "arms",
    },
    {
      // The sign of the numbers, or the good end of a scale.
      name: /\b(?:directions?|polarity|sign|better|worse|desirable|beneficial|multipl\w*|factor|orientation|improvement|interpretation|good|bad|benefit|desired|richtung|direcci[oó]n|(?:high|low)(?:er)? (?:scores?|values?|means?|numbers?))\b/,
      texts: /^\s*(?:negative|reversed?|opposite|inverted)\s*$/i,
      changes: (value, name) =>
        typeof value === "number" && (value < 0 || (/multipl|factor/.test(name) && value !== 1)),
      differs: (values, name) =>
        !/interpretation|good|bad|benefit|desired/.test(name) ||
        values.some((value) =>
          /\b(?:high|low|better|worse|up|down|increas|decreas|posi|nega)/i.test(String(value)),
        ),
    },
    {
      // Clusters, pairs, periods and parts of the body: it is open whether the numbers are adjusted for them.
      name: new RegExp(
        String.raw`\b(?:icc|intra ?cluster|deff|design effect|inflation factor|effective|correlations?|corr|rho|` +
          String.raw`clusters?\d?)\b|^(?:(?:n|no|number of|total|events?|cases) )?(?:${parts}|${groups})(?: (?:n|total|[12etic]))?\d?$`,
      ),
      types: ["dichotomous", "continuous"],
      changes: (value, name) =>
        typeof value === "number" && value !== 0 && (value !== 1 || name === "cluster"),
    },
    {
      name: /^(?!.*\badjusted\b).*\b(?:designs?|type|cross ?over|paired|pairs|matched|cluster\w*|within \w+|allocation|randomi[sz]\w*|methods|methodology|analysis)\b/,
      types: ["dichotomous", "continuous"],
      texts: dependent,
      yes: dependent,
    },
    {
      // Units of analysis other than participants: by the name of the property, or by a known unit as its value.
      name: /\b(?:units?|level) of (?:analysis|randomi[sz]ation|allocation|assignment)\b|\b(?:n|totals?|sample|counted|randomi[sz](?:ed|ation)|analy[sz]ed|analysis) units?\b|^(?:n|number) of$|^(?:units?|counting|counted|denominator|sample|count|per|(?:n|totals?)(?: (?:type|label|kind))?)$/,
      yes: / units?\b|\bof\b/,
      changes: (value, name) =>
        isText(value) && !person.test(value) && (/ units?\b|\bof\b/.test(name) || others.test(value)),
    },
  ],
  rows: [
    {
      // Estimates of several measures, or per another increase of an exposure.
      name: /\b(?:metrics?|measures?|statistics?|es|effects?|type|estimates?|parameter|ratio)\b/,
      types: ["contrast"],
      differs: (values) =>
        new Set(values.flatMap((value) => readChoice["effect-measure"](value) ?? [])).size > 1,
    },
    {
      name: /^(?:per(?! protocol)|increments?|(?:exposure|contrast) units?|units? (?:increase|change))\b/,
      types: ["contrast"],
      differs: () => true,
    },
    {
      // The level of the intervals.
      name: /\b(?:levels?|ci|confidence|intervals?|conf|alpha|significance|coverage|probability|width|percent(?:age)?|konfidenz\w*|nivel|intervalos?|confianza)\b/,
      types: ["contrast"],
      choice: "confidence-level",
    },
    {
      name: /^(?!units?$|.*\b(?:duration|times?|dose|dosage|age|follow)\b).*(?<!\p{L})(?:units?|(?:ma(?:ß|ss))?einheit(?:en)?|unidad(?:es)?|unit[eé]s?|metric|max(?:imum)? (?:score|points)|uom|scale|skala|escala|instrument|tool|questionnaire)(?!\p{L})/u,
      types: ["mean-difference"],
      differs: (values, name) => values.every(isText) || /\b(?:max\w*|range|points)\b/.test(name),
    },
    {
      // Changes from baseline: their standardised differences cannot be pooled with those of final values.
      name: /\b(?:outcomes?|values?|scores?|measure(?:s|d|ments?)?|data|type|estimates?|statistics?|changes?|cfb|final|post|end ?point|ancova)\b/,
      types: ["standardized-mean-difference"],
      changes: (value, name, isInAll) =>
        !isInAll && (isYes(value) ? changed.test(name) : changed.test(String(value))),
      differs: (values, name) => changed.test(name) || values.some((value) => changed.test(String(value))),
    },
    {
      // Other means in the row than those that are pooled.
      name: /^(?!.*\b(?:sd|se)\b).*(?:\b(?:changes?|cfb|delta)\d?\b|\badj(?:usted)?\b.*\bmeans?\d?\b|\bmeans?\d?\b.*\badj(?:usted)?\b)/,
      types: ["continuous"],
      changes: (value) => typeof value === "number",
    },
    {
      name: /^(?:comparison|contrast|versus|vs|numerator)$/,
      differs: (values) => values.every(isText),
      isComparison: true,
    },
    {
      // Rows that may be left out. A number counts excluded participants.
      name: /\b(?:exclu\w*|ausgeschlossen|(?:sensitivity|secondary) (?:analysis )?only|(?:reason|why) not|omit\w*|drop(?:ped)?|skip\w*|remov\w*|retract\w*|duplicat\w*|ignor\w*|outlier|discard\w*|struck|strike\w*|crossed out)\b|^(?:is )?(?:hidden|hide|deleted|archived|disabled|draft)$/,
      yes: /./,
      changes: (value, name) =>
        (value === 1 && !name.includes(" ")) ||
        (isText(value) && !isNo(value) && /duplicat\w* of|reason/.test(name)),
    },
    {
      name: /^(?!.*\b(?:previous|sensitivity|criteria)\b).*\b(?:inclu\w*|eingeschlossen|keep|kept|eligib\w*|retain\w*|estimable|contribut\w*|poolable)\b|^(?:is )?(?:used?|in|select(?:ed)?|active|valid|enabled|visible|shown?|displayed|counted|pool|meta analy[sz]ed|(?:quantitative|meta) (?:synthesis|analysis))$|\b(?:use|used|in|select(?:ed)?) (?:(?:in|for) )?(?:the )?(?:meta|ma|analys\w*|pool\w*|synthesis)\b/,
      texts: /^\s*(?:non?|nein|false|n)\s*$/i,
      changes: (value, name) =>
        value === false || (value === 0 && (!name.includes(" ") || /^(?:in|used?)\b/.test(name))),
    },
    {
      // Rows that may be sums of others.
      name: /\b(?:type|level|kind|class|record|row|role|category|is|summary|total|subtotal|overall|pooled|aggregate)\b/,
      yes: /^(?:is )?(?:summary|total|subtotal|overall|pooled|aggregate)(?: (?:row|effect|estimate))?$/,
      changes: (value) => isText(value) && isSum(value) && !/^(?:all|both)\b/i.test(value),
    },
    {
      name: /\b(?:analysis|estimate|result|priority|role|decision|screening|selection|flag|verdict|action|status|publication)\b(?: type)?$/,
      texts: /^(?:not (?:included|pooled|used)|exclude\w*|left out|drop\w*|omit\w*|duplicate)$/i,
      differs: (values) =>
        values.some((value) =>
          /^(?:sensitivity|secondary|exploratory|post[-\s]hoc|alternative|supplementary)\b/i.test(
            String(value),
          ),
        ),
    },
    {
      // Arms that several rows share, weights that the author gives, parts of another study, and a third arm.
      name: /\b(?:shared?|split|divided?) (?:controls?|comparators?|placebo|arms?|groups?)\b|\b(?:user|custom|manual\w*|overrid\w*|own|assigned|forced?|quality|expert|sampling|importance)\b.*\bweights?\b|\bweights?\b.*\b(?:overrid\w*|manual\w*|user|custom|multiplier|factor)\b|\b(?:down|re|up)weight\w*|^(?:parent|part of|sub(?:set|sample|study) of|overlaps?|overlaps? with|same sample(?: as)?|companion(?: of)?)(?: (?:study|trial|id|record))?$|^(?:events?|cases|n|totals?|means?|sd) ?[3-9]$/,
      changes: isAny,
    },
    {
      // Events that are good in one row and bad in another, and several outcomes in one list.
      name: /^(?:outcomes?|events?|end ?points?)(?: (?:type|definition|name|kind|nature))?$/,
      differs: (values, name) =>
        [good, bad].every((form) => values.some((value) => form.test(String(value)))) ||
        (/^(?:outcome|end ?point)$/.test(name) &&
          values.every(isText) &&
          new Set(values.map(plain)).size < values.length),
    },
  ],
  analysis: [
    {
      // Methods that are not computed here, such as weights of the author's or moderators.
      name: /^(?!.*\bshow\b).*\b(?:weighting|weights|moderators?|covariates?|regression|priors?$|prior (?:mean|sd|scale|distribution)|trim ?(?:and ?)?fill|sided|tails|tailed|truncat\w*)\b|(?=.*\btau ?2?\b).*\b(?:preset|common|fixed|assumed|shared)\b/,
      changes: (value) =>
        isAny(value) && !/^two|^2$/.test(String(value)) && readChoice.method(value) === undefined,
    },
    {
      name: /\b(?:approach|framework|inference|technique|estimation|bayes\w*|bootstrap\w*|permutation\w*|robust(?: (?:variance|se|errors?|estimation|method))?$|use t|small sample|one stage|network|multivariate|multilevel)\b/,
      texts: /bayes|bootstrap|permutation|multi(?:level|variate)|three-?level|robust|sandwich|one[-\s]stage/i,
      yes: /./,
    },
    {
      // Rows that the analysis leaves out. A number counts excluded studies.
      name: /^(?:exclude\b.*|(?:excluded|omit(?:ted)?|drop(?:ped)?|leave out|left out)(?: (?:studies|study|trials|rows))?|(?:include )?only|filters?|subset|restrict(?: to)?|where)$/,
      changes: (value) => typeof value !== "number" && isAny(value),
    },
    {
      // Other standardised differences than Hedges' g.
      name: /\b(?:smd|hedges|standardi[sz]\w*|correction|pooled sd|exact|type|variant|version|formula)\b/,
      types: ["standardized-mean-difference"],
      texts: /glass|cohen|uncorrected/i,
      yes: /exact/,
      changes: (value, name) => value === false && !name.includes("exact"),
    },
    {
      name: /^(?!.*\bdate\b).*\b(?:cc|continuity|add|zero cells?|zero events?|double zeros?|correction|increment)\b/,
      types: ["dichotomous"],
      changes: (value) =>
        value !== true && !/^(?:0?\.5|yes|true|constant|default|)$/i.test(String(value).trim()),
    },
  ],
};

const switches = (["both", "rows", "analysis"] as const).flatMap((of) =>
  kinds[of].map((kind): Switch => ({ ...kind, of })),
);

/** Whether a value raises a question by itself. */
export function isChanging(
  { texts, yes, changes }: Switch,
  value: Scalar,
  ...[name, ...more]: readonly [name: string, isInAll: boolean, scale: Scale | undefined]
): boolean {
  const isOpen = isText(value) ? texts?.test(value) : false;
  return (
    isOpen === true || (isYes(value) && yes?.test(name) === true) || changes?.(value, name, ...more) === true
  );
}

/** The kinds of switch that a property may be, by its name. */
export function switchesNamed(name: string): readonly Switch[] {
  const words = wordsOf(name);
  return switches.filter((one) => one.name.test(words));
}
