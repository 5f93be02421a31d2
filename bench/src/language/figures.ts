import type { Step } from "../trace/trace";

/** What was measured of one server with one document: milliseconds, one for each time. */
export interface Figures {
  readonly start: number[];
  readonly open: number[];
  readonly edits: EditTime[];
  readonly completion: number[];
  readonly hover: number[];
  readonly symbols: number[];
  /** Bytes; undefined where the system does not say. */
  peakMemory: number | undefined;
}

export interface EditTime extends Pick<Step, "name" | "kind"> {
  readonly milliseconds: number;
}

export function noFigures(): Figures {
  return { start: [], open: [], edits: [], completion: [], hover: [], symbols: [], peakMemory: undefined };
}

/** How long the edits of a kind took, or all. */
export function timesOf(edits: readonly EditTime[], wanted?: EditTime["kind"]): readonly number[] {
  return edits
    .filter(({ kind }) => wanted === undefined || kind === wanted)
    .map(({ milliseconds }) => milliseconds);
}
