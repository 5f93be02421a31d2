import type { FindingCode } from "@analyses/evidence";

/** The codes of findings about the numbers of an analysis. */
export const evidenceCodes = [
  "impossible-data",
  "method-mismatch",
  "standard-error-as-deviation",
  "ratio-not-logged",
  "transposed-arms",
  "shared-comparator",
  "duplicate-row",
  "unit-slip",
  "totals-disagree",
  "result-mismatch",
  "risk-of-bias-mismatch",
  "default-label",
  "fragile-result",
  "zero-cells",
] as const satisfies readonly FindingCode[];

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
  "unfinished-value",
  "schema",
  "unknown-schema-version",
  "duplicate-number",
  "number-precision",
  "deprecated-property",
  "item-schema-unavailable",
  "reference-outdated",
  "reference-unknown",
  "reference-link-mismatch",
  "damaged-text",
  ...evidenceCodes,
] as const;

export type DiagnosticCode = (typeof diagnosticCodes)[number];

/** The `source` of this product's diagnostics (LSP 3.17, Diagnostic). */
export const diagnosticSource = "analyses";
