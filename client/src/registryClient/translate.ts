import { filledIn } from "../../../protocol/src/initialization";

/**
 * Puts values into a sentence in the user's language; `{0}`, `{1}` … stand for the values.
 * In VS Code this is `vscode.l10n.t`.
 */
export type Translate = (sentence: string, ...values: (string | number)[]) => string;

/** The sentences as they are written in the source. */
export const inEnglish: Translate = (sentence, ...values) => filledIn(sentence, values);
