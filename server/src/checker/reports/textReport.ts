import type { CheckedFile } from "../checkedFile";

/** A line for each problem, as compilers write them: `file:line:column: severity: message [code]`. */
export function textReport(files: readonly CheckedFile[]): string {
  return files
    .flatMap(({ name, problems }) =>
      problems.map(({ range: { start }, severity, message, code }) => {
        const place = `${name}:${start.line + 1}:${start.character + 1}`;
        return `${place}: ${severity}: ${message} [${code}]\n`;
      }),
    )
    .join("");
}
