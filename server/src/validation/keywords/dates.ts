/** What a text that is no date may mean as one (RFC 3339, full-date). */
export interface DateReading {
  /** The dates, as `2026-03-31`; two where day and month may be either. */
  readonly dates: readonly string[];
  /** A month, as `2026-02`, that has no such day, with the number of its days. */
  readonly shortMonth: { readonly month: string; readonly days: number } | undefined;
}

const nothing: DateReading = { dates: [], shortMonth: undefined };

/** The beginnings of the names of months in English, German and Spanish, January first. */
const months: readonly RegExp[] = [
  "jan|jän|ene",
  "feb",
  "mar|mär|mrz",
  "apr|abr",
  "may|mai",
  "jun",
  "jul",
  "aug|ago",
  "sep",
  "oct|okt",
  "nov",
  "dec|dez|dic",
].map((names) => new RegExp(`^(?:${names})\\p{L}*$`, "iu"));

/** Reads a date as papers, tables and registries write it, as `31/03/2026` or `31 March 2026`. */
export function readDate(written: string): DateReading {
  // A time behind it says nothing about the day.
  const text = written.trim().replace(/(?<=^\d{4}-\d\d-\d\d)[T ]\d.*$/, "");
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})[-/.]?(\d{1,2})[-/.]?(\d{1,2})$/.exec(text) ?? [];
  if (isoYear !== undefined) return dateOf(isoYear, Number(isoMonth), Number(isoDay));
  const [, first, second, year] = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4})$/.exec(text) ?? [];
  if (first !== undefined && year !== undefined) {
    const dayFirst = dateOf(year, Number(second), Number(first));
    const monthFirst = dateOf(year, Number(first), Number(second));
    return { ...nothing, dates: [...new Set([...dayFirst.dates, ...monthFirst.dates])] };
  }
  const dayMonth = /^(\d{1,2})(?:\.|st|nd|rd|th)?(?: de)? (\p{L}+)\.?,?(?: de)? (\d{4})$/u.exec(text);
  if (dayMonth !== null) return dateOf(dayMonth[3] ?? "", monthNamed(dayMonth[2] ?? ""), Number(dayMonth[1]));
  const monthDay = /^(\p{L}+)\.? (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})$/u.exec(text);
  if (monthDay !== null) return dateOf(monthDay[3] ?? "", monthNamed(monthDay[1] ?? ""), Number(monthDay[2]));
  return nothing;
}

function monthNamed(name: string): number {
  return months.findIndex((names) => names.test(name)) + 1;
}

function dateOf(year: string, month: number, day: number): DateReading {
  if (month < 1 || month > 12 || day < 1 || day > 31) return nothing;
  const days = new Date(Date.UTC(Number(year), month, 0)).getUTCDate();
  const yearAndMonth = `${year}-${String(month).padStart(2, "0")}`;
  if (day > days) return { dates: [], shortMonth: { month: yearAndMonth, days } };
  return { ...nothing, dates: [`${yearAndMonth}-${String(day).padStart(2, "0")}`] };
}
