import { createScanner, SyntaxKind } from "jsonc-parser";

/**
 * The value of the top-level `$schema` property of a JSON text, or undefined if there is none.
 * Scans no further than the property; tolerates text that is not valid JSON (yet).
 */
export function topLevelSchema(text: string): string | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  let key: string | undefined;
  let isValue = false;
  for (let token = scanner.scan(); token !== SyntaxKind.EOF; token = scanner.scan()) {
    switch (token) {
      case SyntaxKind.OpenBraceToken:
      case SyntaxKind.OpenBracketToken:
        if (depth === 0 && token === SyntaxKind.OpenBracketToken) return undefined;
        depth += 1;
        break;
      case SyntaxKind.CloseBraceToken:
      case SyntaxKind.CloseBracketToken:
        depth -= 1;
        if (depth === 0) return undefined;
        break;
      case SyntaxKind.ColonToken:
        isValue = depth === 1;
        break;
      case SyntaxKind.CommaToken:
        isValue = false;
        break;
      case SyntaxKind.StringLiteral:
        if (depth !== 1) break;
        if (!isValue) key = scanner.getTokenValue();
        else if (key === "$schema") return scanner.getTokenValue();
        break;
      default:
        break;
    }
  }
  return undefined;
}
