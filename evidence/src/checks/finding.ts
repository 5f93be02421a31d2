import type { NumberRole, ResultRole, Role } from "../roles/roles";
import type { PooledEffect } from "../pooling/pool";
import type { Judgement } from "../judgements";
import type { ItemRow } from "../roles/readRow";
import type { StoredChange, StoredDifference } from "../stored/storedDifferences";

/** A value to write in the place of another, so that a finding is gone. */
export interface Repair {
  /** Within the item (RFC 6901). */
  readonly pointer: string;
  readonly value: number;
}

/** Where a finding is: `row` is an index of the item's rows, `pointer` the smallest value that causes it. */
interface InRow {
  readonly row: number;
  readonly pointer: string;
  /** How many more rows of the same study have the same fault: it is one finding. */
  readonly alike?: number;
}

export type ImpossibleReason =
  | "events-negative"
  | "events-over-total"
  | "events-fractional"
  | "total-negative"
  | "deviation-negative"
  | "deviation-zero"
  | "error-not-positive"
  | "variance-not-positive"
  | "score-beyond-events"
  | "variance-beyond-events"
  | "interval-reversed"
  | "estimate-outside-interval"
  | "ratio-not-positive"
  | "difference-over-one";

/** What a check found, as data: the rules are those of `spec/evidence.md` section 4. */
export type Finding =
  | (InRow & {
      readonly code: "impossible-data";
      readonly reason: ImpossibleReason;
      readonly role: NumberRole;
      readonly value: number;
      /** The number that it contradicts. */
      readonly other: number | null;
    })
  | {
      readonly code: "method-mismatch";
      readonly pointer: string;
      readonly role: Role;
      readonly value: string;
      readonly other: Role;
      readonly otherValue: string;
    }
  | (InRow & {
      readonly code: "standard-error-as-deviation";
      readonly deviations: readonly [number, number];
      /** Participants of the experimental arm. */
      readonly total: number;
      readonly others: number;
      /** What tells: the deviations of the others, or the standardised difference beside the largest of the others'. */
      readonly beside:
        | { readonly kind: "deviations"; readonly lowest: number; readonly highest: number }
        | {
            readonly kind: "differences";
            readonly own: number;
            readonly corrected: number;
            readonly largest: number;
          };
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "ratio-not-logged";
      readonly role: NumberRole;
      readonly value: number;
      /** How many logarithms it is held against, where nothing but these tells. */
      readonly others?: number;
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "transposed-arms";
      /** Of the others, and how far the row is from them, as it is and with its arms exchanged. */
      readonly pooled: number;
      readonly others: number;
      readonly distance: number;
      readonly exchangedDistance: number;
      /** Of an estimate there are no arms to exchange, only its sign. */
      readonly exchanged: "arms" | "sign";
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "shared-comparator";
      readonly otherRow: number;
      readonly arm: "experimental" | "comparator";
    })
  | (InRow & { readonly code: "duplicate-row"; readonly otherRow: number })
  | (InRow & {
      readonly code: "unit-slip";
      /** What the row's means and deviations are to be divided by. */
      readonly factor: number;
      readonly means: readonly [number, number];
      readonly deviations: readonly [number, number];
      readonly others: number;
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "risk-of-bias-mismatch";
      readonly overall: Judgement;
      /** The domain that is judged the worst. */
      readonly domain: string;
      readonly worst: Judgement;
    })
  | {
      readonly code: "default-label";
      readonly pointer: string;
      readonly label: string;
    }
  | (InRow & {
      readonly code: "totals-disagree";
      readonly role: NumberRole;
      readonly value: number;
      /** The item of the group, by its index, and what it says. */
      readonly otherItem: number;
      readonly otherValue: number;
      /** Within that item. */
      readonly otherPointer: string;
    })
  | {
      readonly code: "result-mismatch";
      readonly pointer: string;
      readonly role: ResultRole;
      readonly stored: number;
      readonly computed: number;
      readonly repairs: readonly Repair[];
    }
  | (StoredDifference & {
      readonly code: "result-mismatch";
      /** So that all stored results are those of the numbers. */
      readonly changes: readonly StoredChange[];
    })
  | {
      readonly code: "fragile-result";
      readonly pointer: string;
      readonly reason: "sign" | "significance" | "narrower-than-wald" | "one-study-outweighs";
      /** The study that decides, where it is one. */
      readonly row: number | null;
      readonly without: PooledEffect | null;
    }
  | {
      readonly code: "zero-cells";
      readonly pointer: string;
      readonly corrected: readonly number[];
      /** Of which only the variance is corrected. */
      readonly correctedVariance: readonly number[];
      readonly notEstimable: readonly number[];
      /** The pool without correction, where it differs by more than a tenth. */
      readonly withoutCorrection: number | null;
      /** Which cannot be in it. */
      readonly leftOut: readonly number[];
    };

export type FindingCode = Finding["code"];

export function numberIn(row: ItemRow, role: NumberRole): number | undefined {
  return row.number(role);
}

export function pointerOf(row: ItemRow, role: NumberRole): string {
  return row.pointerOf(role);
}

/** A number as a person would write it down. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}

/** How many decimals a number is written with. */
export function decimalsOf(value: number): number {
  const [digits = "", exponent = "0"] = String(value).split("e");
  return Math.min(100, Math.max(0, (digits.split(".")[1] ?? "").length - Number(exponent)));
}
