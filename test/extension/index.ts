import CountingReporter from "../support/countingReporter";

/** What `npm test` wants of this run, as JSON in the environment variable EXTENSION_TESTS. */
interface ExtensionTests {
  readonly files: readonly string[];
  /** Where the counts go, see {@link CountingReporter}. */
  readonly output: string;
  /** Only tests whose title has this in it. */
  readonly grep?: string;
}

/** VS Code calls this inside the extension host; a rejection is a failed run. */
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
