import {
  endless,
  failing,
  halfBody,
  html,
  otherBody,
  redirect,
  reset,
  silence,
} from "@analyses/registry/faults";
import type { Fault } from "@analyses/registry/faults";

/** So short that long answers and long silences end within a test, and longer than a busy machine's pauses. */
export const limits = { silenceMilliseconds: 1_500, totalMilliseconds: 15_000, bodyBytes: 2_000_000 };

const unreachable = /^Cannot be reached$/;
const late = /^No answer in time$/;
const notARegistry = /^Not a registry's answer$/;
const ownProblem = /^The registry has a problem$/;
const busy = /^The registry is busy$/;
const tooLarge = /^Answer too large$/;

const packedInNoWay: Fault = ({ response }) => {
  response.writeHead(200, { "Content-Type": "application/json", "Content-Encoding": "gzip" });
  response.end("this was never packed");
};

const listForId = '{"numberOfEntries":"1","groups":[{"groupId":[17]}]}';

/** How a registry fails, what a row says of it in short, and what is said of it in full wherever it shows. */
export type Failure = readonly [title: string, fault: () => Fault, label: RegExp, explanation: RegExp];

export const failures: readonly Failure[] = [
  ["a connection that is reset", reset, unreachable, /could not be reached \(\w+\)/],
  ["an answer that stops half-way", () => halfBody("close"), unreachable, /could not be reached/],
  ["no answer", silence, late, /did not answer in time/],
  ["an answer that stalls", () => halfBody("stall"), late, /did not answer in time/],
  ["status 500", () => failing(500), ownProblem, /status 500/],
  ["status 502, of a gateway", () => failing(502), ownProblem, /status 502/],
  ["status 503, busy", () => failing(503), busy, /status 503/],
  ["status 503 twice, with a time to wait", () => failing(503, "0"), busy, /status 503/],
  ["status 429, asked too often", () => failing(429), busy, /status 429/],
  ["status 403, to whoever asks", () => failing(403), /^Access denied$/, /lets nobody read this from here/],
  [
    "status 404, at a wrong address",
    () => failing(404),
    notARegistry,
    /status 404\. Check the registry's address/,
  ],
  [
    "status 400, at a wrong address",
    () => failing(400),
    notARegistry,
    /status 400\. Check the registry's address/,
  ],
  ["a status that the interface does not know", () => failing(418), notARegistry, /status 418/],
  ["a web page instead of JSON", html, notARegistry, /not JSON/],
  ["half of a JSON text", () => otherBody("application/json", '{"groups":['), notARegistry, /well-formed/],
  [
    "another JSON text",
    () => otherBody("application/json", "[]"),
    notARegistry,
    /is of the JSON type array instead of object/,
  ],
  ["a body that cannot be unpacked", () => packedInNoWay, notARegistry, /cannot be unpacked/],
  [
    "a value of another type",
    () => otherBody("application/json", listForId),
    notARegistry,
    /groups\[0\]\.groupId/,
  ],
  ["a redirect elsewhere", () => redirect(() => "https://x.example/"), notARegistry, /another place/],
  ["a redirect to http", () => redirect((at) => `http://localhost${at}`), notARegistry, /another place/],
  ["redirects without end", () => redirect((at) => at), notARegistry, /redirects again and again/],
  ["an answer without end", endless, tooLarge, /larger than 2 MB/],
  ["a packed answer without end", () => endless("gzip"), tooLarge, /larger than 2 MB/],
];
