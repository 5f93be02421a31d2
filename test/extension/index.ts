import { readdirSync } from "node:fs";
import { join } from "node:path";
import CountingReporter from "../support/countingReporter";

/** What `npm test` wants of this run, as JSON in the environment variable EXTENSION_TESTS. */
interface ExtensionTests {
  /** The folder beside this file whose tests run. */
  readonly suite: string;
  /** Where the counts go, see {@link CountingReporter}. */
  readonly output: string;
  /** Only tests whose title has this in it. */
  readonly grep?: string;
  /** Only these files. */
  readonly files?: readonly string[];
}

/** VS Code calls this inside the extension host; a rejection is a failed run. */
export async function run(): Promise<void> {
  const { suite, output, grep, files } = JSON.parse(process.env.EXTENSION_TESTS ?? "{}") as ExtensionTests;
  const { default: Mocha } = await import("mocha");
  const mocha = new Mocha({
    color: true,
    timeout: 90_000,
    forbidOnly: true,
    forbidPending: true,
    reporter: CountingReporter,
    reporterOptions: { output },
    ...(grep === undefined ? {} : { grep }),
  });
  const all = readdirSync(join(__dirname, suite), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".test.js"))
    .map((file) => join(__dirname, suite, file));
  for (const file of files ?? all) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
