import { filledIn } from "../../../protocol/src/sentence";

/** English sentences and what they are in the reader's language, as `l10n/bundle.l10n.*.json` has them. */
export type Texts = ReadonlyMap<string, string>;

/** What a process writes in: a server has one client, and a client one language. English until it says so. */
let spoken: { readonly locale: string; readonly texts: Texts } = { locale: "en-GB", texts: new Map() };

/**
 * Sets the language of everything that is written from now on.
 *
 * @param locale of dates and numbers (BCP 47); what is no locale is English
 * @param texts empty for English
 */
export function speak(locale: string, texts: Texts): void {
  spoken = { locale: texts.size > 0 && isLocale(locale) ? locale : "en-GB", texts };
}

/** A sentence in the reader's language; `{0}`, `{1}` … stand for the values. */
export function translate(sentence: string, ...values: (string | number)[]): string {
  return filledIn(spoken.texts.get(sentence) ?? sentence, values);
}

/** Whether sentences are taken as they stand in the source. */
export function speaksEnglish(): boolean {
  return spoken.texts.size === 0;
}

/** A moment, given in milliseconds since 1970, as a reader writes it. */
export function momentText(milliseconds: number): string {
  return new Intl.DateTimeFormat(spoken.locale, { dateStyle: "medium", timeStyle: "short" }).format(
    milliseconds,
  );
}

function isLocale(locale: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(locale).length > 0;
  } catch {
    return false;
  }
}
