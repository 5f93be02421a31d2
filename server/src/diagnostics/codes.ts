// Written by `npm run diagnostics`: all files of this folder.
import type { FindingCode } from "@analyses/evidence";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { Diagnostic, NumbersDiagnostic } from "./diagnostic";
import { syntax } from "./syntax";
import { duplicateProperty } from "./duplicate-property";
import { missingPropertyDiagnostic } from "./missing-property";
import { unknownPropertyDiagnostic } from "./unknown-property";
import { wrongTypeDiagnostic } from "./wrong-type";
import { notAllowedValueDiagnostic } from "./not-allowed-value";
import { unfinishedValue } from "./unfinished-value";
import { schemaDiagnostic } from "./schema";
import { unknownSchemaVersion } from "./unknown-schema-version";
import { duplicateNumber } from "./duplicate-number";
import { numberPrecision } from "./number-precision";
import { deprecatedProperty } from "./deprecated-property";
import { itemSchemaUnavailable } from "./item-schema-unavailable";
import { referenceOutdatedDiagnostic } from "./reference-outdated";
import { referenceUnknownDiagnostic } from "./reference-unknown";
import { referenceLinkMismatch } from "./reference-link-mismatch";
import { damagedText } from "./damaged-text";
import { impossibleData } from "./impossible-data";
import { methodMismatch } from "./method-mismatch";
import { standardErrorAsDeviation } from "./standard-error-as-deviation";
import { ratioNotLogged } from "./ratio-not-logged";
import { transposedArms } from "./transposed-arms";
import { sharedComparator } from "./shared-comparator";
import { duplicateRow } from "./duplicate-row";
import { unitSlip } from "./unit-slip";
import { totalsDisagreement } from "./totals-disagree";
import { resultMismatch } from "./result-mismatch";
import { riskOfBiasMismatch } from "./risk-of-bias-mismatch";
import { defaultLabel } from "./default-label";
import { fragileResult } from "./fragile-result";
import { zeroCellsDiagnostic } from "./zero-cells";

/** What the numbers of an analysis say. */
export const numbersDiagnostics: { readonly [Code in FindingCode]: NumbersDiagnostic<Code> } = {
  "impossible-data": impossibleData,
  "method-mismatch": methodMismatch,
  "standard-error-as-deviation": standardErrorAsDeviation,
  "ratio-not-logged": ratioNotLogged,
  "transposed-arms": transposedArms,
  "shared-comparator": sharedComparator,
  "duplicate-row": duplicateRow,
  "unit-slip": unitSlip,
  "totals-disagree": totalsDisagreement,
  "result-mismatch": resultMismatch,
  "risk-of-bias-mismatch": riskOfBiasMismatch,
  "default-label": defaultLabel,
  "fragile-result": fragileResult,
  "zero-cells": zeroCellsDiagnostic,
};

/** All codes, in the order of `diagnosticCodes`. */
export const diagnostics: Readonly<Record<DiagnosticCode, Diagnostic>> = {
  syntax: syntax,
  "duplicate-property": duplicateProperty,
  "missing-property": missingPropertyDiagnostic,
  "unknown-property": unknownPropertyDiagnostic,
  "wrong-type": wrongTypeDiagnostic,
  "not-allowed-value": notAllowedValueDiagnostic,
  "unfinished-value": unfinishedValue,
  schema: schemaDiagnostic,
  "unknown-schema-version": unknownSchemaVersion,
  "duplicate-number": duplicateNumber,
  "number-precision": numberPrecision,
  "deprecated-property": deprecatedProperty,
  "item-schema-unavailable": itemSchemaUnavailable,
  "reference-outdated": referenceOutdatedDiagnostic,
  "reference-unknown": referenceUnknownDiagnostic,
  "reference-link-mismatch": referenceLinkMismatch,
  "damaged-text": damagedText,
  ...numbersDiagnostics,
};
