import type { Row, Table } from "../report/table";
import { mebibytes, milliseconds } from "../report/table";
import { median, percentile95 } from "../report/statistics";
import type { Figures } from "./figures";

/** The most that this server may take, of what VS Code's JSON server takes. */
export interface PeerLimits {
  readonly edit: number;
  readonly anyEdit: number;
  readonly question: number;
  readonly open: number;
  readonly symbols: number;
  readonly memory: number;
}

interface Measure {
  readonly what: string;
  readonly limit?: keyof PeerLimits;
  readonly of: (figures: Figures) => number;
}

const times: readonly Measure[] = [
  { what: "edit to its diagnostics, typing, median", limit: "edit", of: ({ typing }) => median(typing) },
  { what: "the same, breaking and mending, median", of: ({ structure }) => median(structure) },
  {
    what: "the same, all edits, 95th percentile",
    limit: "anyEdit",
    of: ({ typing, structure }) => percentile95([...typing, ...structure]),
  },
  {
    what: "the same, all edits, slowest",
    of: ({ typing, structure }) => Math.max(...typing, ...structure),
  },
  {
    what: "completion right after an edit, median",
    limit: "question",
    of: ({ completion }) => median(completion),
  },
  { what: "hover right after an edit, median", limit: "question", of: ({ hover }) => median(hover) },
  { what: "open to first diagnostics, median", limit: "open", of: ({ open }) => median(open) },
  { what: "document symbols after an edit, median", limit: "symbols", of: ({ symbols }) => median(symbols) },
];

/** One document, measured with both servers. */
export function comparison(
  title: string,
  theirs: Figures,
  ours: Figures,
  limits: Partial<PeerLimits>,
): Table {
  const rows = times.map(({ what, limit, of }): Row => {
    const ratio = limit === undefined ? undefined : limits[limit];
    return {
      what,
      ours: milliseconds(of(ours)),
      theirs: milliseconds(of(theirs)),
      ...(ratio === undefined ? {} : { limit: { kind: "ofTheirs", ratio } }),
    };
  });
  return {
    title,
    comparedWith: "VS Code's JSON server",
    rows: [...rows.filter(({ ours }) => !Number.isNaN(ours.value)), ...memoryRow(theirs, ours, limits)],
  };
}

/** The largest document, beside a small one: this server only. */
export function growth(
  title: string,
  small: Figures,
  large: Figures,
  editRatio: number,
  memory: number,
): Table {
  const rows = times.map(({ what, limit, of }): Row => {
    return {
      what,
      ours: milliseconds(of(large)),
      theirs: milliseconds(of(small)),
      ...(limit === "edit" ? { limit: { kind: "ofTheirs", ratio: editRatio } } : {}),
    };
  });
  const { peakMemory } = large;
  const memoryRows: readonly Row[] =
    peakMemory === undefined
      ? []
      : [
          {
            what: "peak memory of the process",
            ours: mebibytes(peakMemory),
            ...(small.peakMemory === undefined ? {} : { theirs: mebibytes(small.peakMemory) }),
            limit: { kind: "itself", value: memory },
          },
        ];
  return { title, comparedWith: "the same at 1.2 MB", rows: [...rows, ...memoryRows] };
}

function memoryRow(theirs: Figures, ours: Figures, { memory }: Partial<PeerLimits>): readonly Row[] {
  if (theirs.peakMemory === undefined || ours.peakMemory === undefined) return [];
  return [
    {
      what: "peak memory of the process",
      ours: mebibytes(ours.peakMemory),
      theirs: mebibytes(theirs.peakMemory),
      ...(memory === undefined ? {} : { limit: { kind: "ofTheirs", ratio: memory } }),
    },
  ];
}
