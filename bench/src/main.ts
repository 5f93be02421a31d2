import { writeFile } from "node:fs/promises";
import type { LanguageFiles } from "./language/measureLanguage";
import { measureLanguage } from "./language/measureLanguage";
import type { RegistrySurroundings } from "./registry/measureRegistry";
import { measureRegistry } from "./registry/measureRegistry";
import { Complaints } from "./report/complaints";
import { machine } from "./report/machine";
import { performancePage } from "./report/performancePage";
import type { Table } from "./report/table";
import { showTable } from "./report/table";

export interface BenchOptions {
  /** Undefined to leave the language server out. */
  readonly language: LanguageFiles | undefined;
  /** Undefined to leave the registry out. */
  readonly registry: RegistrySurroundings | undefined;
  /** The page to write the tables into. */
  readonly page: string | undefined;
}

/**
 * Measures, and prints the tables.
 * @returns whether all answers were right
 */
export async function bench({ language, registry, page }: BenchOptions): Promise<boolean> {
  const complaints = new Complaints();
  const where = machine();
  const measured: Table[] = [];
  if (language !== undefined) measured.push(...(await measureLanguage(language, complaints)));
  if (registry !== undefined) measured.push(...(await measureRegistry(registry, complaints)));
  const tables = measured.map(showTable).join("\n\n");
  console.log(`\n${where}\n\n${tables}`);
  if (!complaints.isEmpty) {
    console.error(`\nWrong answers:\n${complaints.toString()}`);
    return false;
  }
  if (page !== undefined) await writeFile(page, await performancePage(page, tables, where));
  return true;
}
