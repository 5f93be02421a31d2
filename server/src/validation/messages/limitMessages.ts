import { valueName } from "./subject";
import type { Subject } from "./subject";
import { counted, inSentence, withArticle } from "./wording";

/** What a `format` looks like (JSON Schema 2020-12, Validation, section 7.3). */
const formats: Readonly<Record<string, { readonly name: string; readonly example?: string }>> = {
  date: { name: "a date", example: "2024-05-31" },
  "date-time": { name: "a date and time", example: "2024-05-31T09:30:00Z" },
  time: { name: "a time", example: "09:30:00Z" },
  duration: { name: "a duration", example: "P3M" },
  email: { name: "an e-mail address", example: "name@example.org" },
  "idn-email": { name: "an e-mail address", example: "name@example.org" },
  hostname: { name: "a host name", example: "example.org" },
  "idn-hostname": { name: "a host name", example: "example.org" },
  ipv4: { name: "an IPv4 address", example: "192.0.2.1" },
  ipv6: { name: "an IPv6 address", example: "2001:db8::1" },
  uri: { name: "a web address", example: "https://example.org/" },
  "uri-reference": { name: "a web address or a part of one" },
  iri: { name: "a web address", example: "https://example.org/" },
  "iri-reference": { name: "a web address or a part of one" },
  "uri-template": { name: "a template of web addresses" },
  uuid: { name: "a UUID", example: "8c1b3a56-6f0e-4f6c-9c0e-2b9d3a7e5f10" },
  "json-pointer": { name: "a JSON pointer", example: "/a/0" },
  "relative-json-pointer": { name: "a relative JSON pointer", example: "1/a" },
  regex: { name: "a regular expression" },
};

export function outOfFormat(subject: Subject, format: string): string {
  const known = formats[format];
  if (known === undefined) return `${valueName(subject)} is not of the format “${format}”.`;
  const example = known.example === undefined ? "" : `, such as ${known.example}`;
  return `${valueName(subject)} should be ${known.name}${example}.`;
}

export function outOfPattern(subject: Subject, pattern: string): string {
  const kind = subject.title === undefined ? "" : ` of ${withArticle(inSentence(subject.title))}`;
  return `${valueName(subject)} does not have the form${kind} that is asked for: \`${pattern}\`.`;
}

export function tooSmall(subject: Subject, limit: number, exclusive: boolean): string {
  return `${valueName(subject)} must be ${exclusive ? "more than" : "at least"} ${limit}.`;
}

export function tooLarge(subject: Subject, limit: number, exclusive: boolean): string {
  return `${valueName(subject)} must be ${exclusive ? "less than" : "at most"} ${limit}.`;
}

export function notMultiple(subject: Subject, step: number): string {
  return step === 1
    ? `${valueName(subject)} must be a whole number.`
    : `${valueName(subject)} must be a multiple of ${step}.`;
}

export function tooShort(subject: Subject, limit: number): string {
  if (limit === 1) return `${valueName(subject)} must not be empty.`;
  return `${valueName(subject)} must have at least ${counted(limit, "character", "characters")}.`;
}

export function tooLong(subject: Subject, limit: number): string {
  return `${valueName(subject)} must have at most ${counted(limit, "character", "characters")}.`;
}

export function tooFewEntries(subject: Subject, limit: number, found: number): string {
  if (found === 0 && limit === 1) return `${valueName(subject)} must not be empty.`;
  return `${valueName(subject)} must have at least ${counted(limit, "entry", "entries")}, not ${found}.`;
}

export function tooManyEntries(subject: Subject, limit: number, found: number | undefined): string {
  if (limit === 0) return `${valueName(subject)} must be empty.`;
  const statement = `${valueName(subject)} must have at most ${counted(limit, "entry", "entries")}`;
  return found === undefined ? `${statement}.` : `${statement}, not ${found}.`;
}

export function sameEntries(subject: Subject, first: number, second: number): string {
  return `Entries ${first} and ${second} of ${inSentence(valueName(subject))} are the same: each may stand only once.`;
}

export function firstOfSame(first: number): string {
  return `Entry ${first} is the same.`;
}

export function tooFewMatches(subject: Subject, limit: number, kind: string | undefined): string {
  const what =
    kind === undefined ? "that are of the kind asked for" : `that are ${withArticle(inSentence(kind))}`;
  const entries = limit === 1 ? "one entry" : `${limit} entries`;
  return `${valueName(subject)} must have at least ${entries} ${limit === 1 ? what.replace("are", "is") : what}.`;
}

export function tooManyMatches(subject: Subject, limit: number, kind: string | undefined): string {
  const what = kind === undefined ? "of one kind" : `that are ${withArticle(inSentence(kind))}`;
  return `${valueName(subject)} must have at most ${counted(limit, "entry", "entries")} ${what}.`;
}
