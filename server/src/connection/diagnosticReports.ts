import type { CancellationToken, Diagnostic } from "vscode-languageserver";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { DocumentChange } from "../document/documentStore";
import type { AnalysesLanguageService } from "../languageService";
import type { Verdicts } from "../references/verdicts";
import type { Finding } from "../validation/finding";
import type { Workload } from "../validation/validateDocument";
import type { DocumentSurroundings, Surroundings } from "./documentSurroundings";
import type { OpenDocuments } from "./openDocuments";
import type { ConnectionRuntime } from "./runtime";
import { pauseOn } from "./runtime";

/** The diagnostics of one version of a document, or the word that the asker has them already. */
export type DiagnosticReport =
  | { readonly kind: "full"; readonly resultId: string; readonly items: Diagnostic[] }
  | { readonly kind: "unchanged"; readonly resultId: string }
  | { readonly kind: "cancelled" };

/** Checks documents as the user's settings say, for those who pull as for those who are pushed to. */
export class DiagnosticReports {
  private readonly lastSaved = new Map<string, AnalysesDocument>();
  /** Counts what changes findings beside the text: settings, schema files and what registries say. */
  private generation = 0;

  constructor(
    private readonly documents: OpenDocuments,
    private readonly service: AnalysesLanguageService,
    private readonly surroundings: DocumentSurroundings,
    private readonly runtime: ConnectionRuntime,
    private readonly verdictsOf: (uri: string) => Verdicts,
  ) {}

  /** Findings may differ from now on though no document changed. */
  renew(): void {
    this.generation += 1;
  }

  /** Takes note of a document's text as it is on disk: what `validate: onSave` checks. */
  saved(document: AnalysesDocument): void {
    this.lastSaved.set(document.uri, document);
  }

  forget(uri: string): void {
    this.lastSaved.delete(uri);
  }

  /** @param knownResultId the `resultId` of the report that the asker still has */
  async report(
    document: AnalysesDocument,
    knownResultId: string | undefined,
    token: CancellationToken,
  ): Promise<DiagnosticReport> {
    const { generation } = this;
    const { settings, schemas } = await this.surroundings.of(document);
    if (settings.validate !== "onSave") this.lastSaved.delete(document.uri);
    const checked = this.lastSaved.get(document.uri) ?? document;
    const resultId = `${generation}.${checked.version}`;
    if (resultId === knownResultId) return { kind: "unchanged", resultId };
    if (settings.validate === "off") return { kind: "full", resultId, items: [] };
    const findings = await this.validate(checked, { settings, schemas }, this.workload(document, token));
    if (findings === undefined) return { kind: "cancelled" };
    return { kind: "full", resultId, items: this.service.diagnostics(checked, findings) };
  }

  /** What there is to tell about the newest text; nothing where the author turned validation off. */
  async findings(document: AnalysesDocument, token: CancellationToken): Promise<readonly Finding[]> {
    const surroundings = await this.surroundings.of(document);
    if (surroundings.settings.validate === "off") return [];
    return (await this.validate(document, surroundings, this.workload(document, token))) ?? [];
  }

  /** The errors that changes would bring into a document, as sentences; none where nobody waits for them. */
  async problemsAfter(
    document: AnalysesDocument,
    changes: readonly DocumentChange[],
    token: CancellationToken,
  ): Promise<readonly string[]> {
    const { settings, schemas } = await this.surroundings.of(document);
    const workload = this.workload(document, token);
    return (await this.service.problemsAfter(document, changes, schemas, settings, workload)) ?? [];
  }

  /** Work is in vain once nobody waits for it or the document has changed. */
  private workload(document: AnalysesDocument, token: CancellationToken): Workload {
    return {
      isCancelled: () => token.isCancellationRequested || this.documents.get(document.uri) !== document,
      pause: pauseOn(this.runtime),
    };
  }

  private validate(
    document: AnalysesDocument,
    { settings, schemas }: Surroundings,
    workload: Workload,
  ): Promise<readonly Finding[] | undefined> {
    const verdicts = this.verdictsOf(document.uri);
    return this.service.validateDocument(document, schemas, settings, workload, verdicts);
  }
}
