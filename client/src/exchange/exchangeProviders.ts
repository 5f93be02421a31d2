import * as vscode from "vscode";
import { analysesLanguage, isImportable } from "@analyses/protocol/documentFormat";
import type { DisposableLike } from "../platform/lifetime";

/** The URI scheme of documents that show files of other programs. */
const viewScheme = "analyses-view";
const reportScheme = "analyses-report";

const exchange = () => import("./exchange");

const dropKind = vscode.DocumentDropOrPasteEditKind.Empty.append("analysesRegistry", "import");

/** Shows files of other programs and reports on imports as read-only documents, and imports dropped files. */
export function showOtherFiles(): DisposableLike {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(viewScheme, {
      provideTextDocumentContent: async ({ query }) =>
        (await exchange()).documentTextOf(vscode.Uri.parse(query, true)),
    }),
    vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      provideTextDocumentContent: async (uri) => (await exchange()).reportAt(uri)?.text,
    }),
    vscode.languages.registerDocumentLinkProvider(
      { scheme: reportScheme },
      { provideDocumentLinks: async ({ uri }) => [...((await exchange()).reportAt(uri)?.links ?? [])] },
    ),
    vscode.window.registerCustomEditorProvider("analysesRegistry.analysesView", {
      openCustomDocument: (uri: vscode.Uri) => ({ uri, dispose: () => undefined }),
      async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel) {
        const column = panel.viewColumn ?? vscode.ViewColumn.Active;
        const path = `${uri.path}.analyses.json`;
        const viewUri = vscode.Uri.from({ scheme: viewScheme, path, query: uri.toString() });
        // Replaces this custom editor with a text editor of the document.
        const document = await vscode.workspace.openTextDocument(viewUri);
        await vscode.window.showTextDocument(document, { viewColumn: column, preview: false });
        panel.dispose();
      },
    }),
    vscode.languages.registerDocumentDropEditProvider(
      { language: analysesLanguage },
      {
        async provideDocumentDropEdits(document, _, transfer) {
          const list = (await transfer.get("text/uri-list")?.asString()) ?? "";
          const [first = "", ...others] = list.split(/\r?\n/).filter((line) => line !== "");
          if (others.length > 0 || !isImportable(first)) return undefined;
          void vscode.commands.executeCommand(
            "analysesRegistry.importAnalyses",
            vscode.Uri.parse(first, true),
            document.uri.toString(),
          );
          // The drop itself inserts nothing, since the import first asks the user what to import.
          return new vscode.DocumentDropEdit("", vscode.l10n.t("Import Analyses"), dropKind);
        },
      },
      { dropMimeTypes: ["text/uri-list"], providedDropEditKinds: [dropKind] },
    ),
  );
}
