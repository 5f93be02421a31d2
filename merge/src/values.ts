/** What a text says as JSON, whatever white space and comments it has and however its numbers and strings are written. */
export function meaning(text: string): string {
  if (plainScalar.test(text)) return number(text) ?? text;
  return text.replace(token, (found) => {
    if (found.startsWith('"')) return JSON.stringify(JSON.parse(found));
    return number(found) ?? "";
  });
}

const plainScalar = /^(?:"[^"\\]*"|[-\w.+]+)$/;
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/|,(?=\s*[}\]])/g;

/** A number by its digits, for a double has only some of them: `1.50` is `1.5`, `12345678901234567890` stays. */
function number(text: string): string | undefined {
  const [, sign = "", whole = "", fraction = "", exponent = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(text) ?? [];
  if (whole === "") return undefined;
  const digits = (whole + fraction).replace(/^0+/, "");
  const significant = digits.replace(/0+$/, "");
  if (significant === "") return "0";
  const power = Number(exponent) - fraction.length + (digits.length - significant.length);
  return `${sign}${significant}e${power}`;
}

export function sameMeaning(one: string, other: string): boolean {
  return one === other || meaning(one) === meaning(other);
}

/**
 * The same of two extractions: there `"1,204"` is 1204 too, where a comma stands before each three digits of a whole
 * number. One comma alone is left in doubt when it may be a decimal one.
 */
export function sameExtraction(one: string, other: string): boolean {
  return sameMeaning(one, other) || extracted(one) === extracted(other);
}

function extracted(text: string): string {
  const said = meaning(text);
  if (!said.startsWith('"')) return said;
  const words = String(JSON.parse(said)).normalize("NFC").trim();
  const digits = /^-?[1-9]\d{0,2}(?:,\d{3})+$/.test(words) ? words.replaceAll(",", "") : words;
  return number(digits) ?? JSON.stringify(words);
}

/** A name as studies are known by it: Unicode's composed form, without blanks and case. `2021a` is another one than `2021`. */
export function knownName(name: string): string {
  return name.replaceAll("&nbsp;", " ").normalize("NFC").replace(/\s+/gu, "").toLowerCase();
}
