/** Measurements of one server with one document, in milliseconds, one per run. */
export interface Figures {
  readonly open: number[];
  readonly edits: number[];
  readonly completion: number[];
  readonly hover: number[];
  readonly symbols: number[];
  /** Bytes; undefined if the system does not report it. */
  peakMemory: number | undefined;
}

export function noFigures(): Figures {
  return { open: [], edits: [], completion: [], hover: [], symbols: [], peakMemory: undefined };
}
