import type { CharacterSet } from "./characterSet";

/** A regular expression as it was read. */
export type PatternTree =
  | { readonly kind: "characters"; readonly set: CharacterSet }
  | { readonly kind: "sequence"; readonly parts: readonly PatternTree[] }
  | { readonly kind: "choice"; readonly branches: readonly PatternTree[] }
  /** `most` is Infinity where there is no limit. Lazy ones try the fewest first. */
  | {
      readonly kind: "repeat";
      readonly part: PatternTree;
      readonly least: number;
      readonly most: number;
      readonly lazy: boolean;
    }
  /** `number` counts capturing groups from 1, in the order of their opening parentheses. */
  | { readonly kind: "capture"; readonly number: number; readonly part: PatternTree }
  | { readonly kind: "backreference"; readonly group: number | string }
  | { readonly kind: "position"; readonly at: PatternPosition }
  | {
      readonly kind: "look";
      readonly direction: "ahead" | "behind";
      readonly negative: boolean;
      readonly part: PatternTree;
    };

export type PatternPosition = "start" | "end" | "word-boundary" | "no-word-boundary";
