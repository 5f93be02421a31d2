/** The entities that RevMan writes; others stay as they are. */
const entities: ReadonlyMap<string, string> = new Map([
  ["lt", "<"],
  ["gt", ">"],
  ["amp", "&"],
  ["quot", '"'],
  ["apos", "'"],
  ["nbsp", "\u00a0"],
]);

/** Plain text of HTML: tags are left out, entities decoded, white space collapsed. */
export function plainText(html: string): string {
  if (!/[<&\s]/.test(html)) return html;
  return html
    .replace(/<\/?[a-z][^<>]*>/gi, (tag) => (/^<\/?(?:p|br|div|li)\b/i.test(tag) ? " " : ""))
    .replace(/&(#x[\da-f]{1,6}|#\d{1,7}|\w{2,6});/gi, (whole, name: string) => decoded(name) ?? whole)
    .replace(/[ \t\r\n\f]+/g, " ")
    .trim();
}

function decoded(name: string): string | undefined {
  if (!name.startsWith("#")) return entities.get(name.toLowerCase());
  const code = /^#x/i.test(name) ? parseInt(name.slice(2), 16) : Number(name.slice(1));
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : undefined;
}

/** Text as HTML. */
export function htmlText(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}
