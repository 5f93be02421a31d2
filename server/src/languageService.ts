import { createDocument, updateDocument } from "./document/documentStore";
import { codeActions } from "./features/codeActions/codeActions";
import { complete } from "./features/completion/complete";
import { withReferences } from "./features/completion/referenceItems";
import { referencePlaceAt } from "./features/completion/referencePlace";
import { diagnostics } from "./features/diagnostics";
import { documentLinks } from "./features/documentLinks";
import { documentSymbols } from "./features/documentSymbols";
import { foldingRanges } from "./features/folding/foldingRanges";
import { formatDocument, formatRange } from "./features/formatting/format";
import { formatOnType } from "./features/formatting/formatOnType";
import { hover } from "./features/hover/hover";
import { recordHover } from "./features/hover/recordHover";
import { referenceAt } from "./features/referenceAt";
import { selectionRanges } from "./features/selectionRanges";
import { workspaceSymbols } from "./features/workspaceSymbols";
import type { SchemaRuntime } from "./schema/schemaContext";
import { createSchemaStore } from "./schema/schemaStore";
import { problemsAfter } from "./validation/problemsAfter";
import { validateDocument } from "./validation/validateDocument";

/** What the language needs from outside. */
export type LanguageRuntime = SchemaRuntime;

/** The analyses language, without an editor and without a connection. */
export type AnalysesLanguageService = ReturnType<typeof createAnalysesLanguageService>;

/**
 * Makes the language service. Its features are functions of a document and of the schemas in force for
 * it, which `schemas.contextFor` finds out.
 */
export function createAnalysesLanguageService(runtime: LanguageRuntime) {
  return {
    createDocument,
    updateDocument,
    validateDocument,
    schemas: createSchemaStore(runtime),
    codeActions,
    complete,
    diagnostics,
    documentLinks,
    documentSymbols,
    foldingRanges,
    formatDocument,
    formatOnType,
    formatRange,
    hover,
    problemsAfter,
    recordHover,
    referenceAt,
    referencePlaceAt,
    selectionRanges,
    withReferences,
    workspaceSymbols,
  };
}
