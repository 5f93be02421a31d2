import type { Template } from "../../editing/template";

/** A way to make a finding go away. */
export interface Fix {
  readonly title: string;
  /** In the order of the text, none overlapping another. */
  readonly replacements: readonly Replacement[];
  /** Whether it can only be what the author means, so that it may be applied unseen. */
  readonly certain: boolean;
  /** Whether it is the best of the finding's fixes. */
  readonly preferred: boolean;
}

/** What is to stand between two offsets of the text. */
export interface Replacement {
  readonly start: number;
  readonly end: number;
  readonly template: Template;
}
