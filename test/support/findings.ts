import { defaultAnalysesSettings } from "@analyses/protocol/settings";
import { createDocument, type AnalysesDocument } from "@analyses/server/document/analysesDocument";
import { validateDocument } from "@analyses/server/validation/validateDocument";
import type { Finding } from "@analyses/server/findings/finding";
import type { SchemaContext } from "@analyses/server/schema/schemaContext";
import type { ValidationSettings } from "@analyses/server/findings/check";

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
