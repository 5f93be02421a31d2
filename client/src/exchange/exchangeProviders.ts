import * as vscode from "vscode";
import { analysesLanguage } from "@analyses/protocol/documentFormat";
import type { DisposableLike } from "../platform/lifetime";

/** Where files of other programs are shown as documents, and reports: addresses that only this window has. */
const viewScheme = "analyses-view";
const reportScheme = "analyses-report";

const exchange = () => import("./exchange");

/** What a file can be dropped for, by its name; what it is, its content says then. */
const dropped = /\.(?:rm5|zip|csv|tsv|xlsx)$/i;
const dropKind = vscode.DocumentDropOrPasteEditKind.Empty.append("analysesRegistry", "import");

/** Shows files of other programs as documents that nobody can change, and imports those that are dropped. */
export function showOtherFiles(): DisposableLike {
  return vscode.Disposable.from(
    vscode.workspace.registerTextDocumentContentProvider(viewScheme, {
      provideTextDocumentContent: async ({ query }) =>
        (await exchange()).documentTextOf(vscode.Uri.parse(query, true)),
    }),
    vscode.workspace.registerTextDocumentContentProvider(reportScheme, {
      provideTextDocumentContent: async (uri) => (await exchange()).reportAt(uri),
    }),
    vscode.window.registerCustomEditorProvider("analysesRegistry.analysesView", {
      openCustomDocument: (uri: vscode.Uri) => ({ uri, dispose: () => undefined }),
      async resolveCustomEditor({ uri }: vscode.CustomDocument, panel: vscode.WebviewPanel) {
        const column = panel.viewColumn ?? vscode.ViewColumn.Active;
        const path = `${uri.path}.analyses.json`;
        const shown = vscode.Uri.from({ scheme: viewScheme, path, query: uri.toString() });
        // The document's own editor takes the place of this one.
        const document = await vscode.workspace.openTextDocument(shown);
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
          if (others.length > 0 || !dropped.test(first)) return undefined;
          void vscode.commands.executeCommand(
            "analysesRegistry.importAnalyses",
            vscode.Uri.parse(first, true),
            document.uri.toString(),
          );
          // It changes nothing itself: what is imported is asked first.
          return new vscode.DocumentDropEdit("", vscode.l10n.t("Import Analyses"), dropKind);
        },
      },
      { dropMimeTypes: ["text/uri-list"], providedDropEditKinds: [dropKind] },
    ),
  );
}
