import { isIpv6 } from "./hosts";

const unreserved = "a-zA-Z0-9\\-._~";
/** RFC 3987, section 2.2: ucschar, and iprivate, which may be in the query only. */
const allScripts = "\\u{a0}-\\u{d7ff}\\u{f900}-\\u{fdcf}\\u{fdf0}-\\u{ffef}\\u{10000}-\\u{efffd}";
const privateUse = "\\u{e000}-\\u{f8ff}\\u{f0000}-\\u{10fffd}";

const scheme = "[a-zA-Z][a-zA-Z0-9+.-]*:";
/** What could be read as a scheme is one: RFC 3986, section 4.2. */
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
export function isUri(text: string): boolean {
  return isIdentifier(text, uri);
}

/** RFC 3986, section 4.1. */
export function isUriReference(text: string): boolean {
  return isIdentifier(text, uriReference);
}

/** RFC 3987, section 2.2. */
export function isIri(text: string): boolean {
  return isIdentifier(text, iri);
}

/** RFC 3987, section 2.2. */
export function isIriReference(text: string): boolean {
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
  "^(?:[^\\u0000-\\u0020\"'<>\\\\^`{|}%\\u007f]|%[\\da-fA-F]{2}" +
    `|\\{[+#./;?&=,!@|]?${templateVariable}(?:,${templateVariable})*\\})*$`,
  "u",
);

/** RFC 6570, section 2. */
export function isUriTemplate(text: string): boolean {
  return template.test(text);
}
