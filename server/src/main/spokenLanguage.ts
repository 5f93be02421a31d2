import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTexts } from "../../../protocol/src/initialization";
import { setLocale } from "../localisation/translate";

/**
 * Speaks the language that a terminal is set to, where there are texts in it: `LC_ALL`, `LC_MESSAGES` or `LANG`
 * (POSIX, section 8.2), and where none is set, as on Windows, that of the system.
 *
 * @param l10n the folder with the texts, `bundle.l10n.LANGUAGE.json`
 */
export function speakLanguageOf(env: NodeJS.ProcessEnv, l10n: string): void {
  const set = [env.LC_ALL, env.LC_MESSAGES, env.LANG].find((value) => value !== undefined && value !== "");
  const locale = (set ?? Intl.DateTimeFormat().resolvedOptions().locale)
    .replace(/[.@].*$/, "")
    .replace("_", "-");
  const [, language] = /^([a-z]{2,3})(?:-|$)/i.exec(locale) ?? [];
  if (language === undefined || language === "en") return;
  try {
    const file = join(l10n, `bundle.l10n.${language.toLowerCase()}.json`);
    setLocale(locale, readTexts({ texts: JSON.parse(readFileSync(file, "utf8")) as unknown }));
  } catch {
    // There are no texts in this language.
  }
}
