import { runYielding } from "@analyses/json";
import {
  type CancellationToken,
  type ResultProgressReporter,
  type WorkspaceDiagnosticParams,
  type WorkspaceDiagnosticReport,
  type WorkspaceDiagnosticReportPartialResult,
  type WorkspaceDocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
} from "vscode-languageserver";
import { createDocumentYielding } from "../document/analysesDocument";
import type { DiagnosticReports } from "./diagnosticReports";
import type { DocumentContexts } from "./documentContext";
import type { OpenDocuments } from "./documentMessages";
import { type ConnectionRuntime, type DocumentFile, yieldingUntil } from "./runtime";

/**
 * Answers `workspace/diagnostic` (LSP 3.17) with the findings of all documents in the workspace's folders, except open
 * ones, which have reports of their own. Reads only files whose findings may differ from the client's last report.
 */
export class WorkspaceReports {
  /** Counts changes of settings, schemas and accepted findings. */
  #rules = 0;
  /** Counts changes of settings, schemas, accepted findings and files. */
  #changes = 0;
  /** The value of `#changes` when the last complete answer began; -1 before the first answer. */
  #answered = -1;
  readonly #waiting = new Set<() => void>();

  /** @param watchesFiles whether the client watches files for the server */
  constructor(
    private readonly documents: OpenDocuments,
    private readonly contexts: DocumentContexts,
    private readonly reports: DiagnosticReports,
    private readonly runtime: ConnectionRuntime,
    private readonly watchesFiles: () => boolean,
  ) {}

  /** Called when findings may differ although no file changed. */
  renew(): void {
    this.#rules += 1;
    this.changed();
  }

  changed(): void {
    this.#changes += 1;
    for (const goOn of [...this.#waiting]) goOn();
  }

  /**
   * Reports file by file if the client takes partial results. A client sends this request again after each answer: while
   * its last answer is up to date, the server waits for the next change.
   */
  async answer(
    { previousResultIds }: WorkspaceDiagnosticParams,
    token: CancellationToken,
    partial: ResultProgressReporter<WorkspaceDiagnosticReportPartialResult> | undefined,
  ): Promise<WorkspaceDiagnosticReport> {
    if (previousResultIds.length > 0 && this.#answered === this.#changes && this.watchesFiles())
      await this.#nextChange(token);
    const changes = this.#changes;
    const unreported = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
    const items: WorkspaceDocumentDiagnosticReport[] = [];
    const add = (report: WorkspaceDocumentDiagnosticReport): void => {
      if (partial === undefined) items.push(report);
      else partial.report({ items: [report] });
    };
    for (const file of await this.#files()) {
      const report = await this.#reportOn(file, unreported.get(file.uri), token);
      unreported.delete(file.uri);
      if (token.isCancellationRequested) return { items };
      if (report !== undefined) add(report);
    }
    // The remaining files no longer exist or are no longer documents: an empty report clears the findings that the
    // client shows.
    for (const uri of unreported.keys())
      if (!this.#isOpen(uri)) add({ kind: DocumentDiagnosticReportKind.Full, uri, version: null, items: [] });
    this.#answered = changes;
    return { items };
  }

  async #files(): Promise<readonly DocumentFile[]> {
    const files = new Map<string, DocumentFile>();
    const { findDocuments } = this.runtime;
    for (const folder of this.contexts.workspaceFolders)
      for (const file of (await findDocuments?.(folder, await this.contexts.schemasSetFor(folder))) ?? [])
        files.set(file.uri, file);
    return [...files.values()];
  }

  async #reportOn(
    { uri, stamp }: DocumentFile,
    known: string | undefined,
    token: CancellationToken,
  ): Promise<WorkspaceDocumentDiagnosticReport | undefined> {
    const resultId = `${this.#rules}.${stamp}`;
    if (token.isCancellationRequested || this.#isOpen(uri)) return undefined;
    const { Full: kind, Unchanged } = DocumentDiagnosticReportKind;
    if (known === resultId) return { kind: Unchanged, uri, version: null, resultId };
    const reading = await this.runtime.readFile(uri);
    if (reading.kind === "failed") return undefined;
    const yielding = yieldingUntil(this.runtime, () => token.isCancellationRequested);
    const document = await runYielding(createDocumentYielding(uri, 0, reading.text), yielding, Infinity);
    if (document === "cancelled") return undefined;
    const items = await this.reports.ofFile(document, yielding);
    return items && { kind, uri, version: null, resultId, items };
  }

  #isOpen(uri: string): boolean {
    return this.documents.get(uri) !== undefined;
  }

  #nextChange(token: CancellationToken): Promise<void> {
    return new Promise((resolve) => {
      const goOn = (): void => {
        this.#waiting.delete(goOn);
        cancelling.dispose();
        resolve();
      };
      const cancelling = token.onCancellationRequested(goOn);
      this.#waiting.add(goOn);
    });
  }
}
