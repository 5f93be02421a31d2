import type { AppliesTo, DataType, NumberRole } from "@analyses/evidence";
import type { Losses } from "../model/report";
import type { Judgement, Row } from "../model/review";
import type { TableRecord } from "../reading/csv";
import { htmlCell } from "../reading/cells";
import { judgedAs, revmanDomains } from "../reading/riskOfBias";
import { type PackageTable, numberIn, storedIn } from "./packageSettings";

const events: readonly (readonly [NumberRole, string])[] = [
  ["experimental-events", "Experimental cases"],
  ["experimental-total", "Experimental N"],
  ["comparator-events", "Control cases"],
  ["comparator-total", "Control N"],
];

/** The columns with data, by type of data: other columns contain zeros or computed values. */
export const dataColumns: Readonly<Record<DataType, readonly (readonly [NumberRole, string])[]>> = {
  dichotomous: events,
  continuous: [
    ["experimental-mean", "Experimental mean"],
    ["experimental-sd", "Experimental SD"],
    ["experimental-total", "Experimental N"],
    ["comparator-mean", "Control mean"],
    ["comparator-sd", "Control SD"],
    ["comparator-total", "Control N"],
  ],
  contrast: [
    ["estimate", "GIV Mean"],
    ["standard-error", "GIV SE"],
    ["experimental-total", "Experimental N"],
    ["comparator-total", "Control N"],
  ],
  "observed-expected": [["observed-minus-expected", "O-E"], ["variance", "Variance"], ...events],
};

export const applicabilities: ReadonlyMap<string, AppliesTo> = new Map([
  ["SUBGROUP_AND_OVERALL", "subgroup-and-overall"],
  ["SUBGROUP_ONLY", "subgroup-only"],
  ["OVERALL_ONLY", "overall-only"],
  ["", "subgroup-and-overall"],
]);

/** Reads a line of `data-rows`. */
export function readRow(
  record: TableRecord,
  table: PackageTable,
  dataType: DataType,
  subgroupOf: (record: TableRecord) => number | null,
  losses: Losses,
): Row {
  const { place } = record;
  const textOf = (heading: string): string => table.columns.text(record, heading);
  const numbers = dataColumns[dataType].flatMap(([role, heading]) => {
    const cell = numberIn(table, record, heading);
    return cell === undefined ? [] : [[role, cell] as const];
  });
  // RevMan writes zeros for the participants and events that a row of estimates or of O−E lacks.
  const isAdjacent = (role: NumberRole): boolean => role.endsWith("-total") || role.endsWith("-events");
  const isOfArms = dataType === "dichotomous" || dataType === "continuous";
  const isWithoutTotals =
    !isOfArms && numbers.every(([role, { value }]) => !role.endsWith("-total") || value === 0);
  const applicability = textOf("Applicability").trim();
  const appliesTo = applicabilities.get(applicability);
  if (appliesTo === undefined)
    losses
      .item("assumed", "row-outside-total", { place })
      .translate("“{0}” says in no known words which pools the row counts in.", applicability);
  const year = textOf("Study year").trim();
  const footnote = textOf("Footnotes");
  return {
    study: htmlCell(textOf("Study"), place, losses),
    year: year === "" ? null : { value: year, text: year, place },
    subgroup: subgroupOf(record),
    appliesTo: appliesTo ?? "subgroup-and-overall",
    excluded: false,
    numbers: Object.fromEntries(isWithoutTotals ? numbers.filter(([role]) => !isAdjacent(role)) : numbers),
    footnotes: footnote.trim() === "" ? [] : [htmlCell(footnote, place, losses)],
    riskOfBias: judgementsIn(textOf),
    stored: textOf("Weight") === "" ? {} : storedIn(table, record, rowColumns),
    place,
  };
}

export const rowColumns = [
  ["estimate", "Mean"],
  ["low", "CI start"],
  ["high", "CI end"],
  ["weight", "Weight"],
] as const;

function judgementsIn(textOf: (heading: string) => string): readonly Judgement[] {
  return Array.from(revmanDomains).flatMap(([domain, name]) => {
    const judged = judgedAs(textOf(`${name} (judgement)`), 2);
    const support = textOf(`${name} (support)`);
    return judged === undefined ? [] : [{ domain, judged, support: support === "" ? null : support }];
  });
}
