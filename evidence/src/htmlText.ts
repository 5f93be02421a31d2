/** The HTML entities in RevMan's names, labels, footnotes and reasons, each before its character. */
const characters =
  "amp & lt < gt > apos ' ndash – mdash — minus − hellip … lsquo ‘ rsquo ’ ldquo “ rdquo ” laquo « " +
  "raquo » bull • middot · deg ° micro µ plusmn ± times × divide ÷ le ≤ ge ≥ ne ≠ asymp ≈ sup1 ¹ " +
  "sup2 ² sup3 ³ frac12 ½ frac14 ¼ frac34 ¾ dagger † Dagger ‡ sect § para ¶ copy © reg ® trade ™ " +
  "euro € pound £ alpha α beta β gamma γ delta δ Delta Δ kappa κ lambda λ mu μ omega ω agrave à " +
  "aacute á acirc â atilde ã auml ä aring å aelig æ ccedil ç egrave è eacute é ecirc ê euml ë igrave ì " +
  "iacute í icirc î iuml ï ntilde ñ ograve ò oacute ó ocirc ô otilde õ ouml ö oslash ø ugrave ù " +
  "uacute ú ucirc û uuml ü yacute ý szlig ß Agrave À Aacute Á Auml Ä Aring Å AElig Æ Ccedil Ç Egrave È " +
  "Eacute É Ntilde Ñ Oacute Ó Ouml Ö Oslash Ø Uuml Ü scaron š Scaron Š";

const named: ReadonlyMap<string, string> = new Map([
  ["quot", '"'],
  ["shy", ""],
  ...["nbsp", "ensp", "emsp", "thinsp"].map((space) => [space, " "] as const),
  ...Array.from(
    characters.matchAll(/(\w+) (\S)/g),
    ([, name = "", character = ""]) => [name, character] as const,
  ),
]);

/** Tags and comments; a `<` before a number or a space is a less-than sign. */
const tag = /<!--[^<>]*-->|<(\/?[a-zA-Z][a-zA-Z0-9]*)\b[^<>]*>/g;
const entity = /&(?:#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6})|([a-zA-Z][a-zA-Z0-9]{1,31}));/g;

/** Tags that end a line or a paragraph. */
const breaking = /^\/?(?:p|br|div|li|ul|ol|tr|td|th|h[1-6])$/i;

/**
 * The text of RevMan's HTML: names, labels, footnotes, reasons. Removes tags, replaces ends of lines and paragraphs by
 * spaces, and decodes entities. Keeps everything else.
 */
export function htmlText(text: string): string {
  if (!/[<&]/.test(text)) return text;
  const untagged = text.replace(tag, (_, name: string | undefined) =>
    name !== undefined && breaking.test(name) ? " " : "",
  );
  const decoded = untagged.replace(
    entity,
    (written, decimal?: string, hexadecimal?: string, name?: string) => {
      if (name !== undefined) return named.get(name) ?? written;
      const code = decimal === undefined ? Number.parseInt(hexadecimal ?? "", 16) : Number(decimal);
      const isCharacter = code > 0 && code <= 0x10ffff && !(code >= 0xd800 && code <= 0xdfff);
      return isCharacter ? String.fromCodePoint(code) : written;
    },
  );
  return decoded.replace(/\s+/g, " ").trim();
}

/** A plain text as RevMan stores it, in HTML. {@link htmlText} restores the text, but with single ordinary spaces. */
export function asHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll("\u00a0", "&nbsp;");
}
