/** Letters that do not come apart into a base letter and a mark (Unicode, NFD). */
const wholeLetters: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  ħ: "h",
  ı: "i",
  ŧ: "t",
  þ: "th",
  ß: "ss",
  æ: "ae",
  œ: "oe",
};

/** What typesetters write, and what is on keyboards. */
const typed: Readonly<Record<string, string>> = {
  "‘": "'",
  "’": "'",
  "“": '"',
  "”": '"',
  "–": "-",
  "—": "-",
};

/** Text as searches compare it: without case, diacritics and typesetters' quotation marks and dashes. */
export function foldedText(text: string): string {
  // Most names need no more, and there may be a hundred thousand of them.
  if (/^[\n -~]*$/.test(text)) return text.toLowerCase();
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}+/gu, "")
    .replace(/[łøđðħıŧþßæœ]/g, (letter) => wholeLetters[letter] ?? letter)
    .replace(/[‘’“”–—]/g, (sign) => typed[sign] ?? sign);
}
