import * as vscode from "vscode";
import type { AnalysesLanguageClient } from "../language/analysesLanguageClient";
import { Disposable } from "../platform/lifetime";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { StudyPasting } from "./pasteStudies";

/** The kind of paste edits that insert studies. */
const studiesKind = vscode.DocumentDropOrPasteEditKind.Empty.append("analysesRegistry", "studies");

/** Offers to paste spreadsheet rows as studies. The first paste of such rows loads the code. */
export class StudyPasteOffer extends Disposable {
  #pasting: Promise<StudyPasting> | undefined;

  constructor(
    private readonly client: AnalysesLanguageClient,
    private readonly memory: vscode.Memento,
  ) {
    super();
    type Edit = Awaited<ReturnType<StudyPasting["provide"]>>[number];
    const provider: vscode.DocumentPasteEditProvider<Edit> = {
      provideDocumentPasteEdits: async (document, [range, ...others], transfer, _context, token) => {
        const text = (await transfer.get("text/plain")?.asString()) ?? "";
        // Spreadsheets separate cells by tabs: other text does not load the code.
        if (!text.includes("\t") || range?.isEmpty !== true || others.length > 0) return [];
        return (await this.pasting()).provide({ document, position: range.start, text }, token);
      },
      resolveDocumentPasteEdit: async (edit, token) => (await this.pasting()).resolve(edit, token),
    };
    this.register(
      vscode.languages.registerDocumentPasteEditProvider({ language: analysesLanguage }, provider, {
        pasteMimeTypes: ["text/plain"],
        providedPasteEditKinds: [studiesKind],
      }),
    );
  }

  pasting(): Promise<StudyPasting> {
    return (this.#pasting ??= import("./pasteStudies").then(
      (module) => new module.StudyPasting(this.client, this.memory, studiesKind),
    ));
  }
}
