import { listOf } from "./wording";

export function duplicateProperty(name: string): string {
  return `\`${name}\` is already there: each name may stand only once in an object.`;
}

export function firstOfDuplicates(name: string): string {
  return `\`${name}\` stands here first.`;
}

export function numberLosesDigits(written: string, read: string): string {
  return `${abridgedNumber(written)} has more digits than programs keep: it is read as ${read}.`;
}

export function numberOutOfRange(written: string): string {
  return `${abridgedNumber(written)} is larger than any number that programs can read.`;
}

export function duplicateGroupNumber(number: number): string {
  return `Another analysis group has the number ${number} too: “Analysis ${number}.1” could mean either.`;
}

export function firstGroupOfNumber(number: number, name: string | undefined): string {
  return name === undefined ? `Group ${number} stands here first.` : `“${number} ${name}” stands here first.`;
}

export function unknownSchemaVersion(id: string, known: readonly string[]): string {
  const hint =
    known.length === 0
      ? ""
      : `: use ${listOf(
          known.map((each) => `\`${each}\``),
          "or",
        )}`;
  return `\`${id}\` is not a schema version that is known here${hint}.`;
}

export function documentSchemaUnavailable(file: string, reason: string): string {
  return `The schema that this version names cannot be used (${file}): ${reason}`;
}

export function itemSchemaUnavailable(file: string, reason: string): string {
  return `The analyses are not checked, since their item schema cannot be used (${file}): ${reason}`;
}

export function moreProblems(shown: number): string {
  const problems = shown === 1 ? "Only the first problem is" : `Only the first ${shown} problems are`;
  return `${problems} shown: there are more.`;
}

export function tooDeep(): string {
  return "This is nested too deeply to be checked.";
}

function abridgedNumber(written: string): string {
  return written.length > 30 ? `${written.slice(0, 30)}…` : written;
}

export function tooMuchWork(): string {
  return "Checking this against the schema was given up, since it takes too long.";
}
