import * as vscode from "vscode";
import { setContextKey } from "../platform/contextKey";
import { Disposable } from "../platform/disposable";
import { analysesLanguage } from "./documentLanguage";

/** Sets the context key `hasMendedProblem` once the author mended a problem: a walkthrough step ends then. */
export class MendedProblem extends Disposable {
  private readonly seen = new WeakMap<vscode.TextDocument, { version: number; problems: number }>();

  constructor() {
    super();
    this.register(vscode.languages.onDidChangeDiagnostics(({ uris }) => this.look(uris)));
  }

  private look(uris: readonly vscode.Uri[]): void {
    const changed = new Set(uris.map(String));
    for (const document of vscode.workspace.textDocuments) {
      if (document.languageId !== analysesLanguage || !changed.has(document.uri.toString())) continue;
      const { version } = document;
      const problems = vscode.languages.getDiagnostics(document.uri).length;
      const before = this.seen.get(document);
      this.seen.set(document, { version, problems });
      if (before === undefined || before.version === version || problems >= before.problems) continue;
      setContextKey("hasMendedProblem", true);
      this.dispose();
    }
  }
}
