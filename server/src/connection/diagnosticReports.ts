import {
  type CancellationToken,
  type Connection,
  type Diagnostic,
  CancellationTokenSource,
} from "vscode-languageserver";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { CheckedNow } from "../validation/walk";
import type { Finding } from "../findings/finding";
import { type FindingsLeft, withoutAccepted } from "../validation/acceptedFindings";
import type { ReferenceStatuses } from "../references/referenceStatuses";
import type { YieldingHost } from "@analyses/json";
import type { Attention, LaterEvidence } from "./attention";
import type { ClientFeatures } from "./clientFeatures";
import { analysesAtPositions } from "../evidence/reportEvidence";
import { computeEvidence, contextOf, validateNow } from "../validation/validateDocument";
import { diagnostics } from "../presentation/diagnostics";
import { type DocumentContexts, type DocumentContext, yieldingFor } from "./documentContext";
import type { OpenDocuments } from "./documentMessages";
import type { AcceptedFindingFiles } from "./acceptedFindingFiles";
import { type ConnectionRuntime, describeProblem } from "./runtime";
import type { SidecarFiles } from "./sidecarFiles";

/** The diagnostics of a version of a document, `unchanged` if the client already has them, or `cancelled`. */
type DiagnosticReport =
  | { readonly kind: "full"; readonly resultId: string; readonly items: Diagnostic[] }
  | { readonly kind: "unchanged"; readonly resultId: string }
  | { readonly kind: "cancelled" };

/**
 * Up to this text length a report waits for all analyses. On a longer text `evidenceNow` decides; of the analyses near
 * the user's edits, the report then waits for about this length.
 */
const computedAtOnce = 100_000;

/**
 * A pass of “fix all” reads this many findings at most, or `maxProblems` if it is more: a long document must not block
 * other documents for long.
 */
const maxFixed = 10_000;

/** Use the analyses already computed, and compute none. */
const nothingNew: CheckedNow = { first: [], text: 0 };

/** Validates documents according to the settings, for clients that pull diagnostics and for the push path. */
export class DiagnosticReports {
  private readonly lastSaved = new Map<string, AnalysesDocument>();
  /** Counts changes of what affects findings besides the text: settings, schemas, accepted findings, statuses. */
  private generation = 0;
  /** Documents validated at least once since they were opened. */
  private readonly validated = new Set<string>();

  constructor(
    private readonly documents: OpenDocuments,
    private readonly contexts: DocumentContexts,
    private readonly runtime: ConnectionRuntime,
    private readonly statusesOf: (uri: string) => ReferenceStatuses,
    private readonly client: () => ClientFeatures,
    private readonly accepted: AcceptedFindingFiles,
    private readonly attention: Attention,
    private readonly later: LaterEvidence,
    private readonly sidecars: SidecarFiles,
  ) {}

  /** Invalidates all reports: findings may differ although no document changed. */
  renew(): void {
    this.generation += 1;
    this.later.stopAll();
  }

  /** Stores a document's text as saved on disk, which `validate: onSave` checks. */
  saved(document: AnalysesDocument): void {
    this.lastSaved.set(document.uri, document);
  }

  /** Forgets a closed document and its result IDs: it may be opened again with the same version but another text. */
  forget(uri: string): void {
    this.generation += 1;
    this.lastSaved.delete(uri);
    this.validated.delete(uri);
  }

  /**
   * The diagnostics available at once. If analyses are not computed yet, the server computes them afterwards and
   * reports again: it pushes the new report, or requests a refresh.
   *
   * @param knownResultId the `resultId` of the report that the client still has
   */
  async report(
    document: AnalysesDocument,
    knownResultId: string | undefined,
    token: CancellationToken,
  ): Promise<DiagnosticReport> {
    const { generation } = this;
    const sidecar = await this.sidecars.of(document);
    if (sidecar !== undefined) {
      const resultId = `${generation}.${document.version}`;
      return { kind: "full", resultId, items: await sidecar.diagnostics(document) };
    }
    const context = await this.contexts.of(document);
    const { settings } = context;
    // With any other value of `validate`, the report is about the current text, not the saved one.
    if (settings.validate !== "onSave") this.lastSaved.delete(document.uri);
    const checked = this.lastSaved.get(document.uri) ?? document;
    const resultId = `${generation}.${checked.version}`;
    if (resultId === knownResultId) return { kind: "unchanged", resultId };
    if (settings.validate === "off") return { kind: "full", resultId, items: [] };
    const evidence = this.evidenceNow(checked);
    this.validated.add(document.uri);
    const left = await this.validate(checked, context, this.yielding(document, token), evidence);
    if (left === undefined) return { kind: "cancelled" };
    if (left.isComplete) await this.accepted.note(document.uri, left.stale);
    else this.computeLater(checked, context);
    return {
      kind: "full",
      // Never answer `unchanged` while a second report is pending.
      resultId: left.isComplete ? resultId : `${resultId}.first`,
      items: diagnostics(checked, left.findings, this.client().problemPages),
    };
  }

  /** The diagnostics of a file that is not open; undefined if cancelled. */
  async ofFile(document: AnalysesDocument, yielding: YieldingHost): Promise<Diagnostic[] | undefined> {
    const context = await this.contexts.of(document);
    if (context.settings.validate === "off") return [];
    const left = await this.validate(document, context, yielding, undefined);
    return left && diagnostics(document, left.findings, this.client().problemPages);
  }

