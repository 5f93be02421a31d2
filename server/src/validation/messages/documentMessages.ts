import { plain } from "./valueMessages";
import { listOf } from "./wording";
import { translate } from "../../localisation/translate";

export function duplicateProperty(name: string): string {
  return translate("`{0}` is already there: each name may stand only once in an object.", name);
}

export function firstOfDuplicates(name: string): string {
  return translate("`{0}` stands here first.", name);
}

export function numberLosesDigits(written: string, read: string): string {
  return translate(
    "{0} has more digits than programs keep: it is read as {1}.",
    abridgedNumber(written),
    read,
  );
}

export function numberOutOfRange(written: string): string {
  return translate("{0} is larger than any number that programs can read.", abridgedNumber(written));
}

export function duplicateGroupNumber(number: number): string {
  return translate(
    "Another analysis group has the number {0} too: “Analysis {0}.1” could mean either.",
    number,
  );
}

export function firstGroupOfNumber(number: number, name: string | undefined): string {
  return name === undefined
    ? translate("Group {0} stands here first.", number)
    : translate("“{0} {1}” stands here first.", number, name);
}

export function unknownSchemaVersion(id: string, known: readonly string[]): string {
  const written = plain(JSON.stringify(id));
  if (known.length === 0) return translate("`{0}` is not a schema version that is known here.", written);
  const quoted = known.map((each) => `\`${each}\``);
  return translate(
    "`{0}` is not a schema version that is known here: use {1}.",
    written,
    listOf(quoted, "or"),
  );
}

export function documentSchemaUnavailable(file: string, reason: string): string {
  return translate("The schema that this version names cannot be used ({0}): {1}", file, reason);
}

export function itemSchemaUnavailable(file: string, reason: string): string {
  return translate(
    "The analyses are not checked, since their item schema cannot be used ({0}): {1}",
    file,
    reason,
  );
}

export function moreProblems(shown: number): string {
  return shown === 1
    ? translate("Only the first problem is shown: there are more.")
    : translate("Only the first {0} problems are shown: there are more.", shown);
}

export function tooManyToCheck(kind: "object" | "array", checked: number): string {
  return kind === "array"
    ? translate("There are so many entries here that only the first {0} are checked.", checked)
    : translate("There are so many properties here that only the first {0} are checked.", checked);
}

export function tooDeep(): string {
  return translate("This is nested too deeply to be checked.");
}

function abridgedNumber(written: string): string {
  return written.length > 30 ? `${written.slice(0, 30)}…` : written;
}

export function tooMuchWork(): string {
  return translate("Checking this against the schema was given up, since it takes too long.");
}
