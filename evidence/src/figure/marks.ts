import type { Judgement } from "../judgements";

/** An element of a figure, drawn by a page or as SVG. Lengths are CSS pixels, y grows downwards. */
export type Mark = MarkOf<
  | {
      readonly kind: "text";
      readonly x: number;
      /** The y coordinate of the baseline. */
      readonly y: number;
      readonly text: string;
      readonly anchor: "start" | "middle" | "end";
      readonly bold: boolean;
      /** The row of the figure's table: the pointer of a row of the item, or a name; `part` is the column. */
      readonly row?: string;
      readonly part?: string;
      /** The document's text, if `text` is shorter. */
      readonly full?: string;
    }
  | {
      readonly kind: "line";
      readonly x1: number;
      readonly y1: number;
      readonly x2: number;
      readonly y2: number;
      readonly dashed: boolean;
    }
  | { readonly kind: "square"; readonly x: number; readonly y: number; readonly side: number }
  /** A study of a funnel plot; `row`, `part` and `text` as for a judgement; `study` is its name. */
  | {
      readonly kind: "circle";
      readonly study: string;
      readonly x: number;
      readonly y: number;
      readonly radius: number;
      readonly row: string;
      readonly part: string;
      readonly text: string;
    }
  | {
      readonly kind: "diamond";
      readonly left: number;
      readonly middle: number;
      readonly right: number;
      readonly y: number;
      readonly height: number;
    }
  /** The end of an interval that continues outside the graph. */
  | { readonly kind: "arrow"; readonly x: number; readonly y: number; readonly towards: "left" | "right" }
  /** A judgement of risk of bias: the symbol carries the meaning, the colour supports it. */
  | {
      readonly kind: "judgement";
      readonly x: number;
      readonly y: number;
      readonly judgement: Judgement;
      /** As for a text; `part` is the domain. */
      readonly row: string;
      readonly part: string;
      /** The judgement in words. */
      readonly text: string;
    }
>;

type MarkOf<Shape> = Shape & {
  /** Identifies the mark across versions of a figure: the pointer of its subject, and a part. */
  readonly key: string;
};

export interface Figure {
  readonly width: number;
  readonly height: number;
  /** The accessible name. */
  readonly label: string;
  readonly marks: readonly Mark[];
}

/** The difference between two figures, to redraw only changed marks. */
export interface FigureChange extends Omit<Figure, "marks"> {
  /** Marks that are new or changed. */
  readonly put: readonly Mark[];
  /** Keys of removed marks. */
  readonly gone: readonly string[];
}

/** @param before the displayed figure; undefined for none */
export function changeOfFigure(before: Figure | undefined, after: Figure): FigureChange {
  const { marks, ...frame } = after;
  if (before === after) return { ...frame, put: [], gone: [] };
  const earlier = before?.marks ?? [];
  // Skip the common start and end of both lists: looking up thousands of keys would take most of the time.
  const isAt = (index: number, shift: number): boolean =>
    marks[index] !== undefined &&
    (marks[index] === earlier[index + shift] || marks[index].key === earlier[index + shift]?.key);
  const shorter = Math.min(marks.length, earlier.length);
  let from = 0;
  while (from < shorter && isAt(from, 0)) from += 1;
  const shift = earlier.length - marks.length;
  let to = marks.length;
  while (to > from && to + shift > from && isAt(to - 1, shift)) to -= 1;
  const known = new Map(earlier.slice(from, to + shift).map((mark) => [mark.key, mark]));
  const put = marks.filter((mark, index) => {
    const one = index < from ? earlier[index] : index >= to ? earlier[index + shift] : known.get(mark.key);
    if (index >= from && index < to) known.delete(mark.key);
    return !isSame(one, mark);
  });
  return { ...frame, put, gone: [...known.keys()] };
}

/** The fields of each kind of mark, without `key` and `kind`. */
const fieldsOf = {
  text: ["text", "x", "y", "anchor", "bold", "full", "row", "part"],
  line: ["x1", "x2", "y1", "y2", "dashed"],
  square: ["x", "y", "side"],
  circle: ["x", "y", "radius", "text", "row", "part", "study"],
  diamond: ["left", "middle", "right", "y", "height"],
  arrow: ["x", "y", "towards"],
  judgement: ["judgement", "x", "y", "text", "row", "part"],
} as const satisfies { readonly [Kind in Mark["kind"]]: readonly (keyof Extract<Mark, { kind: Kind }>)[] };

/** Compares listed fields: iterating over the keys takes longer than drawing the figure. */
function isSame(one: Mark | undefined, other: Mark): boolean {
  if (one === other) return true;
  if (one?.key !== other.key || one.kind !== other.kind) return false;
  const [was, is]: readonly Readonly<Record<string, unknown>>[] = [one, other];
  return fieldsOf[other.kind].every((name) => was?.[name] === is?.[name]);
}

export const fontSize = 12;

const asciiWidths = Array.from({ length: 128 }, (_, code) => widthOf(String.fromCharCode(code)));

/** The approximate width of a text in Arial, Helvetica or the slightly wider fonts that replace them. */
export function textWidth(text: string, bold = false): number {
  let width = 0;
  for (let index = 0; index < text.length; index += 1) {
    const code = text.codePointAt(index) ?? 0;
    width += asciiWidths[code] ?? widthOf(String.fromCodePoint(code));
    if (code > 0xffff) index += 1;
  }
  return width * fontSize * (bold ? 1.2 : 1.1);
}

function widthOf(character: string): number {
  if (/[ijlI.,:;'|!()[\]ft ]/.test(character)) return 0.3;
  if (/[mwMW%@]/.test(character)) return 0.85;
  if (/[\p{Lu}&]/u.test(character)) return 0.7;
  return /\p{Script=Han}|\p{Script=Hiragana}|\p{Script=Katakana}|\p{Script=Hangul}/u.test(character)
    ? 1
    : 0.556;
}

/** Cuts a text that is wider than `width`, and ends it with “…”. */
export function fitted(text: string, width: number, bold: boolean): string {
  if (textWidth(text.slice(0, 1000), bold) <= width) return text;
  let left = width - textWidth("…", bold);
  let cut = "";
  for (const character of text) {
    left -= textWidth(character, bold);
    if (left < 0) break;
    cut += character;
  }
  return `${cut}…`;
}
