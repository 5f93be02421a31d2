import { compilePattern } from "./pattern/pattern";

const time = /^(\d\d):(\d\d):(\d\d)(?:\.\d+)?(?:[zZ]|([+-])(\d\d):(\d\d))$/;

const fullDate = /^(\d{4})-(\d\d)-(\d\d)$/;
const daysOfMonths = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];

/** RFC 3339, section 5.6, full-date. */
function isDate(text: string): boolean {
  const match = fullDate.exec(text);
  if (match === null) return false;
  // Not `new Date(text)`: it guesses at unknown forms, and accepts 0001-13-13.
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

/** RFC 3339, appendix A. */
function isDuration(text: string): boolean {
  return duration.test(text);
}

/** RFC 1123, section 2.1. */
function isHostname(text: string): boolean {
  return (
    text.length <= 253 &&
    text.split(".").every((label) => /^[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?$/.test(label))
  );
}

/** RFC 5890, section 2.3.2.3; `URL` checks the letters of all scripts by UTS 46. */
function isInternationalHostname(text: string): boolean {
  if (isHostname(text)) return true;
  const address = `http://${text}`;
  return !/[\0-,/:-@[-^`{-\x7f]/.test(text) && URL.canParse(address) && isHostname(new URL(address).hostname);
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

const atext = "a-zA-Z0-9!#$%&'*+/=?^_`{|}~\\-";
const email = mailbox(atext, "\\x20-\\x7e");
const internationalEmail = mailbox(`${atext}\\u0080-\\u{10ffff}`, "\\x20-\\x7e\\u0080-\\u{10ffff}");

function mailbox(atoms: string, quoted: string): RegExp {
  return new RegExp(
    `^(?:[${atoms}]+(?:\\.[${atoms}]+)*|"(?:(?!["\\\\])[${quoted}]|\\\\[${quoted}])*")@([^@]+)$`,
    "u",
  );
}

/** RFC 5321, section 4.1.2, Mailbox. */
function isEmail(text: string): boolean {
  const domain = email.exec(text)?.[1];
  return domain !== undefined && (isHostname(domain) || isAddressLiteral(domain));
}

/** RFC 6531, section 3.3. */
function isInternationalEmail(text: string): boolean {
  const domain = internationalEmail.exec(text)?.[1];
  return domain !== undefined && (isInternationalHostname(domain) || isAddressLiteral(domain));
}

function isAddressLiteral(domain: string): boolean {
  const inside = /^\[(.*)\]$/.exec(domain)?.[1];
  if (inside === undefined) return false;
  return inside.startsWith("IPv6:") ? isIpv6(inside.slice(5)) : isIpv4(inside);
}

const unreserved = "a-zA-Z0-9\\-._~";
/** RFC 3987, section 2.2: ucschar, and iprivate, which only the query may contain. */
const allScripts = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}";
const privateUse = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}";

const scheme = "[a-zA-Z][a-zA-Z0-9+.-]*:";
/** A prefix that can be a scheme is one: RFC 3986, section 4.2. */
const schemeOrNone = `(?:${scheme}|(?![^:/?#]*:))`;

const uri = identifier(scheme, unreserved, "");
const uriReference = identifier(schemeOrNone, unreserved, "");
const iri = identifier(scheme, unreserved + allScripts, privateUse);
const iriReference = identifier(schemeOrNone, unreserved + allScripts, privateUse);

/** RFC 3986, section 3: scheme, authority, path, query, fragment. An address in brackets is the only group. */
function identifier(begin: string, letters: string, ofQuery: string): RegExp {
  const madeOf = (more: string) => {
    const plain = `[${letters}!$&'()*+,;=${more}]*`;
    return `${plain}(?:%[\\da-fA-F]{2}${plain})*`;
  };
  const host = `(?:\\[([^\\]]*)\\]|${madeOf("")})`;
  const authority = `//(?:${madeOf(":")}@)?${host}(?::\\d*)?(?![^/?#])`;
  const query = `(?:\\?${madeOf(`:@/?${ofQuery}`)})?`;
  const fragment = `(?:#${madeOf(":@/?")})?`;
  return new RegExp(`^${begin}(?:${authority}|(?!//))${madeOf(":@/")}${query}${fragment}$`, "u");
}

/** RFC 3986, section 3. */
function isUri(text: string): boolean {
  return isIdentifier(text, uri);
}

/** RFC 3986, section 4.1. */
function isUriReference(text: string): boolean {
  return isIdentifier(text, uriReference);
}

/** RFC 3987, section 2.2. */
function isIri(text: string): boolean {
  return isIdentifier(text, iri);
}

/** RFC 3987, section 2.2. */
function isIriReference(text: string): boolean {
  return isIdentifier(text, iriReference);
}

function isIdentifier(text: string, form: RegExp): boolean {
  if (!text.includes("[")) return form.test(text);
  const literal = form.exec(text)?.[1];
  return literal !== undefined && (isIpv6(literal) || isFutureAddress(literal));
}

function isFutureAddress(literal: string): boolean {
  return /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(literal);
}

const templateName = "(?:[a-zA-Z0-9_]|%[\\da-fA-F]{2})+";
const templateVariable = `${templateName}(?:\\.${templateName})*(?::[1-9]\\d{0,3}|\\*)?`;
const template = new RegExp(
  '^(?:[^\\u0000-\\u0020"<>\\\\^`{|}%\\u007f]|%[\\da-fA-F]{2}' +
    `|\\{[+#./;?&=,!@|]?${templateVariable}(?:,${templateVariable})*\\})*$`,
  "u",
);

/** RFC 6570, section 2, with its erratum 6937: `'` is a literal too. */
function isUriTemplate(text: string): boolean {
  return template.test(text);
}

/**
 * The formats of JSON Schema validation 2020-12, section 7.3: tests whether a text has the format. The
 * expressions are unambiguous, so that none backtracks for long.
 */
export const formats: ReadonlyMap<string, (text: string) => boolean> = new Map([
  ["date-time", isDateTime],
  ["date", isDate],
  ["time", isTime],
  ["duration", isDuration],
  ["email", isEmail],
  ["idn-email", isInternationalEmail],
  ["hostname", isHostname],
  ["idn-hostname", isInternationalHostname],
  ["ipv4", isIpv4],
  ["ipv6", isIpv6],
  ["uri", isUri],
  ["uri-reference", isUriReference],
  ["iri", isIri],
  ["iri-reference", isIriReference],
  ["uri-template", isUriTemplate],
  ["uuid", isUuid],
  ["json-pointer", isJsonPointer],
  ["relative-json-pointer", isRelativeJsonPointer],
  ["regex", isRegex],
]);

/** RFC 4122, section 3. */
function isUuid(text: string): boolean {
  return /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i.test(text);
}

/** RFC 6901, section 3. */
function isJsonPointer(text: string): boolean {
  return /^(?:\/(?:[^~/]|~[01])*)*$/.test(text);
}

/** Relative JSON Pointers (draft-bhutton-relative-json-pointer-00), section 3. */
function isRelativeJsonPointer(text: string): boolean {
  return /^(?:0|[1-9]\d*)(?:[+-](?:0|[1-9]\d*))?(?:#|(?:\/(?:[^~/]|~[01])*)*)$/.test(text);
}

function isRegex(text: string): boolean {
  return compilePattern(text).kind === "pattern";
}
