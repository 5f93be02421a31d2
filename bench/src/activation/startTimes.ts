/** How long an extension took to start, in milliseconds. */
export interface StartTimes {
  /** What VS Code says of its activation: its code loaded, `activate` called and come to its end. */
  readonly activated: number;
  /** From the opening of a first document until its outline was there: its language server answers. */
  readonly answered: number;
}

/** What one VS Code measured. */
export interface Starts {
  readonly own: StartTimes;
  /** Of the JSON extension that comes with VS Code. */
  readonly json: StartTimes;
}
