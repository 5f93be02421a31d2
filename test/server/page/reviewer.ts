import type { Person } from "./person";
import { type Cells, withNumber, withoutStudy, withSpaces, withStudy } from "./reviewText";
import type { TextChange } from "./smallEditor";

/** A study in the expected document: its name and its four numbers. */
interface Study {
  readonly id: number;
  readonly cells: Cells;
}

type Leave = "Enter" | "Tab" | "Shift+Enter" | "Shift+Tab" | "Control+Enter";

/** An action, which the reviewer performs by keys and the model repeats on the expected document. */
export type Deed =
  | { readonly kind: "type"; readonly leave: Exclude<Leave, "Control+Enter"> }
  | { readonly kind: "go"; readonly key: "ArrowUp" | "ArrowDown" | "ArrowLeft" | "ArrowRight" }
  | { readonly kind: "add"; readonly leave: "Enter" | "Tab" | "Control+Enter" }
  | { readonly kind: "duplicate" | "remove" | "empty" }
  | { readonly kind: "move"; readonly by: -1 | 1 }
  | { readonly kind: "undo" | "redo"; readonly times: number }
  /** Switches to the other analysis, or to another tab and back; `types` leaves a cell half edited. */
  | { readonly kind: "turn"; readonly types: boolean; readonly to: "analysis" | "tab" }
  /** Another author edits a study that the reviewer has not touched. */
  | {
      readonly kind: "other";
      readonly what: "number" | "add" | "remove" | "spaces";
      readonly which: number;
    };

/** What a reviewer sees and does without the keyboard. */
export interface Desk {
  /** Waits until the table shows these names, and clicks a cell. */
  look(names: readonly string[], study: number, cell: number): Promise<void>;
  /** Waits until the document contains these studies. */
  hasText(studies: readonly (readonly Cells[])[]): Promise<void>;
  /** Switches to another analysis, or hides the page and shows it again. */
  turn(to: "previous" | "next" | "tab"): Promise<void>;
  text(): string;
  /** Applies another author's edit. */
  write(changes: readonly TextChange[]): void;
}

/** The studies of each analysis. */
type State = readonly (readonly Study[])[];

const keys = {
  duplicate: "Alt+Shift+ArrowDown",
  remove: "Control+Shift+K",
  empty: "Delete",
  undo: "Control+z",
  redo: "Control+y",
};

const empty: Cells = ["", "", "", "", ""];

const steps: Readonly<Record<string, readonly [down: number, right: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Enter: [1, 0],
  Tab: [0, 1],
  "Shift+Enter": [-1, 0],
  "Shift+Tab": [0, -1],
};

/** A reviewer who types into the table, with a model of the expected document. */
export class Reviewer {
  #state: State;
  #before: readonly State[] = [];
  #undone: readonly State[] = [];
  #ids = 0;
  #shown = 0;
  /** Id of the focused study; `#cell` is its focused cell. */
  #study: number;
  #cell = 0;
  /** Counter that makes typed names and numbers unique. */
  #typed = 1000;
  /** Ids of the studies that the reviewer has edited. */
  readonly #touched = new Set<number>();
  /** False after another author's edit: it may have arrived first, so the depth of the undo stack is unknown. */
  #isUndoKnown = true;
  #hasTakenBack = false;
  readonly #done: string[] = [];

  constructor(
    private readonly person: Person,
    private readonly desk: Desk,
    analyses: readonly (readonly Cells[])[],
  ) {
    this.#state = analyses.map((studies) => studies.map((cells) => ({ id: (this.#ids += 1), cells })));
    this.#study = 2;
  }

  /** The expected studies of the document. */
  get meant(): readonly (readonly Cells[])[] {
    return this.#state.map((studies) => studies.map(({ cells }) => cells));
  }

  /** The expected rows of the table. */
  get shown(): readonly Cells[] {
    return this.meant[this.#shown] ?? [];
  }

  /** The actions so far. */
  get done(): string {
    return this.#done.join("; ");
  }

  get #studies(): readonly Study[] {
    return this.#state[this.#shown] ?? [];
  }

