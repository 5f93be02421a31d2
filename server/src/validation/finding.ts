import type { DiagnosticCode } from "../../../protocol/src/diagnosticCodes";
import type { SeverityName } from "../../../protocol/src/settings";
import type { JsonValue } from "../document/valueOf";
import type { SyntaxProblemKind, TextRepair } from "../syntax/problems";

export type Severity = Exclude<SeverityName, "off">;

/** One thing to tell the author about the document. Offsets are UTF-16 units in the document's text. */
export interface Finding {
  readonly code: DiagnosticCode;
  /** The default severity, or the user's for this code. */
  readonly severity: Severity;
  /** One sentence in the words of the document. */
  readonly message: string;
  /** The smallest piece of text that a person would change. */
  readonly start: number;
  readonly end: number;
  /** The other places of a conflict. */
  readonly related: readonly RelatedPlace[];
  /** What a quick fix needs. */
  readonly data: FindingData;
}

export interface RelatedPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
}

/** What a quick fix needs to know beyond the finding's range. */
export type FindingData =
  | { readonly kind: "none" }
  /** `repair` (document offsets): the one change that mends the text for certain. */
  | { readonly kind: "syntax"; readonly problem: SyntaxProblemKind; readonly repair?: TextRepair }
  /** The finding's range is the later key. */
  | { readonly kind: "duplicate-property"; readonly name: string }
  /** `object`: offset of the object's start. `schema`: the property's schema where it is known. */
  | {
      readonly kind: "missing-property";
      readonly object: number;
      readonly name: string;
      readonly schema?: JsonValue;
    }
  /** Any of the properties will do. */
  | { readonly kind: "missing-alternative"; readonly object: number; readonly names: readonly string[] }
  /** The finding's range is the key. `nearest`: allowed names not yet there, the likeliest first. */
  | { readonly kind: "unknown-property"; readonly name: string; readonly nearest: readonly string[] }
  /** `replacement`: JSON text of the same value in the right type, where the change is safe. */
  | { readonly kind: "wrong-type"; readonly expected: readonly string[]; readonly replacement?: string }
  /** `allowed`: the values as JSON text, the likeliest first; `nearest` counts those that are near. */
  | { readonly kind: "not-allowed-value"; readonly allowed: readonly string[]; readonly nearest: number }
  /** Known identifiers, the best first. */
  | { readonly kind: "unknown-schema-version"; readonly known: readonly string[] }
  /** The smallest number that no group has yet and that is larger than all before. */
  | { readonly kind: "duplicate-number"; readonly free: number }
  | { readonly kind: "number-precision"; readonly readAs: string }
  /** `object`: offset of the reference's start. `name`, `link`: what the registry has. */
  | {
      readonly kind: "reference-outdated";
      readonly object: number;
      readonly name: string;
      readonly link: string;
    }
  /** `link`: the one of the identifier. `linkedId`: what the link names, where that is of the same kind. */
  | {
      readonly kind: "reference-link-mismatch";
      readonly object: number;
      readonly link: string | undefined;
      readonly linkedId: string | undefined;
    }
  /** A keyword that has no code of its own. */
  | { readonly kind: "schema"; readonly keyword: string };

/** A finding whose severity is the code's own, unless it says otherwise; the user may change it. */
export type FindingDraft = Omit<Finding, "severity"> & { readonly severity?: Severity };

/** What a finding's severity is where nobody says otherwise. */
export const defaultSeverities: Readonly<Record<DiagnosticCode, Severity>> = {
  syntax: "error",
  "duplicate-property": "error",
  "missing-property": "error",
  "unknown-property": "error",
  "wrong-type": "error",
  "not-allowed-value": "error",
  schema: "error",
  "unknown-schema-version": "warning",
  "duplicate-number": "warning",
  "number-precision": "hint",
  "item-schema-unavailable": "warning",
  "reference-outdated": "warning",
  "reference-unknown": "warning",
  "reference-link-mismatch": "warning",
};

/** The finding with its places moved. */
export function shiftFinding(finding: FindingDraft, by: number): FindingDraft {
  if (by === 0) return finding;
  return {
    ...finding,
    start: finding.start + by,
    end: finding.end + by,
    related: finding.related.map((place) => ({ ...place, start: place.start + by, end: place.end + by })),
    data: shiftData(finding.data, by),
  };
}

function shiftData(data: FindingData, by: number): FindingData {
  switch (data.kind) {
    case "syntax": {
      const { repair } = data;
      if (repair === undefined) return data;
      return { ...data, repair: { ...repair, start: repair.start + by, end: repair.end + by } };
    }
    case "missing-property":
    case "missing-alternative":
    case "reference-outdated":
    case "reference-link-mismatch":
      return { ...data, object: data.object + by };
    default:
      return data;
  }
}
