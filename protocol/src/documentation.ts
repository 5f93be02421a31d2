import type { DiagnosticCode } from "./diagnosticCodes";

/** Where the pages of `docs/` can be read. */
const documentationHome = "https://github.com/analyses-registry/analyses-registry/blob/main/docs";

/** The page that explains a diagnostic code. */
export function documentationLink(code: DiagnosticCode): string {
  return `${documentationHome}/diagnostics/${code}.md`;
}
