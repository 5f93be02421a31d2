import { compilePattern } from "./pattern/pattern";

const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;

const fullDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, section 5.6, full-date. */
function isDate(text: string): boolean {
  const match = fullDate.exec(text);
  if (match === null) return false;
  // Not `new Date(text)`, which guesses at unknown forms, and accepts 0001-13-13.
  const [month, day] = [Number(match[2]), Number(match[3])];
  const days = month === 2 && isLeapYear(Number(match[1])) ? 29 : (daysOfMonths[month - 1] ?? 0);
  return day >= 1 && day <= days;
}

/** RFC 3339, appendix C. */
function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
}

/** RFC 3339, section 5.6, full-time. */
function isTime(text: string): boolean {
  const match = time.exec(text);
  if (match === null) return false;
  const [hour = 0, minute = 0, second = 0, offsetHour = 0, offsetMinute = 0] = [1, 2, 3, 5, 6].map((group) =>
    Number(match[group] ?? 0),
  );
  if (hour > 23 || minute > 59 || second > 60 || offsetHour > 23 || offsetMinute > 59) return false;
  if (second < 60) return true;
  // A leap second is the last second of a day in UTC.
  const offset = (match[4] === "-" ? -1 : 1) * (offsetHour * 60 + offsetMinute);
  return (hour * 60 + minute - offset + 2880) % 1440 === 1439;
}

/** RFC 3339, section 5.6, date-time. */
function isDateTime(text: string): boolean {
  return isDate(text.slice(0, 10)) && /^[tT]$/.test(text.charAt(10)) && isTime(text.slice(11));
}

const durationTime = "T(?:\\d+H(?:\\d+M(?:\\d+S)?)?|\\d+M(?:\\d+S)?|\\d+S)";
const durationDate = "(?:\\d+Y(?:\\d+M(?:\\d+D)?)?|\\d+M(?:\\d+D)?|\\d+D)";
const duration = new RegExp(`^P(?:${durationDate}(?:${durationTime})?|${durationTime}|\\d+W)$`);

/** RFC 1123, section 2.1. */
function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split(".").every((label) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(label))
  );
}

/** RFC 2673, section 3.2: four numbers of at most 255, without leading zeros. */
function isIpv4(text: string): boolean {
  const parts = text.split(".");
  return (
    parts.length === 4 && parts.every((part) => /^(?:0|[1-9]\d{0,2})$/.test(part) && Number(part) <= 255)
  );
}

/** RFC 4291, section 2.2. */
function isIpv6(text: string): boolean {
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

const atoms = "[a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-]+";
const mailbox = new RegExp(`^(?:${atoms}(?:\\.${atoms})*|"(?:[ !#-[\\]-~]|\\\\[ -~])*")@([^@]+)$`);

/** RFC 5321, section 4.1.2, Mailbox. */
function isEmail(text: string): boolean {
  const domain = mailbox.exec(text)?.[1];
  return domain !== undefined && (isHostname(domain) || isAddressLiteral(domain));
}

function isAddressLiteral(domain: string): boolean {
  const inside = /^\[(.*)\]$/.exec(domain)?.[1];
  if (inside === undefined) return false;
  return inside.startsWith("IPv6:") ? isIpv6(inside.slice(5)) : isIpv4(inside);
}

/** RFC 3986, section 3: scheme, authority, path, query, fragment. The only capturing group is the host in brackets. */
function uriExpression(scheme: string): RegExp {
  const madeOf = (more: string) => {
    const plain = `[a-zA-Z0-9\\-._~!$&'()*+,;=${more}]*`;
    return `${plain}(?:%[\\da-fA-F]{2}${plain})*`;
  };
  const host = `(?:\\[([^\\]]*)\\]|${madeOf("")})`;
  const authority = `//(?:${madeOf(":")}@)?${host}(?::\\d*)?(?![^/?#])`;
  const query = `(?:\\?${madeOf(":@/?")})?`;
  const fragment = `(?:#${madeOf(":@/?")})?`;
  return new RegExp(`^${scheme}(?:${authority}|(?!//))${madeOf(":@/")}${query}${fragment}$`);
}

const scheme = "[a-zA-Z][a-zA-Z0-9+.-]*:";
const uri = uriExpression(scheme);
/** Without a scheme, no colon may be in the first segment of the path: RFC 3986, section 4.2. */
const uriReference = uriExpression(`(?:${scheme}|(?![^:/?#]*:))`);

function isUri(text: string, form: RegExp): boolean {
  if (!text.includes("[")) return form.test(text);
  const literal = form.exec(text)?.[1];
  // An address of a version after IPv6 begins with `v`.
  const isFuture = /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i;
  return literal !== undefined && (isIpv6(literal) || isFuture.test(literal));
}

/**
 * Most formats of JSON Schema validation 2020-12, section 7.3: tests whether a text has the format. Other formats are
 * not checked. The expressions are unambiguous, so that none backtracks for long.
 */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["date", isDate],
  ["time", isTime],
  // RFC 3339, appendix A.
  ["duration", (text) => duration.test(text)],
  ["email", isEmail],
  ["hostname", isHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  // RFC 3986, sections 3 and 4.1.
  ["uri", (text) => isUri(text, uri)],
  ["uri-reference", (text) => isUri(text, uriReference)],
  // RFC 4122, section 3.
  ["uuid", (text) => /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text)],
  // RFC 6901, section 3.
  ["json-pointer", (text) => /^(?:\/(?:[^~/]|~[01])*)*$/.test(text)],
  ["regex", (text) => compilePattern(text).kind === "pattern"],
]);
