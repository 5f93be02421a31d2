import { type DataType, type EffectMeasure, type NumberRole, isRatio, readChoice } from "@analyses/evidence";
import { type Losses, listUnknownMeasure } from "../model/report";
import type { Analysis, Cell, Choices, Extras, Judgement, Labels, Row, Subgroup } from "../model/review";
import { Refused } from "../reading/limits";
import { numberCell } from "../reading/cells";
import { type Element, childOf, elementsIn, textOf } from "../reading/xml";
import { differenceAttributes, poolAttributes, rowAttributes, storedOf } from "./stored";

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

/** The attributes of a row with data; RevMan computed the other attributes. */
const dataAttributes: Readonly<Record<DataType, readonly (readonly [string, NumberRole])[]>> = {
  dichotomous: [
    ["EVENTS_1", "experimental-events"],
    ["TOTAL_1", "experimental-total"],
    ["EVENTS_2", "comparator-events"],
    ["TOTAL_2", "comparator-total"],
  ],
  continuous: [
    ["MEAN_1", "experimental-mean"],
    ["SD_1", "experimental-sd"],
    ["TOTAL_1", "experimental-total"],
    ["MEAN_2", "comparator-mean"],
    ["SD_2", "comparator-sd"],
    ["TOTAL_2", "comparator-total"],
  ],
  contrast: [
    ["ESTIMATE", "estimate"],
    ["SE", "standard-error"],
    ["TOTAL_1", "experimental-total"],
    ["TOTAL_2", "comparator-total"],
  ],
  "observed-expected": [
    ["O_E", "observed-minus-expected"],
    ["VAR", "variance"],
    ["EVENTS_1", "experimental-events"],
    ["TOTAL_1", "experimental-total"],
    ["EVENTS_2", "comparator-events"],
    ["TOTAL_2", "comparator-total"],
  ],
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
      name: cellOf(group, "NAME") ?? { value: "", text: "", place: group.place },
      number: numberOf(group, subgroups.length + 1),
      id: null,
      stored: totals === "NO" ? {} : storedOf(group, poolAttributes),
    });
  }
  readRows(outcome, null);
  return [
    {
      number,
      name: { value: title, text: title, place },
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
    const value = text === "" ? undefined : read(text);
    if (value !== undefined) return { value, text, place };
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
  // Means and estimates have only one method, which the file omits.
  const method =
    dataType === "observed-expected"
      ? ({ value: "observed-expected", text: attributes.get("METHOD") ?? "", place } as const)
      : attributes.has("METHOD") || dataType === "dichotomous"
        ? setting("METHOD", readChoice.method)
        : ({ value: "inverse-variance", text: "", place } as const);
  listSettings(outcome, key, losses);
  if (isOther && words !== "") listUnknownMeasure(losses, { analysis: key, place }, words);
  const level = setting("CI_TOTAL", readChoice["confidence-level"]);
  const totals = setting("TOTALS", readChoice.totals);
  const swapped = setting("SWAP_EVENTS", readChoice["swap-events"]);
  const estimator = { value: "dersimonian-laird", text: "", place } as const;
  return {
    choices: {
      "data-type": { value: dataType, text: outcome.name, place },
      ...(measure === undefined ? {} : { "effect-measure": measure }),
      ...(method === undefined ? {} : { method }),
      ...(model === undefined ? {} : { model }),
      ...(isRandom ? { "heterogeneity-estimator": estimator } : {}),
      ...(level === undefined ? {} : { "confidence-level": level }),
      ...(totals === undefined ? {} : { totals }),
      ...(swapped === undefined ? {} : { "swap-events": swapped }),
      ...(scale === undefined ? {} : { scale }),
    },
    extras: {
      ...(isOther && words !== "" ? { otherMeasure: words } : {}),
      subgroupTest: attributes.get("SUBGROUP_TEST") !== "NO",
    },
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

/** Lists settings that documents cannot represent. */
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
    ...(unit === "" ? {} : { unit: { value: unit, text: unit, place } }),
  };
}

function cellOf(element: Element, name: string): Cell<string> | undefined {
  const child = childOf(element, name);
  const text = textOf(child);
  return child === undefined || text === "" ? undefined : { value: text, text, place: child.place };
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
  const numbers = dataAttributes[dataType].flatMap(([name, role]) => {
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
  // RevMan writes zero participants for missing numbers.
  const isWithoutTotals = attributes.get("TOTAL_1") === "0" && attributes.get("TOTAL_2") === "0";
  const footnote = cellOf(data, "FOOTNOTE");
  return {
    study: { value: study.name, text: study.name, place },
    year: study.year === "" ? null : { value: study.year, text: study.year, place },
    subgroup: of.subgroup,
    appliesTo: "subgroup-and-overall",
    excluded: false,
    numbers: Object.fromEntries(
      isWithoutTotals && !isArmData ? numbers.filter(([role]) => !isAdjacent(role)) : numbers,
    ),
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
