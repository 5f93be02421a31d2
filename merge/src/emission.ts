import type { Choice, Conflict, Piece } from "./pieces";
import type { Versions, Row } from "./alignment";
import type { Members } from "./side";

/** The white space of a document. */
export interface Layout {
  /** Empty for a one-line document. */
  readonly lineEnd: "" | "\n" | "\r\n";
  /** The indentation of one level. */
  readonly step: string;
  /** The text between members on one line. */
  readonly between: "" | " ";
}

export function layoutOf(text: string): Layout {
  const between = /,[ \t]"/.test(text.slice(0, 10_000)) ? " " : "";
  const end = text.trimEnd().indexOf("\n");
  if (end === -1) return { lineEnd: "", step: "", between };
  const [, step = "  "] = /\n([ \t]+)\S/.exec(text) ?? [];
  return { lineEnd: text[end - 1] === "\r" ? "\r\n" : "\n", step, between };
}

export function isSameLayout(one: Layout, other: Layout): boolean {
  return one.lineEnd === other.lineEnd && (one.lineEnd === "" || one.step === other.step);
}

/** The parts of a text that a change of layout treats differently: strings, comments, white space, other text. */
const layoutToken = /"(?:[^"\\]|\\.)*"|\/\/[^\r\n]*|\/\*[^]*?\*\/|\s+|[^\s"/]+|./g;

/**
 * Converts a value from one layout to another. Does not change strings and numbers.
 *
 * @param depth number of enclosing lists and objects
 */
export function laidOut(text: string, from: Layout, to: Layout, depth: number): string {
  if (isSameLayout(from, to)) return text;
  if (to.lineEnd === "") return inOneLine(text, to);
  if (from.lineEnd === "") return inLines(text, to, depth);
  return text.replace(/\r?\n([ \t]*)/g, (_, margin: string) => {
    const steps = Math.floor(margin.length / from.step.length);
    return to.lineEnd + to.step.repeat(steps) + margin.slice(steps * from.step.length);
  });
}

function inOneLine(text: string, { between }: Layout): string {
  return text.replace(layoutToken, (found) => {
    if (found.startsWith("//")) return `/*${found.slice(2).replaceAll("*/", "* /")} */`;
    if (/^\s/.test(found)) return "";
    return between === " " && !/^["/]/.test(found) ? found.replace(/[,:]/g, "$& ") : found;
  });
}

function inLines(text: string, { lineEnd, step }: Layout, depth: number): string {
  const line = (level: number): string => lineEnd + step.repeat(level);
  let level = depth;
  return text
    .replace(layoutToken, (found) => (/^\s/.test(found) ? "" : found))
    .replace(/"(?:[^"\\]|\\.)*"|\{\}|\[\]|[{}[\],:]/g, (found) => {
      switch (found) {
        case "{":
        case "[":
          level += 1;
          return found + line(level);
        case "}":
        case "]":
          level -= 1;
          return line(level) + found;
        case ",":
          return found + line(level);
        case ":":
          return ": ";
        default:
          return found;
      }
    });
}

/** A member of the result, with the text around it. */
interface Emitted {
  /** The white space and comments before the member. */
  readonly lead: string;
  readonly pieces: readonly Piece[];
  /** The text between the member and its comma. */
  readonly mid: string;
  /** The comment after the comma on the same line. */
  readonly note: string;
  /** The conflict whose resolution decides whether the member exists; null if it always does. */
  readonly only: Conflict | null;
}

/**
 * Merges three versions of white space and comments: takes the changed side. If both changed, takes ours, unless the
 * result would lack a comment of theirs.
 */
export function pick(base: string | undefined, ours: string, theirs: string): string {
  if (ours === theirs || theirs === base) return ours;
  if (ours === base) return theirs;
  // Only comments contain a slash. A version without comments has nothing to keep.
  if (!theirs.includes("/") || ours.includes(theirs.trim())) return ours;
  return ours.includes("/") && !theirs.includes(ours.trim()) ? ours + theirs.trimStart() : theirs;
}

/** The result of an object or a list, member by member. */
export class Emission {
  readonly #emitted: Emitted[] = [];

  constructor(
    readonly versions: Versions,
    readonly layout: Layout,
    readonly frame: Members,
  ) {}

  add(member: Emitted): void {
    const before = this.#emitted.at(-1);
    // After a line comment, a member must begin a new line, or else it would become part of the comment.
    const needsLine = before?.note.includes("//") === true && !/^[ \t]*[\r\n]/.test(member.lead);
    this.#emitted.push(needsLine ? { ...member, lead: this.layout.lineEnd + member.lead } : member);
  }

  /** The text before a member of one version: as in that version, if it suits the member's new position. */
  leadOf(members: Members, index: number, layout: Layout): string {
    const own = members.leadOf(index);
    const isFirst = this.#emitted.length === 0;
    const isSame = isSameLayout(layout, this.layout);
    if (own.includes("/")) return laidOut(own, layout, this.layout, 0);
    return isSame && (index === 0) === isFirst ? own : this.#usualLead(members);
  }

