/** When an extension is activated: by a document that VS Code starts with, or by one that is opened later. */
export type Moment = "startUp" | "later";

/** How long extensions took to start, in milliseconds. */
export interface Starts<Times> {
  readonly own: Times;
  /** Of the JSON extension that comes with VS Code. */
  readonly json: Times;
}

/** What VS Code says of an activation: its code loaded, `activate` called and come to its end. */
export interface Activation {
  readonly activated: number;
}

export interface FirstDocument extends Activation {
  /** From the opening of a first document until its outline was there: its language server answers. */
  readonly answered: number;
}

/** What one VS Code measured. */
export type Measured =
  | { readonly moment: "startUp"; readonly starts: Starts<Activation> }
  | { readonly moment: "later"; readonly starts: Starts<FirstDocument> };
