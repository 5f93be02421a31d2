import { resolve } from "node:path";
import { URI } from "vscode-uri";
import type { CheckedFile } from "../checker/checkedFile";
import { checkFiles } from "../checker/checkFiles";
import type { CheckRequest, ReportFormat } from "../checker/commandLine";
import { readCommandLine, usage } from "../checker/commandLine";
import { readFileOf } from "./readFileOf";
import { jsonReport } from "../checker/reports/jsonReport";
import { sarifReport } from "../checker/reports/sarifReport";
import { textReport } from "../checker/reports/textReport";

const reports: Readonly<Record<ReportFormat, (files: readonly CheckedFile[]) => string>> = {
  text: textReport,
  json: jsonReport,
  sarif: sarifReport,
};

async function check({ files, itemSchema, format }: CheckRequest): Promise<number> {
  const uriOf = (name: string): string => URI.file(resolve(name)).toString();
  const { checked, failures } = await checkFiles(files, itemSchema, { readFile: readFileOf, uriOf });
  process.stdout.write(reports[format](checked));
  for (const failure of failures) process.stderr.write(`analyses-check: ${failure}\n`);
  if (failures.length > 0) return 2;
  return checked.some(({ problems }) => problems.some(({ severity }) => severity === "error")) ? 1 : 0;
}

async function main(): Promise<number> {
  const commandLine = readCommandLine(process.argv.slice(2));
  switch (commandLine.kind) {
    case "help":
      process.stdout.write(`${usage}\n`);
      return 0;
    case "wrong":
      process.stderr.write(`analyses-check: ${commandLine.reason}\n\n${usage}\n`);
      return 2;
    case "check":
      return check(commandLine);
  }
}

main().then(
  (status) => {
    process.exitCode = status;
  },
  (problem: unknown) => {
    process.stderr.write(
      `analyses-check: ${problem instanceof Error ? (problem.stack ?? "") : String(problem)}\n`,
    );
    process.exitCode = 2;
  },
);
