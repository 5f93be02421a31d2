import type { Connection, Diagnostic } from "vscode-languageserver";
import { CancellationTokenSource } from "vscode-languageserver";
import { describeProblem } from "./describeProblem";
import type { DiagnosticReports } from "./diagnosticReports";
import type { OpenDocuments } from "./openDocuments";
import type { ConnectionRuntime } from "./runtime";

/** Publishes diagnostics to clients that cannot pull them, once for each burst of changes. */
export class DiagnosticPusher {
  private readonly waiting = new Set<string>();
  private readonly working = new Map<string, CancellationTokenSource>();
  private readonly publishedIds = new Map<string, string>();
  private turnIsDue = false;
  private moreCame = false;

  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
    private readonly reports: DiagnosticReports,
    private readonly runtime: ConnectionRuntime,
  ) {}

  push(uri: string): void {
    this.stop(uri);
    this.waiting.add(uri);
    this.moreCame = true;
    if (this.turnIsDue) return;
    this.turnIsDue = true;
    this.runtime.nextTurn(this.takeTurn);
  }

  pushAll(): void {
    for (const { uri } of this.documents.all()) this.push(uri);
  }

  /** Takes the diagnostics of a closed document away. */
  forget(uri: string): void {
    this.stop(uri);
    this.waiting.delete(uri);
    this.publishedIds.delete(uri);
    void this.send(uri, []);
  }

  /** Waits as long as each turn brings another change, then works off all that wait. */
  private readonly takeTurn = (): void => {
    if (this.moreCame) {
      this.moreCame = false;
      this.runtime.nextTurn(this.takeTurn);
      return;
    }
    this.turnIsDue = false;
    const uris = [...this.waiting];
    this.waiting.clear();
    for (const uri of uris) void this.publish(uri);
  };

  private async publish(uri: string): Promise<void> {
    const document = this.documents.get(uri);
    if (document === undefined) return;
    const cancellation = new CancellationTokenSource();
    this.working.set(uri, cancellation);
    try {
      const report = await this.reports.report(document, this.publishedIds.get(uri), cancellation.token);
      if (cancellation.token.isCancellationRequested || this.documents.get(uri) !== document) return;
      if (report.kind === "cancelled") return;
      this.publishedIds.set(uri, report.resultId);
      if (report.kind === "full") await this.send(uri, report.items, document.version);
    } catch (problem) {
      this.connection.console.error(`${uri} could not be checked: ${describeProblem(problem)}`);
    } finally {
      if (this.working.get(uri) === cancellation) this.working.delete(uri);
      cancellation.dispose();
    }
  }

  private stop(uri: string): void {
    this.working.get(uri)?.cancel();
    this.working.delete(uri);
  }

  private send(uri: string, diagnostics: Diagnostic[], version?: number): Promise<void> {
    return this.connection.sendDiagnostics(
      version === undefined ? { uri, diagnostics } : { uri, version, diagnostics },
    );
  }
}
