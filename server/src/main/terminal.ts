import { styleText } from "node:util";
import type { Paint, Style } from "../checker/reports";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { readTexts } from "../../../protocol/src/customMessages";
import { setLocale } from "../localisation/translate";

const styles: Readonly<Record<Style, Parameters<typeof styleText>[0]>> = {
  error: "red",
  warning: "yellow",
  information: "blue",
  hint: "blue",
  place: "bold",
  code: "dim",
  good: "green",
};

/** Colours where somebody looks, unless they say otherwise (no-color.org, force-color.org). */
export function painter(stream: NodeJS.WriteStream): Paint {
  const { NO_COLOR, FORCE_COLOR } = process.env;
  const isForced = FORCE_COLOR !== undefined && FORCE_COLOR !== "" ? FORCE_COLOR !== "0" : undefined;
  const isUnwanted = NO_COLOR !== undefined && NO_COLOR !== "";
  const isTerminal = stream.isTTY && stream.getColorDepth() > 1;
  const isPainted = isForced ?? (!isUnwanted && isTerminal);
  return isPainted ? (style, text) => styleText(styles[style], text) : (_, text) => text;
}

/** Resolves when the text is written. A reader who has gone away, as `head` does, has seen what it wanted. */
export function put(stream: NodeJS.WriteStream, text: string): Promise<void> {
  return new Promise((done, fail) => {
    stream.write(text, (problem) => {
      if (problem === null || problem === undefined || ("code" in problem && problem.code === "EPIPE"))
        done();
      else fail(problem);
    });
  });
}

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
