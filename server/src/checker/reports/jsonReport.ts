import type { ReportInput } from "./report";

/**
 * `{ "files": [{ "file", "problems": [{ "code", "severity", "message", "range", "related" }] }] }`;
 * ranges as in LSP: lines and characters (UTF-16 units) from 0.
 */
export function jsonReport({ files }: ReportInput): string {
  const report = { files: files.map(({ name, problems }) => ({ file: name, problems })) };
  return `${JSON.stringify(report, undefined, 2)}\n`;
}
