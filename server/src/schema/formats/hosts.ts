/** RFC 1123, section 2.1. */
export function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split(".").every((label) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(label))
  );
}

/** RFC 5890, section 2.3.2.3; letters of all scripts are checked as UTS 46 says, by the platform. */
export function isInternationalHostname(text: string): boolean {
  if (isHostname(text)) return true;
  const address = `http://${text}`;
  return !/[\0-,/:-@[-^`{-\x7f]/.test(text) && URL.canParse(address) && isHostname(new URL(address).hostname);
}

/** RFC 2673, section 3.2: four numbers of at most 255, without leading zeros. */
export function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 4291, section 2.2. */
export function isIpv6(text: string): boolean {
  const [before = "", after, ...more] = text.split("::");
  if (more.length > 0) return false;
  const words = [...wordsOf(before), ...wordsOf(after ?? "")];
  const last = words.at(-1) ?? "";
  const embedsIpv4 = isIpv4(last) && text.endsWith(last);
  const count = words.length + (embedsIpv4 ? 1 : 0);
  const isWord = (word: string, index: number) =>
    /^[\da-fA-F]{1,4}$/.test(word) || (embedsIpv4 && index === words.length - 1);
  return words.every(isWord) && (after === undefined ? count === 8 : count < 8);
}

function wordsOf(text: string): readonly string[] {
  return text === "" ? [] : text.split(":");
}
