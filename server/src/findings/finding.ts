import { byKey } from "@analyses/evidence";
import type { DiagnosticCode } from "@analyses/protocol/diagnosticCodes";
import type { SeverityName } from "@analyses/protocol/settings";
import type { JsonValue, ReportedProblemKind, TextRepair } from "@analyses/json";

export type Severity = Exclude<SeverityName, "off">;

/** A problem in the document. Offsets are UTF-16 units in the document's text. */
export interface Finding {
  readonly code: DiagnosticCode;
  /** The user's severity for this code; if not set, the finding's own or the code's default. */
  readonly severity: Severity;
  /** One sentence, in the terms of the document. */
  readonly message: string;
  /** The smallest range that the author would change. */
  readonly start: number;
  readonly end: number;
  /** Other places in the text: the second one of a contradiction, the reason of the finding, or its consequences. */
  readonly related: readonly RelatedPlace[];
  /** The start of the value that selected the branch of the schema in which the problem was found. */
  readonly chosenBy?: number;
  readonly data: FindingData;
}

export interface RelatedPlace {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** Whether the finding follows from this property's value. */
  readonly isReason?: true;
}

/** The values that a schema lists. */
export interface AllowedValues {
  /** The first of the values as JSON text, best first. */
  readonly allowed: readonly string[];
  /** The number of all values, which may be hundreds of thousands. */
  readonly count: number;
  /** How many values at the beginning of `allowed` are near the value in the document. */
  readonly nearest: number;
}

export const noneListed: AllowedValues = { allowed: [], count: 0, nearest: 0 };

export interface SyntaxData {
  readonly kind: "syntax";
  /** "mistyped": one edit corrects the whole text (`validation/oneMistake.ts`), or the text is HTML. */
  readonly problem: ReportedProblemKind | "mistyped";
  /** The likely correction, with document offsets. */
  readonly repair?: TextRepair;
  /** Whether another correction is as likely as `repair`. */
  readonly isUnsure?: boolean;
}

/** The data for quick fixes. */
export type FindingData =
  | { readonly kind: "none" }
  | SyntaxData
  /** The finding's range is the later key. */
  | { readonly kind: "duplicate-property"; readonly name: string }
  /**
   * `object`: offset of the object's start. `schema`: the property's schema, if known. `unknown`: the key of an unknown
   * property that may be this one misspelled. `others`: what else the object lacks.
   */
  | {
      readonly kind: "missing-property";
      readonly object: number;
      readonly name: string;
      readonly schema?: JsonValue;
      readonly unknown?: UnknownKey;
      readonly others?: readonly string[];
    }
  /** The object needs one of the properties `names`. `unknown`: an unknown property that may misspell one of them. */
  | {
      readonly kind: "missing-alternative";
      readonly object: number;
      readonly names: readonly string[];
      readonly unknown?: MisnamedKey;
    }
  /**
   * The finding's range is the key. `object`: offset of the object's start. `holds`: the value's JSON Schema type.
   * `nearest`: allowed names that the object lacks, best first. `isAlike`: whether the best is spelled alike, fits the
   * value, and matches no other key of the object.
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
   * `replacement`: JSON text of the same value in the right type, if the change is safe. `candidates`: JSON text of
   * possible meanings, best first; `isLikely`: whether there is only one and it is likely. `lacksValue`: whether the
   * text marks a missing value. `mayBeEntry`: whether the value could be an entry of the expected list.
   */
  | {
      readonly kind: "wrong-type";
      readonly expected: readonly string[];
      readonly replacement?: string;
      readonly candidates: readonly string[];
      readonly isLikely: boolean;
      readonly lacksValue: boolean;
      readonly mayBeEntry: boolean;
    }
  /** The finding starts at an object that clearly is of another kind than its position requires. */
  | { readonly kind: "misplaced" }
  /** `isSame`: whether the first of the values means the same as the value in the document. */
  | ({
      readonly kind: "not-allowed-value";
      readonly isSame?: true;
    } & AllowedValues)
  | ({ readonly kind: "unfinished-value" } & AllowedValues)
  /** `candidates`: known identifiers, best first. */
  | { readonly kind: "unknown-schema-version"; readonly candidates: readonly string[] }
  /** `free`: a number that no other group or analysis in the list has. */
  | { readonly kind: "duplicate-number"; readonly free: number }
  | { readonly kind: "number-precision"; readonly readAs: string }
  /** `object`: offset of the reference's start. `name`, `link`: the registry's current values. */
  | {
      readonly kind: "reference-outdated";
      readonly object: number;
      readonly name: string;
      readonly link: string;
    }
  /** `object`: offset of the reference's start. */
  | { readonly kind: "reference-unknown"; readonly object: number }
  /**
   * `link`: the link for the identifier. `linkedId`: the identifier in the reference's link, if the link leads to a
   * record of the reference's kind.
   */
  | {
      readonly kind: "reference-link-mismatch";
      readonly object: number;
      readonly link: string | undefined;
      readonly linkedId: string | undefined;
    }
  /**
   * `study`: the study's name, if the finding is about one. `numbers`: the numbers behind the finding. `repairs`: edits
   * that together resolve it. `isOfResults`: whether the edits only write the results that RevMan would store for these
   * numbers. `within`: the range of a study whose data have another type than the analysis; schema findings in this
   * range follow from that. `consequences`: findings that this one explains, reported only if this one is accepted.
   */
  | {
      readonly kind: "evidence";
      readonly study: string | null;
      readonly numbers: readonly (number | string)[];
      readonly repairs: readonly NumberRepair[];
      readonly isOfResults?: true;
      readonly within?: TextPlace;
      readonly consequences?: readonly FindingDraft[];
    }
  /** A keyword without its own code. `candidates`: JSON text of possible meanings, best first. */
  | { readonly kind: "schema"; readonly keyword: string; readonly candidates?: readonly string[] }
  /**
   * A domain of another risk-of-bias method than the document's. `method`: the other method, if it has all such domains
   * of the object.
   */
  | { readonly kind: "other-method"; readonly method?: string }
  /** Marks that there are more findings than the check collected. */
  | { readonly kind: "more" };

