import { createDocument } from "../../document/documentStore";
import type { JsonValue } from "../../document/valueOf";
import { readJson } from "../../guidance/json";
import { syntaxFindings } from "../../validation/syntaxFindings";
import { notJson } from "../schemaMessages";

export type JsonReading =
  | { readonly kind: "value"; readonly value: JsonValue }
  /** `reason` names the line. */
  | { readonly kind: "not-json"; readonly reason: string };

/** Reads the text of a JSON file (RFC 8259); a byte order mark is passed over. */
export function readJsonFile(uri: string, text: string): JsonReading {
  const content = text.startsWith("\ufeff") ? text.slice(1) : text;
  try {
    return { kind: "value", value: readJson(content) };
  } catch {
    const document = createDocument(uri, "json", 0, content);
    const [first] = syntaxFindings(document, document.root);
    const line = document.text.positionAt(first?.start ?? 0).line + 1;
    return { kind: "not-json", reason: notJson(line, first?.message) };
  }
}
