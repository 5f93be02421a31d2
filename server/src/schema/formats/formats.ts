import { compilePattern } from "../pattern/pattern";
import { isEmail, isInternationalEmail } from "./addresses";
import { isDate, isDateTime, isDuration, isTime } from "./dates";
import { isHostname, isInternationalHostname, isIpv4, isIpv6 } from "./hosts";
import { isIri, isIriReference, isUri, isUriReference, isUriTemplate } from "./identifiers";

/**
 * The formats of JSON Schema validation 2020-12, section 7.3: whether a text is of the format. Their
 * expressions can read a text in one way only, so that none takes long to fail.
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
