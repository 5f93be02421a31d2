import type { CheckedFile, CheckResult } from "../checkedFile";

/** What a report is made of. */
export interface ReportInput extends CheckResult {
  /** Of this program. */
  readonly version: string;
  /** URI of the folder that the check was run in; ends in a slash. */
  readonly root: string;
  /** The page that explains a code, as Markdown, where it is at hand. */
  readonly pageOf: (code: string) => string | undefined;
  readonly paint: Paint;
  /** Whether what is certain was only shown, and is not mended in the files. */
  readonly isTrial: boolean;
}

/** What parts of a report for people are, for who shows them in colours. */
export type Style = "error" | "warning" | "information" | "hint" | "place" | "code" | "good";
export type Paint = (style: Style, text: string) => string;

export interface Counts {
  readonly error: number;
  readonly warning: number;
  readonly information: number;
  readonly hint: number;
  /** Of files that have some. */
  readonly files: number;
}

/** How many problems there are of each severity; the line that says that there are more is none. */
export function countProblems(files: readonly CheckedFile[]): Counts {
  const counts = { error: 0, warning: 0, information: 0, hint: 0, files: 0 };
  for (const { problems, isCut } of files) {
    for (const { severity } of isCut ? problems.slice(0, -1) : problems) counts[severity] += 1;
    if (problems.length > 0) counts.files += 1;
  }
  return counts;
}
