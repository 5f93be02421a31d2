import type { Connection } from "vscode-languageserver";
import type { SchemaContext } from "../schema/schemaContext";
import { schemaFileDiagnostic } from "../features/schemaFileDiagnostic";
import type { ConnectionRuntime } from "./runtime";

/** Tells in a schema file itself why no document can follow it. */
export class SchemaFileDiagnostics {
  private readonly failures = new Map<string, { readonly file: string; readonly reason: string }>();
  private readonly published = new Map<string, string>();

  constructor(
    private readonly connection: Connection,
    private readonly runtime: ConnectionRuntime,
  ) {}

  /** Takes note of the schemas in force for a document; undefined once it is closed. */
  async note(documentUri: string, context: SchemaContext | undefined): Promise<void> {
    const failure =
      context?.itemSchema.kind === "unavailable" ? context.itemSchema : context?.documentSchema.unavailable;
    if (failure === undefined) this.failures.delete(documentUri);
    else this.failures.set(documentUri, failure);
    const reasons = new Map([...this.failures.values()].map(({ file, reason }) => [file, reason]));
    for (const file of this.published.keys()) if (!reasons.has(file)) await this.publish(file, undefined);
    for (const [file, reason] of reasons)
      if (this.published.get(file) !== reason) await this.publish(file, reason);
  }

  private async publish(uri: string, reason: string | undefined): Promise<void> {
    if (reason === undefined) {
      this.published.delete(uri);
      await this.connection.sendDiagnostics({ uri, diagnostics: [] });
      return;
    }
    this.published.set(uri, reason);
    const reading = await this.runtime.readFile(uri);
    if (reading.kind === "read")
      await this.connection.sendDiagnostics({ uri, diagnostics: [schemaFileDiagnostic(reason)] });
  }
}
