/** What VS Code says of an activation, in milliseconds. */
export interface Activation {
  /** The code loaded, and `activate` called until it returned: our own work, with no other extension between. */
  readonly called: number;
  /** The same, until what `activate` promised had come. */
  readonly activated: number;
}

export interface FirstDocument extends Activation {
  /** From the opening of a first document until its outline was there: its language server answers. */
  readonly answered: number;
}

/** What one VS Code measured: how long extensions took to start. */
export interface Measured {
  readonly own: FirstDocument;
  /** Of the JSON extension that comes with VS Code. */
  readonly json: FirstDocument;
}
