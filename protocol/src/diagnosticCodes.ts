/**
 * The stable codes of findings in analyses documents. Settings, tests, the documentation and
 * other editors refer to them.
 */
export const diagnosticCodes = [
  "syntax",
  "duplicate-property",
  "missing-property",
  "unknown-property",
  "wrong-type",
  "not-allowed-value",
  "schema",
  "unknown-schema-version",
  "duplicate-number",
  "number-precision",
  "item-schema-unavailable",
  "reference-outdated",
  "reference-unknown",
  "reference-link-mismatch",
] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

/** What diagnostics of this product name as their `source` (LSP 3.17, Diagnostic). */
export const diagnosticSource = "analyses";
