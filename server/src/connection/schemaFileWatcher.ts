import type { Connection, Disposable, FileSystemWatcher } from "vscode-languageserver";
import { DidChangeWatchedFilesNotification } from "vscode-languageserver";
import { Utils, URI } from "vscode-uri";
import type { FileReading } from "../../../protocol/src/fileRequests";
import { isFileAddress } from "../schema/files/addresses";
import type { SchemaContext } from "../schema/schemaContext";
import type { ConnectionRuntime } from "./runtime";

/** How the client can watch files for the server. */
export type WatchSupport = "none" | "patterns" | "relative-patterns";

/**
 * Sees to it that the server hears of changed schema files: the client watches them, or, where it
 * cannot, the server looks again when the author saves.
 */
export class SchemaFileWatcher {
  private support: WatchSupport = "none";
  private readonly filesOfDocument = new Map<string, readonly string[]>();
  private readonly seen = new Map<string, string>();
  private watched = "";
  private registration: Promise<Disposable> | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly runtime: ConnectionRuntime,
    private readonly changed: (uri: string) => void,
  ) {}

  initialize(support: WatchSupport): void {
    this.support = support;
  }

  /** Takes note of the schemas in force for a document; undefined once it is closed. */
  async note(documentUri: string, context: SchemaContext | undefined): Promise<void> {
    if (context === undefined) this.filesOfDocument.delete(documentUri);
    else this.filesOfDocument.set(documentUri, filesOf(context));
    const files = [...new Set([...this.filesOfDocument.values()].flat())].sort();
    const key = files.join("\n");
    if (key === this.watched) return;
    this.watched = key;
    if (this.support === "none") await this.lookAt(files);
    else await this.watch(files);
  }

  /** Where nobody watches, compares the files with what they were and tells which changed. */
  async lookAgain(): Promise<void> {
    if (this.support !== "none") return;
    const before = new Map(this.seen);
    await this.lookAt([...before.keys()]);
    for (const [uri, text] of before) if (this.seen.get(uri) !== text) this.changed(uri);
  }

  private async lookAt(files: readonly string[]): Promise<void> {
    const readings = await Promise.all(
      files.map(async (uri) => [uri, print(await this.runtime.readFile(uri))] as const),
    );
    this.seen.clear();
    for (const [uri, text] of readings) this.seen.set(uri, text);
  }

  private async watch(files: readonly string[]): Promise<void> {
    const before = this.registration;
    const watchers = files.map((file) => this.watcherOf(file));
    this.registration =
      watchers.length === 0
        ? undefined
        : this.connection.client.register(DidChangeWatchedFilesNotification.type, { watchers });
    await this.registration;
    (await before)?.dispose();
  }

  private watcherOf(file: string): FileSystemWatcher {
    const uri = URI.parse(file);
    const pattern = escapeGlob(Utils.basename(uri));
    if (this.support === "patterns") return { globPattern: `**/${pattern}` };
    return { globPattern: { baseUri: Utils.dirname(uri).toString(), pattern } };
  }
}

function filesOf({ documentSchema, itemSchema }: SchemaContext): readonly string[] {
  const files = [...documentSchema.files.keys()];
  if (documentSchema.unavailable !== undefined) files.push(documentSchema.unavailable.file);
  if (itemSchema.kind === "unavailable") files.push(itemSchema.uri, itemSchema.file);
  if (itemSchema.kind === "ready") files.push(...itemSchema.files.keys());
  return files.filter(isFileAddress);
}

function print(reading: FileReading): string {
  return reading.kind === "read" ? `read ${reading.text}` : `failed ${reading.reason}`;
}

function escapeGlob(name: string): string {
  return name.replace(/[*?{}[\]]/g, "?");
}
