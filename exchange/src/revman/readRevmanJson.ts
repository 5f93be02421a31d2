import type { Yielding } from "@analyses/json";
import type {
  DataType,
  EffectMeasure,
  HeterogeneityEstimator,
  IntervalMethod,
  Method,
  Model,
} from "@analyses/evidence";
import {
  type Losses,
  listCriteria,
  listEmptySubgroup,
  listUnknownMeasure,
  listUnknownType,
} from "../model/report";
import {
  type Analysis,
  type Choices,
  type Extras,
  type Group,
  type Judgement,
  type Labels,
  type Review,
  type Row,
  type Stored,
  type StoredName,
  type Subgroup,
  withoutZeroArms,
} from "../model/review";
import { listOf, objectOf } from "../reading/json";
import { Refused } from "../reading/limits";
import { numbersNamed, present, textCell } from "../reading/cells";
import { domainNamed, judgedAs } from "../reading/riskOfBias";
import { Properties } from "./properties";

/** RevMan's identifier of analyses documents. */
export const revmanSchema = "https://assets.cochrane.org/schema/v1/analyses.schema.json";

/**
 * Reads RevMan's analyses document: `spec/revman-item.md`.
 *
 * @param value parsed JSON
 * @throws Refused if the value is no analyses document
 */
export function* readRevmanJson(value: unknown, file: string, losses: Losses): Yielding<Review> {
  const groups = objectOf(value)?.["analysis-groups"];
  if (!Array.isArray(groups))
    throw new Refused(losses.translate("{0} is no analyses document of RevMan.", file));
  const method = objectOf(value)?.["risk-of-bias-method"];
  const read: Group[] = [];
  for (const [index, group] of listOf(groups).entries())
    read.push(yield* readRevmanGroup(group, `/analysis-groups/${index}`, file, losses));
  return {
    source: "revman-json",
    groups: read,
    riskOfBiasMethod: method === "RISK_OF_BIAS_2" ? 2 : method === "RISK_OF_BIAS_1" ? 1 : null,
    isHtml: true,
  };
}

/** The standard values for RevMan's words in an analysis. */
export const revmanWords = {
  dataType: new Map<string, DataType>([
    ["DICHOTOMOUS", "dichotomous"],
    ["CONTINUOUS", "continuous"],
    ["CONTRAST_LEVEL", "contrast"],
  ]),
  method: new Map<string, Method>([
    ["MH", "mantel-haenszel"],
    ["IV", "inverse-variance"],
    ["PETO", "peto"],
  ]),
  measure: new Map<string, EffectMeasure>([
    ["LOG_RR", "risk-ratio"],
    ["LOG_OR", "odds-ratio"],
    ["RD", "risk-difference"],
    ["LOG_PETO_OR", "peto-odds-ratio"],
    ["MD", "mean-difference"],
    ["SMD", "standardized-mean-difference"],
    ["LOG_HR", "hazard-ratio"],
    ["LOG_RATE_RATIO", "rate-ratio"],
    ["PETO_OR", "peto-odds-ratio"],
  ]),
  model: new Map<string, Model["kind"]>([
    ["FIXED", "fixed-effect"],
    ["RANDOM", "random-effects"],
  ]),
  estimator: new Map<string, HeterogeneityEstimator>([
    ["DL", "dersimonian-laird"],
    ["REML", "reml"],
  ]),
  interval: new Map<string, IntervalMethod>([
    ["WALD", "wald"],
    ["HKSJ", "hksj"],
  ]),
} as const;

function* readRevmanGroup(group: unknown, pointer: string, file: string, losses: Losses): Yielding<Group> {
  const properties = new Properties(objectOf(group) ?? {}, pointer, file);
  const number = properties.number("number")?.value ?? 0;
  const name = properties.html("name", losses);
  const analyses: (readonly Analysis[])[] = [];
  for (const one of properties.list("analyses")) {
    analyses.push(readAnalysis(one, number, losses));
    yield 0;
  }
  return { number, name, analyses: analyses.flat() };
}

