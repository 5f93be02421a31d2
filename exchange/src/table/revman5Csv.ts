import { readChoice } from "@analyses/evidence";
import type { Losses } from "../model/report";
import {
  type Analysis,
  type Cell,
  type Choices,
  type Group,
  type Labels,
  type NumberNames,
  type Review,
  type Row,
  type Stored,
  type StoredName,
  type Subgroup,
  dataColumns,
} from "../model/review";
import { type TableRecord, Columns } from "../reading/csv";
import { choiceCell, numberCell, numbersNamed, present, textCell } from "../reading/cells";
import type { Sheet } from "./sheetLines";

export function isRevman5Csv(headings: readonly string[]): boolean {
  return headings[0] === "Comparison Number";
}

interface OpenAnalysis extends Omit<Analysis, "subgroups" | "rows"> {
  readonly subgroups: Subgroup[];
  readonly rows: Row[];
}

const dataTypes: ReadonlyMap<string, "dichotomous" | "continuous"> = new Map([
  ["DIC", "dichotomous"],
  ["CON", "continuous"],
] as const);

/** Reads RevMan 5's export of analyses: one line for each comparison, outcome, subgroup and study. */
export function readRevman5Csv({ headings, records }: Sheet, losses: Losses): Review {
  const columns = new Columns(headings);
  const groups = new Map<number, Omit<Group, "analyses"> & { readonly analyses: OpenAnalysis[] }>();
  const textOf = (record: TableRecord, heading: string): string => columns.text(record, heading).trim();
  for (const record of records) {
    const [comparison, outcome, subgroup] = ["Comparison Number", "Outcome Number", "Subgroup Number"].map(
      (heading) => Number(textOf(record, heading)),
    );
    const { place } = record;
    const name = textCell(textOf(record, "Name"), place);
    const number = comparison ?? 0;
    if (outcome === 0 || outcome === undefined) {
      groups.set(number, { number, name, analyses: [] });
      continue;
    }
    const group = groups.get(number) ?? { number, name: { ...name, value: "" }, analyses: [] };
    groups.set(number, group);
    const open = group.analyses.find((analysis) => analysis.number === outcome);
    const type = textOf(record, "Data Type");
    if (open === undefined && type !== "") {
      if (dataTypes.get(type) === undefined) {
        // The file cannot represent other types: it does not state whether estimates are logarithms, and O−E has no
        // columns.
        const key = `${number}.${outcome}`;
        losses
          .item("lost", "outcome-of-text", { analysis: key, place })
          .translate("“{0}” has no data in this form of file: it was left out.", name.value);
      } else group.analyses.push(analysisOf(outcome, name, record, columns));
    } else if (open !== undefined && type !== "" && (subgroup ?? 0) > 0)
      open.subgroups.push({ name, number: subgroup ?? 0, id: null, stored: storedOf(record, columns) });
    else if (open !== undefined) open.rows.push(rowOf(record, columns, open, subgroup ?? 0));
  }
  return {
    source: "revman5-csv",
    groups: [...groups.values()],
    riskOfBiasMethod: null,
    isHtml: false,
  };
}

function analysisOf(number: number, name: Cell<string>, record: TableRecord, columns: Columns): OpenAnalysis {
  const { place } = record;
  const setting = <Value>(
    heading: string,
    read: (text: string) => Value | undefined,
  ): Cell<Value> | undefined => choiceCell(columns.text(record, heading).trim(), read, place);
  const dataType = setting("Data Type", (text) => dataTypes.get(text));
  const model = setting("Analysis Model", readChoice.model);
  const measure = setting("Effect Measure", readChoice["effect-measure"]);
  const isRandom = model?.value === "random-effects";
  const choices: Choices = present({
    "data-type": dataType,
    "effect-measure": measure,
    // RevMan names no method for types of data that have only one method.
    method:
      columns.text(record, "Statistical Method").trim() === ""
        ? ({ value: "inverse-variance", text: "", place } as const)
        : setting("Statistical Method", readChoice.method),
    model,
    "heterogeneity-estimator": isRandom
      ? ({ value: "dersimonian-laird", text: "", place } as const)
      : undefined,
  });
  const labels: Labels = present({
    "experimental-label": setting("Group Label 1", (text) => text),
    "comparator-label": setting("Group Label 2", (text) => text),
    "favours-left": setting("Left Graph Label", (text) => text),
    "favours-right": setting("Right Graph Label", (text) => text),
  });
  return {
    number,
    name,
    choices,
    labels,
    extras: {},
    subgroups: [],
    rows: [],
    stored: storedOf(record, columns),
    subgroupDifferences: numbersIn(record, columns, [
      ["q", "Qint"],
      ["qP", "P(Qint)"],
      ["i2", "I²(Qint)"],
    ]),
    storedForm: "printed",
    place,
  };
}

const rowNumbers: NumberNames = {
  "experimental-events": "Events 1",
  "experimental-mean": "Mean 1",
  "experimental-sd": "SD 1",
  "experimental-total": "Total 1",
  "comparator-events": "Events 2",
  "comparator-mean": "Mean 2",
  "comparator-sd": "SD 2",
  "comparator-total": "Total 2",
};

function rowOf(
  record: TableRecord,
  columns: Columns,
  { choices, subgroups }: OpenAnalysis,
  subgroup: number,
): Row {
  const { place } = record;
  const dataType = choices["data-type"]?.value ?? "dichotomous";
  const year = columns.text(record, "Year of study").trim();
  const study = columns.text(record, "Name").trim();
  const index = subgroups.findIndex((one) => one.number === subgroup);
  return {
    study: textCell(study, place),
    year: year === "" ? null : textCell(year, place),
    subgroup: index === -1 ? null : index,
    appliesTo: "subgroup-and-overall",
    excluded: false,
    numbers: numbersIn(record, columns, dataColumns(dataType, rowNumbers)),
    footnotes: [],
    riskOfBias: [],
    stored: numbersIn(record, columns, effectColumns),
    place,
  };
}

const effectColumns: readonly (readonly [StoredName, string])[] = [
  ["estimate", "Effect Estimate"],
  ["low", "CI Start"],
  ["high", "CI End"],
  ["weight", "Weight"],
];

function storedOf(record: TableRecord, columns: Columns): Stored {
  const names: readonly (readonly [StoredName, string])[] = [
    ...effectColumns,
    ["q", "Q"],
    ["qP", "P(Q)"],
    ["i2", "I²(Q)"],
    ["tau2", "Tau²"],
    ["z", "Z"],
    ["p", "P(Z)"],
    ["df", "df"],
  ];
  const stored: Stored = numbersIn(record, columns, names);
  // Zeros mean that nothing was pooled.
  return (stored.weight?.value ?? 0) > 0 ? stored : {};
}

function numbersIn(
  record: TableRecord,
  columns: Columns,
  names: readonly (readonly [string, string])[],
): Readonly<Record<string, Cell<number>>> {
  return numbersNamed(names, (heading) => numberCell(columns.text(record, heading), record.place));
}
