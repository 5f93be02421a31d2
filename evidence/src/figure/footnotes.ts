import { largestOf } from "../extremes";
import { htmlText } from "../htmlText";
import type { ItemContent } from "../roles/readItem";
import type { ItemRow } from "../roles/readRow";
import type { Translate } from "../roles/problems";
import { gap } from "./axis";
import { fitted, textWidth } from "./marks";

/** The last column of a forest plot, if any row has a footnote. */
export interface FootnoteColumn {
  /** Null without footnotes. */
  readonly title: string | null;
  readonly left: number;
  readonly right: number;
  /** The cells by row: a list of texts is no cell to edit. */
  readonly cells: readonly {
    readonly part: "footnotes" | "footnote-list";
    readonly text: string;
    readonly full?: string;
  }[];
}

/** The maximum width of a footnote in pixels; longer ones are cut. */
const widest = 160;

/** @param end of the columns before, in pixels */
export function footnoteColumn(
  { rows, form }: ItemContent,
  end: number,
  translate: Translate,
): FootnoteColumn {
  const shown = (text: string): string => (form?.isHtml === true ? htmlText(text) : text);
  const cells = (rows ?? []).map((row) => {
    const full = textsOf(row).map(shown).join(" ");
    const text = fitted(full, widest, false);
    const part = Array.isArray(row.said("footnotes")) ? ("footnote-list" as const) : ("footnotes" as const);
    return { part, text, ...(text === full ? {} : { full }) };
  });
  if (cells.every(({ text }) => text === "")) return { title: null, left: end, right: end, cells: [] };
  const title = translate("Footnote");
  const width = largestOf([textWidth(title, true), ...cells.map(({ text }) => textWidth(text))]);
  const left = end + gap;
  return { title, left, right: left + Math.ceil(width), cells };
}

function textsOf(row: ItemRow): readonly string[] {
  const said = row.said("footnotes");
  const all: readonly unknown[] = Array.isArray(said) ? said : [said];
  return all.filter((one) => typeof one === "string");
}
