import type { Placed } from "@analyses/json";
import { type Row, type Versions, alignElements, alignProperties } from "./alignment";
import { type Layout, Copies, Emission, pick, isSameLayout, laidOut, layoutOf } from "./emission";
import { type ListKind, stepTo } from "./identity";
import type { Change, Conflict, Piece, Place, SideName, Step } from "./pieces";
import { sides, isStoredResult, isSameStudy, withOccurrence } from "./pieces";
import { type Members, type Side, membersOf, textOf } from "./side";
import { type SubgroupNumbers, subgroupIn, subgroupNumbers, withNumber } from "./subgroupNumbers";
import { sameExtraction, sameMeaning } from "./values";

/** Values nested deeper than this count as one cell. */
const maxDepth = 200;

export interface Sides {
  /** Undefined when comparing two texts without a common base. */
  readonly base: Side | undefined;
  readonly ours: Side;
  readonly theirs: Side;
}

/** The two compared values of a cell. */
export interface ComparedCell {
  readonly place: Place;
  readonly ours: string;
  readonly theirs: string;
  readonly isSame: boolean;
}

/** A subgroup that has a new number in the result, because another subgroup has its old number. */
export interface Renumbered {
  readonly kind: "subgroup-renumbered";
  readonly place: Place;
  readonly label: string;
  readonly number: string;
}

/** Both versions added elements with the same number. */
export interface SameNumber {
  readonly kind: "same-number";
  readonly place: Place;
  readonly labels: readonly string[];
  readonly number: string;
}

interface Values {
  readonly base: Placed | undefined;
  readonly ours: Placed;
  readonly theirs: Placed;
}

/** Merges the values of two versions, and collects the conflicts and changes of the result. */
export class Merger {
  readonly conflicts: Conflict[] = [];
  readonly changes: Change[] = [];
  readonly items: (readonly Piece[])[] = [];
  readonly notes: (Renumbered | SameNumber)[] = [];
  readonly #layouts: Readonly<Record<SideName, Layout>>;
  /** The layout of the result. */
  readonly #layout: Layout;
  readonly #isRevMan: boolean;
  /** Whether a member in only one text is a conflict: without a base, either author may have added or removed it. */
  readonly #asksOfAll: boolean;
  /** The subgroup numbers of the analysis being merged; undefined if they stay as they are. */
  #numbers: SubgroupNumbers | undefined;

