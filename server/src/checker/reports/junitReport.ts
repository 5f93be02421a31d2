import { visible } from "../visible";
import type { CheckedFile, CheckFailure } from "../checkedFile";
import type { ReportInput } from "./report";

/** A test suite for each file, as JUnit writes them and build servers read them: a failed test for each problem. */
export function junitReport({ files, failures }: ReportInput): string {
  const suites = [...files.map(suiteOf), ...failures.map(undone)].join("");
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name="analyses-check">\n${suites}</testsuites>\n`;
}

function suiteOf({ name, problems }: CheckedFile): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const cases = problems.map(({ code, severity, message, range: { start } }) => {
    const place = `${start.line + 1}:${start.character + 1}`;
    // Build servers stop at failures: only errors are any.
    const body =
      severity === "error"
        ? element("failure", { message, type: code }, escape(`${name}:${place}: ${message}`))
        : element("system-out", {}, escape(`${severity}: ${message}`));
    return `    ${element("testcase", { name: `${code} ${place}`, classname: name, file: name, line: String(start.line + 1) }, body)}\n`;
  });
  if (cases.length === 0)
    cases.push(`    ${element("testcase", { name: "check", classname: name, file: name }, "")}\n`);
  const counts = { tests: String(cases.length), failures: String(errors), errors: "0" };
  return `  ${element("testsuite", { name, ...counts }, `\n${cases.join("")}  `)}\n`;
}

function undone({ name, reason }: CheckFailure): string {
  const test = element(
    "testcase",
    { name: "check", classname: name },
    element("error", { message: reason }, ""),
  );
  return `  ${element("testsuite", { name, tests: "1", failures: "0", errors: "1" }, test)}\n`;
}

function element(name: string, attributes: Readonly<Record<string, string>>, content: string): string {
  const written = Object.entries(attributes).map(([key, value]) => ` ${key}="${escape(value)}"`);
  return `<${name}${written.join("")}>${content}</${name}>`;
}

function escape(text: string): string {
  return (
    visible(text)
      .replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)
      // XML 1.0 (section 2.2) has no place for these at all.
      .replace(/[\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd")
  );
}
