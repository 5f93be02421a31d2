import type { Translate } from "@analyses/evidence";
import type { Place } from "./review";

/** Codes of data that the conversion did not carry over unchanged: `spec/exchange.md` section 7. */
export const itemCodes = [
  "outcome-of-text",
  "row-incomplete",
  "row-outside-total",
  "empty-subgroup",
  "measure-unknown",
  "setting-not-kept",
  "risk-of-bias-groups",
  "risk-of-bias-domain",
  "name-changed",
  "text-decoded",
  "tracked-changes",
  "encoding-guessed",
  "number-asked",
  "result-differs",
  "formula-escaped",
  "outside-analyses",
] as const;
export type ItemCode = (typeof itemCodes)[number];

/** `lost`: data of an analysis, or a setting that changes its numbers. */
export type Severity = "lost" | "changed" | "assumed" | "note";

export interface ReportItem {
  readonly code: ItemCode;
  readonly severity: Severity;
  /** The analysis as `1.2`; null for an item without an analysis. */
  readonly analysis: string | null;
  /** Null for an item without a position. */
  readonly place: Place | null;
  readonly message: string;
}

/** Collects the report items of a conversion, in order of occurrence. */
export class Losses {
  readonly #items: ReportItem[] = [];
  /** Keys of sentences to report only once. */
  readonly #once = new Set<string>();

  constructor(readonly translate: Translate) {}

  get items(): readonly ReportItem[] {
    return this.#items;
  }

  add(
    severity: Severity,
    code: ItemCode,
    where: { readonly analysis?: string | null; readonly place?: Place | null },
    message: string,
  ): void {
    const { analysis = null, place = null } = where;
    this.#items.push({ code, severity, analysis, place, message });
  }

  /** Adds an item only once per analysis, or once for all. */
  addOnce(
    severity: Severity,
    code: ItemCode,
    where: { readonly analysis?: string | null; readonly place?: Place | null },
    message: string,
  ): void {
    const key = `${where.analysis ?? ""} ${message}`;
    if (this.#once.has(key)) return;
    this.#once.add(key);
    this.add(severity, code, where, message);
  }
}

/** Lists an analysis that the conversion omits because its type of data is unknown. */
export function listUnknownType(losses: Losses, analysis: string, type: string, place: Place): void {
  const message = losses.translate("Its type of data “{0}” is not known: the analysis was left out.", type);
  losses.add("lost", "outcome-of-text", { analysis, place }, message);
}

/** Numbers of the parts of a review. */
export interface Counts {
  readonly groups: number;
  readonly analyses: number;
  readonly subgroups: number;
  readonly rows: number;
}
