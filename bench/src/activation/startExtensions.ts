// Runs in VS Code's extension host. VS Code started without any document.
import { writeFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import * as vscode from "vscode";
import type { Activation, FirstDocument, Measured } from "./startTimes";

const ownId = "analyses-registry.analyses-registry";
const jsonId = "vscode.json-language-features";

const mostMilliseconds = 60_000;

/** VS Code calls this; a rejection is a failed run. */
export async function run(): Promise<void> {
  await untilCalm();
  const measured: Measured = {
    own: await openFirst(ownId, "drug-versus-placebo.analyses.json"),
    json: await openFirst(jsonId, "pairwise-analysis.schema.json"),
  };
  writeFileSync(process.env.START_EXTENSIONS_OUTPUT ?? "", JSON.stringify(measured));
}

/** Waits until the extension host has nothing else to do: the start of other extensions is not to be measured. */
async function untilCalm(): Promise<void> {
  for (let calm = 0; calm < 20;) {
    const begin = performance.now();
    await pause(50);
    calm = performance.now() - begin < 55 ? calm + 1 : 0;
  }
}

async function openFirst(id: string, file: string): Promise<FirstDocument> {
  if (vscode.extensions.getExtension(id)?.isActive !== false) throw new Error(`${id} is active already.`);
  const folder = vscode.workspace.workspaceFolders?.[0];
  if (folder === undefined) throw new Error("No folder is open.");
  const document = vscode.Uri.joinPath(folder.uri, file);
  const begin = performance.now();
  await vscode.workspace.openTextDocument(document);
  while (!(await hasOutline(document))) {
    if (performance.now() - begin > mostMilliseconds) throw new Error(`${id} does not answer.`);
  }
  return { answered: performance.now() - begin, ...(await activation(id)) };
}

async function hasOutline(document: vscode.Uri): Promise<boolean> {
  const symbols = await vscode.commands.executeCommand<readonly vscode.DocumentSymbol[] | undefined>(
    "vscode.executeDocumentSymbolProvider",
    document,
  );
  return symbols !== undefined && symbols.length > 0;
}

/** Reads it in VS Code's own page “Startup Performance”, as soon as it is there. */
async function activation(id: string): Promise<Activation> {
  const page = vscode.Uri.from({ scheme: "perf", path: "Startup Performance" });
  const end = performance.now() + mostMilliseconds;
  for (;;) {
    await vscode.commands.executeCommand("perfview.show");
    const text = (await vscode.workspace.openTextDocument(page)).getText();
    const line = text.split("\n").find((each) => each.includes(id) && each.includes("|"));
    const cells = line?.split("|").map((cell) => cell.trim());
    const [load = NaN, call = NaN, finish = NaN] = cells?.slice(3, 6).map(Number) ?? [];
    const activated = load + call + finish;
    if (Number.isFinite(activated)) return { called: load + call, activated };
    if (performance.now() > end) throw new Error(`VS Code does not say when ${id} was active:\n${text}`);
  }
}
