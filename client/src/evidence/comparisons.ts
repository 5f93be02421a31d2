import * as vscode from "vscode";
import type {
  ComparisonAction,
  ComparisonNotice,
  Disagreements,
  KeptComparison,
  ShownAnalysis,
} from "../../webviews/comparison/messages";
import { readAction, readKept } from "../../webviews/comparison/messages";
import { analysesLanguage, importableExtensions } from "@analyses/protocol/documentFormat";
import type { ComparedAnalysisView, ComparedEvidence } from "@analyses/protocol/evidenceMessages";
import { evidenceComparisonRequest } from "@analyses/protocol/evidenceMessages";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { type AdjudicationParts, Adjudication } from "../merge/adjudication";
import { isNew, showInformation } from "../platform/editor";
import { Disposable } from "../platform/lifetime";
import { type Remedy, DocumentPanel, DocumentPanels, restartServer } from "../webview/documentPanel";
import type { Page } from "../webview/panel";
import { positionAfter, rangeOf } from "../webview/panelDocument";
import { type BaseReading, readFromCommit, readFromFile } from "./comparisonBase";
import { comparisonBody } from "./comparisonPage";

interface ComparisonParts extends AdjudicationParts {
  readonly client: Pick<AnalysesLanguageClient, "ask" | "problem" | "use">;
}

/** The open comparison panels. Opening the first panel loads this code. */
export class Comparisons extends Disposable {
  readonly #panels: DocumentPanels<ComparisonPanel>;

  constructor(parts: ComparisonParts, extensionUri: vscode.Uri) {
    super();
    this.#panels = this.register(
      new DocumentPanels((uri, onDidClose) => new ComparisonPanel(parts, extensionUri, uri, onDidClose)),
    );
    parts.client.use(this.#panels);
  }

  /** Compares a document with its last commit. Offers to choose a file instead if the commit cannot be read. */
  async withLastCommit(uri: vscode.Uri): Promise<void> {
    const reading = await readFromCommit(uri);
    if (reading.kind === "read") return this.#show(uri, reading);
    const other = vscode.l10n.t("Compare with File…");
    if ((await showInformation(reading.message, other)) === other) await this.withFile(uri);
  }

  /**
   * Compares a document with a file.
   *
   * @param file undefined to let the user choose
   * @param kind `extraction` to decide the disagreements of two extractions
   */
  async withFile(uri: vscode.Uri, file?: vscode.Uri, kind: "file" | "extraction" = "file"): Promise<void> {
    const chosen = file ?? (await chooseFile(uri, kind));
    if (chosen === undefined) return;
    const [document, base] = kind === "extraction" ? await extractionsInOrder(uri, chosen) : [uri, chosen];
    const reading = await readFromFile(base, document, kind);
    if (reading.kind === "refused") throw new Error(reading.message);
    await this.#show(document, reading);
  }

  /** Adopts a tab that VS Code kept over a reload of the window. */
  async adopt(tab: vscode.WebviewPanel, state: unknown): Promise<void> {
    const kept = readKept(state);
    if (kept === undefined) {
      tab.dispose();
      return;
    }
    const uri = vscode.Uri.parse(kept.document);
    const { base } = kept;
    const reading =
      base.kind === "commit"
        ? await readFromCommit(uri, base.hash)
        : await readFromFile(vscode.Uri.parse(base.uri), uri, base.kind);
    await this.#panels.add(uri).adopt(tab, reading);
  }

  async #show(uri: vscode.Uri, reading: BaseReading): Promise<void> {
    // A command of the explorer may name a closed document; the comparison needs an open one.
    const isShown = vscode.window.visibleTextEditors.some(
      ({ document }) => document.uri.toString() === uri.toString(),
    );
    if (!isShown) await vscode.window.showTextDocument(uri);
    await (this.#panels.find(uri) ?? this.#panels.add(uri)).show(reading);
  }
}

/** The server's comparison with the disagreements of two extractions, or why there is no comparison. */
type ComparisonAnswer =
  | Exclude<ComparedEvidence, { kind: "base-wanted" | "compared" }>
  | (Extract<ComparedEvidence, { kind: "compared" }> & { readonly disagreements: Disagreements | null })
  | { readonly kind: "refused"; readonly message: string };

/**
 * Compares the analyses of a document, at each edit, with those of a base text. Of two extractions, the base is the
 * second one, and is read again when its file is saved.
 */
