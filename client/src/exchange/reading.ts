import { type Yielding, runYielding } from "@analyses/json";
import * as vscode from "vscode";
import type { ItemShape, NamedBytes, ReadOptions, ReadOutcome } from "@analyses/exchange";
import { isPackageFile, largestInput, readSource } from "@analyses/exchange";
import { itemShapeRequest } from "@analyses/protocol/customMessages";
import { revmanSchemaIdentifier } from "@analyses/protocol/documentFormat";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { nameOf } from "../platform/displayText";
import { withCancellableProgress } from "../platform/editor";

export interface SourceFile extends NamedBytes {
  readonly uri: vscode.Uri;
}

/** The files to read for a URI: a file, all files of its data package, or all package files in a folder. */
export async function sourceAt(uri: vscode.Uri): Promise<readonly SourceFile[]> {
  const { fs } = vscode.workspace;
  const stat = await fs.stat(uri);
  const name = nameOf(uri);
  if ((stat.type & vscode.FileType.Directory) !== 0) return packageIn(uri, "", 4);
  if (stat.size > largestInput)
    throw new Error(vscode.l10n.t("{0} is larger than {1} MB.", name, largestInput >> 20));
  if (!isPackageFile(name)) return [{ name, uri, bytes: await fs.readFile(uri) }];
  // The files of a package are in one folder and its `…-analysis-data` subfolders.
  const folder = vscode.Uri.joinPath(uri, "..");
  const isInner = nameOf(folder).endsWith("-analysis-data");
  const packageFiles = await packageIn(isInner ? vscode.Uri.joinPath(folder, "..") : folder, "", 1);
  const id = name.replace(/-(?:data-rows|overall|subgroup|risk-of-bias|analysis-data|parameters).*$/, "");
  const sameReview = packageFiles.filter((file) => nameIn(file.name).startsWith(`${id}-`));
  return sameReview.length > 0 ? sameReview : [{ name, uri, bytes: await fs.readFile(uri) }];
}

/** The package files in a folder and its subfolders, up to a depth. @param path of the folder, for names */
async function packageIn(folder: vscode.Uri, path: string, depth: number): Promise<readonly SourceFile[]> {
  const found: SourceFile[] = [];
  for (const [name, type] of await vscode.workspace.fs.readDirectory(folder)) {
    const uri = vscode.Uri.joinPath(folder, name);
    if (type === vscode.FileType.Directory && depth > 0)
      for (const file of await packageIn(uri, `${path}${name}/`, depth - 1)) found.push(file);
    else if (type === vscode.FileType.File && isPackageFile(name))
      found.push({ name: path + name, uri, bytes: await vscode.workspace.fs.readFile(uri) });
  }
  return found;
}

/** Reads a source. If this takes over a second, shows progress that the user can cancel. */
export async function readInEditor(
  files: readonly NamedBytes[],
  options: Omit<ReadOptions, "translate">,
): Promise<ReadOutcome | undefined> {
  const cancellation = new AbortController();
  const work = runYielding(readSource(files, { translate, ...options }), {
    pause,
    isCancelled: () => cancellation.signal.aborted,
    now: Date.now,
  });
  const isDone = await Promise.race([
    work.then(() => true),
    new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 1000)),
  ]);
  const title = vscode.l10n.t("Reading {0}", files[0]?.name ?? "");
  const outcome = isDone
    ? await work
    : await withCancellableProgress(title, (signal) => {
        signal.addEventListener("abort", () => cancellation.abort());
        return work;
      });
  return outcome === "cancelled" ? undefined : outcome;
}

/** Runs work of the exchange package, yielding to the extension host in between. */
export async function inEditor<Result>(work: Yielding<Result>): Promise<Result> {
  const result = await runYielding(work, { pause, isCancelled: () => false, now: Date.now });
  if (result === "cancelled") throw new vscode.CancellationError();
  return result;
}

function pause(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

const { l10n } = vscode;

/** The client's translations include the sentences of the exchange package. */
export const translate: ReadOptions["translate"] = (sentence, ...values) => l10n.t(sentence, ...values);

function nameIn(path: string): string {
  return path.split("/").at(-1) ?? "";
}

/** The shape of a document's analyses by its item schema; null for RevMan's form, and if the server knows no shape. */
export async function shapeOf(
  client: Pick<AnalysesLanguageClient, "ask">,
  document: vscode.TextDocument,
): Promise<ItemShape | null> {
  const shape = await client.ask(itemShapeRequest, { textDocument: { uri: document.uri.toString() } });
  if (shape === undefined || shape === null) return null;
  return hasRevmanSchema(document) ? null : { ...shape, files: new Map(Object.entries(shape.files)) };
}

function hasRevmanSchema(document: vscode.TextDocument): boolean {
  return document.getText().slice(0, 2_000).replaceAll("\\/", "/").includes(revmanSchemaIdentifier);
}
