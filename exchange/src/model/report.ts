import { type NumberRole, type Translate, columnTitle } from "@analyses/evidence";
import type { Place, Review } from "./review";

/** What the conversion did not carry over unchanged: `spec/exchange.md` section 7. */
type ItemCode =
  | "outcome-of-text"
  | "row-incomplete"
  | "row-outside-total"
  | "empty-subgroup"
  | "measure-unknown"
  | "setting-not-kept"
  | "risk-of-bias-groups"
  | "risk-of-bias-domain"
  | "name-changed"
  | "text-decoded"
  | "tracked-changes"
  | "encoding-guessed"
  | "number-asked"
  | "result-differs"
  | "formula-escaped"
  | "outside-analyses";

/** How much an item matters. "lost" is only for data of an analysis, or for a setting that changes its numbers. */
type Severity = "lost" | "changed" | "assumed" | "note";

export interface ReportItem {
  readonly code: ItemCode;
  readonly severity: Severity;
  /** Numbers of group and analysis, such as `1.2`; null for an item that concerns no single analysis. */
  readonly analysis: string | null;
  /** Where the source has the data; null if they have no single position. */
  readonly place: Place | null;
  readonly message: string;
}

interface Where {
  /** Numbers of group and analysis, such as `1.2`. */
  readonly analysis?: string;
  readonly place?: Place | null;
}

/** Collects the report items of a conversion, in order of occurrence. */
export class Losses {
  readonly #items: ReportItem[] = [];
  /** Keys of the items that {@link itemOnce} has added. */
  readonly #once = new Set<string>();

  constructor(readonly translate: Translate) {}

  get items(): readonly ReportItem[] {
    return this.#items;
  }

  add(severity: Severity, code: ItemCode, { analysis, place }: Where, message: string): void {
    this.#items.push({ code, severity, analysis: analysis ?? null, place: place ?? null, message });
  }

  /**
   * Returns a function `translate` that adds an item with the translated text as its message. `npm run l10n` collects
   * the texts from calls of this name.
   */
  item(severity: Severity, code: ItemCode, where: Where = {}): AddsItem {
    return {
      translate: (...text) => {
        this.add(severity, code, where, this.translate.call(undefined, ...text));
      },
    };
  }

  /**
   * Like {@link item}, but adds nothing if the analysis (or, without an analysis, the conversion) already has an item
   * with this message.
   */
  itemOnce(severity: Severity, code: ItemCode, where: Where = {}): AddsItem {
    return {
      translate: (...text) => {
        const message = this.translate.call(undefined, ...text);
        const key = `${where.analysis ?? ""} ${message}`;
        if (!this.#once.has(key)) this.add(severity, code, where, message);
        this.#once.add(key);
      },
    };
  }
}

/** Adds an item whose message has this text, with these values in it. */
interface AddsItem {
  readonly translate: (...text: Parameters<Translate>) => void;
}

/** Reports that the conversion omits an analysis, because its type of data is unknown. */
export function listUnknownType(losses: Losses, where: Where, type: string): void {
  losses
    .item("lost", "outcome-of-text", where)
    .translate("Its type of data “{0}” is not known: the analysis was left out.", type);
}

/** Reports that a measure in the author's own words becomes an unnamed ratio or difference. */
export function listUnknownMeasure(losses: Losses, where: Where, words: string): void {
  losses
    .item("changed", "measure-unknown", where)
    .translate("“{0}” is no measure that is known: it is one of no name.", words);
}

export function listEmptySubgroup(losses: Losses, where: Where, name: string): void {
  losses
    .item("note", "empty-subgroup", where)
    .translate("Subgroup “{0}” has no rows: it was left out.", name);
}

/** Reports that the criteria by which RevMan selected the rows of an analysis are not kept. */
export function listCriteria(losses: Losses, where: Where): void {
  losses
    .item("note", "setting-not-kept", where)
    .translate("Its data were chosen by criteria there, which are not kept; the rows are.");
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
