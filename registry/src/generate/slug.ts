/** Letters that have no decomposition into a base letter and a mark. */
const letters: Readonly<Record<string, string>> = { ß: "ss", ø: "o", ł: "l", ı: "i", đ: "d" };

/** A text in lower-case ASCII letters, digits and hyphens; "" where it has none of them. */
export function slug(text: string): string {
  return text
    .toLowerCase()
    .normalize("NFD")
    .replace(/[\p{Mark}'’]/gu, "")
    .replace(/[ßøłıđ]/g, (letter) => letters[letter] ?? "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
}
