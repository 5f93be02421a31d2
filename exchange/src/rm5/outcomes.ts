import { type DataType, type EffectMeasure, type NumberRole, isRatio, readChoice } from "@analyses/evidence";
import { type Losses, listUnknownMeasure } from "../model/report";
import {
  type Analysis,
  type Cell,
  type Choices,
  type Extras,
  type Judgement,
  type Labels,
  type NumberNames,
  type Row,
  type Stored,
  type StoredName,
  type Subgroup,
  dataColumns,
  withoutZeroArms,
} from "../model/review";
import { Refused } from "../reading/limits";
import { choiceCell, numberCell, numbersNamed, present, textCell } from "../reading/cells";
import { type Element, childOf, elementsIn, textOf } from "../reading/xml";

/** A study of the review, to which rows refer by identifier. */
export interface Rm5Study {
  readonly name: string;
  readonly year: string;
}

interface Around {
  readonly group: number;
  /** The position of the outcome in the comparison, which numbers an outcome without a number. */
  readonly next: number;
  readonly studies: ReadonlyMap<string, Rm5Study>;
  readonly judgements: ReadonlyMap<string, readonly Judgement[]>;
  readonly losses: Losses;
}

const kinds: ReadonlyMap<string, DataType> = new Map([
  ["DICH", "dichotomous"],
  ["CONT", "continuous"],
  ["IV", "contrast"],
  ["IPD", "observed-expected"],
]);

/** The attributes with data; RevMan computed the others. */
const rowNumbers: NumberNames = {
  "experimental-events": "EVENTS_1",
  "experimental-mean": "MEAN_1",
  "experimental-sd": "SD_1",
  "experimental-total": "TOTAL_1",
  "comparator-events": "EVENTS_2",
  "comparator-mean": "MEAN_2",
  "comparator-sd": "SD_2",
  "comparator-total": "TOTAL_2",
  estimate: "ESTIMATE",
  "standard-error": "SE",
  "observed-minus-expected": "O_E",
  variance: "VAR",
};

/** Returns the number of a comparison, an outcome or a subgroup; without a number, the element's position. */
export function numberOf({ attributes }: Element, position: number): number {
  const number = Number(attributes.get("NO") ?? NaN);
  return Number.isSafeInteger(number) && number > 0 ? number : position;
}

/** Reads an outcome with its subgroups and rows; returns nothing for a text outcome. */
export function readOutcome(outcome: Element, around: Around): readonly Analysis[] {
  const { translate } = around.losses;
  const { name, attributes, place } = outcome;
  const number = numberOf(outcome, around.next);
  const title = textOf(childOf(outcome, "NAME"));
  const key = `${around.group}.${number}`;
  if (name === "OTHER_OUTCOME") {
    around.losses
      .item("lost", "outcome-of-text", { analysis: key, place })
      .translate("“{0}” is a table of text: it was left out.", title);
    return [];
  }
  const kind = /^(\w+)_OUTCOME$/.exec(name)?.[1] ?? "";
  const dataType = kinds.get(kind);
  if (dataType === undefined)
    throw new Refused(
      translate("{0} is not RevMan's: it has {1} in a comparison (line {2}).", place.file, name, place.line),
    );
  const groups = elementsIn(outcome, `${kind}_SUBGROUP`);
  const { choices, extras } = choicesOf(outcome, dataType, key, around.losses);
  const totals = attributes.get("TOTALS");
  const subgroups: Subgroup[] = [];
  const rows: Row[] = [];
  const readRows = (element: Element, subgroup: number | null): void => {
    for (const data of elementsIn(element, `${kind}_DATA`))
      rows.push(readRow(data, dataType, { subgroup, key, around }));
  };
  for (const group of groups) {
    readRows(group, subgroups.length);
    subgroups.push({
      name: cellOf(group, "NAME") ?? textCell("", group.place),
      number: numberOf(group, subgroups.length + 1),
      id: null,
      stored: totals === "NO" ? {} : storedOf(group, poolAttributes),
    });
  }
  readRows(outcome, null);
  return [
    {
      number,
      name: textCell(title, place),
      choices,
      labels: labelsOf(outcome),
      extras,
      subgroups,
      rows,
      stored: totals === "YES" ? storedOf(outcome, poolAttributes) : {},
      subgroupDifferences:
        subgroups.length > 0 && totals !== "NO" ? storedOf(outcome, differenceAttributes) : {},
      storedForm: "printed",
      place,
    },
  ];
}

