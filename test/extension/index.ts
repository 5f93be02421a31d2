import CountingReporter from "../support/countingReporter";

/** Options of this run, from `npm test` as JSON in the environment variable EXTENSION_TESTS. */
interface ExtensionTests {
  readonly files: readonly string[];
  /** Path of the counts file, see {@link CountingReporter}. */
  readonly output: string;
  /** Runs only tests whose title contains this. */
  readonly grep?: string;
}

/** VS Code calls this in the extension host; a rejection fails the run. */
export async function run(): Promise<void> {
  const { files, output, grep } = JSON.parse(process.env.EXTENSION_TESTS ?? "{}") as ExtensionTests;
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
  for (const file of files) mocha.addFile(file);
  const failures = await new Promise<number>((resolve) => mocha.run(resolve));
  if (failures > 0) throw new Error(`${failures} tests failed.`);
}