class ComparisonPanel extends DocumentPanel<ComparisonAction, ComparisonNotice, ComparisonAnswer> {
  /** The base, with an identifier by which the server keeps its text. */
  #base: { readonly id: string; readonly reading: BaseReading } | undefined;
  /** Why nothing can be compared with this base; only another base makes a comparison possible. */
  #refusal: string | undefined;
  #analyses: readonly ComparedAnalysisView[] = [];
  /** The changes of the text since the last comparison, which move the ranges of analyses. */
  #changes: readonly vscode.TextDocumentContentChangeEvent[] = [];
  #problem: vscode.Range | undefined;
  /** Undefined unless two extractions are compared. */
  #adjudication: Adjudication | undefined;
  protected readonly followsCursor = false;

  constructor(
    private readonly parts: ComparisonParts,
    extensionUri: vscode.Uri,
    uri: vscode.Uri,
    onDidClose: () => void,
  ) {
    const titleOf = (name: string) => vscode.l10n.t("Comparison of {0}", name);
    const { client } = parts;
    super({ extensionUri, name: "comparison", titleOf, read: readAction, client }, uri, onDidClose);
    this.register(
      vscode.workspace.onDidSaveTextDocument(({ uri: saved }) => {
        if (this.#adjudication?.dependsOn(saved) === true) void this.#readAgain(this.#adjudication.second);
      }),
    );
  }

  /** Sets the base, and shows the comparison. */
  async show(reading: BaseReading): Promise<void> {
    this.#base = { id: crypto.randomUUID(), reading };
    this.#refusal = reading.kind === "refused" ? reading.message : undefined;
    const kept = reading.kind === "read" ? reading.base.kept : undefined;
    this.#adjudication =
      kept?.kind === "extraction"
        ? new Adjudication(this.parts, () => this.text.uri, vscode.Uri.parse(kept.uri))
        : undefined;
    if (this.panel.isOpen) this.panel.reveal();
    await this.#showPage(reading);
    // The user decides disagreements in the panel: it takes the focus.
    if (this.#adjudication !== undefined) this.panel.reveal(false);
  }

  /** Compares with the second extraction as it is now. */
  async #readAgain(file: vscode.Uri): Promise<void> {
    const reading = await readFromFile(file, this.text.uri, "extraction");
    this.#base = { id: crypto.randomUUID(), reading };
    this.#refusal = reading.kind === "refused" ? reading.message : undefined;
    await this.update();
  }

  /** Adopts a tab that VS Code kept. */
  async adopt(tab: vscode.WebviewPanel, reading: BaseReading): Promise<void> {
    this.panel.adopt(tab);
    // Not awaited: VS Code opens no document before this method resolves.
    void this.text.read();
    await this.show(reading);
  }

  override async followTo(uri: vscode.Uri): Promise<void> {
    await super.followTo(uri);
    // The page stores the document's URI: shows a page with the new one.
    if (this.#base !== undefined) await this.#showPage(this.#base.reading);
  }

  async #showPage(reading: BaseReading): Promise<void> {
    const kept: KeptComparison | null =
      reading.kind === "read" ? { document: this.text.uri.toString(), base: reading.base.kept } : null;
    const label = reading.kind === "read" ? reading.base.label : "";
    const page: Page = {
      title: this.title,
      body: comparisonBody(this.title, label, this.#adjudication?.names),
      data: { kept: JSON.stringify(kept) },
    };
    this.expectPage();
    await this.panel.show(this.title, page);
  }

  protected async requestAnswer(): Promise<ComparisonAnswer | undefined> {
    if (this.#refusal !== undefined) return { kind: "refused", message: this.#refusal };
    const base = this.#base;
    if (base?.reading.kind !== "read") return undefined;
    const { text } = base.reading.base;
    const compare = async (baseText: string | null) => {
      const textDocument = { uri: this.text.uri.toString() };
      return this.parts.client
        .ask(evidenceComparisonRequest, { textDocument, base: { id: base.id, text: baseText } })
        .catch(() => undefined);
    };
    // The server keeps the base's text: only its first request has to send it.
    const cached = await compare(null);
    const comparison = cached?.kind === "base-wanted" ? await compare(text) : cached;
    if (comparison === null || comparison?.kind === "base-wanted") return undefined;
    if (comparison?.kind !== "compared") return comparison;
    const adjudication = this.#adjudication;
    if (adjudication === undefined) return { ...comparison, disagreements: null };
    const disagreements = await adjudication.requestDisagreements(text);
    if (typeof disagreements === "string") return { kind: "refused", message: disagreements };
    return disagreements && { ...comparison, disagreements };
  }

  protected async showAnswer(answer: ComparisonAnswer): Promise<void> {
    switch (answer.kind) {
      case "refused":
        return this.#showProblem(answer.message, null);
      case "no-document":
        return this.#refuse(vscode.l10n.t("What it is to be compared with is no analyses document."));
      case "base-broken": {
        const { message, line } = answer;
        return this.#refuse(
          vscode.l10n.t("What it is to be compared with is not JSON. Line {0}: {1}", line + 1, message),
        );
      }
      case "broken":
        this.#problem = rangeOf(answer.range);
        return this.#showProblem(answer.message, "goToProblem");
      case "compared":
        this.#analyses = answer.analyses;
        this.#changes = [];
        return this.panel.post({
          kind: "compared",
          summary: answer.summary,
          analyses: answer.analyses.map(withoutRanges),
          disagreements: answer.disagreements,
        });
    }
  }

  protected override onTextChange(changes: readonly vscode.TextDocumentContentChangeEvent[]): void {
    if (this.isShown) this.#changes = [...this.#changes, ...changes];
  }

  /**
   * A range in the current text. After changes, only its start is known: the range is then empty, so that typing
   * replaces nothing.
   */
  #currentRange(range: vscode.Range): vscode.Range {
    if (this.#changes.length === 0) return range;
    const start = this.#changes.reduce(positionAfter, range.start);
    return new vscode.Range(start, start);
  }

  async #refuse(message: string): Promise<void> {
    this.#refusal = message;
    await this.#showProblem(message, null);
  }

  async #showProblem(
    message: string,
    remedy: Extract<ComparisonNotice, { kind: "problem" }>["remedy"],
  ): Promise<void> {
    await this.panel.post({ kind: "problem", message, remedy: remedy });
  }

