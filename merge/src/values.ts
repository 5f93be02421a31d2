/** Normalizes a JSON text: removes white space and comments, and unifies the notations of numbers and strings. */
function meaning(text: string): string {
  if (plainScalar.test(text)) return normalNumber(text) ?? text;
  return text.replace(token, (found) => {
    if (found.startsWith('"')) return JSON.stringify(JSON.parse(found));
    return normalNumber(found) ?? "";
  });
}

const plainScalar = /^(?:"[^"\\]*"|[-\w.+]+)$/;
const token = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|\s+|\/\/[^\r\n]*|\/\*[^]*?\*\/|,(?=\s*[}\]])/g;

/** Normalizes a number by its digits, since a double loses some: `1.5` and `1.50` become `15e-1`. */
function normalNumber(text: string): string | undefined {
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
 * Compares values of two extractions: `"1,204"` also equals 1204, if commas separate groups of three digits of a whole
 * number. Any other comma, as in `"1,2"` or `"0,204"`, may be a decimal one.
 */
export function sameExtraction(one: string, other: string): boolean {
  return sameMeaning(one, other) || extractedValue(one) === extractedValue(other);
}

function extractedValue(text: string): string {
  const normalized = meaning(text);
  if (!normalized.startsWith('"')) return normalized;
  const content = String(JSON.parse(normalized)).normalize("NFC").trim();
  const digits = /^-?[1-9]\d{0,2}(?:,\d{3})+$/.test(content) ? content.replaceAll(",", "") : content;
  return normalNumber(digits) ?? JSON.stringify(content);
}

/** Normalizes a study's name: composed Unicode, no white space, lower case. `2021a` differs from `2021`. */
export function knownName(name: string): string {
  return name.replaceAll("&nbsp;", " ").normalize("NFC").replace(/\s+/gu, "").toLowerCase();
}
