import { writeFileSync } from "node:fs";
import Mocha from "mocha";

/**
 * Mocha's `spec` report, plus a file `{ "passed": N, "failed": N }` at the path of the reporter option
 * `output`, from which `npm test` adds up its last line.
 */
export default class CountingReporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options: Mocha.MochaOptions) {
    super(runner, options);
    const output = (options.reporterOptions as { output?: string } | undefined)?.output;
    runner.once("end", () => {
      if (output === undefined) return;
      const { passes, failures } = this.stats;
      writeFileSync(output, JSON.stringify({ passed: passes, failed: failures }));
    });
  }
}
