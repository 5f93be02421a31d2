import { createDocument } from "../../document/documentStore";
import type { JsonValue } from "../../document/valueOf";
import { readJson } from "../../document/json";
import { syntaxFindings } from "../../validation/syntaxFindings";
import { notJson } from "../schemaMessages";

export type JsonReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** `reason` names the line. */
  | { readonly kind: "not-json"; readonly reason: string };

/** Reads the text of a JSON file (RFC 8259). */
export function readJsonFile(uri: string, text: string): JsonReading {
  try {
    return { kind: "value", value: readJson(text) };
  } catch {
    const document = createDocument(uri, "json", 0, text);
    const [first] = syntaxFindings(document, document.root);
    const line = document.text.positionAt(first?.start ?? 0).line + 1;
    return { kind: "not-json", reason: notJson(line, first?.message) };
  }
}
