// Columns in which reviews print several numbers together: `12/148 (8%)`, `5.2 (1.3)`, `0.85 [0.6, 1.2]`.

import { type Yielding, withoutYielding } from "@analyses/json";
import { twoNumbers } from "@analyses/evidence";
import { isMissing, outOf } from "./cells";
import { meaningsNamed } from "./columns";
import { isWholeInterval } from "./lines";
import { someYielding } from "../yieldingLists";

/** The columns into which to divide a column. */
interface Composition {
  readonly headings: readonly string[];
  /** Divides a cell into its parts; undefined for a cell that has another form. */
  readonly apart: (cell: string) => readonly string[] | undefined;
}

/** A form of several numbers in a cell: how to divide a cell, and the headings of the parts. */
interface Form {
  readonly apart: (cell: string) => readonly string[] | undefined;
  readonly headings: (heading: string, cells: readonly string[]) => readonly string[] | undefined;
}

const eventWords = "events?|cases|ereignisse?|fälle|eventos?|casos";
const totalWords =
  "total|patients|participants|gesamt|patienten|patient[*:]?innen|teilnehmer|teilnehmende|pacientes|participantes";
const fraction = new RegExp(String.raw`^(\d[\d.,' ]*?)${outOf}(\d[\d.,' ]*?)\s*(?:\(.*\))?$`);
/** A heading of events and totals, in three languages: `n/N`, `Events / Total (%)`, `Ereignisse von Patienten`. */
const fractionHeading = new RegExp(
  String.raw`[\s(,:–-]*(?<!\p{L})(?:n|no\.?|${eventWords})${outOf}(?:n|${totalWords})(?!\p{L}).*$`,
  "iu",
);
const eventHeading = new RegExp(String.raw`[\s,:(–-]*(?<!\p{L})(?:${eventWords})(?:\s*\(%\))?$`, "iu");

/** Events of participants, as in `12/148`. Excludes larger first numbers, as in the blood pressure `140/90`. */
const ofEvents: Form = {
  apart(cell) {
    const [, events, total] = fraction.exec(cell) ?? [];
    if (events === undefined || total === undefined) return undefined;
    const [cases, people] = [events, total].map((text) => Number(text.replace(/\D/g, "")));
    return (cases ?? 0) <= (people ?? 0) ? [events, total] : undefined;
  },
  headings(heading) {
    const named = meaningsNamed(heading).find((meaning) => meaning.endsWith("-events"));
    if (named !== undefined && named !== "arm-events")
      return [heading, named.startsWith("experimental") ? "Experimental Total" : "Comparator Total"];
    const arm = heading.replace(fractionHeading, "").replace(eventHeading, "");
    return [`${arm} Events`.trim(), `${arm} Total`.trim()];
  },
};

// A number contains no comma before a space: `0.32, 1.28` is two numbers.
const number = String.raw`[-−+]?\d(?:(?!,\s)[\d.,' ])*?`;
const bracketed = new RegExp(String.raw`^(${number})\s*(?:[([]\s*(.*?)\s*[)\]]|±\s*(.*))$`, "s");
const plainNumber = new RegExp(`^${number}$`);
const single = new RegExp(String.raw`^±?\s*(${number})\s*%?$`);

/** The number before the brackets or the `±`, and the text in the brackets or after the `±`. */
function inBrackets(cell: string): readonly [string, string] | undefined {
  const [, before, inside, next] = bracketed.exec(cell) ?? [];
  const other = inside ?? next;
  return before === undefined || other === undefined ? undefined : [before, other];
}

const meanHeading =
  /^(.*?)[\s,:–-]*\b(?:means?|mittelwerte?|MW|medias?|M)\b\s*[([,/±]*\s*(?:\+\/-\s*)?(?:SD|s\.d\.|standard deviation|standardabweichung|SA|DE|d\.e\.|DT|desviación (?:estándar|típica))\s*[)\]]?(.*)$/i;
const percentage = /[\s,]*[([]\s*%\s*[)\]]$/;
/** A heading of counts before their percentages, which are counts of events: `n (%)`, `Events, n (%)`. */
const countHeading = new RegExp(
  String.raw`[\s,:(–-]*(?<!\p{L})(?:(?:${eventWords})[\s,:]*)?(?:n|no\.?|number|anzahl|número)$`,
  "iu",
);

