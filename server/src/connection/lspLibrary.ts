/*
 * What is used of the library when the server runs. Only this file imports it: each import of it, which is
 * CommonJS, copies all of its five hundred names when the server starts.
 */
export {
  CancellationTokenSource,
  CodeActionKind,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  DocumentDiagnosticReportKind,
  ErrorCodes,
  InsertTextMode,
  LSPErrorCodes,
  MarkupKind,
  ResponseError,
  TextDocuments,
  TextDocumentSyncKind,
} from "vscode-languageserver";
