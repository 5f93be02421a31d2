import { TextDocumentSyncKind, createConnection } from "vscode-languageserver/node";

/*
 * The least that a language server of the protocol's library can be: it receives everything, keeps nothing, and answers
 * each question at once with nothing. What it takes is what the library, Node and the way between the processes take.
 */

const connection = createConnection();
connection.onInitialize(() => ({
  capabilities: {
    textDocumentSync: TextDocumentSyncKind.Incremental,
    diagnosticProvider: { interFileDependencies: false, workspaceDiagnostics: false },
    completionProvider: {},
    hoverProvider: true,
    documentSymbolProvider: true,
  },
}));
connection.onDidOpenTextDocument(() => undefined);
connection.onDidChangeTextDocument(() => undefined);
connection.languages.diagnostics.on(() => ({ kind: "full", items: [] }));
connection.onCompletion(() => []);
connection.onHover(() => null);
connection.onDocumentSymbol(() => []);
connection.listen();
