import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { createDocument, validateDocument } from "@analyses/server/languageService";
import type {
  AnalysesDocument,
  Finding,
  SchemaContext,
  ValidationSettings,
} from "@analyses/server/languageService";

export const uninterrupted = {
  isCancelled: () => false,
  pause: () => new Promise<void>((resolve) => setImmediate(resolve)),
};

export const defaultSettings: ValidationSettings = defaultAnalysesSettings;

export async function findingsIn(
  document: AnalysesDocument | string,
  schemas: SchemaContext,
  settings: ValidationSettings = defaultSettings,
): Promise<readonly Finding[]> {
  const read = typeof document === "string" ? createDocument("file:///a", "analyses", 1, document) : document;
  const findings = await validateDocument(read, schemas, settings, uninterrupted);
  if (findings === undefined) throw new Error("Validation was cancelled, but nobody cancelled it.");
  return findings;
}

/** Formats each finding as one line: code, underlined text, message. */
export function told(text: string, findings: readonly Finding[]): string[] {
  return findings.map(({ code, start, end, message }) => `${code} ⟨${text.slice(start, end)}⟩ ${message}`);
}
