import type { CharacterSet } from "./characterSet";
import type { PatternPosition } from "./patternTree";

/** A regular expression as steps of a machine that knows only "this way or that way". */
export interface Program {
  readonly steps: readonly ProgramStep[];
  /** Which way the text is read: lookbehind reads backward. */
  readonly direction: Direction;
  /** Whether only the start of the text can match. */
  readonly fromStart: boolean;
}

/** 1 reads towards the end of the text, -1 towards its start. */
export type Direction = 1 | -1;

/** A step goes on to the next one unless it says otherwise. */
export type ProgramStep =
  | { readonly kind: "character"; readonly set: CharacterSet }
  /** Reads `least` to `most` characters of the set, and goes on behind each of them. */
  | {
      readonly kind: "characters";
      readonly set: CharacterSet;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  /** Goes to `first` and, should that fail, to `second`. */
  | { readonly kind: "split"; readonly first: number; readonly second: number }
  | { readonly kind: "jump"; readonly to: number }
  | { readonly kind: "position"; readonly at: PatternPosition }
  | { readonly kind: "look"; readonly program: Program; readonly negative: boolean }
  /** Remembers where the text of a backreference starts or ends. */
  | { readonly kind: "save"; readonly slot: number }
  | { readonly kind: "forget"; readonly slots: readonly number[] }
  /** Reads what stands between slots `slot` and `slot + 1`. */
  | { readonly kind: "backreference"; readonly slot: number }
  | { readonly kind: "accept" };
