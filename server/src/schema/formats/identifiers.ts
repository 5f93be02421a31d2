import { isIpv6 } from "./hosts";

/** RFC 3986, section 3.1 to 3.5, by its appendix B: scheme, authority, path, query, fragment. */
const parts = /^(?:([^:/?#]+):)?(?:\/\/([^/?#]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?$/s;

/** The characters that an identifier may be made of. */
interface Alphabet {
  readonly userInfo: RegExp;
  readonly hostName: RegExp;
  readonly path: RegExp;
  readonly query: RegExp;
  readonly fragment: RegExp;
}

const unreserved = "a-zA-Z0-9\\-._~";
/** RFC 3987, section 2.2: ucschar, and iprivate, which may be in the query only. */
const allScripts = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}";
const privateUse = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}";
const ascii = alphabet(unreserved, "");
const international = alphabet(unreserved + allScripts, privateUse);

function alphabet(letters: string, ofQuery: string): Alphabet {
  const madeOf = (more: string) => new RegExp(`^(?:[${letters}!$&'()*+,;=${more}]|%[\\da-fA-F]{2})*$`, "u");
  return {
    userInfo: madeOf(":"),
    hostName: madeOf(""),
    path: madeOf(":@/"),
    query: madeOf(`:@/?${ofQuery}`),
    fragment: madeOf(":@/?"),
  };
}

/** RFC 3986, section 3. */
export function isUri(text: string): boolean {
  return isIdentifier(text, ascii) && hasScheme(text);
}

/** RFC 3986, section 4.1. */
export function isUriReference(text: string): boolean {
  return isIdentifier(text, ascii);
}

/** RFC 3987, section 2.2. */
export function isIri(text: string): boolean {
  return isIdentifier(text, international) && hasScheme(text);
}

/** RFC 3987, section 2.2. */
export function isIriReference(text: string): boolean {
  return isIdentifier(text, international);
}

function hasScheme(text: string): boolean {
  return parts.exec(text)?.[1] !== undefined;
}

function isIdentifier(text: string, letters: Alphabet): boolean {
  const match = parts.exec(text);
  if (match === null) return false;
  const [, scheme, authority, path = "", query = "", fragment = ""] = match;
  return (
    (scheme === undefined || /^[a-zA-Z][a-zA-Z0-9+.-]*$/.test(scheme)) &&
    (authority === undefined || isAuthority(authority, letters)) &&
    letters.path.test(path) &&
    letters.query.test(query) &&
    letters.fragment.test(fragment)
  );
}

function isAuthority(authority: string, { userInfo, hostName }: Alphabet): boolean {
  const at = authority.lastIndexOf("@");
  const [host] = authority.slice(at + 1).split(/:\d*$/);
  const literal = /^\[(.*)\]$/.exec(host ?? "")?.[1];
  return (
    userInfo.test(authority.slice(0, Math.max(at, 0))) &&
    (literal === undefined ? hostName.test(host ?? "") : isIpv6(literal) || isFutureAddress(literal))
  );
}

function isFutureAddress(literal: string): boolean {
  return /^v[\da-f]+\.[\w\-.~!$&'()*+,;=:]+$/i.test(literal);
}

const templateName = "(?:[a-zA-Z0-9_]|%[\\da-fA-F]{2})+";
const templateVariable = `${templateName}(?:\\.${templateName})*(?::[1-9]\\d{0,3}|\\*)?`;
const template = new RegExp(
  "^(?:[^\\u0000-\\u0020\"'<>\\\\^`{|}%\\u007f]|%[\\da-fA-F]{2}" +
    `|\\{[+#./;?&=,!@|]?${templateVariable}(?:,${templateVariable})*\\})*$`,
  "u",
);

/** RFC 6570, section 2. */
export function isUriTemplate(text: string): boolean {
  return template.test(text);
}
