import type { ComparingTable, Limit, Quantity, Row } from "../report/table";
import { mebibytes, medianTime, milliseconds } from "../report/table";
import { percentile95 } from "../report/statistics";
import type { Figures } from "./figures";
import { timesOf } from "./figures";

type MeasureName =
  | "typing"
  | "breaking"
  | "most edits"
  | "slowest edit"
  | "completion"
  | "hover"
  | "open"
  | "symbols"
  | "memory";

export type Limits = Readonly<Partial<Record<MeasureName, Limit | undefined>>>;

interface Measure {
  readonly name: MeasureName;
  readonly what: string;
  readonly of: (figures: Figures) => Quantity;
}

const measures: readonly Measure[] = [
  {
    name: "typing",
    what: "edit to its diagnostics, typing, median",
    of: ({ edits }) => medianTime(timesOf(edits, "typing")),
  },
  {
    name: "breaking",
    what: "the same, breaking and mending, median",
    of: ({ edits }) => medianTime(timesOf(edits, "structure")),
  },
  {
    name: "most edits",
    what: "the same, all edits, 95th percentile",
    of: ({ edits }) => milliseconds(percentile95(timesOf(edits))),
  },
  {
    name: "slowest edit",
    what: "the same, slowest",
    of: ({ edits }) => milliseconds(Math.max(...timesOf(edits))),
  },
  {
    name: "completion",
    what: "completion right after an edit, median",
    of: ({ completion }) => medianTime(completion),
  },
  {
    name: "hover",
    what: "hover right after an edit, median",
    of: ({ hover }) => medianTime(hover),
  },
  { name: "open", what: "open to first diagnostics, median", of: ({ open }) => medianTime(open) },
  {
    name: "symbols",
    what: "document symbols right after an edit, median",
    of: ({ symbols }) => medianTime(symbols),
  },
  {
    name: "memory",
    what: "peak memory of the process",
    of: ({ peakMemory = NaN }) => mebibytes(peakMemory),
  },
];

export interface Beside {
  readonly theirs: Figures;
  readonly ours: Figures;
  /** Of a server that does nothing. */
  readonly idle?: Figures;
}

/**
 * What servers took for the same things. What was not measured has no row.
 *
 * @param openAtBest the least that opening can take
 */
export function languageTable(
  heading: Pick<ComparingTable, "title" | "comparedWith" | "idle">,
  figures: Beside,
  limits: Limits,
  openAtBest?: Quantity,
): ComparingTable {
  const rows = measures.map(({ name, what, of }): Row => {
    const limit = limits[name];
    const row = {
      what: name === "slowest edit" ? `${what}: ${slowest(figures.ours)}` : what,
      ours: of(figures.ours),
      theirs: of(figures.theirs),
      ...(figures.idle !== undefined && { idle: of(figures.idle) }),
      ...(name === "open" && openAtBest !== undefined && { atBest: openAtBest }),
    };
    return limit === undefined ? row : { ...row, limit };
  });
  return { ...heading, rows: rows.filter(({ ours }) => Number.isFinite(ours.value)) };
}

function slowest({ edits }: Figures): string {
  const most = Math.max(...timesOf(edits));
  return edits.find(({ milliseconds: time }) => time === most)?.name ?? "";
}
