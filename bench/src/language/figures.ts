/** What was measured of one server with one document: milliseconds, one for each time. */
export interface Figures {
  readonly open: number[];
  readonly edits: number[];
  readonly completion: number[];
  readonly hover: number[];
  readonly symbols: number[];
  /** Bytes; undefined where the system does not say. */
  peakMemory: number | undefined;
}

export function noFigures(): Figures {
  return { open: [], edits: [], completion: [], hover: [], symbols: [], peakMemory: undefined };
}
