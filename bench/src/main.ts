import { writeFile } from "node:fs/promises";
import type { StartExtensions } from "./activation/measureActivation";
import { measureActivation } from "./activation/measureActivation";
import { measureSidebar } from "./activation/measureSidebar";
import type { EvidenceSurroundings } from "./evidence/measureEvidence";
import { measureEvidence } from "./evidence/measureEvidence";
import type { LanguageFiles, TablesWanted } from "./language/measureLanguage";
import { measureLanguage } from "./language/measureLanguage";
import type { AbsurdSurroundings } from "./registry/measureAbsurd";
import { measureAbsurd } from "./registry/measureAbsurd";
import type { OpenPanelWindow } from "./panel/measurePanel";
import { measurePanel } from "./panel/measurePanel";
import type { RegistrySurroundings } from "./registry/measureRegistry";
import { measureRegistry } from "./registry/measureRegistry";
import { Complaints } from "./report/complaints";
import { machine } from "./report/machine";
import { performancePage, writeReadmeLine } from "./report/writtenPages";
import type { Table } from "./report/table";
import { showTable } from "./report/table";

export { languageTables } from "./language/measureLanguage";

export interface Pages {
  /** Gets the tables. */
  readonly performance: string;
  /** Gets one sentence. */
  readonly readme: string;
}

export interface BenchOptions {
  /** Undefined to leave the language server out. */
  readonly language: (LanguageFiles & TablesWanted) | undefined;
  /** Undefined to leave evidence out. */
  readonly evidence: EvidenceSurroundings | undefined;
  /** Undefined to leave the evidence panel out. */
  readonly openPanelWindow: OpenPanelWindow | undefined;
  /** Undefined to leave the registry out. */
  readonly registry: RegistrySurroundings | undefined;
  /** Undefined to leave absurd answers out. */
  readonly absurd: AbsurdSurroundings | undefined;
  /** Undefined to leave the start in VS Code out. */
  readonly startExtensions: StartExtensions | undefined;
  /** Undefined to leave the sidebar out. */
  readonly openSidebarWindow: OpenPanelWindow | undefined;
  /** Where to write what was measured. */
  readonly pages: Pages | undefined;
}

/**
 * Measures, and prints the tables.
 * @returns whether all answers were right
 */
export async function bench({
  language,
  evidence,
  openPanelWindow,
  registry,
  absurd,
  startExtensions,
  openSidebarWindow,
  pages,
}: BenchOptions): Promise<boolean> {
  const complaints = new Complaints();
  const where = machine(language?.node ?? evidence?.node);
  const measured: Table[] = [];
  const ofLanguage = language && (await measureLanguage(language, language, complaints));
  measured.push(...(ofLanguage?.tables ?? []));
  if (evidence !== undefined) measured.push(...(await measureEvidence(evidence, complaints)));
  if (openPanelWindow !== undefined) measured.push(await measurePanel(openPanelWindow, complaints));
  if (registry !== undefined) measured.push(...(await measureRegistry(registry, complaints)));
  if (absurd !== undefined) measured.push(await measureAbsurd(absurd, complaints));
  if (startExtensions !== undefined) measured.push(await measureActivation(startExtensions, complaints));
  if (openSidebarWindow !== undefined) measured.push(await measureSidebar(openSidebarWindow, complaints));
  const tables = measured.map(showTable).join("\n\n");
  console.log(`\n${where}\n\n${tables}`);
  if (complaints.aboutPeer !== "") console.log(`\nAnswered wrongly by the peer:\n${complaints.aboutPeer}`);
  if (!complaints.isEmpty) {
    console.error(`\nWrong answers:\n${complaints.toString()}`);
    return false;
  }
  if (pages !== undefined) {
    await writeFile(pages.performance, await performancePage(pages.performance, tables, where));
    if (ofLanguage?.headline !== undefined) await writeReadmeLine(pages.readme, ofLanguage.headline);
  }
  return true;
}
