/** Limits of sources: `spec/exchange.md` section 9. */
export const limits = {
  /** Bytes of an input file. */
  input: 64 * 2 ** 20,
  xmlDepth: 64,
  xmlElements: 2_000_000,
  zipEntries: 2_000,
  /** Inflated bytes of one entry. */
  zipEntry: 64 * 2 ** 20,
  /** Inflated bytes of all entries. */
  zipTotal: 200 * 2 ** 20,
  /** Inflated bytes per compressed byte, for entries of more than `zipRatioFrom` inflated bytes. */
  zipRatio: 200,
  zipRatioFrom: 2 ** 20,
  csvRows: 200_000,
  csvColumns: 1_000,
  csvCell: 2 ** 20,
  xlsxCells: 2_000_000,
  /** Bytes of an output file. */
  output: 50 * 2 ** 20,
} as const;

/** Refusal of a source, with a sentence that states why. Internal: the public functions return the sentence. */
export class Refused extends Error {}
