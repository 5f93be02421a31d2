import { writeFileSync } from "node:fs";
import Mocha from "mocha";
import type { Failure, MochaCounts } from "../../scripts/lib/counts.mjs";

/**
 * Mocha's `spec` report, plus a file of {@link MochaCounts} at the path of the reporter option `output`. From it `npm
 * test` prints its summary and picks the files to run again.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const output = (options.reporterOptions as { output?: string } | undefined)?.output;
    const failures: Failure[] = [];
    const passedIn: Record<string, number> = {};
    runner.on("pass", ({ file = "" }) => (passedIn[file] = (passedIn[file] ?? 0) + 1));
    runner.on("fail", (test: Mocha.Runnable, error: Error) => {
      failures.push({
        title: test.fullTitle(),
        file: test.file ?? "",
        why: error.stack ?? error.message,
        isDenied: "code" in error && error.code === "ERR_ASSERTION",
      });
    });
    runner.once("end", () => {
      if (output === undefined) return;
      const failed = failures.map(({ title, why }) => `${title}\n${why}\n`);
      const counts: MochaCounts = { passed: this.stats.passes, failed, failures, passedIn };
      writeFileSync(output, JSON.stringify(counts));
    });
  }
}
