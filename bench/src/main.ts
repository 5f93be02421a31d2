import { writeFile } from "node:fs/promises";
import { measureExchange } from "./exchange/measureExchange";
import { measureFolder } from "./folder/measureFolder";
import { type LanguageFiles, measureLanguage } from "./language/measureLanguage";
import { type OpenPanelWindow, measurePanel } from "./panel/measurePanel";
import { type RegistrySurroundings, measureRegistry } from "./registry/measureRegistry";
import { Complaints } from "./report/complaints";
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
  const [complaints, aboutPeer] = [new Complaints(), new Complaints()];
  const where = machine();
  const rows: Row[] = [];
  if (language !== undefined) rows.push(...(await measureLanguage(language, complaints, aboutPeer)));
  if (panel !== undefined) rows.push(await measurePanel(panel, complaints));
  if (folder !== undefined) rows.push(await measureFolder(folder, complaints));
  if (exchange !== undefined) rows.push(...(await measureExchange(exchange, complaints)));
  if (registry !== undefined) rows.push(await measureRegistry(registry, complaints));
  const table = showTable(rows);
  console.log(`\n${where}\n\n${table}`);
  if (String(aboutPeer) !== "") console.log(`\nAnswered wrongly by the peer:\n${String(aboutPeer)}`);
  if (String(complaints) !== "") {
    console.error(`\nWrong answers:\n${String(complaints)}`);
    return false;
  }
  if (page !== undefined) await writeFile(page, await performancePage(page, table, where));
  return true;
}
