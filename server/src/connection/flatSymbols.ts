import type { DocumentSymbol, SymbolInformation } from "vscode-languageserver";

/** An outline for clients that know no tree of symbols (LSP 3.17, SymbolInformation). */
export function flatSymbols(
  uri: string,
  symbols: readonly DocumentSymbol[],
  container?: string,
): SymbolInformation[] {
  return symbols.flatMap(({ name, kind, range, children }) => {
    const own: SymbolInformation = { name, kind, location: { uri, range } };
    if (container !== undefined) own.containerName = container;
    return [own, ...flatSymbols(uri, children ?? [], name)];
  });
}