  /** The merged text before a member; the usual text if the member has become the first or is no longer the first. */
  pickedLead(picked: string, wasFirst: boolean, ours: Members): string {
    const isFirst = this.#emitted.length === 0;
    return picked.includes("/") || wasFirst === isFirst ? picked : this.#usualLead(ours);
  }

  #usualLead(members: Members): string {
    const frame = this.frame.count > 0 ? this.frame : members;
    const first = frame.leadOf(0);
    if (this.#emitted.length === 0) return first;
    return frame.usualLead ?? (first.includes("\n") ? first : this.layout.between);
  }

  pieces(): readonly Piece[] {
    const { base, ours, theirs } = this.versions;
    const [open, close] = ours.kind === "object" ? ["{", "}"] : ["[", "]"];
    const endsWithComma = this.#endsWithComma();
    const pieces: Piece[] = [open + pick(base?.openNote, ours.openNote, theirs.openNote)];
    const later = laterThan(this.#emitted);
    this.#emitted.forEach(({ lead, pieces: own, mid, note, only }, index) => {
      const isLast = index === this.#emitted.length - 1;
      const follows = later[index] ?? null;
      if (only === null) pieces.push(lead);
      for (const piece of own) pieces.push(piece);
      if (only !== null) {
        pieces.push(comma(only, isLast ? [] : follows));
        for (const piece of choiceOf(only, note)) pieces.push(piece);
      } else if (isLast) pieces.push(endsWithComma ? `${mid},` : "", note);
      else pieces.push(follows === null ? `${mid},` : comma(null, follows), note);
    });
    pieces.push(this.#tail(), close);
    return pieces;
  }

  #endsWithComma(): boolean {
    const { base, ours, theirs } = this.versions;
    const of = (members: Members | undefined): string =>
      String(members !== undefined && members.count > 0 && members.after(members.count - 1).hasComma);
    return pick(of(base), of(ours), of(theirs)) === "true";
  }

  #tail(): string {
    const { base, ours, theirs } = this.versions;
    if (this.#emitted.length === 0) {
      const text = pick(base?.tail, ours.tail, theirs.tail);
      // Without members, only comments remain.
      return text.includes("/") ? text : "";
    }
    const note = this.#emitted.at(-1)?.note ?? "";
    // The white space in an empty version does not suit a result with members.
    const tail =
      ours.count === 0
        ? theirs.tail
        : theirs.count === 0
          ? ours.tail
          : pick(base?.tail, ours.tail, theirs.tail);
    return note.includes("//") && !/^[ \t]*[\r\n]/.test(tail) ? this.layout.lineEnd + tail : tail;
  }
}

/** For each member, the conflicts that decide whether another member follows; null if one certainly does. */
function laterThan(emitted: readonly Emitted[]): readonly (readonly Conflict[] | null)[] {
  const later: (readonly Conflict[] | null)[] = [];
  let follows: readonly Conflict[] | null = [];
  for (let index = emitted.length - 1; index >= 0; index--) {
    later[index] = follows;
    const only = emitted[index]?.only ?? null;
    follows = only === null ? null : follows && [only, ...follows];
  }
  return later;
}

function comma(own: Conflict | null, later: readonly Conflict[] | null): Piece {
  return { kind: "comma", own, later };
}

/** A text that the result contains only if the resolution of the conflict keeps the member. */
function choiceOf(conflict: Conflict, text: string): readonly Choice[] {
  if (text === "") return [];
  const on = (side: string | null): string => (side === null ? "" : text);
  const { base, ours, theirs } = conflict;
  return [{ kind: "choice", conflict, base: on(base), ours: on(ours), theirs: on(theirs) }];
}

/** Copies members whose text is identical in both versions: consecutive ones as one slice of text. */
export class Copies {
  #first = -1;
  #last = -1;
  #lead = "";

  constructor(
    readonly versions: Versions,
    readonly emission: Emission,
  ) {}

  /** Adds a row to the slice, or begins a new slice with it; returns false if the row cannot be copied. */
  take(row: Row): boolean {
    const { ours, theirs } = this.versions;
    if (row.ours === -1 || row.theirs === -1) return false;
    const stretch = ours.stretch(row.ours);
    if (stretch === undefined || stretch !== theirs.stretch(row.theirs)) return false;
    if (this.#first !== -1 && this.#last + 1 === row.ours) {
      this.#last = row.ours;
      return true;
    }
    this.end();
    const { base } = this.versions;
    const was = base === undefined || row.base === -1 ? undefined : base.leadOf(row.base);
    const lead = pick(was, ours.leadOf(row.ours), theirs.leadOf(row.theirs));
    this.#lead = this.emission.pickedLead(lead, row.ours === 0, ours);
    this.#first = this.#last = row.ours;
    return true;
  }

  /** Adds the slice, if there is one, to the result. */
  end(): void {
    if (this.#first === -1) return;
    const { ours } = this.versions;
    const text = ours.side.text.slice(ours.startOf(this.#first), ours.endOf(this.#last));
    const { mid, note } = ours.after(this.#last);
    this.emission.add({ lead: this.#lead, pieces: [text], mid, note, only: null });
    this.#first = -1;
  }
}
