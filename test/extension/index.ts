import { readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** What `npm test` asks of this run, as JSON in the environment variable EXTENSION_TESTS. */
interface ExtensionTests {
  /** The folder beside this file whose tests run. */
  readonly suite: string;
  /** Where the result goes, as `{ "passed": N, "failed": ["full title", …] }`. */
  readonly output: string;
  /** Only tests whose title has this in it. */
  readonly grep?: string;
}

/** VS Code calls this inside the extension host; a rejection is a failed run. */
export async function run(): Promise<void> {
  const { suite, output, grep } = JSON.parse(process.env.EXTENSION_TESTS ?? "{}") as ExtensionTests;
  const { default: Mocha } = await import("mocha");
  const strict = { forbidOnly: true, forbidPending: true };
  const mocha = new Mocha({
    color: true,
    timeout: 90_000,
    ...strict,
    ...(grep === undefined ? {} : { grep }),
  });
  for (const file of readdirSync(join(__dirname, suite), { recursive: true, encoding: "utf8" })) {
    if (file.endsWith(".test.js")) mocha.addFile(join(__dirname, suite, file));
  }
  const failed: string[] = [];
  const passed = await new Promise<number>((resolve, reject) => {
    const runner = mocha.run(() => {
      if (runner.stats === undefined) reject(new Error("mocha kept no counts."));
      else resolve(runner.stats.passes);
    });
    runner.on("fail", (test) => failed.push(test.fullTitle()));
  });
  writeFileSync(output, JSON.stringify({ passed, failed }));
  if (failed.length > 0) throw new Error(`${failed.length} tests failed.`);
}
