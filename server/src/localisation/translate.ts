import { filledIn } from "@analyses/protocol/customMessages";

/** English sentences and what they are in the reader's language, as `l10n/bundle.l10n.*.json` has them. */
export type Texts = ReadonlyMap<string, string>;

/** What a process writes in: a server has one client, and a client one language. English until it says so. */
let current: { readonly locale: string; readonly texts: Texts } = { locale: "en-GB", texts: new Map() };

/**
 * Sets the language of everything that is written from now on.
 *
 * @param locale of dates and numbers (BCP 47); what is no locale is English
 * @param texts empty for English
 */
export function setLocale(locale: string, texts: Texts): void {
  current = { locale: texts.size > 0 && isLocale(locale) ? locale : "en-GB", texts };
}

/** A sentence in the reader's language; `{0}`, `{1}` … stand for the values. */
export function translate(sentence: string, ...values: (string | number)[]): string {
  return filledIn(current.texts.get(sentence) ?? sentence, values);
}

/**
 * A title or description of a schema: in the reader's language where it is that of a schema that ships with the
 * product, and else as its author wrote it.
 */
export function schemaText(text: string): string {
  return current.texts.get(text) ?? text;
}

/** Whether sentences are taken as they stand in the source. */
export function speaksEnglish(): boolean {
  return current.texts.size === 0;
}

/** A moment, given in milliseconds since 1970, as a reader writes it. */
export function momentText(milliseconds: number): string {
  return new Intl.DateTimeFormat(current.locale, { dateStyle: "medium", timeStyle: "short" }).format(
    milliseconds,
  );
}

/**
 * Numbers in the reader's notation, in a line that has them as Cochrane does (`357,347`, `0.49`, `[0.34, 0.70]`): where
 * decimals have commas, numbers are listed with semicolons. For lines of numbers and the project's own words only: of
 * a text by somebody else it would change what it says.
 */
export function numbersAsRead(line: string): string {
  const decimal = decimalSign();
  const { group } = separators;
  if (decimal === ".") return line;
  return line.replace(/(?<=\d)(?:\.(?=\d)|,(?=\d)|,(?= [-−]?\d))/g, (found, at: number) => {
    if (found === ".") return decimal;
    return line[at + 1] === " " ? ";" : group;
  });
}

/** What the reader writes before decimals. */
export function decimalSign(): string {
  if (separators.locale !== current.locale) separators = separatorsOf(current.locale);
  return separators.decimal;
}

interface Separators {
  readonly locale: string;
  readonly decimal: string;
  readonly group: string;
}

/** Of the language that was spoken last: to find them out takes longer than to write a number. */
let separators: Separators = { locale: "en", decimal: ".", group: "," };

function separatorsOf(locale: string): Separators {
  const parts = new Intl.NumberFormat(locale).formatToParts(1234567.8);
  const valueOf = (type: string): string => parts.find((part) => part.type === type)?.value ?? "";
  return { locale, decimal: valueOf("decimal") || ".", group: valueOf("group") };
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