interface UnknownKey {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** Whether the key is spelled like the missing name. */
  readonly isAlike: boolean;
}

/** The key of an unknown property, and the names that it may be a misspelling of, best first. */
export interface MisnamedKey extends UnknownKey {
  readonly candidates: readonly string[];
}

/** An edit that replaces, inserts or deletes text, by document offsets. */
export interface NumberRepair {
  readonly start: number;
  readonly end: number;
  readonly newText: string;
}

/** A finding before the user's severity settings; without a severity, the code's default applies. */
export type FindingDraft = Omit<Finding, "severity"> & { readonly severity?: Severity };

/** Marks that a check stopped early. `validateDocument` merges all such marks into one last finding. */
export function moreFindings(start: number): FindingDraft {
  return { code: "schema", message: "", start, end: start, related: [], data: { kind: "more" } };
}

/** The findings that a finding explains. */
export function consequencesOf({ data }: Pick<FindingDraft, "data">): readonly FindingDraft[] {
  return data.kind === "evidence" ? (data.consequences ?? []) : [];
}

/** The finding with its offsets shifted. */
export function shiftFinding(finding: FindingDraft, by: number): FindingDraft {
  if (by === 0) return finding;
  const move: Move = (place) => ({ ...place, start: place.start + by, end: place.end + by });
  const { related, chosenBy, data } = finding;
  return {
    ...move(finding),
    related: related.map(move),
    ...(chosenBy !== undefined && { chosenBy: chosenBy + by }),
    data: shiftedData(data, by, move),
  };
}

type TextPlace = Pick<RelatedPlace, "start" | "end">;
type Move = <Place extends TextPlace>(place: Place) => Place;

function shiftedData(data: FindingData, by: number, move: Move): FindingData {
  switch (data.kind) {
    case "syntax":
      return data.repair === undefined ? data : { ...data, repair: move(data.repair) };
    case "evidence":
      return {
        ...data,
        repairs: data.repairs.map(move),
        ...(data.within && { within: move(data.within) }),
        ...(data.consequences && {
          consequences: data.consequences.map((consequence) => shiftFinding(consequence, by)),
        }),
      };
    case "missing-property":
      return { ...data, object: data.object + by, ...(data.unknown && { unknown: move(data.unknown) }) };
    case "missing-alternative":
      return { ...data, object: data.object + by, ...(data.unknown && { unknown: move(data.unknown) }) };
    case "unknown-property":
    case "reference-outdated":
    case "reference-unknown":
    case "reference-link-mismatch":
      return { ...data, object: data.object + by };
    default:
      return data;
  }
}

/** A finding with others as related places, since they follow from it. */
export function withRelated<One extends FindingDraft>(finding: One, others: readonly FindingDraft[]): One {
  if (others.length === 0) return finding;
  const places = others.map(({ message, start, end }) => ({ message, start, end }));
  return { ...finding, related: [...finding.related, ...places] };
}

/** What identifies a finding in another version of the text. */
export interface CodedMessage {
  readonly code: string;
  readonly message: string;
}

/**
 * The findings of a later check beyond those of an earlier one. Compares how often each code and message occurs, not
 * ranges, which edits shift.
 */
export function findingsBeyond<Later extends CodedMessage>(
  earlier: readonly CodedMessage[],
  later: readonly Later[],
): readonly Later[] {
  const keyOf = ({ code, message }: CodedMessage): string => JSON.stringify([code, message]);
  const left = new Map(Array.from(byKey(earlier, keyOf), ([key, { length }]) => [key, length]));
  return later.filter((finding) => {
    const count = left.get(keyOf(finding)) ?? 0;
    left.set(keyOf(finding), count - 1);
    return count <= 0;
  });
}
