import { writeFile } from "node:fs/promises";
import { measureExchange } from "./exchange/measureExchange";
import { measureFolder } from "./folder/measureFolder";
import { type LanguageFiles, measureLanguage } from "./language/measureLanguage";
import { type OpenPanelWindow, measurePanel } from "./panel/measurePanel";
import { type RegistrySurroundings, measureRegistry } from "./registry/measureRegistry";
import { WrongAnswers } from "./report/wrongAnswers";
import { machine } from "./report/machine";
import { performancePage } from "./report/performancePage";
import { type Row, showTable } from "./report/table";

/** The measurements to run; undefined skips one. */
export interface BenchOptions {
  readonly language: LanguageFiles | undefined;
  readonly panel: OpenPanelWindow | undefined;
  readonly folder: { readonly checker: string; readonly itemSchema: string } | undefined;
  /** Path of analyses-convert. */
  readonly exchange: string | undefined;
  readonly registry: RegistrySurroundings | undefined;
  /** The file to write the table into. */
  readonly page: string | undefined;
}

/**
 * Runs the measurements and prints the table.
 * @returns whether all responses were right
 */
export async function bench(options: BenchOptions): Promise<boolean> {
  const { language, panel, folder, exchange, registry, page } = options;
  const [wrongAnswers, ofPeer] = [new WrongAnswers(), new WrongAnswers()];
  const where = machine();
  const rows: Row[] = [];
  if (language !== undefined) rows.push(...(await measureLanguage(language, wrongAnswers, ofPeer)));
  if (panel !== undefined) rows.push(await measurePanel(panel, wrongAnswers));
  if (folder !== undefined) rows.push(await measureFolder(folder, wrongAnswers));
  if (exchange !== undefined) rows.push(...(await measureExchange(exchange, wrongAnswers)));
  if (registry !== undefined) rows.push(await measureRegistry(registry, wrongAnswers));
  const table = showTable(rows);
  console.log(`\n${where}\n\n${table}`);
  if (String(ofPeer) !== "") console.log(`\nAnswered wrongly by the peer:\n${String(ofPeer)}`);
  if (String(wrongAnswers) !== "") {
    console.error(`\nWrong answers:\n${String(wrongAnswers)}`);
    return false;
  }
  if (page !== undefined) await writeFile(page, await performancePage(page, table, where));
  return true;
}
