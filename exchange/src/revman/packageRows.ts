import type { AppliesTo, DataType } from "@analyses/evidence";
import type { Losses } from "../model/report";
import {
  type Cell,
  type Judgement,
  type NumberNames,
  type Row,
  dataColumns,
  withoutZeroArms,
} from "../model/review";
import type { TableRecord } from "../reading/csv";
import { htmlCell, numberCell, numbersNamed, textCell } from "../reading/cells";
import { domainTitles, judgedAs } from "../reading/riskOfBias";
import type { PackageTable } from "./packageSettings";

/**
 * The columns of a row's numbers. Those of other types of data than the analysis's contain zeros or computed values.
 */
export const rowNumbers: NumberNames = {
  "experimental-events": "Experimental cases",
  "experimental-mean": "Experimental mean",
  "experimental-sd": "Experimental SD",
  "experimental-total": "Experimental N",
  "comparator-events": "Control cases",
  "comparator-mean": "Control mean",
  "comparator-sd": "Control SD",
  "comparator-total": "Control N",
  estimate: "GIV Mean",
  "standard-error": "GIV SE",
  "observed-minus-expected": "O-E",
  variance: "Variance",
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
  const numberOf = (heading: string): Cell<number> | undefined => numberCell(textOf(heading), place);
  const numbers = numbersNamed(dataColumns(dataType, rowNumbers), numberOf);
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
    year: year === "" ? null : textCell(year, place),
    subgroup: subgroupOf(record),
    appliesTo: appliesTo ?? "subgroup-and-overall",
    excluded: false,
    numbers: withoutZeroArms(numbers, dataType),
    footnotes: footnote.trim() === "" ? [] : [htmlCell(footnote, place, losses)],
    riskOfBias: judgementsIn(textOf),
    stored: textOf("Weight") === "" ? {} : numbersNamed(rowColumns, numberOf),
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
  return Array.from(domainTitles[2]).flatMap(([domain, name]) => {
    const judged = judgedAs(textOf(`${name} (judgement)`), 2);
    const support = textOf(`${name} (support)`) || null;
    return judged === undefined ? [] : [{ domain, judged, support }];
  });
}
