/** What a source may have at most: `spec/exchange.md` section 9. */
export const limits = {
  /** Bytes of a file that is read. */
  input: 64 * 2 ** 20,
  xmlDepth: 64,
  xmlElements: 2_000_000,
  zipEntries: 2_000,
  /** Inflated bytes of an entry, and of all entries. */
  zipEntry: 64 * 2 ** 20,
  zipTotal: 200 * 2 ** 20,
  /** Inflated for one compressed byte, above `zipRatioFrom` bytes. */
  zipRatio: 200,
  zipRatioFrom: 2 ** 20,
  csvRows: 200_000,
  csvColumns: 1_000,
  csvCell: 2 ** 20,
  xlsxCells: 2_000_000,
  /** Bytes of a file that is written. */
  output: 50 * 2 ** 20,
} as const;

/** A source that is not read, with the sentence that says why. Inside the package; the door gives it as a value. */
export class Refused extends Error {}
