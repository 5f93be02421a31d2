import { type Translate, type NumberRole, columnTitle } from "@analyses/evidence";
import type { Place, Review } from "./review";

/** What the conversion did not carry over unchanged: `spec/exchange.md` section 7. */
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

/** How much an item matters. "lost" is only for data of an analysis, or for a setting that changes its numbers. */
export type Severity = "lost" | "changed" | "assumed" | "note";

export interface ReportItem {
  readonly code: ItemCode;
  readonly severity: Severity;
  /** Numbers of group and analysis, such as `1.2`; null for an item that concerns no single analysis. */
  readonly analysis: string | null;
  /** Where the source has the data; null if they have no single position. */
  readonly place: Place | null;
  readonly message: string;
}

/** Collects the report items of a conversion, in order of occurrence. */
export class Losses {
  readonly #items: ReportItem[] = [];
  /** Keys of the items that {@link addOnce} has added. */
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

  /** Adds an item unless the same analysis (or, without an analysis, the conversion) has one with the same message. */
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

/** How many groups, analyses, subgroups and rows a review has. */
export interface Counts {
  readonly groups: number;
  readonly analyses: number;
  readonly subgroups: number;
  readonly rows: number;
}

export function countsOf({ groups }: Pick<Review, "groups">): Counts {
  const analyses = groups.flatMap((group) => group.analyses);
  const sum = (counted: (analysis: (typeof analyses)[number]) => number): number =>
    analyses.reduce((total, analysis) => total + counted(analysis), 0);
  return {
    groups: groups.length,
    analyses: analyses.length,
    subgroups: sum(({ subgroups }) => subgroups.length),
    rows: sum(({ rows }) => rows.length),
  };
}

/** The displayed name of a role of numbers, such as `Experimental arm: Events`. */
export function numberName(role: NumberRole, translate: Translate): string {
  if (role === "interval-low") return translate("Lower end of the interval");
  if (role === "interval-high") return translate("Upper end of the interval");
  const title = role.endsWith("-non-events")
    ? translate("Participants without the event")
    : columnTitle(role, translate);
  if (role.startsWith("experimental-")) return translate("Experimental arm: {0}", title);
  return role.startsWith("comparator-") ? translate("Comparator arm: {0}", title) : title;
}
