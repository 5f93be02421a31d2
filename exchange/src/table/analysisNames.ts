import type { ColumnMeaning } from "./answers";
import type { Sheet } from "./sheets";

const numberOfTable =
  /^(?:(?:supplementary|supplemental|e)?\s*(?:table|tabelle|tabla|tab\.))\s*\p{L}?\d*\p{L}?[\s.:)–-]*/iu;
const unnamedSheet = /^(?:sheet|tabelle|table|hoja|feuil)\s*\d*$/iu;

/** The name of a sheet; that of its file if a spreadsheet program chose the name. */
export function sheetName({ name }: Sheet, file: string): string {
  return unnamedSheet.test(name) ? file.replace(/^.*[/\\]/, "").replace(/\.[^.]*$/, "") : name;
}

/** The title of an analysis in a line above the headings; undefined if a column names the outcomes. */
export function titleOf({ titles }: Sheet, meanings: readonly ColumnMeaning[]): string | undefined {
  if (meanings.includes("outcome")) return undefined;
  const texts = titles.map(({ cells }) => (cells.find((cell) => cell.trim() !== "") ?? "").trim());
  return texts.map((text) => text.replace(numberOfTable, "")).find((text) => text !== "");
}
