import type { PositionParams } from "./referenceRequests";
import { fieldsOf } from "./message";

/** The client's command that calculates what a report does not give: its one argument is a {@link Calculation}. */
export const calculateCommand = "analysesRegistry.calculate";

/** Where a text goes in a document, and what has to stand around it there. */
export interface EditPlace {
  readonly range: { readonly start: PositionParams["position"]; readonly end: PositionParams["position"] };
  readonly before: string;
  readonly after: string;
}

/** What the server knows of a study whose standard deviation, or standard error, is to be calculated. */
export interface Calculation {
  readonly uri: string;
  /** The document's, for which the places hold. */
  readonly version: number;
  readonly wanted: "experimental-sd" | "comparator-sd" | "standard-error";
  readonly isRatio: boolean;
  /** 0.95 for 95 %. */
  readonly confidenceLevel: number;
  /** The study's numbers by their roles. */
  readonly known: Readonly<Record<string, number>>;
  /** Where numbers can be written, by their roles. */
  readonly places: Readonly<Record<string, EditPlace>>;
  /** Where a footnote can be written; null where the study has none. */
  readonly note: EditPlace | null;
}

/** Undefined where it is something else. */
export function readCalculation(value: unknown): Calculation | undefined {
  return isCalculation(value) ? value : undefined;
}

function isCalculation(value: unknown): value is Calculation {
  const { uri, version, wanted, known, places } = fieldsOf(value);
  return (
    typeof uri === "string" &&
    typeof version === "number" &&
    typeof wanted === "string" &&
    typeof known === "object" &&
    typeof places === "object"
  );
}
