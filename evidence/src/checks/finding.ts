import type { NumberRole, ResultRole, Role } from "../roles/roles";
import type { PooledEffect } from "../pooling/pool";
import type { Judgement } from "../judgements";
import type { ItemRow } from "../roles/readRow";
import type { StoredChange, StoredDifference } from "../stored/storedDifferences";
import { readText } from "../choiceValues";
import type { ImpossibleNumber } from "./impossibleData";

/** A value that replaces another to resolve a finding. */
export interface Repair {
  /** Within the item (RFC 6901). */
  readonly pointer: string;
  readonly value: number;
}

/** The location of a finding: `row` is an index of the item's rows, `pointer` leads to the smallest value at fault. */
interface InRow {
  readonly row: number;
  readonly pointer: string;
  /** How many more rows of the same study have the same fault: they share one finding. */
  readonly alike?: number;
}

/** The result of a check, as data: `spec/evidence.md` section 4 lists the rules. */
export type Finding =
  | (InRow & ImpossibleNumber)
  | {
      readonly code: "method-mismatch";
      /** The index of the row, if the data of this one row are of another type than the document states. */
      readonly row?: number;
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
      /** What the row was compared with: the other studies' deviations, or their standardised differences. */
      readonly neighbours:
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
      /** The number of other rows with logarithms, if the comparison with them is the only evidence. */
      readonly others?: number;
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "transposed-arms";
      /** The pooled effect of the other studies. */
      readonly pooled: number;
      /** How many other studies there are. */
      readonly others: number;
      /** The row's distance from the pooled effect, in standard errors. */
      readonly distance: number;
      /** The same distance with the arms, or the sign, exchanged. */
      readonly exchangedDistance: number;
      /** What was exchanged for `exchangedDistance`: the sign, if the data are an estimate, which has no arms. */
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
      /** The divisor that converts the row's means and deviations to the unit of the others. */
      readonly factor: number;
      readonly means: readonly [number, number];
      readonly deviations: readonly [number, number];
      readonly others: number;
      readonly repairs: readonly Repair[];
    })
  | (InRow & {
      readonly code: "risk-of-bias-mismatch";
      readonly overall: Judgement;
      /** The domain with the worst judgement. */
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
      /** The index of the other item in the group; `otherValue` is its total. */
      readonly otherItem: number;
      readonly otherValue: number;
      /** Within the other item. */
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
      /** Edits that make the item store all computed results. */
      readonly changes: readonly StoredChange[];
    })
  | {
      readonly code: "fragile-result";
      readonly pointer: string;
      readonly reason: "sign" | "significance" | "narrower-than-wald" | "one-study-outweighs";
      /** The index of the row on which the result depends; null if it depends on no single study. */
      readonly row: number | null;
      readonly without: PooledEffect | null;
    }
  | {
      readonly code: "zero-cells";
      readonly pointer: string;
      readonly corrected: readonly number[];
      /** Studies of which only the variance is corrected. */
      readonly correctedVariance: readonly number[];
      readonly notEstimable: readonly number[];
      /** The pooled estimate without correction, if it differs by more than a tenth; else null. */
      readonly withoutCorrection: number | null;
      /** Studies that the pool without correction has to omit. */
      readonly leftOut: readonly number[];
    };

export type FindingCode = Finding["code"];

/** Rounds to significant digits, as a person would write the number. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toPrecision(digits));
}

/** Whether a footnote states that a group was divided between several rows. Checks do not report such rows. */
export function saysDivided(row: ItemRow): boolean {
  return divided.test(footnoteOf(row));
}

/** Whether a footnote explains the direction of an effect. Checks do not report such rows. */
export function saysDirection(row: ItemRow): boolean {
  return direction.test(footnoteOf(row));
}

const divided =
  /divid|halv|half|split|shar(?:e|ing)|÷|double.?count|number of (?:comparisons|arms)|unit.of.analysis|geteilt|halbiert|aufgeteilt|dividi|repart|mitad/i;
const direction =
  /revers|transpos|swap|exchang|invert|opposite|direction|multipl\w+ by\s+[-−–]\s*1|minus|\bsign\b|umgekehrt|vertauscht|vorzeichen|richtung|invert|dirección|signo/i;

function footnoteOf(row: ItemRow): string {
  return readText(row.stated("footnotes")) ?? "";
}