  get #at(): number {
    return this.#studies.findIndex(({ id }) => id === this.#study);
  }

  get #names(): readonly string[] {
    return this.shown.map(([name = ""]) => name);
  }

  /** Waits for the expected table and clicks the cell that has the focus in the model. */
  async look(): Promise<void> {
    await this.person.done();
    await this.desk.look(this.#names, this.#at, this.#cell);
  }

  async does(deed: Deed): Promise<void> {
    this.#done.push(`${JSON.stringify(deed)} in ${this.#names[this.#at]}/${this.#cell}`);
    const { person } = this;
    switch (deed.kind) {
      case "type":
        await this.#type();
        await this.#leave(deed.leave);
        return;
      case "go":
        if (!this.#canGo(deed.key)) return;
        await person.press(deed.key);
        this.#go(deed.key);
        return;
      case "add":
        await this.#add();
        await this.#type();
        await this.#leave(deed.leave);
        return;
      case "duplicate":
        await person.press(keys.duplicate);
        this.#addAfter(this.#studies[this.#at]?.cells ?? []);
        return;
      case "remove":
        if (this.#studies.length < 3) return;
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
        return;
      case "turn":
        if (deed.types) await this.#type();
        await this.#turn(deed.to);
        return;
      case "other":
        await this.#otherWrites(deed.what, deed.which);
    }
  }

  async #type(): Promise<void> {
    this.#typed += 1;
    const text = this.#cell === 0 ? `Quist ${this.#typed}` : String(this.#typed);
    await this.person.type(text);
    this.#write(text);
  }

  async #add(): Promise<void> {
    await this.person.press("Control+Enter");
    this.#addAfter(empty);
    this.#cell = 0;
  }

  /** Leaves the edited cell to another cell of the studies. */
  async #leave(key: Leave): Promise<void> {
    if (key === "Control+Enter") return this.#add();
    const within = [key, "Tab", "Shift+Tab"].find((one) => this.#canGo(one)) ?? key;
    await this.person.press(within);
    this.#go(within);
  }

  #go(key: string): void {
    const [down, right] = steps[key] ?? [0, 0];
    this.#study = this.#studies[this.#at + down]?.id ?? this.#study;
    this.#cell += right;
  }

  #canGo(key: string): boolean {
    const [down, right] = steps[key] ?? [0, 0];
    const cell = this.#cell + right;
    return this.#studies[this.#at + down] !== undefined && cell >= 0 && cell < empty.length;
  }

  #becomes(studies: readonly Study[], ...touched: readonly (Study | undefined)[]): void {
    this.#before = [...this.#before, this.#state];
    this.#undone = [];
    this.#state = this.#state.with(this.#shown, studies);
    for (const one of touched) if (one !== undefined) this.#touched.add(one.id);
  }

  #write(text: string): void {
    const study = this.#studies[this.#at];
    if (study === undefined || study.cells[this.#cell] === text) return;
    const cells = study.cells.with(this.#cell, text);
    this.#becomes(this.#studies.with(this.#at, { ...study, cells }), study);
  }

  #addAfter(cells: Cells): void {
    const made = { id: (this.#ids += 1), cells };
    const at = this.#at;
    this.#becomes(this.#studies.toSpliced(at + 1, 0, made), made, this.#studies[at]);
    this.#study = made.id;
  }

  #remove(): void {
    const studies = this.#studies;
    const at = this.#at;
    const next = studies[at + 1] ?? studies[at - 1];
    this.#becomes(studies.toSpliced(at, 1), studies[at]);
    this.#study = next?.id ?? 0;
  }

  #move(by: -1 | 1): void {
    const studies = this.#studies;
    const at = this.#at;
    const [own, other] = [studies[at], studies[at + by]];
    if (own === undefined || other === undefined) return;
    this.#becomes(studies.with(at, other).with(at + by, own), own, other);
  }

  async #takeBack(what: "undo" | "redo"): Promise<void> {
    if (!this.#isUndoKnown) {
      await this.#settle();
      this.#writesAsOther(withSpaces(this.desk.text()));
      this.#isUndoKnown = true;
    }
    await this.person.press(keys[what]);
    this.#hasTakenBack = true;
    const from = what === "undo" ? this.#before : this.#undone;
    const state = from.at(-1);
    if (state === undefined) return;
    const orderOf = (one: State): string => (one[this.#shown] ?? []).map(({ id }) => id).join();
    const hasOtherRows = orderOf(state) !== orderOf(this.#state);
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
    // The page shows changed rows only after the text has changed; the reviewer waits for them.
    if (this.#at === -1) this.#study = this.#studies[Math.min(at, this.#studies.length - 1)]?.id ?? 0;
    await this.look();
  }

  async #turn(to: "analysis" | "tab"): Promise<void> {
    await this.person.done();
    if (to === "tab") await this.desk.turn("tab");
    else {
      await this.desk.turn(this.#shown === 0 ? "next" : "previous");
      this.#shown = 1 - this.#shown;
      this.#study = this.#studies[0]?.id ?? 0;
      this.#cell = 0;
    }
    await this.look();
  }

  async #settle(): Promise<void> {
    await this.person.done();
    await this.desk.hasText(this.meant);
    this.#hasTakenBack = false;
  }

  #writesAsOther(changes: readonly TextChange[]): void {
    this.desk.write(changes);
    this.#before = [];
    this.#undone = [];
  }

  async #otherWrites(what: "number" | "add" | "remove" | "spaces", which: number): Promise<void> {
    const free = this.#state
      .flat()
      .filter(({ id }) => !this.#touched.has(id) && (what !== "remove" || id !== this.#study));
    const study = free[which % free.length];
    const analysis = this.#state.findIndex((studies) => studies.some((one) => one === study));
    const studies = this.#state[analysis];
    if (study === undefined || studies === undefined || (what === "remove" && studies.length < 3)) return;
    // Otherwise the other author's edit could arrive before the undo.
    if (this.#hasTakenBack) await this.#settle();
    this.#isUndoKnown = false;
    const [name = ""] = study.cells;
    const text = this.desk.text();
    const at = studies.indexOf(study);
    const number = String((this.#typed += 1));
    switch (what) {
      case "number":
        this.#writesAsOther(withNumber(text, name, 1 + (which % 4), number));
        this.#state = this.#state.with(
          analysis,
          studies.with(at, { ...study, cells: study.cells.with(1 + (which % 4), number) }),
        );
        return;
      case "spaces":
        this.#writesAsOther(withSpaces(text));
        return;
      case "add": {
        const added = { id: (this.#ids += 1), cells: [`Rask ${number}`, "1", "20", "2", "20"] };
        this.#writesAsOther(withStudy(text, name, added.cells));
        this.#state = this.#state.with(analysis, studies.toSpliced(at + 1, 0, added));
        break;
      }
      case "remove":
        this.#writesAsOther(withoutStudy(text, name));
        this.#state = this.#state.with(analysis, studies.toSpliced(at, 1));
    }
    // The reviewer waits for changed rows before the next action.
    await this.look();
  }
}
