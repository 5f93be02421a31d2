import { sharedEnds } from "@analyses/json";
import type { Merged, Texts } from "./mergeTexts";
import { type Answer, type SideName, textOfPieces } from "./pieces";

type MarkedSide = Exclude<SideName, "base">;

/** Options for conflict markers (git-merge(1), "How conflicts are presented"). */
interface Marking {
  readonly size: number;
  /** The labels after the markers. */
  readonly labels: Readonly<Record<MarkedSide, string>>;
  /** Resolutions of conflicts by identifier; these conflicts get no markers. */
  readonly decided?: ReadonlyMap<number, Answer>;
}

/** Returns the merged text, with markers around exactly the lines with unresolved conflicts. */
export function markedText({ pieces }: Pick<Merged, "pieces">, marking: Marking): string {
  const lineEnd = pieces.some((piece) => typeof piece === "string" && piece.includes("\r\n")) ? "\r\n" : "\n";
  const out: string[] = [];
  /**
   * The text of both sides since the beginning of the line in which the conflict begins; undefined between conflicts.
   */
  let open: Readonly<Record<MarkedSide, string>> | undefined;
  /** The text of the current line before the first conflict in it. */
  let before = "";
  const close = (): void => {
    if (open === undefined) return;
    out.push(hunk(open, marking, lineEnd));
    open = undefined;
  };
  for (const piece of pieces) {
    if (typeof piece !== "string") {
      const start = open ?? { ours: before, theirs: before };
      before = "";
      const added = (side: MarkedSide): string =>
        start[side] + textOfPieces([piece], ({ id }) => marking.decided?.get(id) ?? side);
      open = { ours: added("ours"), theirs: added("theirs") };
      continue;
    }
    let rest = piece;
    if (open !== undefined) {
      const end = rest.indexOf("\n") + 1;
      const line = end === 0 ? rest : rest.slice(0, end);
      open = { ours: open.ours + line, theirs: open.theirs + line };
      if (end === 0) continue;
      close();
      rest = rest.slice(end);
    }
    const last = rest.lastIndexOf("\n") + 1;
    out.push(last === 0 ? "" : before + rest.slice(0, last));
    before = last === 0 ? before + rest : rest.slice(last);
  }
  close();
  return out.join("") + before;
}

/** The lines of a conflict with markers; lines that both sides share at its beginning or end get no markers. */
function hunk(
  { ours, theirs }: Readonly<Record<MarkedSide, string>>,
  { size, labels }: Marking,
  lineEnd: string,
): string {
  if (ours === theirs) return ours;
  const [first, second] = [linesOf(ours), linesOf(theirs)];
  const { start: before, end: after } = sharedEnds(first, second);
  // A marker begins a new line.
  const withLineEnd = (text: string): string => (text === "" || text.endsWith("\n") ? text : text + lineEnd);
  const marker = (character: string, label: string): string =>
    `${character.repeat(size)}${label === "" ? "" : ` ${label}`}${lineEnd}`;
  const own = (lines: readonly string[]): string =>
    withLineEnd(lines.slice(before, lines.length - after).join(""));
  return [
    ...first.slice(0, before),
    marker("<", labels.ours) + own(first),
    marker("=", "") + own(second),
    marker(">", labels.theirs),
    ...first.slice(first.length - after),
  ].join("");
}

function linesOf(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? [];
}

type MarkedSides =
  | {
      readonly kind: "sides";
      readonly texts: Texts;
      readonly labels: Readonly<Record<"ours" | "theirs", string>>;
    }
  /** A marker is misplaced, or the last one is missing. */
  | { readonly kind: "broken" }
  | { readonly kind: "none" };

/**
 * Reads the sides of a text with conflict markers in Git's styles merge, diff3 and zdiff3. The style merge does not
 * contain the base, which is then null. Text outside the markers is the same on all sides.
 */
export function sidesOfMarkers(text: string): MarkedSides {
  const texts: Record<SideName, string[]> = { base: [], ours: [], theirs: [] };
  /** The side to which the current line belongs; `all` outside of conflicts. */
  let reading: SideName | "all" = "all";
  let labels: { readonly ours: string; readonly theirs: string } | undefined;
  let hasBase = true;
  let isBaseRead = false;
  for (const line of linesOf(text)) {
    const [, marker = "", label = ""] = /^(<{7}|\|{7}|={7}|>{7})(?: (.*?))?\r?\n?$/.exec(line) ?? [];
    const next: SideName | "all" | undefined = marker === "" ? reading : after(reading, marker[0] ?? "");
    if (next === undefined) return { kind: "broken" };
    if (marker === "") {
      if (reading === "all") for (const side of ["base", "ours", "theirs"] as const) texts[side].push(line);
      else texts[reading].push(line);
      continue;
    }
    if (next === "ours") {
      labels = { ours: label, theirs: labels?.theirs ?? "" };
      isBaseRead = false;
    }
    if (next === "base") isBaseRead = true;
    // One conflict without a base suffices to make the base of the text unknown.
    if (next === "theirs" && !isBaseRead) hasBase = false;
    if (next === "all") labels = { ours: labels?.ours ?? "", theirs: label };
    reading = next;
  }
  if (labels === undefined) return { kind: "none" };
  if (reading !== "all") return { kind: "broken" };
  const [base, ours, theirs] = [texts.base.join(""), texts.ours.join(""), texts.theirs.join("")];
  return { kind: "sides", texts: { base: hasBase ? base : null, ours, theirs }, labels };
}

/** Returns the side that a marker starts; undefined if the marker is misplaced. */
function after(reading: SideName | "all", character: string): SideName | "all" | undefined {
  switch (character) {
    case "<":
      return reading === "all" ? "ours" : undefined;
    case "|":
      return reading === "ours" ? "base" : undefined;
    case "=":
      return reading === "ours" || reading === "base" ? "theirs" : undefined;
    default:
      return reading === "theirs" ? "all" : undefined;
  }
}