/** The attributes that decide how to pool: a conversion reports each one that is missing. */
const decisive: ReadonlySet<string> = new Set(["METHOD", "RANDOM", "TOTALS", "CI_TOTAL", "LOG_DATA"]);

function choicesOf(
  outcome: Element,
  dataType: DataType,
  key: string,
  losses: Losses,
): { readonly choices: Choices; readonly extras: Extras } {
  const { attributes, place } = outcome;
  const isArmData = dataType === "dichotomous" || dataType === "continuous";
  const setting = <Value>(
    name: string,
    read: (text: string) => Value | undefined,
  ): Cell<Value> | undefined => {
    const text = attributes.get(name)?.trim() ?? "";
    const cell = choiceCell(text, read, place);
    if (cell !== undefined) return cell;
    if (text !== "")
      losses
        .item("lost", "setting-not-kept", { analysis: key, place })
        .translate("{0} is “{1}”, which is not known: it stays open.", name, text);
    else if (decisive.has(name) || (name === "EFFECT_MEASURE" && isArmData))
      losses
        .item("assumed", "setting-not-kept", { analysis: key, place })
        .translate("{0} is missing there: it stays open.", name);
    return undefined;
  };
  const scale = dataType === "contrast" ? setting("LOG_DATA", readChoice.scale) : undefined;
  const words = textOf(childOf(outcome, "EFFECT_MEASURE"));
  const measure =
    setting("EFFECT_MEASURE", readChoice["effect-measure"]) ??
    measureOf(words, dataType, scale?.value, outcome);
  const isOther = measure?.value === "other-ratio" || measure?.value === "other-difference";
  const model = setting("RANDOM", readChoice.model);
  const isRandom = model?.value === "random-effects";
  // The file names no method for means and estimates, because each has only one.
  const method =
    dataType === "observed-expected"
      ? ({ value: "observed-expected", text: attributes.get("METHOD") ?? "", place } as const)
      : attributes.has("METHOD") || dataType === "dichotomous"
        ? setting("METHOD", readChoice.method)
        : ({ value: "inverse-variance", text: "", place } as const);
  listSettings(outcome, key, losses);
  if (isOther && words !== "") listUnknownMeasure(losses, { analysis: key, place }, words);
  const estimator = { value: "dersimonian-laird", text: "", place } as const;
  return {
    choices: present({
      "data-type": { value: dataType, text: outcome.name, place },
      "effect-measure": measure,
      method,
      model,
      "heterogeneity-estimator": isRandom ? estimator : undefined,
      "confidence-level": setting("CI_TOTAL", readChoice["confidence-level"]),
      totals: setting("TOTALS", readChoice.totals),
      "swap-events": setting("SWAP_EVENTS", readChoice["swap-events"]),
      scale,
    }),
    extras: present({
      otherMeasure: isOther && words !== "" ? words : undefined,
      subgroupTest: attributes.get("SUBGROUP_TEST") !== "NO",
    }),
  };
}

/** Reads a measure by name. A measure that contradicts the scale of the data becomes an unnamed measure. */
function measureOf(
  words: string,
  dataType: DataType,
  scale: "log" | "natural" | undefined,
  { place }: Element,
): Cell<EffectMeasure> | undefined {
  const known = readChoice["effect-measure"](words);
  if (dataType === "observed-expected")
    return { value: known !== undefined && isRatio(known) ? known : "other-ratio", text: words, place };
  if (dataType !== "contrast") return undefined;
  const isLogged = scale === "log";
  const fits = known !== undefined && (isRatio(known) || !isLogged);
  if (!fits && scale === undefined) return undefined;
  return { value: fits ? known : isLogged ? "other-ratio" : "other-difference", text: words, place };
}

/** Reports settings that documents cannot represent. */
function listSettings({ attributes, place }: Element, key: string, losses: Losses): void {
  if (attributes.get("SUBGROUP_TEST") === "NO" && attributes.get("SUBGROUPS") === "YES")
    losses
      .item("note", "setting-not-kept", { analysis: key, place })
      .translate("The test for differences between subgroups is switched off there.");
  const [level, total] = [attributes.get("CI_STUDY"), attributes.get("CI_TOTAL")];
  if (level !== undefined && total !== undefined && level !== total)
    losses
      .item("changed", "setting-not-kept", { analysis: key, place })
      .translate("The studies' intervals have another level there, of {0} %.", level);
}

