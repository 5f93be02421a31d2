import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { SeverityName } from "@analyses/protocol/settings";
import type { JsonValue, ReportedProblemKind, TextRepair } from "@analyses/json";

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
  /** Whether it is the value of another property from which the finding follows. */
  readonly isReason?: true;
}

/** What a quick fix needs to know beyond the finding's range. */
export type FindingData =
  | { readonly kind: "none" }
  /** `repair` (document offsets): the one change that mends the text for certain. */
  | { readonly kind: "syntax"; readonly problem: ReportedProblemKind; readonly repair?: TextRepair }
  /** The finding's range is the later key. */
  | { readonly kind: "duplicate-property"; readonly name: string }
  /**
   * `object`: offset of the object's start. `schema`: the property's schema where it is known. `unknown`: the key of
   * an unknown property by which this one may be meant.
   */
  | {
      readonly kind: "missing-property";
      readonly object: number;
      readonly name: string;
      readonly schema?: JsonValue;
      readonly unknown?: UnknownKey;
    }
  /** Any of the properties will do. `unknown`: an unknown one by which one of them may be meant. */
  | {
      readonly kind: "missing-alternative";
      readonly object: number;
      readonly names: readonly string[];
      readonly unknown?: MisnamedKey;
    }
  /**
   * The finding's range is the key. `object`: offset of the object's start. `holds`: the type of its value, by JSON
   * Schema's name. `nearest`: allowed names not yet there, the likeliest first; `isAlike`: whether that one is spelled
   * alike, and not only missing here, and whether it alone can be meant: no other key of the object is, and the value may
   * stand there.
   */
  | {
      readonly kind: "unknown-property";
      readonly object: number;
      readonly name: string;
      readonly holds: string;
      readonly nearest: readonly string[];
      readonly isAlike: boolean;
    }
  /**
   * `replacement`: JSON text of the same value in the right type, where the change is safe. `meant`: JSON text of what
   * may be meant, the likeliest first, and whether that is likely. `lacksValue`: it says that there is no value.
   * `mayBeEntry`: whether it may stand in the list that is expected.
   */
  | {
      readonly kind: "wrong-type";
      readonly expected: readonly string[];
      readonly replacement?: string;
      readonly meant: readonly string[];
      readonly isLikely: boolean;
      readonly lacksValue: boolean;
      readonly mayBeEntry: boolean;
    }
  /** At its start: an object that is clearly of another kind than its place asks for. */
  | { readonly kind: "misplaced" }
  /** `allowed`: the values as JSON text, the likeliest first; `nearest` counts those that are near. */
  | { readonly kind: "not-allowed-value"; readonly allowed: readonly string[]; readonly nearest: number }
  /** `allowed`: the values as JSON text, where only some are. */
  | { readonly kind: "unfinished-value"; readonly allowed: readonly string[] }
  /** Known identifiers, the best first. */
  | { readonly kind: "unknown-schema-version"; readonly meant: readonly string[] }
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
  /** `object`: offset of the reference's start. */
  | { readonly kind: "reference-unknown"; readonly object: number }
  /** `link`: the one of the identifier. `linkedId`: what the link names, where that is of the same kind. */
  | {
      readonly kind: "reference-link-mismatch";
      readonly object: number;
      readonly link: string | undefined;
      readonly linkedId: string | undefined;
    }
  /**
   * What the numbers of an analysis say. `study`: the name of the one it is about, if it is one. `numbers`: those that
   * the finding rests on. `repairs`: what to write, all together, so that it is gone. `isOfResults`: whether that is
   * what RevMan would store of these numbers, and no other number is touched.
   */
  | {
      readonly kind: "evidence";
      readonly study: string | null;
      readonly numbers: readonly (number | string)[];
      readonly repairs: readonly NumberRepair[];
      readonly isOfResults?: true;
    }
  /** A keyword that has no code of its own. `meant`: JSON text of what may be meant, the likeliest first. */
  | { readonly kind: "schema"; readonly keyword: string; readonly meant?: readonly string[] }
  /** Domains of another risk-of-bias method than the document's. `method`: the one that all of them are of. */
  | { readonly kind: "other-method"; readonly method?: string }
  /** Not about the text: there are more findings than those that were collected. */
  | { readonly kind: "more" };

/** The key of a property that must not be there. */
export interface UnknownKey {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** Whether it is spelled like the name that is missing. */
  readonly isAlike: boolean;
}

/** The key of a property that nobody knows, and the names that it may stand for, the likeliest first. */
export interface MisnamedKey extends UnknownKey {
  readonly meant: readonly string[];
}

/** A number to write in the place of another, or text to add or to take away, by offsets in the document's text. */
export interface NumberRepair {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A finding whose severity is the code's own, unless it says otherwise; the user may change it. */
export type FindingDraft = Omit<Finding, "severity"> & { readonly severity?: Severity };

/**
 * Stands for findings that were not collected: wherever a check stops early it leaves one, and all of them
 * become the last line that the author reads.
 */
export function moreFindings(start: number): FindingDraft {
  return { code: "schema", message: "", start, end: start, related: [], data: { kind: "more" } };
}

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

/** An edit of a text: what stood from `start` to `end` became `length` long. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly length: number;
}

/** A finding of numbers after an edit; undefined where that touched one of its places. */
export function findingAfterEdit(finding: FindingDraft, edit: TextEdit): FindingDraft | undefined {
  const by = edit.length - (edit.end - edit.start);
  const { data, related } = finding;
  const repairs = data.kind === "evidence" ? data.repairs : [];
  const places = [finding, ...related, ...repairs];
  if (places.some(({ start, end }) => start < edit.end && edit.start < end)) return undefined;
  const moved = <Place extends TextPlace>(place: Place): Place =>
    place.start < edit.end ? place : { ...place, start: place.start + by, end: place.end + by };
  return {
    ...moved(finding),
    related: related.map(moved),
    data: data.kind === "evidence" ? { ...data, repairs: repairs.map(moved) } : data,
  };
}

type TextPlace = Pick<RelatedPlace, "start" | "end">;

function shiftKey<Key extends UnknownKey>(unknown: Key | undefined, by: number): { readonly unknown?: Key } {
  return unknown === undefined
    ? {}
    : { unknown: { ...unknown, start: unknown.start + by, end: unknown.end + by } };
}

function shiftData(data: FindingData, by: number): FindingData {
  switch (data.kind) {
    case "syntax": {
      const { repair } = data;
      if (repair === undefined) return data;
      return { ...data, repair: { ...repair, start: repair.start + by, end: repair.end + by } };
    }
    case "missing-property":
      return { ...data, object: data.object + by, ...shiftKey(data.unknown, by) };
    case "missing-alternative":
      return { ...data, object: data.object + by, ...shiftKey(data.unknown, by) };
    case "evidence": {
      const move = (repair: NumberRepair): NumberRepair => ({
        ...repair,
        start: repair.start + by,
        end: repair.end + by,
      });
      return { ...data, repairs: data.repairs.map(move) };
    }
    case "unknown-property":
    case "reference-outdated":
    case "reference-unknown":
    case "reference-link-mismatch":
      return { ...data, object: data.object + by };
    default:
      return data;
  }
}