/**
 * A number with a second number in brackets or after `±`: a standard deviation if the heading names one, a percentage
 * if the heading or all cells have `%`; else the reader asks the user.
 */
const withOne: Form = {
  apart(cell) {
    const [before, inside = ""] = inBrackets(cell) ?? [];
    const [, other] = single.exec(inside) ?? [];
    return before === undefined || other === undefined ? undefined : [before, other];
  },
  headings(heading, cells) {
    const [, before, after] = meanHeading.exec(heading) ?? [];
    const arm = [before, after].map((text) => (text ?? "").trim()).join(" ");
    if (before !== undefined) return ["mean", "SD"].map((part) => `${arm.trim()} ${part}`.trim());
    const isShare = percentage.test(heading) || cells.every((cell) => cell.includes("%"));
    const count = heading.replace(percentage, "").trim();
    const first = (isShare ? count.replace(countHeading, " Events") : count)
      .replace(eventHeading, " Events")
      .trim();
    return [first, `${heading}, ${isShare ? "per cent" : "in brackets"}`];
  },
};

/** Splits a text into two numbers. In `0.6,1.2`, where both numbers have a decimal point, the comma separates them. */
function pairIn(text: string): readonly [string, string] | undefined {
  return twoNumbers(text.trim().replace(/^([-−+]?\d*\.\d+),(?=[-−+]?\d*\.\d+$)/, "$1, "));
}

const intervalHeading = /[\s,;([]*((?:\d{2}(?:[.,]\d+)?\s*%)?)[\s-]*\b(?:CI|KI|IC)\b\s*[)\]]?/i;

/** A number with two numbers in brackets: an interval if the heading names one, else the reader asks the user. */
const withTwo: Form = {
  apart(cell) {
    const [before, inside = ""] = inBrackets(cell) ?? [];
    const pair = pairIn(inside.replace(/^\d{2}\s*%\s*(?:CI|KI|IC)\s*[:,]?\s*/i, ""));
    return before === undefined || pair === undefined ? undefined : [before, ...pair];
  },
  headings(heading) {
    const [whole, level = ""] = intervalHeading.exec(heading) ?? [];
    if (whole === undefined)
      return [heading, `${heading}, first in brackets`, `${heading}, second in brackets`];
    return [heading.replace(whole, "").trim(), ...limits(level)];
  },
};

function limits(level: string): readonly string[] {
  return ["lower", "upper"].map((limit) => `${level} CI ${limit}`.trim());
}

/** An interval without its estimate. */
const ofInterval: Form = {
  apart: pairIn,
  headings(heading) {
    if (!isWholeInterval(heading)) return undefined;
    return limits(/\d{2}(?:[.,]\d+)?\s*%/.exec(heading)?.[0] ?? "");
  },
};

const forms = { ofEvents, withOne, withTwo, ofInterval } as const;
const allForms: readonly (keyof typeof forms)[] = ["ofEvents", "withOne", "withTwo", "ofInterval"];

/** Under a heading such as `95% CI` the forms of intervals come first: `0.6,1.2` is no single number there. */
const formsOfIntervals: typeof allForms = ["withTwo", "ofInterval", ...allForms];

/** Returns how to divide a column whose cells all have the same form; undefined for any other column. */
export function* compositionYielding(
  heading: string,
  cells: readonly string[],
  wanted = intervalHeading.test(heading) ? formsOfIntervals : allForms,
): Yielding<Composition | undefined> {
  const used = cells.filter((cell) => cell !== "" && !isMissing(cell));
  if (used.length === 0) return undefined;
  for (const name of wanted) {
    const { apart, headings } = forms[name];
    // At most half of the cells may have only the first number, as a line of totals does.
    let lone = 0;
    const isOther = (cell: string): boolean => {
      if (apart(cell) !== undefined) return false;
      lone++;
      return name === "ofInterval" || !plainNumber.test(cell);
    };
    if ((yield* someYielding(used, isOther)) || lone > used.length / 2) continue;
    const named = headings(heading, used);
    if (named !== undefined) return { headings: named, apart };
  }
  return undefined;
}

export function compositionOf(...column: Parameters<typeof compositionYielding>): Composition | undefined {
  return withoutYielding(compositionYielding(...column));
}