  protected showUnavailable(message: string, remedy: Remedy): Promise<void> {
    return this.#showProblem(message, remedy);
  }

  protected async showError(error: unknown): Promise<void> {
    await this.#showProblem(error instanceof Error ? error.message : String(error), null);
  }

  protected async handleAction(message: ComparisonAction): Promise<void> {
    switch (message.action) {
      case "ready":
        this.pageIsReady();
        return this.update();
      case "openDocument":
        return this.openDocument();
      case "restartServer":
        return restartServer();
      case "goToProblem":
        // Puts the cursor after the problem, so that typing does not replace it.
        return this.text.goTo(this.#problem && new vscode.Range(this.#problem.end, this.#problem.end));
      case "select":
      case "goTo": {
        const { analysis, study } = message;
        const shown = this.#analyses.find(({ key }) => key === analysis);
        const range = (study === null ? shown : shown?.studies[study])?.range;
        if (range === null || range === undefined) return;
        const currentRange = this.#currentRange(rangeOf(range));
        if (message.action === "select" && this.text.editor !== undefined) this.text.select(currentRange);
        else await this.text.goTo(currentRange);
        return;
      }
      default:
        if ((await this.#adjudication?.handleAction(message)) !== true) return;
        // The prompt for the user's name took the focus.
        this.panel.reveal(false);
        await this.update();
    }
  }
}

/** An analysis as the page shows it: whether ranges exist, instead of the ranges. */
function withoutRanges({ range, studies, ...analysis }: ComparedAnalysisView): ShownAnalysis {
  return {
    ...analysis,
    isThere: range !== null,
    studies: studies.map(({ range: place, ...study }) => ({ ...study, isThere: place !== null })),
  };
}

/**
 * Two extractions in the order of their URIs: decisions are stored with the first, whichever of the two was opened. A
 * file that is no analyses document comes second.
 */
async function extractionsInOrder(
  uri: vscode.Uri,
  chosen: vscode.Uri,
): Promise<readonly [vscode.Uri, vscode.Uri]> {
  if (uri.toString() <= chosen.toString() || !chosen.path.endsWith(".json")) return [uri, chosen];
  const { languageId } = await vscode.workspace.openTextDocument(chosen);
  return languageId === analysesLanguage ? [chosen, uri] : [uri, chosen];
}

async function chooseFile(uri: vscode.Uri, kind: "file" | "extraction"): Promise<vscode.Uri | undefined> {
  const folder = isNew(uri) ? {} : { defaultUri: vscode.Uri.joinPath(uri, "..") };
  const chosen = await vscode.window.showOpenDialog({
    ...folder,
    title:
      kind === "extraction"
        ? vscode.l10n.t("The other extraction")
        : vscode.l10n.t("Which file is it to be compared with?"),
    openLabel: vscode.l10n.t("Compare"),
    filters: { [vscode.l10n.t("Reviews and data packages")]: ["json", ...importableExtensions] },
  });
  return chosen?.[0];
}
