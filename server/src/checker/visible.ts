/**
 * Text of a document on one line of a terminal or a log, with every character to be seen that would otherwise
 * do something: control characters, which colour a terminal or begin a line of their own, and marks that change
 * the direction of writing, which make text look like other text (Unicode TR 36, section 2.5).
 */
export function visible(text: string): string {
  return text.replace(
    /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
