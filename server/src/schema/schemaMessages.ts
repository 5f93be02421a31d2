import { URI, Utils } from "vscode-uri";
import type { FileFault } from "./files/indexFile";
import type { KeywordForm } from "./files/keywordForms";
import { typeNames } from "./files/keywordForms";
import type { PatternFault } from "./pattern/readPattern";

/** What a person reads about a schema that cannot be used: reasons, to stand behind a file's name. */

export function notJson(line: number, problem: string | undefined): string {
  return `it is not JSON (line ${line}${problem === undefined ? "" : `: ${problem.replace(/\.$/, "")}`})`;
}

export function noSchema(): string {
  return "it is not a JSON Schema: that is an object, true or false";
}

export function faultInSchema({ pointer, message }: FileFault): string {
  return `it is not a valid JSON Schema: ${message} (at \`${pointer}\`)`;
}

export function fragmentUnknown(reference: string, pointer: string): string {
  return `it refers to \`${shortened(reference)}\` (at \`${pointer}\`), which does not exist`;
}

export function addressUnknown(reference: string, pointer: string): string {
  return `it refers to \`${shortened(reference)}\` (at \`${pointer}\`), which no file at hand provides; nothing is loaded from the network`;
}

export function referredFile(reason: string, referring: string, pointer: string): string {
  return `${reason}; \`${nameOf(referring)}\` refers to it (at \`${pointer}\`)`;
}

export function endlessReference(pointer: string): string {
  return `it refers to itself without end (at \`${pointer}\`)`;
}

export function tooManyFiles(most: number): string {
  return `it refers to more than ${most} files`;
}

export function webAddress(): string {
  return "it is a web address, and nothing is loaded from the network: save the schema as a file";
}

export function otherHost(): string {
  return "it lies on another computer, and nothing is loaded from the network: save the schema as a file here";
}

export function noFolder(): string {
  return "its path is relative, and this document is in no folder: save the document, or write the whole path";
}

export function unknownBundled(versions: readonly string[]): string {
  return `this version is not bundled: there is ${versions.join(", ")}`;
}

function nameOf(uri: string): string {
  return Utils.basename(URI.parse(uri));
}

export function formFault(keyword: string, form: KeywordForm): string {
  return `\`${keyword}\` must be ${forms[form]}`;
}

const forms: Readonly<Record<KeywordForm, string>> = {
  schema: "a schema: an object, true or false",
  schemas: "a list of schemas with at least one in it",
  "schemas-by-name": "an object whose values are schemas",
  "schemas-by-pattern": "an object whose values are schemas",
  any: "a value",
  list: "a list",
  text: "text in quotes",
  pattern: "text in quotes",
  identifier: "an address without “#”",
  anchor: "a name that starts with a letter or “_”, followed by letters, digits, “-”, “_” and “.”",
  flag: "true or false",
  "flags-by-name": "an object whose values are true or false",
  number: "a number",
  "positive-number": "a number greater than 0",
  count: "a whole number, 0 or greater",
  types: `one of ${typeNames.map((name) => `“${name}”`).join(", ")}, or a list of different ones`,
  names: "a list of different names in quotes",
  "names-by-name": "an object whose values are lists of different names in quotes",
};

export function patternFault(source: string, fault: PatternFault): string {
  return `the regular expression \`${shortened(source)}\` cannot be used: ${whyNoPattern(fault)}`;
}

function whyNoPattern(fault: PatternFault): string {
  switch (fault.kind) {
    case "group-not-closed":
      return "a “(” is not closed";
    case "group-not-opened":
      return "a “)” closes nothing";
    case "group-unknown":
      return `\`${fault.source}\` starts no kind of group that ECMA-262 knows`;
    case "class-invalid":
      return `\`${shortened(fault.source)}\` is no set of characters`;
    case "escape-unknown":
      return `\`${fault.source}\` has no meaning`;
    case "nothing-to-repeat":
      return `there is nothing that \`${fault.source}\` could repeat`;
    case "repeat-out-of-order":
      return `in \`${fault.source}\` the first number is the larger one`;
    case "too-large":
      return "it is too large";
  }
}

const longest = 60;

function shortened(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}
