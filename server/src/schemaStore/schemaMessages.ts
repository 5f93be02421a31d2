// The reasons why schemas are unusable, each as the end of a message that begins with a file's name.

import { URI, Utils } from "vscode-uri";
import type { KeywordFault, KeywordForm, PatternFault, SchemaFault } from "@analyses/json-schema";
import { typeNames } from "@analyses/json-schema";
import { translate } from "../localisation/translate";

export function emptyFile(): string {
  return translate("it is empty");
}

export function notJson(line: number, problem: string | undefined): string {
  return problem === undefined
    ? translate("it is not JSON (line {0})", line)
    : translate("it is not JSON (line {0}: {1})", line, problem.replace(/\.$/, ""));
}

export function schemaFault(fault: SchemaFault): string {
  switch (fault.kind) {
    case "unreadable":
    case "not-json":
      return fault.reason;
    case "referred":
      return translate(
        "it refers to `{1}` (at `{2}`): {0}",
        fault.reason,
        Utils.basename(URI.parse(fault.wanted)),
        fault.pointer,
      );
    case "no-schema":
      return translate("it is not a JSON Schema: that is an object, true or false");
    case "keyword":
      return translate("{0} (at `{1}`)", keywordFault(fault.fault), fault.pointer);
    case "fragment-unknown":
      return translate(
        "it refers to `{0}` (at `{1}`), which does not exist",
        shortened(fault.reference),
        fault.pointer,
      );
    case "address-unknown":
      return translate(
        "it refers to `{0}` (at `{1}`), which no file at hand provides; nothing is loaded from the network",
        shortened(fault.reference),
        fault.pointer,
      );
    case "endless-reference":
      return translate("it refers to itself without end (at `{0}`)", fault.pointer);
    case "too-many-files":
      return translate("it refers to more than {0} files", fault.most);
  }
}

export function webAddress(): string {
  return translate("it is a web address, and nothing is loaded from the network: save the schema as a file");
}

export function otherHost(): string {
  return translate(
    "it lies on another computer, and nothing is loaded from the network: save the schema as a file here",
  );
}

export function noFolder(): string {
  return translate(
    "its path is relative, and this document is in no folder: save the document, or write the whole path",
  );
}

export function unknownBundled(versions: readonly string[]): string {
  return translate("this version is not bundled: there is {0}", versions.join(", "));
}

function keywordFault(fault: KeywordFault): string {
  switch (fault.kind) {
    case "form":
      return translate("`{0}` must be {1}", fault.keyword, formName(fault.form));
    case "anchor-twice":
      return translate("the anchor `{0}` is there twice", fault.anchor);
    case "pattern":
      return translate(
        "the regular expression `{0}` cannot be used: {1}",
        shortened(fault.source),
        whyNoPattern(fault.fault),
      );
  }
}

function formName(form: KeywordForm): string {
  switch (form) {
    case "schema":
      return translate("a schema: an object, true or false");
    case "schemas":
      return translate("a list of schemas with at least one in it");
    case "schema-or-schemas":
      return translate("a schema or a list of schemas");
    case "schemas-or-names-by-name":
      return translate("an object whose values are schemas or lists of different names in quotes");
    case "schemas-by-name":
    case "schemas-by-pattern":
      return translate("an object whose values are schemas");
    case "any":
      return translate("a value");
    case "list":
      return translate("a list");
    case "text":
    case "pattern":
      return translate("text in quotes");
    case "identifier":
      return translate("an address without “#”");
    case "anchor":
      return translate(
        "a name that starts with a letter or “_”, followed by letters, digits, “-”, “_” and “.”",
      );
    case "flag":
      return translate("true or false");
    case "flags-by-name":
      return translate("an object whose values are true or false");
    case "number":
      return translate("a number");
    case "positive-number":
      return translate("a number greater than 0");
    case "count":
      return translate("a whole number, 0 or greater");
    case "types":
      return translate(
        "one of {0}, or a list of different ones",
        typeNames.map((name) => translate("“{0}”", name)).join(", "),
      );
    case "names":
      return translate("a list of different names in quotes");
    case "names-by-name":
      return translate("an object whose values are lists of different names in quotes");
  }
}

function whyNoPattern(fault: PatternFault): string {
  switch (fault.kind) {
    case "group-not-closed":
      return translate("a “(” is not closed");
    case "group-not-opened":
      return translate("a “)” closes nothing");
    case "group-unknown":
      return translate("`{0}` starts no kind of group that ECMA-262 knows", fault.source);
    case "group-twice":
      return translate("two groups are called `{0}`", fault.name);
    case "class-invalid":
      return translate("`{0}` is no set of characters", shortened(fault.source));
    case "escape-unknown":
      return translate("`{0}` has no meaning", fault.source);
    case "nothing-to-repeat":
      return translate("there is nothing that `{0}` could repeat", fault.source);
    case "repeat-out-of-order":
      return translate("in `{0}` the first number is the larger one", fault.source);
    case "too-complex":
      return translate("it is too complex");
  }
}

const maxLength = 60;

function shortened(text: string): string {
  return text.length > maxLength ? `${text.slice(0, maxLength)}…` : text;
}
