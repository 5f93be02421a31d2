import { filledIn } from "@analyses/protocol/customMessages";

/** English sentences and their translations, from `l10n/bundle.l10n.*.json`. */
export type Texts = ReadonlyMap<string, string>;

/** The language of this process: a server has one client, and a client has one language. English by default. */
let current: { readonly locale: string; readonly texts: Texts } = { locale: "en-GB", texts: new Map() };

/**
 * Sets the language of all later messages.
 *
 * @param locale for dates and numbers (BCP 47); British English if invalid, or without texts
 * @param texts empty for English
 */
export function setLocale(locale: string, texts: Texts): void {
  current = { locale: texts.size > 0 && isLocale(locale) ? locale : "en-GB", texts };
}

/** Translates a sentence and replaces `{0}`, `{1}` … with the values. */
export function translate(sentence: string, ...values: (string | number)[]): string {
  return filledIn(current.texts.get(sentence) ?? sentence, values);
}

/** Translates a title or description of a bundled schema; returns other schemas' texts unchanged. */
export function schemaText(text: string): string {
  return current.texts.get(text) ?? text;
}

/** Whether messages are in English, as in the source. */
export function speaksEnglish(): boolean {
  return current.texts.size === 0;
}

/** Formats a moment, in milliseconds since 1970, for the user's locale. */
export function momentText(milliseconds: number): string {
  return new Intl.DateTimeFormat(current.locale, { dateStyle: "medium", timeStyle: "short" }).format(
    milliseconds,
  );
}

/**
 * Converts numbers in Cochrane's notation (`357,347`, `0.49`, `[0.34, 0.70]`) to the user's; with decimal commas,
 * semicolons separate listed numbers. Only for lines of numbers and this server's own words: in other texts, a comma
 * between digits may mean something else.
 */
export function numbersAsRead(line: string): string {
  const decimal = decimalSeparator();
  const { group } = separators;
  if (decimal === ".") return line;
  // Matches a decimal point, a comma that groups digits, and a comma that separates listed numbers.
  return line.replace(/(?<=\d)(?:\.(?=\d)|,(?=\d)|,(?= [-−]?\d))/g, (found, at: number) => {
    if (found === ".") return decimal;
    return line[at + 1] === " " ? ";" : group;
  });
}

/** The user's decimal separator. */
export function decimalSeparator(): string {
  if (separators.locale !== current.locale) separators = separatorsOf(current.locale);
  return separators.decimal;
}

interface Separators {
  readonly locale: string;
  readonly decimal: string;
  readonly group: string;
}

/** The separators of the locale that was current at the last look-up, cached because looking them up is slow. */
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
