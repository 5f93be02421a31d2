import type { Person } from "../../support/person";

/** A study as a reviewer means it to be: its name, and its four numbers. */
export interface Study {
  readonly id: number;
  readonly cells: readonly string[];
}

/** What there is to be done next: a reviewer does it with the keys, and a model of the document without. */
export type Deed =
  | {
      readonly kind: "type";
      readonly text: string;
      readonly leave: "Enter" | "Tab" | "Shift+Enter" | "Shift+Tab";
    }
  | { readonly kind: "go"; readonly key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" }
  | { readonly kind: "add"; readonly name: string; readonly leave: "Enter" | "Tab" | "Control+Enter" }
  | { readonly kind: "duplicate" | "remove" | "empty" }
  | { readonly kind: "move"; readonly by: -1 | 1 }
  | { readonly kind: "undo" | "redo"; readonly times: number };

interface State {
  readonly studies: readonly Study[];
}

const keys = {
  duplicate: "Alt+Shift+ArrowDown",
  remove: "Control+Shift+K",
  empty: "Delete",
  undo: "Control+z",
  redo: "Control+y",
};

/** A reviewer who types into the table, and what the document is meant to become. */
export class Reviewer {
  #state: State;
  #before: readonly State[] = [];
  #undone: readonly State[] = [];
  #ids = 0;
  /** Where the focus is: in which study, and in which of its cells. */
  #study: number;
  #cell = 0;
  readonly #done: string[] = [];

  constructor(
    private readonly person: Person,
    /** Looks until the table has these names, and clicks on a cell. */
    private readonly look: (names: readonly string[], study: number, cell: number) => Promise<void>,
    studies: readonly (readonly string[])[],
  ) {
    this.#state = { studies: studies.map((cells) => ({ id: (this.#ids += 1), cells })) };
    this.#study = 1;
  }

  /** What the document is meant to have. */
  get meant(): readonly (readonly string[])[] {
    return this.#state.studies.map(({ cells }) => cells);
  }

  /** What was done so far. */
  get done(): string {
    return this.#done.join("; ");
  }

  get #at(): number {
    return this.#state.studies.findIndex(({ id }) => id === this.#study);
  }

  get #names(): readonly string[] {
    return this.#state.studies.map(({ cells }) => cells[0] ?? "");
  }

  /** Clicks on the first cell. */
  async begin(): Promise<void> {
    await this.look(this.#names, this.#at, this.#cell);
  }

  async does(deed: Deed): Promise<void> {
    this.#done.push(`${JSON.stringify(deed)} in ${this.#names[this.#at]}/${this.#cell}`);
    const { person } = this;
    switch (deed.kind) {
      case "type":
        await person.type(deed.text);
        this.#write(deed.text);
        await this.#leave(deed.leave);
        return;
      case "go":
        await person.press(deed.key);
        this.#go(
          deed.key === "ArrowDown" ? 1 : deed.key === "ArrowUp" ? -1 : 0,
          deed.key === "ArrowRight" ? 1 : deed.key === "ArrowLeft" ? -1 : 0,
        );
        return;
      case "add":
        await person.press("Control+Enter");
        this.#addAfter(["", "", "", "", ""]);
        this.#cell = 0;
        await person.type(deed.name);
        this.#write(deed.name);
        await this.#leave(deed.leave);
        return;
      case "duplicate":
        await person.press(keys.duplicate);
        this.#addAfter(this.#state.studies[this.#at]?.cells ?? []);
        return;
      case "remove":
        if (this.#state.studies.length < 3) return;
        await person.press(keys.remove);
        this.#remove();
        return;
      case "empty":
        await person.press(keys.empty);
        this.#write("");
        return;
      case "move":
        await person.press(deed.by === 1 ? "Alt+ArrowDown" : "Alt+ArrowUp");
        this.#move(deed.by);
        return;
      case "undo":
      case "redo":
        for (let count = 0; count < deed.times; count += 1) await this.#takeBack(deed.kind);
    }
  }

  /** Leaves the cell that is written into. */
  async #leave(key: "Enter" | "Tab" | "Shift+Enter" | "Shift+Tab" | "Control+Enter"): Promise<void> {
    await this.person.press(key);
    if (key === "Control+Enter") {
      this.#addAfter(["", "", "", "", ""]);
      this.#cell = 0;
    } else if (key.endsWith("Tab")) this.#go(0, key === "Tab" ? 1 : -1);
    else this.#go(key === "Enter" ? 1 : -1, 0);
  }

  /** Within the studies: a reviewer goes no further. */
  #go(down: number, right: number): void {
    const { studies } = this.#state;
    const at = Math.min(Math.max(this.#at + down, 0), studies.length - 1);
    this.#study = studies[at]?.id ?? 0;
    this.#cell = Math.min(Math.max(this.#cell + right, 0), 4);
  }

  /** Whether a step with a key stays among the cells that can be written into. */
  canGo(down: number, right: number): boolean {
    const [at, cell] = [this.#at + down, this.#cell + right];
    return at >= 0 && at < this.#state.studies.length && cell >= 0 && cell <= 4;
  }

  get isInName(): boolean {
    return this.#cell === 0;
  }

  #becomes(studies: readonly Study[]): void {
    this.#before = [...this.#before, this.#state];
    this.#undone = [];
    this.#state = { studies };
  }

  #write(text: string): void {
    const study = this.#state.studies[this.#at];
    if (study === undefined || study.cells[this.#cell] === text) return;
    const cells = study.cells.with(this.#cell, text);
    this.#becomes(this.#state.studies.with(this.#at, { ...study, cells }));
  }

  #addAfter(cells: readonly string[]): void {
    const id = (this.#ids += 1);
    this.#becomes(this.#state.studies.toSpliced(this.#at + 1, 0, { id, cells }));
    this.#study = id;
  }

  #remove(): void {
    const { studies } = this.#state;
    const at = this.#at;
    const next = studies[at + 1] ?? studies[at - 1];
    this.#becomes(studies.toSpliced(at, 1));
    this.#study = next?.id ?? 0;
  }

  #move(by: -1 | 1): void {
    const { studies } = this.#state;
    const [own, other] = [studies[this.#at], studies[this.#at + by]];
    if (own === undefined || other === undefined) return;
    this.#becomes(studies.with(this.#at, other).with(this.#at + by, own));
  }

  async #takeBack(what: "undo" | "redo"): Promise<void> {
    await this.person.press(keys[what]);
    const from = what === "undo" ? this.#before : this.#undone;
    const state = from.at(-1);
    if (state === undefined) return;
    const order = ({ studies }: State): string => studies.map(({ id }) => id).join();
    const hasOtherRows = order(state) !== order(this.#state);
    const at = this.#at;
    if (what === "undo") {
      this.#before = this.#before.slice(0, -1);
      this.#undone = [...this.#undone, this.#state];
    } else {
      this.#undone = this.#undone.slice(0, -1);
      this.#before = [...this.#before, this.#state];
    }
    this.#state = state;
    if (!hasOtherRows) return;
    // Rows come and go once the text has them: the reviewer looks before going on.
    if (this.#at === -1) this.#study = state.studies[Math.min(at, state.studies.length - 1)]?.id ?? 0;
    await this.person.done();
    await this.look(this.#names, this.#at, this.#cell);
  }
}
