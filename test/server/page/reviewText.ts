// Documents with two analyses for the page's tests, and edits by another author.
import type { TextChange } from "./smallEditor";

/** A study's name and four numbers. */
export type Cells = readonly string[];

const fields = ["study", "events1", "total1", "events2", "total2"] as const;

/** Builds a document from the studies of each analysis. */
export function reviewText(analyses: readonly (readonly Cells[])[]): string {
  const texts = analyses.map(
    (studies, index) => `{
  "name": "Outcome ${index + 1}",
  "studies": [
    ${studies.map(studyText).join(",\n    ")}
  ]
}`,
  );
  return `{ "analysis-groups": [ { "number": 1, "name": "G", "analyses": [ ${texts.join(", ")} ] } ] }\n`;
}

function studyText([name, ...numbers]: Cells): string {
  return `{ "study": "${name}", "events1": ${numbers[0]}, "total1": ${numbers[1]}, "events2": ${numbers[2]}, "total2": ${numbers[3]} }`;
}

/** Parses the studies of each analysis from a document. */
export function studiesOf(text: string): readonly (readonly Cells[])[] {
  const document = JSON.parse(text) as {
    "analysis-groups": [{ analyses: { studies: Record<string, string | number | null>[] }[] }];
  };
  return document["analysis-groups"][0].analyses.map(({ studies }) =>
    studies.map((study) => fields.map((field) => String(study[field] ?? ""))),
  );
}

function extentOf(text: string, study: string): { readonly start: number; readonly end: number } {
  const at = text.indexOf(`"study": "${study}"`);
  if (at === -1) throw new Error(`The text has no ${study}.`);
  return { start: text.lastIndexOf("{", at), end: text.indexOf("}", at) + 1 };
}

/** Another author's edit of a number. @param cell counts from 1, after the name */
export function withNumber(text: string, study: string, cell: number, number: string): TextChange[] {
  const { start } = extentOf(text, study);
  const value = text.indexOf(":", text.indexOf(`"${fields[cell]}"`, start)) + 2;
  return [{ start: value, end: value + (/^\d+/.exec(text.slice(value))?.[0].length ?? 0), text: number }];
}

/** Another author's edit that adds a study after a given one. */
export function withStudy(text: string, after: string, added: Cells): TextChange[] {
  const { end } = extentOf(text, after);
  return [{ start: end, end, text: `,\n    ${studyText(added)}` }];
}

/** Another author's edit that removes a study; others must remain. */
export function withoutStudy(text: string, study: string): TextChange[] {
  const { start, end } = extentOf(text, study);
  const comma = /^\s*,\s*/.exec(text.slice(end));
  if (comma !== null) return [{ start, end: end + comma[0].length, text: "" }];
  return [{ start: text.lastIndexOf(",", start), end, text: "" }];
}

/** Another author's edit that inserts a space into every study. */
export function withSpaces(text: string): TextChange[] {
  return Array.from(text.matchAll(/ "study"/g), ({ index }) => ({ start: index, end: index, text: " " }));
}
