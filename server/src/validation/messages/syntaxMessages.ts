import type { SyntaxProblemKind } from "../../syntax/problems";

/** @param written - The text at fault. */
export function syntaxMessage(kind: SyntaxProblemKind, written: string): string {
  const quoted = abridged(written);
  switch (kind) {
    case "brace-not-closed":
      return "This object is not closed: a `}` is missing.";
    case "brace-not-opened":
      return "A `{` is missing before this property.";
    case "bracket-not-closed":
      return "This list is not closed: a `]` is missing.";
    case "bracket-not-opened":
      return "A `[` is missing before this list.";
    case "closer-extra":
      return `This \`${quoted}\` closes nothing: remove it.`;
    case "closer-wrong":
      return written === "}"
        ? "This list must be closed by `]`, not `}`."
        : "This object must be closed by `}`, not `]`.";
    case "colon-extra":
      return "This colon is one too many.";
    case "colon-missing":
      return "A colon is missing between the property's name and its value.";
    case "comma-extra":
      return "This comma is one too many.";
    case "comma-missing":
      return "A comma is missing here.";
    case "comment":
      return "Comments are not part of JSON: remove it.";
    case "control-character":
      return "Text must not contain a tab or another control character as such: write it as an escape such as `\\t`.";
    case "document-empty":
      return "The document is empty: an analyses document begins with `{`.";
    case "escape-invalid":
      return `\`${quoted}\` is not an escape that JSON knows: a backslash in text is written \`\\\\\`.`;
    case "key-expected":
      return "The name of a property is missing before this value.";
    case "key-not-quoted":
      return `The property's name must be in double quotes: "${quoted}".`;
    case "number-invalid":
      return `\`${quoted}\` is not a number as JSON writes it.`;
    case "opener-extra":
      return `This \`${quoted}\` opens a list where the name of a property should stand: remove it.`;
    case "quotes-not-double":
      return "Text must be in double quotes, not single ones.";
    case "space-not-plain":
      return "This space is a special character that JSON does not allow: use a plain space.";
    case "string-not-closed":
      return "The closing quote of this text is missing.";
    case "text-after-end":
      return "The document ends before this: nothing may follow its closing bracket.";
    case "text-not-json":
      return `\`${quoted}\` has no meaning in JSON.`;
    case "unread":
      return "Something in here is not JSON, and too much is broken or too deep to say what.";
    case "value-expected":
      return "The property has no value.";
    case "word-not-json":
      return `\`${quoted}\` is not a value that JSON knows.`;
    case "word-not-quoted":
      return `Text must be in double quotes: "${quoted}".`;
  }
}

function abridged(written: string): string {
  return written.length > 40 ? `${written.slice(0, 40)}…` : written;
}
