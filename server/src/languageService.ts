/** The public entry point of the analyses language, without an editor or a connection. */
export {
  ConfigurationFiles,
  decidedBy,
  leftOutOf,
  withConfiguration,
} from "./configuration/configurationFile";
export type { Configuration } from "./configuration/configurationFile";
export {
  createDocument,
  createDocumentInTurns,
  updateDocument,
  updateDocumentInTurns,
} from "./document/analysesDocument";
export type { AnalysesDocument } from "./document/analysesDocument";
export { workThrough } from "./document/yielding";
export type { Yielding } from "./document/yielding";
export { roleBinding, analysisEvidence, evidenceSummary, knownSummary } from "./evidence/analysisEvidence";
export { pooledEffects } from "./evidence/evidenceWords";
export type { ReportWanted } from "./evidence/reportEvidence";
export { analysesAtPositions, loadFigures, reportEvidence, analysisAt } from "./evidence/reportEvidence";
export type { Acceptance as WayToAccept, FindingsLeft } from "./validation/acceptedFindings";
export { calculations } from "./features/codeActions/calculate";
export { codeActionKinds, codeActions, fixAllActions, fixAllKind } from "./features/codeActions/codeActions";
export { certainFix, fixAll } from "./features/codeActions/fixAll";
export type { Validation } from "./features/codeActions/fixAll";
export { complete, triggerCharacters } from "./features/completion/complete";
export type { CompletionOptions } from "./features/completion/itemBuilder";
export {
  mostSuggestions,
  referencePlaceAt,
  withReferences,
  referenceProperties,
} from "./features/completion/referenceItems";
export { definition, definitionIn, documentLinks } from "./features/navigation";
export {
  documentSymbols,
  flatSymbols,
  workspaceSymbols,
  foldingRanges,
  selectionRanges,
} from "./features/structure";
export { additionsTo, importTarget } from "./features/importedAnalyses";
export type { EvidenceLensData } from "./features/evidenceInText";
export {
  evidenceHints,
  evidenceLenses,
  readLensData,
  resolveEvidenceLens,
  evidenceHover,
} from "./features/evidenceInText";
export { evidenceRoles } from "./features/evidenceRoles";
export { evidenceExport, evidenceOverview, evidenceView } from "./features/evidencePanel/evidencePanel";
export { studyListAt, tablePlaces, writableTable } from "./features/evidencePanel/evidenceTable";
export { conflictLenses } from "./features/mergeConflicts";
export { hover, recordHover } from "./features/hover";
export { prepareStudyRename, renameStudy, studyHighlights, studyReferences } from "./features/navigation";
export { safeMarkdown, safeMarkdownLine } from "./presentation/markdown";
export type { ProblemPages } from "./presentation/diagnostics";
export {
  configurationFileDiagnostic,
  diagnostics,
  relatedPlaces,
  schemaFileDiagnostic,
  schemaPartDiagnostic,
} from "./presentation/diagnostics";
export { collectReferences, noReferenceStatuses } from "./references/referenceStatuses";
export type { ReferenceStatuses, ReferencesToCheck } from "./references/referenceStatuses";
export { referenceAt } from "./references/writtenReferences";
export type { ItemSchema, SchemaContext, SchemaRuntime } from "./schema/schemaContext";
export { readJsonFile } from "./schemaStore/schemaFiles";
export { createSchemaStore } from "./schemaStore/schemaStore";
export type { SchemaStore } from "./schemaStore/schemaStore";
export {
  acceptedFileOf,
  acceptedIn,
  findingKey,
  staleSentence,
  unfinishedEntry,
  withoutAccepted,
} from "./validation/acceptedFindings";
export type { Finding, Severity } from "./findings/finding";
export { evidenceOff } from "./validation/checks/evidence";
export { problemsAfter } from "./validation/problemsAfter";
export {
  computeEvidence,
  contextOf,
  onlySomeShown,
  validateDocument,
  validateNow,
  evidencePass,
  textPass,
} from "./validation/validateDocument";
export type { CheckedNow } from "./validation/walk";

// Exports for tests.
export { groupsOf, isGroupNode, placeInGroup } from "./document/groups";
export { storedRepairs } from "./validation/storedRepairs";
export { locate, rangeOf } from "./document/locate";
export type { CodeActionOptions } from "./features/codeActions/codeActions";
export type { RecordAnswer } from "./features/hover";
export { schemaLookup } from "./schemaLookup/schemaLookup";
export { stop, text, toPlainText, toSnippet } from "./schemaLookup/template";
export type { ValidationSettings } from "./findings/check";
export { defaultSeverity } from "./diagnostics/index";
export { findingAfterEdit } from "./findings/finding";
export { listOf, withArticle } from "./findings/subject";
export { nearestTo } from "./findings/nearest";
export { FoundFindings } from "./validation/walk";

/** Loaded on demand, in separate Node bundles: table edits and pasted studies, merges, comparisons. */
export const loadTableEdits = () => import("./features/evidencePanel/tableEdits");
export const loadPasteStudies = loadTableEdits;
export const loadMergeAnswer = () => import("./features/mergeAnswer");
export const loadEvidenceComparison = () => import("./features/evidencePanel/evidenceComparison");
