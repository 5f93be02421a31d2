/** What was measured of one server with one document: milliseconds, one for each time. */
export interface Figures {
  readonly start: number[];
  readonly open: number[];
  readonly typing: number[];
  readonly structure: number[];
  readonly completion: number[];
  readonly hover: number[];
  readonly symbols: number[];
  /** Bytes; undefined where the system does not say. */
  peakMemory: number | undefined;
}

export function noFigures(): Figures {
  return {
    start: [],
    open: [],
    typing: [],
    structure: [],
    completion: [],
    hover: [],
    symbols: [],
    peakMemory: undefined,
  };
}
