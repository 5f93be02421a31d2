import * as vscode from "vscode";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/lifetime";
import { analysesLanguage } from "../language/documentLanguage";
import type { Comparisons } from "./comparisons";
import type { EvidencePanels } from "./evidencePanels";
import type { StudyPasting } from "./pasteStudies";

/** The kind of the edits by which studies are pasted. */
const studiesKind = vscode.DocumentDropOrPasteEditKind.Empty.append("analysesRegistry", "studies");

/** What of the evidence is loaded with the extension: it loads panels, and what pastes studies, when they are wanted. */
export class EvidenceDoor extends Disposable {
  #panels: Promise<EvidencePanels> | undefined;
  #comparisons: Promise<Comparisons> | undefined;
  #pasting: Promise<StudyPasting> | undefined;

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly extensionUri: vscode.Uri,
    private readonly memory: vscode.Memento,
  ) {
    super();
    this.register(this.#offerToPasteStudies());
    this.#restore("evidence", () => this.panels());
    this.#restore("comparison", () => this.comparisons());
  }

  panels(): Promise<EvidencePanels> {
    return (this.#panels ??= import("./evidencePanels").then((code) =>
      this.register(new code.EvidencePanels(this.client, this.extensionUri)),
    ));
  }

  comparisons(): Promise<Comparisons> {
    return (this.#comparisons ??= import("./comparisons").then((code) =>
      this.register(new code.Comparisons(this.client, this.extensionUri)),
    ));
  }

  studyPasting(): Promise<StudyPasting> {
    return (this.#pasting ??= import("./pasteStudies").then(
      (code) => new code.StudyPasting(this.client, this.memory, studiesKind),
    ));
  }

  /** What was open when the window was reloaded. */
  #restore(
    name: string,
    load: () => Promise<{ takeOver(kept: vscode.WebviewPanel, state: unknown): Promise<void> }>,
  ): void {
    this.register(
      vscode.window.registerWebviewPanelSerializer(`analysesRegistry.${name}`, {
        deserializeWebviewPanel: async (kept, state: unknown) => (await load()).takeOver(kept, state),
      }),
    );
  }

  #offerToPasteStudies(): vscode.Disposable {
    type Edit = Awaited<ReturnType<StudyPasting["provide"]>>[number];
    const provider: vscode.DocumentPasteEditProvider<Edit> = {
      provideDocumentPasteEdits: async (document, [range, ...others], transfer, _context, token) => {
        const text = (await transfer.get("text/plain")?.asString()) ?? "";
        // What spreadsheets copy has tabs; anything else costs nothing.
        if (!text.includes("\t") || range?.isEmpty !== true || others.length > 0) return [];
        return (await this.studyPasting()).provide({ document, position: range.start, text }, token);
      },
      resolveDocumentPasteEdit: async (edit, token) => (await this.studyPasting()).resolve(edit, token),
    };
    return vscode.languages.registerDocumentPasteEditProvider({ language: analysesLanguage }, provider, {
      pasteMimeTypes: ["text/plain"],
      providedPasteEditKinds: [studiesKind],
    });
  }
}
