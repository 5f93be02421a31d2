import type { Translate } from "@analyses/evidence";
import type { Place } from "./review";

/** What happened to something that was not carried over as it stands: `spec/exchange.md` section 7. */
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
  /** The analysis as `1.2`; null for what is of no analysis. */
  readonly analysis: string | null;
  /** Null for what has no place of its own. */
  readonly place: Place | null;
  readonly message: string;
}

/** Collects what a conversion has to say, in the order in which it came up. */
export class Losses {
  readonly #items: ReportItem[] = [];
  /** Sentences that are to be there once, whatever the number of places. */
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

  /** The same, of which the first is enough for an analysis, or for all. */
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

/** Lists an analysis that is left out, for nobody knows which of its numbers are its data. */
export function listUnknownType(losses: Losses, analysis: string, type: string, place: Place): void {
  const message = losses.translate("Its type of data “{0}” is not known: the analysis was left out.", type);
  losses.add("lost", "outcome-of-text", { analysis, place }, message);
}

/** How many there are of each. */
export interface Counts {
  readonly groups: number;
  readonly analyses: number;
  readonly subgroups: number;
  readonly rows: number;
}