const labelElements = [
  ["experimental-label", "GROUP_LABEL_1"],
  ["comparator-label", "GROUP_LABEL_2"],
  ["favours-left", "GRAPH_LABEL_1"],
  ["favours-right", "GRAPH_LABEL_2"],
] as const;

function labelsOf(outcome: Element): Labels {
  const labels = labelElements.flatMap(([role, name]) => {
    const cell = cellOf(outcome, name);
    return cell === undefined ? [] : [[role, cell] as const];
  });
  const unit = outcome.attributes.get("UNITS")?.trim() ?? "";
  const { place } = outcome;
  return {
    ...Object.fromEntries(labels),
    ...(unit === "" ? {} : { unit: textCell(unit, place) }),
  };
}

function cellOf(element: Element, name: string): Cell<string> | undefined {
  const child = childOf(element, name);
  const text = textOf(child);
  return child === undefined || text === "" ? undefined : textCell(text, child.place);
}

function readRow(
  data: Element,
  dataType: DataType,
  of: { readonly subgroup: number | null; readonly key: string; readonly around: Around },
): Row {
  const { attributes, place } = data;
  const { studies, judgements, losses } = of.around;
  const id = attributes.get("STUDY_ID") ?? "";
  const study = studies.get(id) ?? { name: decodedName(id), year: "" };
  if (!studies.has(id))
    losses
      .item("changed", "name-changed", { analysis: of.key, place })
      .translate("No study has the identifier {0}: its name was read from there.", id);
  const isAdjacent = (role: NumberRole): boolean => role.endsWith("-total") || role.endsWith("-events");
  const isArmData = dataType === "dichotomous" || dataType === "continuous";
  const numbers = dataColumns(dataType, rowNumbers).flatMap(([role, name]) => {
    const text = attributes.get(name) ?? "";
    const cell = numberCell(text, place);
    if (cell !== undefined) return [[role, cell] as const];
    const where = { analysis: of.key, place };
    if (text !== "")
      losses
        .item("lost", "row-incomplete", where)
        .translate("“{0}”: “{1}” ({2}) is no number.", study.name, text, name);
    else if (!isAdjacent(role) || isArmData)
      losses
        .item("changed", "row-incomplete", where)
        .translate("“{0}” lacks a number: it is still to be filled in.", study.name);
    return [];
  });
  const footnote = cellOf(data, "FOOTNOTE");
  return {
    study: textCell(study.name, place),
    year: study.year === "" ? null : textCell(study.year, place),
    subgroup: of.subgroup,
    appliesTo: "subgroup-and-overall",
    excluded: false,
    numbers: withoutZeroArms(Object.fromEntries(numbers), dataType),
    footnotes: footnote === undefined ? [] : [footnote],
    riskOfBias: judgements.get(study.name) ?? [],
    stored: storedOf(data, rowAttributes),
    place,
  };
}

/** Decodes a study's name from its identifier: `STD-O_x0027_Dell-2016` is `O'Dell 2016`. */
function decodedName(id: string): string {
  return id
    .replace(/^STD-/, "")
    .replaceAll("-", " ")
    .replace(/_x([\da-f]{4})_/gi, (_, code: string) => String.fromCharCode(parseInt(code, 16)));
}

/** The attributes with results that RevMan computed. */
const rowAttributes: readonly (readonly [StoredName, string])[] = [
  ["estimate", "EFFECT_SIZE"],
  ["low", "CI_START"],
  ["high", "CI_END"],
  ["weight", "WEIGHT"],
];

const poolAttributes: readonly (readonly [StoredName, string])[] = [
  ...rowAttributes,
  ["z", "Z"],
  ["p", "P_Z"],
  ["q", "CHI2"],
  ["df", "DF"],
  ["qP", "P_CHI2"],
  ["i2", "I2"],
  ["tau2", "TAU2"],
];

const differenceAttributes: readonly (readonly [StoredName, string])[] = [
  ["q", "Q"],
  ["qP", "P_Q"],
  ["i2", "I2_Q"],
];

/** Reads the results that RevMan computed; empty if not estimable. */
function storedOf({ attributes, place }: Element, names: readonly (readonly [StoredName, string])[]): Stored {
  if (attributes.get("ESTIMABLE") === "NO") return {};
  return numbersNamed(names, (attribute) => numberCell(attributes.get(attribute) ?? "", place));
}
