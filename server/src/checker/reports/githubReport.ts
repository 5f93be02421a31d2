import type { Severity } from "../../languageService";
import { visible } from "../visible";
import type { ReportInput } from "./report";

const commands: Readonly<Record<Severity, string>> = {
  error: "error",
  warning: "warning",
  information: "notice",
  hint: "notice",
};

/**
 * A workflow command of GitHub Actions for each problem, which shows it beside the text
 * (docs.github.com, "Workflow commands for GitHub Actions").
 */
export function githubReport({ files, failures }: ReportInput): string {
  const problems = files.flatMap(({ name, problems }) =>
    problems.map(({ code, severity, message, range: { start, end } }) => {
      // Columns are for problems within one line only.
      const columns =
        start.line === end.line ? { col: start.character + 1, endColumn: end.character + 1 } : {};
      const place = { file: name, line: start.line + 1, endLine: end.line + 1, ...columns };
      return command(commands[severity], { ...place, title: code }, message);
    }),
  );
  const undone = failures.map(({ name, reason }) =>
    command("error", { title: "analyses-check" }, `${name}: ${reason}`),
  );
  return [...problems, ...undone].join("");
}

function command(
  name: string,
  properties: Readonly<Record<string, string | number>>,
  message: string,
): string {
  const written = Object.entries(properties).map(
    ([key, value]) => `${key}=${property(visible(String(value)))}`,
  );
  return `::${name} ${written.join(",")}::${data(visible(message))}\n`;
}

function data(text: string): string {
  return text.replaceAll("%", "%25").replaceAll("\r", "%0D").replaceAll("\n", "%0A");
}

function property(text: string): string {
  return data(text).replaceAll(":", "%3A").replaceAll(",", "%2C");
}
