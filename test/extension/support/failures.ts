import { type Fault, endless, failing, halfBody, html, reset } from "../../support/registryFaults";

/** Short enough that slow and silent responses time out within a test, longer than pauses on a busy machine. */
export const limits = { silenceMilliseconds: 3_000, totalMilliseconds: 15_000, bodyBytes: 2_000_000 };

/** A registry's fault, and the expected row label and full explanation. */
export type Failure = readonly [title: string, fault: () => Fault, label: RegExp, explanation: RegExp];

/**
 * One failure for each label of a row. Tests without VS Code check that every fault of test/support/registryFaults.ts
 * becomes its error: test/pure/registry-client/answers.test.ts, guardedRequest.test.ts and transport.test.ts.
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