  /** The findings in the current text, without accepted ones; none if `validate` is "off" or after cancellation. */
  async findings(document: AnalysesDocument, token: CancellationToken): Promise<readonly Finding[]> {
    const context = await this.contexts.of(document);
    if (context.settings.validate === "off") return [];
    const evidence = this.canReportAgain() ? this.evidenceAt(document) : undefined;
    return (await this.validate(document, context, this.yielding(document, token), evidence))?.findings ?? [];
  }

  /**
   * The findings in a changed text, from analyses already computed; undefined if cancelled.
   *
   * @param howMuch whether as many as the setting `maxProblems` shows, or all, up to a higher limit
   */
  async findingsOfChanged(
    document: AnalysesDocument,
    changed: AnalysesDocument,
    howMuch: "shown" | "all",
    token: CancellationToken,
  ): Promise<readonly Finding[] | undefined> {
    const { settings, ...others } = await this.contexts.of(document);
    const maxProblems = howMuch === "all" ? Math.max(maxFixed, settings.maxProblems) : settings.maxProblems;
    const context = { ...others, settings: { ...settings, maxProblems } };
    return (await this.validate(changed, context, this.yielding(document, token), nothingNew))?.findings;
  }

  /** Computes all analyses, in turns, unless cancelled. */
  async compute(document: AnalysesDocument, token: CancellationToken): Promise<void> {
    const { settings, schemas } = await this.contexts.of(document);
    const context = contextOf(document, schemas, settings, this.statusesOf(document.uri));
    await computeEvidence(context, this.yielding(document, token));
  }

  private yielding(document: AnalysesDocument, token: CancellationToken): YieldingHost {
    return yieldingFor(document, token, { documents: this.documents, runtime: this.runtime });
  }

  /**
   * Which analyses to compute before publishing: `later` means none; undefined means all, on a short text and, after an
   * edit, for a client that would receive no second report; otherwise those near the edit.
   */
  private evidenceNow(document: AnalysesDocument): CheckedNow | "later" | undefined {
    if (document.text.length <= computedAtOnce) return undefined;
    // The report on opening waits for no analysis. A report after an edit waits for the analyses near the edit, because
    // their findings would otherwise vanish and reappear.
    if (!this.validated.has(document.uri)) return "later";
    return this.canReportAgain() ? this.evidenceAt(document) : undefined;
  }

  private evidenceAt(document: AnalysesDocument): CheckedNow {
    const first = analysesAtPositions(document, this.attention.of(document.uri));
    return { first, text: computedAtOnce };
  }

  /** Whether the client will receive a second report: by push or by refresh. */
  private canReportAgain(): boolean {
    const { pullDiagnostics, diagnosticRefresh } = this.client();
    return !pullDiagnostics || diagnosticRefresh;
  }

  private computeLater(document: AnalysesDocument, { settings, schemas }: DocumentContext): void {
    const { uri } = document;
    const context = contextOf(document, schemas, settings, this.statusesOf(uri));
    const { first } = this.evidenceAt(document);
    const all = (yielding: YieldingHost) => computeEvidence(context, yielding);
    const nearest = (yielding: YieldingHost) => computeEvidence(context, yielding, first);
    this.later.begin(uri, document, first.length > 0 ? [nearest, all] : [all]);
  }

  /**
   * The findings except those that the team accepted; undefined if cancelled.
   *
   * @param evidence which analyses to compute; `later` means none, undefined means all
   */
  private async validate(
    document: AnalysesDocument,
    { settings, schemas }: DocumentContext,
    yielding: YieldingHost,
    evidence: CheckedNow | "later" | undefined,
  ): Promise<(FindingsLeft & { readonly isComplete: boolean }) | undefined> {
    const context = contextOf(document, schemas, settings, this.statusesOf(document.uri));
    const found = await validateNow(context, yielding, evidence);
    if (found === undefined) return undefined;
    // The workspace contains the file of accepted findings, as it contains configuration files: one setting allows
    // both.
    const accepted = settings.configurationFile ? await this.accepted.of(document.uri) : [];
    return {
      ...withoutAccepted(document, found.findings, accepted, settings),
      isComplete: found.isComplete,
    };
  }
}

/** Publishes diagnostics to clients that cannot pull them, once for each burst of changes. */
export class DiagnosticPusher {
  private readonly waiting = new Set<string>();
  private readonly working = new Map<string, CancellationTokenSource>();
  private readonly publishedIds = new Map<string, string>();
  private isScheduled = false;
  private changedSinceScheduling = false;

  constructor(
    private readonly connection: Connection,
    private readonly documents: OpenDocuments,
    private readonly reports: DiagnosticReports,
    private readonly runtime: ConnectionRuntime,
  ) {}

  push(uri: string): void {
    this.stop(uri);
    this.waiting.add(uri);
    this.changedSinceScheduling = true;
    if (this.isScheduled) return;
    this.isScheduled = true;
    this.runtime.nextTurn(this.flush);
  }

  pushAll(): void {
    for (const { uri } of this.documents.all()) this.push(uri);
  }

  forget(uri: string): void {
    this.stop(uri);
    this.waiting.delete(uri);
    this.publishedIds.delete(uri);
    void this.send(uri, []);
  }

  /** Waits until a turn brings no further change, then publishes for all waiting documents. */
  private readonly flush = (): void => {
    if (this.changedSinceScheduling) {
      this.changedSinceScheduling = false;
      this.runtime.nextTurn(this.flush);
      return;
    }
    this.isScheduled = false;
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