function readAnalysis(properties: Properties, group: number, losses: Losses): readonly Analysis[] {
  const number = properties.number("number")?.value ?? 0;
  const key = `${group}.${number}`;
  const choices = choicesOf(properties, key, losses);
  const dataType = choices["data-type"]?.value;
  if (dataType === undefined) {
    listUnknownType(losses, { analysis: key, place: properties.place }, properties.text("data-type"));
    return [];
  }
  const all = properties.list("subgroups");
  const rows = properties.list("data-rows");
  const used = new Set(rows.map((row) => row.objectAt("applicability").number("subgroup-number")?.value));
  const kept = all.filter((subgroup) => {
    if (used.has(subgroup.number("number")?.value)) return true;
    const where = { analysis: key, place: subgroup.place };
    listEmptySubgroup(losses, where, subgroup.html("name", losses).value);
    return false;
  });
  const numbers = kept.map((subgroup) => subgroup.number("number")?.value);
  if (properties.text("data-source") === "AUTOMATIC")
    listCriteria(losses, { analysis: key, place: properties.place });
  const analysis: Analysis = {
    number,
    name: properties.html("name", losses),
    choices,
    labels: labelsOf(properties, losses),
    extras: extrasOf(properties),
    subgroups: kept.map((subgroup, index): Subgroup => ({
      name: subgroup.html("name", losses),
      number: subgroup.number("number")?.value ?? index + 1,
      id: subgroup.text("id") || null,
      stored: storedPool(subgroup),
    })),
    rows: rows.map((row) => readRow(row, dataType, numbers, losses)),
    stored: storedPool(properties),
    subgroupDifferences: heterogeneityIn(properties.objectAt("subgroup-differences")),
    storedForm: "analysis-scale",
    place: properties.place,
  };
  return [analysis];
}

function choicesOf(properties: Properties, key: string, losses: Losses): Choices {
  const logScale = properties.boolean("log-scale");
  const dataType = properties.word("data-type", revmanWords.dataType);
  const place = properties.placeOf("effect-measure");
  const code = properties.text("effect-measure");
  const known = properties.word("effect-measure", revmanWords.measure);
  // Without a scale, the measure may be a ratio or a difference.
  const other =
    logScale === undefined
      ? undefined
      : ({ value: logScale.value ? "other-ratio" : "other-difference", text: code, place } as const);
  const words = properties.text("other-effect-measure");
  if (known === undefined && code !== "")
    listUnknownMeasure(losses, { analysis: key, place }, words === "" ? code : words);
  const model = properties.word("model", revmanWords.model);
  const isRandom = model?.value === "random-effects";
  const isOverall = properties.boolean("overall-estimate-enabled");
  const isSubgroups = properties.boolean("subgroup-estimates-enabled");
  return present({
    "data-type": dataType,
    "effect-measure": known ?? (code === "" ? undefined : other),
    method: properties.word("method", revmanWords.method),
    model,
    "heterogeneity-estimator": properties.word("heterogeneity-estimator", revmanWords.estimator),
    "interval-method": isRandom ? properties.word("ci-method", revmanWords.interval) : undefined,
    "confidence-level": properties.number("ci-level"),
    "prediction-interval": isRandom ? properties.boolean("pi-enabled") : undefined,
    totals:
      isOverall === undefined
        ? undefined
        : ({
            ...isOverall,
            value: isOverall.value
              ? "totals-and-subtotals"
              : isSubgroups?.value === true && properties.list("subgroups").length > 0
                ? "subtotals-only"
                : "no-totals",
          } as const),
    "swap-events": properties.boolean("swap-event-and-non-event"),
    scale:
      dataType?.value === "contrast" && logScale !== undefined
        ? ({ ...logScale, value: logScale.value ? "log" : "natural" } as const)
        : undefined,
  });
}

function labelsOf(properties: Properties, losses: Losses): Labels {
  const display = properties.objectAt("display-settings");
  const places = [
    ["experimental-label", properties.objectAt("experimental-group"), "label"],
    ["comparator-label", properties.objectAt("control-group"), "label"],
    ["favours-left", display, "graph-label-left"],
    ["favours-right", display, "graph-label-right"],
    ["unit", properties, "unit-of-measure"],
  ] as const;
  return Object.fromEntries(
    places.flatMap(([role, object, name]) =>
      object.text(name) === "" ? [] : [[role, object.html(name, losses)] as const],
    ),
  );
}

