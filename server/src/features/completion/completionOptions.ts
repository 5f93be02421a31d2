import type { MarkupKind } from "vscode-languageserver-types";

/** What the client makes of a completion item (LSP 3.17, CompletionClientCapabilities). */
export interface CompletionOptions {
  readonly snippets: boolean;
  /** Whether the client can be told to leave the indentation of inserted lines as it is. */
  readonly insertsAsIs: boolean;
  readonly documentation: MarkupKind;
}
