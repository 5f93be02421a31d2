import { type ReportedProblemKind, withoutQuotes, readingsOf } from "@analyses/json";
import { translate } from "../../localisation/translate";

/**
 * @param written - The text with the problem.
 * @param next - The character after that text.
 */
export function syntaxMessage(kind: ReportedProblemKind, written: string, next = ""): string {
  const quoted = abridged(written);
  switch (kind) {
    case "brace-not-closed":
      return translate("This object is not closed: a `}` is missing.");
    case "brace-not-opened":
      return translate("A `{` is missing before this property.");
    case "bracket-not-closed":
      return translate("This list is not closed: a `]` is missing.");
    case "closer-extra":
      return translate("This `{0}` closes nothing.", quoted);
    case "closer-wrong":
      if (written === ")")
        return translate("Round brackets are not part of JSON: a list ends with `]`, an object with `}`.");
      return written === "}"
        ? translate("This list must be closed by `]`, not `}`.")
        : translate("This object must be closed by `}`, not `]`.");
    case "colon-extra":
      return written.length > 1 ? noPart(quoted) : translate("This colon is one too many.");
    case "colon-missing":
      return translate("A colon is missing between the property's name and its value.");
    case "comma-extra":
      return written.length > 1 ? noPart(quoted) : translate("This comma is one too many.");
    case "comma-missing":
      return quoted === "" || !/^[;:\u060c\uff0c\uff1b][;:\u060c\uff0c\uff1b\s]*$/.test(written)
        ? translate("A comma is missing here.")
        : translate("`{0}` stands for a comma here.", quoted);
    case "comment":
      return translate("Comments are not part of JSON: remove it.");
    case "control-character":
      return translate(
        "Text must not contain a tab or another control character as such: write it as an escape such as `\\t`.",
      );
    case "decimal-comma":
      return translate(
        "Decimals are written with a point: {0}.",
        abridged(readingsOf(written)[0]?.json ?? written),
      );
    case "document-empty":
      return translate("The document is empty: an analyses document begins with `{`.");
    case "escape-invalid":
      return translate(
        "`{0}` is not an escape that JSON knows: a backslash in text is written `\\\\`.",
        quoted,
      );
    case "key-expected":
      return translate("The name of a property is missing before this value.");
    case "key-not-quoted":
      return translate(
        'The property\'s name must be in double quotes: "{0}".',
        abridged(withoutQuotes(written)),
      );
    case "leftover":
      return noPart(quoted);
    case "merge-conflict":
      return translate(
        "A merge conflict is not resolved here: keep what is right and remove the lines with the markers.",
      );
    case "not-json":
      return translate("This is not JSON, and is not read.");
    case "quote-in-text":
      return translate('A quote in text is written `\\"`.');
    case "escaped":
      return translate("This JSON was copied out of a text: its quotes have a backslash before them.");
    case "number-invalid":
      return translate("`{0}` is not a number as JSON writes it.", quoted);
    case "quotes-not-double":
      return translate("Text must be in double quotes, not single ones.");
    case "space-not-plain":
      return translate("This space is a special character that JSON does not allow: use a plain space.");
    case "string-not-closed":
      return next === ":"
        ? translate("The closing quote of this name is missing.")
        : translate("The closing quote of this text is missing.");
    case "text-after-end":
      if (written.startsWith("```")) return noPart(quoted);
      return translate("The document ends before this: nothing may follow its closing bracket.");
    case "text-not-json":
      return translate("`{0}` has no meaning in JSON.", quoted);
    case "unread":
      return translate("Something in here is not JSON, and too much is broken or too deep to say what.");
    case "value-expected":
      return translate("The property has no value.");
    case "word-not-json":
      return translate("`{0}` is not a value that JSON knows.", quoted);
    case "word-not-quoted":
      return translate('Text must be in double quotes: "{0}".', abridged(withoutQuotes(written)));
  }
}

/** Two closing brackets, which may have changed places. */
export const twoClosers = /^([}\]])\s*([}\]])$/;

/** The message for a mistake that one edit corrects: the edit replaces `written` by `newText`; either may be empty. */
export function mistypedMessage(written: string, newText: string): string {
  const [, first, second] = newText === "" ? [] : (twoClosers.exec(written) ?? []);
  if (first !== undefined && second !== undefined)
    return translate("`{0}` and `{1}` have changed places.", first, second);
  if (/[\r\n]/.test(written)) return translate("A text ends on the line on which it begins.");
  if (newText === "") return translate("This `{0}` is one too many.", written);
  return written === ""
    ? translate("A `{0}` is missing here.", newText)
    : translate("There must be `{0}` here, not `{1}`.", newText, written);
}

function noPart(quoted: string): string {
  if (quoted.startsWith("```"))
    return translate("A code block of Markdown is around the document: remove its marks.");
  return translate("`{0}` is no part of the document: remove it.", quoted);
}

function abridged(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
