import { translate } from "../../localisation/translate";
import type { CheckedFile } from "../checkedFile";
import { visible } from "../visible";
import type { Counts, Paint, ReportInput } from "./report";
import { countProblems } from "./report";

/**
 * A line for each problem, as compilers write them, `file:line:column: severity: message [code]`, and a last line
 * that sums up.
 */
export function textReport({ files, paint, isTrial }: ReportInput): string {
  const lines = files.flatMap(({ name, problems }) =>
    problems.map(({ range: { start }, severity, message, code }) => {
      const place = paint("place", `${visible(name)}:${start.line + 1}:${start.character + 1}`);
      return `${place}: ${paint(severity, severity)}: ${visible(message)} ${paint("code", `[${code}]`)}\n`;
    }),
  );
  return `${lines.join("")}${summary(files, paint, isTrial)}\n`;
}

function summary(files: readonly CheckedFile[], paint: Paint, isTrial: boolean): string {
  const counts = countProblems(files);
  const fixed = files.flatMap(({ fixed }) => (fixed === undefined ? [] : [fixed.changes.length]));
  const places = fixed.reduce((sum, count) => sum + count, 0);
  const sentences = [problemsSentence(counts, files.length, paint)];
  if (files.some(({ isCut }) => isCut))
    sentences.push(translate("There are more: the setting maxProblems cut them off."));
  if (places > 0)
    sentences.push(
      isTrial
        ? translate("Places that --fix would mend besides: {0}.", places)
        : translate("Places mended: {0}.", places),
    );
  return sentences.join(" ");
}

/** In words that are the same for one and for many. */
function problemsSentence(counts: Counts, checked: number, paint: Paint): string {
  const { error, warning, information, hint, files } = counts;
  const all = error + warning + information + hint;
  if (all === 0) return paint("good", translate("Files checked: {0}. No problems.", checked));
  const sentence = translate(
    "Files checked: {0}, with problems: {1}. Problems: {2} (errors: {3}, warnings: {4}, notes: {5}).",
    ...[checked, files, all, error, warning, information + hint],
  );
  return paint(error > 0 ? "error" : "warning", sentence);
}
