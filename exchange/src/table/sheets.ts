import type { TableRecord } from "../reading/csv";

/** A table: its name, headings and rows. */
export interface Sheet {
  readonly name: string;
  /** The lines above the headings. */
  readonly titles: readonly TableRecord[];
  readonly headings: readonly string[];
  readonly records: readonly TableRecord[];
}

/** Whether a sheet has a row of headings. */
export function isTable({ headings }: Sheet): boolean {
  return headings.filter((heading) => heading !== "").length > 1;
}

/** A table of any kind: `spec/exchange.md` section 5. */
export type TableSource =
  | { readonly kind: "text"; readonly text: string; readonly file: string }
  | { readonly kind: "sheets"; readonly sheets: readonly Sheet[]; readonly file: string };

/** A row of a sheet: its cells by column. */
export interface SheetRow {
  readonly line: number;
  readonly cells: ReadonlyMap<number, string>;
}

/** A sheet as in the workbook. */
export interface RawSheet {
  readonly name: string;
  readonly rows: readonly SheetRow[];
  /** Ranges of merged cells. */
  readonly merged: readonly {
    readonly top: number;
    readonly left: number;
    readonly bottom: number;
    readonly right: number;
  }[];
  readonly hasHidden: boolean;
}