function extrasOf(properties: Properties): Extras {
  const display = properties.objectAt("display-settings");
  return present({
    id: properties.text("id") || undefined,
    otherMeasure: properties.text("other-effect-measure") || undefined,
    subgroupTest: properties.boolean("subgroup-differences-enabled")?.value,
    tau2Interval: properties.boolean("heterogeneity-ci-enabled")?.value,
    graphScale: display.number("scale"),
    showRiskOfBias: display.boolean("show-risk-of-bias")?.value,
    sortBy: display.objectAt("sort-studies-by").text("type") || undefined,
  });
}

function readRow(
  properties: Properties,
  dataType: DataType,
  subgroups: readonly (number | undefined)[],
  losses: Losses,
): Row {
  const applicability = properties.objectAt("applicability");
  const subgroup = subgroups.indexOf(applicability.number("subgroup-number")?.value ?? NaN);
  const isOverall = applicability.boolean("overall")?.value !== false;
  const year = properties.text("year");
  const footnote = properties.text("footnote");
  return {
    study: properties.html("study-name", losses),
    year: year === "" ? null : textCell(year, properties.placeOf("year")),
    subgroup: subgroup === -1 ? null : subgroup,
    appliesTo: isOverall
      ? subgroups.length > 0 && subgroup === -1
        ? "overall-only"
        : "subgroup-and-overall"
      : "subgroup-only",
    excluded: false,
    numbers: numbersOf(properties, dataType),
    footnotes: footnote === "" ? [] : [properties.html("footnote", losses)],
    riskOfBias: properties.list("risk-of-bias").flatMap(judgementIn),
    stored: {
      ...effectIn(properties.objectAt("estimate")),
      ...numbersIn(properties, [["weight", "weight"]]),
    },
    place: properties.place,
  };
}

const armNumbers = [
  ["events", "cases"],
  ["mean", "mean"],
  ["sd", "sd"],
  ["total", "sample-size"],
] as const;

function numbersOf(properties: Properties, dataType: DataType): Row["numbers"] {
  const arm = (name: string, group: string): Row["numbers"] =>
    numbersNamed(
      armNumbers.map(([part, property]) => [`${name}-${part}`, property]),
      (property) => properties.objectAt(group).number(property),
    );
  const contrast = properties.objectAt("contrast");
  const estimate =
    dataType === "contrast"
      ? { estimate: contrast.number("mean"), "standard-error": contrast.number("se") }
      : {};
  const numbers = {
    ...arm("experimental", "experimental-group"),
    ...arm("comparator", "control-group"),
    ...present(estimate),
  };
  return withoutZeroArms(numbers, dataType);
}

function judgementIn(properties: Properties): readonly Judgement[] {
  const domain = domainNamed(properties.text("domain"));
  const judged = judgedAs(properties.text("judgement"), 2);
  const support = properties.text("support-for-judgement") || null;
  return domain === undefined || judged === undefined ? [] : [{ domain, judged, support }];
}

function numbersIn(properties: Properties, names: ResultNames): Stored {
  return numbersNamed(names, (name) => properties.number(name));
}

type ResultNames = readonly (readonly [StoredName, string])[];

/** RevMan's names of results, in its order. */
export const resultNames = {
  effect: [
    ["estimate", "mean"],
    ["low", "ci-start"],
    ["high", "ci-end"],
    ["predictionLow", "pi-start"],
    ["predictionHigh", "pi-end"],
  ],
  tests: [
    ["z", "z-test"],
    ["t", "t-test"],
    ["p", "p-value"],
  ],
  heterogeneity: [
    ["q", "chi-squared"],
    ["df", "df"],
    ["i2", "i-squared"],
    ["qP", "p-value"],
  ],
  tau2: [
    ["tau2Low", "ci-start"],
    ["tau2High", "ci-end"],
    ["tau2", "estimate"],
  ],
} as const satisfies Record<string, ResultNames>;

function effectIn(estimate: Properties): Stored {
  return numbersIn(estimate, [...resultNames.effect, ...resultNames.tests]);
}

function heterogeneityIn(properties: Properties): Stored {
  return {
    ...numbersIn(properties, resultNames.heterogeneity),
    ...numbersIn(properties.objectAt("tau-squared"), resultNames.tau2),
  };
}

function storedPool(properties: Properties): Stored {
  return {
    ...effectIn(properties.objectAt("estimate")),
    ...heterogeneityIn(properties.objectAt("heterogeneity")),
    ...numbersIn(properties, [["weight", "weight"]]),
  };
}
