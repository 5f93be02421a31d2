import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/**
 * Mocha's `spec` report with what failed at a first attempt, plus a file
 * `{ "passed": N, "failed": ["full title and why", …] }` at the path of the reporter option `output`, from which
 * `npm test` makes its last lines.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const output = (options.reporterOptions as { output?: string } | undefined)?.output;
    const failed: string[] = [];
    const triedAgain: string[] = [];
    const told = (test: Mocha.Runnable, error: Error) =>
      `${test.fullTitle()}\n${error.stack ?? error.message}\n`;
    runner.on("retry", (test: Mocha.Runnable, error: Error) =>
      triedAgain.push(`Tried again: ${told(test, error)}`),
    );
    runner.on("fail", (test: Mocha.Runnable, error: Error) => failed.push(told(test, error)));
    runner.once("end", () => {
      for (const each of triedAgain) Mocha.reporters.Base.consoleLog(each);
      if (output === undefined) return;
      writeFileSync(output, JSON.stringify({ passed: this.stats.passes, failed }));
    });
  }
}