  /** @param compare receives each cell that both texts have, when comparing two extractions */
  constructor(
    readonly texts: Sides,
    readonly compare: ((cell: ComparedCell) => void) | undefined,
  ) {
    const { base, ours, theirs } = texts;
    this.#asksOfAll = compare !== undefined || base === undefined;
    this.#layouts = {
      base: layoutOf((base ?? ours).text),
      ours: layoutOf(ours.text),
      theirs: layoutOf(theirs.text),
    };
    const layouts = this.#layouts;
    // If only `theirs` has changed the layout, the result takes it.
    this.#layout =
      base !== undefined && isSameLayout(layouts.base, layouts.ours) ? layouts.theirs : layouts.ours;
    this.#isRevMan = /"\$schema"\s*:\s*"https:\\?\/\\?\/assets\.cochrane\.org/.test(ours.text.slice(0, 300));
  }

  value(at: Values, place: Place, name: string): readonly Piece[] {
    const { base, ours, theirs } = this.texts;
    const oursText = textOf(ours, at.ours);
    // Equal texts need no merge, unless each cell is compared or subgroup numbers change in them.
    const maySkipEqual = this.compare === undefined && this.#numbers === undefined;
    if (maySkipEqual && oursText === textOf(theirs, at.theirs)) return [oursText];
    if (place.trail.length < maxDepth) {
      const all = {
        base: base && at.base && membersOf(base, at.base),
        ours: membersOf(ours, at.ours),
        theirs: membersOf(theirs, at.theirs),
      };
      const { ours: own, theirs: other } = all;
      if (own !== undefined && own.kind === other?.kind) {
        const versions = {
          base: all.base?.kind === own.kind ? all.base : undefined,
          ours: own,
          theirs: other,
        };
        if (own.kind === "object") return this.#object(versions, place);
        const subgroupOf =
          this.#numbers &&
          subgroupIn(this.#numbers, (side) => sides.find((one) => texts[one] === side) ?? "ours");
        const { texts } = this;
        const relation = this.compare === undefined ? "version" : "extraction";
        const inSubgroup = name === "subgroups" ? undefined : subgroupOf;
        const aligned = alignElements(name, versions, inSubgroup, relation);
        if (aligned !== undefined)
          return this.#members(versions, aligned.rows, place, { name, kind: aligned.kind });
      }
    }
    return this.#cell(at, place, name);
  }

  #object(versions: Versions, place: Place): readonly Piece[] {
    const outer = this.#numbers;
    if (outer === undefined) {
      this.#numbers = subgroupNumbers(versions);
      for (const one of this.#numbers?.renumbered ?? [])
        this.notes.push({ kind: "subgroup-renumbered", place, ...one });
    }
    const pieces = this.#members(versions, alignProperties(versions), place, undefined);
    this.#numbers = outer;
    return pieces;
  }

  #members(
    versions: Versions,
    rows: readonly Row[],
    place: Place,
    list: { readonly name: string; readonly kind: ListKind } | undefined,
  ): readonly Piece[] {
    const { ours, theirs } = versions;
    const frame = isSameLayout(this.#layout, this.#layouts.ours) ? ours : theirs;
    const emission = new Emission(versions, this.#layout, frame);
    const copies = new Copies(versions, emission);
    const isCopied = this.compare === undefined && this.#numbers === undefined;
    const occurrences = new Map<string, number>();
    for (const row of rows) {
      if (isCopied && copies.take(row)) continue;
      copies.end();
      const found = this.#placeOf(versions, row, place, list);
      const inner = this.compare === undefined ? found : withOccurrence(found, occurrences);
      if (row.ours === -1) this.#alone(emission, theirs, row.theirs, "theirs", { row, inner, list });
      else if (row.theirs === -1) this.#alone(emission, ours, row.ours, "ours", { row, inner, list });
      else this.#both(emission, versions, row, inner, list?.name);
    }
    copies.end();
    if (list?.kind.kind === "numbered" && list.name !== "subgroups")
      this.#noteSameNumbers(versions, rows, place, list.kind);
    return emission.pieces();
  }

  #both(
    emission: Emission,
    { base, ours, theirs }: Versions,
    row: Row,
    place: Place,
    list: string | undefined,
  ): void {
    const hasBase = base !== undefined && row.base !== -1;
    const pickOf = (of: (members: Members, index: number) => string): string =>
      pick(hasBase ? of(base, row.base) : undefined, of(ours, row.ours), of(theirs, row.theirs));
    const lead = pickOf((members, index) => members.leadOf(index));
    const values = {
      base: hasBase ? base.valueAt(row.base) : undefined,
      ours: ours.valueAt(row.ours),
      theirs: theirs.valueAt(row.theirs),
    };
    const name = list === undefined ? ours.nameOf(row.ours) : "";
    const pieces = this.value(values, place, name);
    if (list === "analyses") this.items.push(pieces);
    emission.add({
      lead: emission.pickedLead(lead, row.ours === 0, ours),
      pieces: list === undefined ? [pickOf((members, index) => members.keyOf(index)), ...pieces] : pieces,
      mid: pickOf((members, index) => members.after(index).mid),
      note: pickOf((members, index) => members.after(index).note),
      only: null,
    });
  }

  /** Merges a member that only one version has. */
  #alone(
    emission: Emission,
    members: Members,
    index: number,
    by: "ours" | "theirs",
    {
      row,
      inner,
      list,
    }: { readonly row: Row; readonly inner: Place; readonly list: { readonly name: string } | undefined },
  ): void {
    const { base } = emission.versions;
    const written = members.textOf(index);
    const was = base === undefined || row.base === -1 ? null : base.textOf(row.base);
    const other = by === "ours" ? "theirs" : "ours";
    // The other version removed a member that this version left unchanged.
    if (was !== null && !this.#asksOfAll && sameMeaning(was, written)) {
      this.changes.push({ by: other, kind: "removed", place: inner, before: was, after: null });
      return;
    }
    const text = this.#copied(written, by, inner.trail.length, list?.name);
    const lead = emission.leadOf(members, index, this.#layouts[by]);
    const { mid, note } = members.after(index);
    // This version added the member.
    if (was === null && !this.#asksOfAll) {
      this.changes.push({ by, kind: "added", place: inner, before: null, after: text });
      emission.add({ lead, pieces: [text], mid, note, only: null });
      return;
    }
    const kind = was === null ? "one-side-only" : "removed-and-changed";
    const before = was === null ? null : this.#copied(was, "base", inner.trail.length, list?.name);
    const conflict = this.#conflict(kind, inner, { base: before, ours: null, theirs: null, [by]: text });
    const around = (value: string | null): string => (value === null ? "" : lead + value + mid);
    const { ours, theirs } = conflict;
    emission.add({
      lead: "",
      pieces: [
        {
          kind: "choice",
          conflict,
          base: around(before),
          ours: around(ours),
          theirs: around(theirs),
        },
      ],
      mid: "",
      note,
      only: conflict,
    });
  }

  #cell(at: Values, place: Place, name: string): readonly Piece[] {
    const read = (side: SideName): string | undefined => {
      const [text, value] = [this.texts[side], at[side]];
      if (text === undefined || value === undefined) return undefined;
      const written = this.#numbered(side, textOf(text, value), place, name);
      return laidOut(written, this.#layouts[side], this.#layout, place.trail.length);
    };
    const [base, ours, theirs] = [read("base"), read("ours") ?? "", read("theirs") ?? ""];
    const same = this.compare === undefined ? sameMeaning : sameExtraction;
    const isSame = same(ours, theirs) || isSameStudy(place, ours, theirs);
    this.compare?.({ place, ours, theirs, isSame });
    if (isSame) {
      if (base !== undefined && !sameMeaning(base, ours))
        this.changes.push({ by: "both", kind: "changed", place, before: base, after: ours });
      // Takes theirs if only theirs has changed the notation or, in a comparison, if ours is a text with the number of
      // theirs.
      const isNumberInWords = this.compare !== undefined && ours.startsWith('"') && !theirs.startsWith('"');
      return [base === ours || isNumberInWords ? theirs : ours];
    }
    if (base !== undefined && this.compare === undefined) {
      const changed = (by: "ours" | "theirs", after: string): readonly Piece[] => {
        this.changes.push({ by, kind: "changed", place, before: base, after });
        return [after];
      };
      if (sameMeaning(base, ours)) return changed("theirs", theirs);
      if (sameMeaning(base, theirs)) return changed("ours", ours);
    }
    const conflict = this.#conflict("cell", place, { base: base ?? null, ours, theirs });
    return [{ kind: "choice", conflict, base: base ?? "", ours, theirs }];
  }

  #conflict(kind: Conflict["kind"], place: Place, texts: Pick<Conflict, SideName>): Conflict {
    const isStored = this.#isRevMan && isStoredResult(place.trail);
    const conflict = { id: this.conflicts.length, kind, place, isStoredResult: isStored, ...texts };
    this.conflicts.push(conflict);
    return conflict;
  }

  /** Replaces a subgroup's number by its number in the result. */
  #numbered(side: SideName, text: string, { trail }: Place, name: string): string {
    const around = trail.at(-2);
    const isNumber =
      around?.kind === "element"
        ? around.list === "subgroups" && name === "number"
        : around?.name === "applicability" && name === "subgroup-number";
    return this.#numbers === undefined || !isNumber ? text : this.#numbers.numberOf(side, text);
  }

  /** A member's text as the result has it: in the result's layout, with the result's subgroup number. */
  #copied(text: string, side: SideName, depth: number, list: string | undefined): string {
    const numbers = this.#numbers;
    const numbered =
      numbers === undefined || list === undefined
        ? text
        : withNumber(text, list, (written) => numbers.numberOf(side, written));
    return laidOut(numbered, this.#layouts[side], this.#layout, depth);
  }

  #placeOf(
    versions: Versions,
    row: Row,
    place: Place,
    list: { readonly name: string; readonly kind: ListKind } | undefined,
  ): Place {
    const side = row.ours !== -1 ? "ours" : row.theirs !== -1 ? "theirs" : "base";
    const members = versions[side];
    if (members === undefined) throw new RangeError("No version has this member.");
    const last: Step =
      list === undefined
        ? { kind: "property", name: members.nameOf(row[side]) }
        : stepTo(members, row[side], list.name, list.kind);
    return { trail: [...place.trail, last] };
  }

  #noteSameNumbers({ ours, theirs }: Versions, rows: readonly Row[], place: Place, kind: ListKind): void {
    const added = rows.filter(({ base }) => base === -1);
    // Only numbers that both versions added can clash without a conflict.
    if (!added.some((row) => row.ours === -1) || !added.some((row) => row.theirs === -1)) return;
    const byNumber = new Map<string, string[]>();
    for (const row of added) {
      const [members, index] = row.ours === -1 ? [theirs, row.theirs] : [ours, row.ours];
      const step = stepTo(members, index, "", kind);
      if (step.kind === "element")
        byNumber.set(step.number, [...(byNumber.get(step.number) ?? []), step.name]);
    }
    for (const [number, labels] of byNumber)
      if (number !== "" && labels.length > 1) this.notes.push({ kind: "same-number", place, labels, number });
  }
}
