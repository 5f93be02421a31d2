import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/**
 * Mocha's `spec` report, plus a file `{ "passed": N, "failed": ["full title and why", …], "failedFiles": [{ "file":
 * "path", "passed": N }, …] }` at the path of the reporter option `output`, from which `npm test` makes its last lines
 * and knows which files to run again.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const output = (options.reporterOptions as { output?: string } | undefined)?.output;
    const failed: string[] = [];
    const failedFiles = new Set<string>();
    const passedOf = new Map<string, number>();
    runner.on("pass", ({ file = "" }) => passedOf.set(file, (passedOf.get(file) ?? 0) + 1));
    runner.on("fail", (test: Mocha.Runnable, error: Error) => {
      failed.push(`${test.fullTitle()}\n${error.stack ?? error.message}\n`);
      if (test.file !== undefined) failedFiles.add(test.file);
    });
    runner.once("end", () => {
      if (output === undefined) return;
      const files = Array.from(failedFiles, (file) => ({ file, passed: passedOf.get(file) ?? 0 }));
      writeFileSync(output, JSON.stringify({ passed: this.stats.passes, failed, failedFiles: files }));
    });
  }
}
