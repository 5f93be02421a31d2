import { endless, failing, halfBody, html, reset } from "@analyses/registry/faults";
import type { Fault } from "@analyses/registry/faults";

/** So short that long answers and long silences end within a test, and longer than a busy machine's pauses. */
export const limits = { silenceMilliseconds: 3_000, totalMilliseconds: 15_000, bodyBytes: 2_000_000 };

/** How a registry fails, what a row says of it in short, and what is said of it in full wherever it shows. */
export type Failure = readonly [title: string, fault: () => Fault, label: RegExp, explanation: RegExp];

/**
 * One for each thing that a row can say. That every fault of `registry/src/faults` becomes the error that names it is held
 * without VS Code: test/pure/registry-client/faults.test.ts, answers.test.ts and guardedRequest.test.ts.
 */
export const failures: readonly Failure[] = [
  ["a connection that is reset", reset, /^Cannot be reached$/, /could not be reached \(\w+\)/],
  ["an answer that stalls", () => halfBody("stall"), /^No answer in time$/, /did not answer in time/],
  ["status 500", () => failing(500), /^The registry has a problem$/, /status 500/],
  ["status 503 twice, with a time to wait", () => failing(503, "0"), /^The registry is busy$/, /status 503/],
  ["status 403, to whoever asks", () => failing(403), /^Access denied$/, /lets nobody read this from here/],
  ["a web page instead of JSON", html, /^Not a registry's answer$/, /not JSON/],
  ["an answer without end", endless, /^Answer too large$/, /larger than 2 MB/],
];
