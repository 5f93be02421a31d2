import type { AnalysesSettings } from "../../../protocol/src/settings";
import type { AnalysesDocument } from "../document/analysesDocument";
import type { SchemaContext } from "../schema/schemaContext";
import type { Finding } from "./finding";

/** The settings that decide what is told and how much of it. */
export type ValidationSettings = Pick<AnalysesSettings, "severity" | "maxProblems">;

/** How long work stays cancellable: asked between slices of some milliseconds. */
export interface Workload {
  readonly isCancelled: () => boolean;
  /** Resolves after other events have had their turn. */
  readonly pause: () => Promise<void>;
}

/**
 * All findings in a document, in the order of the text, at most `maxProblems` and then one last
 * finding that says so. `undefined` when it was cancelled. What an edit left alone is not looked at
 * again. Never rejects.
 */
export type ValidateDocument = (
  document: AnalysesDocument,
  schemas: SchemaContext,
  settings: ValidationSettings,
  workload: Workload,
) => Promise<readonly Finding[] | undefined>;
