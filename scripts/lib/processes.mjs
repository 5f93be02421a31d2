// Starts other programs, each in its own process group, and ensures that none outlives this one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */
/** @typedef {{ cwd?: string, env?: NodeJS.ProcessEnv }} Surroundings */

const onWindows = process.platform === "win32";
/** Time for a program to exit after SIGTERM. */
const secondsToStop = 5;
/** Maximum startup time on a busy machine. */
const secondsToStart = 90;

/** Running programs, with the seconds that each has to exit. @type {Map<ChildProcess, number>} */
const running = new Map();

/** A started program failed; `message` ends with its last output. */
export class CommandFailed extends Error {}

/**
 * Starts a program with readable output. It and its child processes end with this process.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {Surroundings & { stdio?: "pipe" | "inherit", endsOthers?: boolean }} [surroundings] `endsOthers`: the program
 *   starts others like this process, and needs time to end them first
 * @returns {ChildProcess}
 */
export function start(command, parameters, { cwd, env, stdio = "pipe", endsOthers = false } = {}) {
  const child = spawn(command, parameters, {
    ...(cwd === undefined ? {} : { cwd }),
    env: env ?? process.env,
    stdio: ["ignore", stdio, stdio],
    detached: !onWindows,
    // On Windows npm and code are scripts, which only a shell can start.
    shell: onWindows,
  });
  running.set(child, endsOthers ? 2 * secondsToStop : secondsToStop);
  return child;
}

/**
 * Runs a program to its end. Shows its output only if it fails.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {Surroundings} [surroundings]
 * @returns {Promise<string>} its output
 * @throws {CommandFailed}
 */
export async function run(command, parameters, surroundings) {
  const child = start(command, parameters, surroundings);
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => (output += text));
  }
  const line = [command, ...parameters].join(" ");
  const [code, signal] = await once(child, "close").catch((error) => {
    throw new CommandFailed(`${line} could not be started: ${error.message}`);
  });
  running.delete(child);
  if (code === 0) return output;
  const end = output.trimEnd().split("\n").slice(-100).join("\n");
  throw new CommandFailed(`${line} ended with ${code ?? signal}:\n${end}`);
}

/**
 * Waits until a program prints that it is ready.
 * @param {ChildProcess} child
 * @param {RegExp} ready
 * @param {string} name name of the program in messages
 * @returns {Promise<RegExpExecArray>} the match in its output
 * @throws {CommandFailed} if it ends first or does not become ready
 */
export function waitForOutput(child, ready, name) {
  return new Promise((resolve, reject) => {
    let output = "";
    /** @param {string} what */
    const fail = (what) => {
      clearTimeout(limit);
      void stop(child);
      reject(new CommandFailed(`${name} ${what}:\n${output}`));
    };
    const limit = setTimeout(() => fail("did not start in time"), secondsToStart * 1000);
    child.once("error", (error) => fail(`could not be started (${error.message})`));
    child.once("exit", (code, signal) => fail(`ended with ${code ?? signal}`));
    for (const stream of [child.stdout, child.stderr]) {
      // Keep reading afterwards: a program with a full output pipe blocks.
      stream?.setEncoding("utf8").on("data", (/** @type {string} */ text) => {
        output = (output + text).slice(-10_000);
        const found = ready.exec(output);
        if (found === null) return;
        clearTimeout(limit);
        resolve(found);
      });
    }
  });
}

/**
 * Ends a program and its process group: sends SIGTERM, and SIGKILL after some seconds.
 * @param {ChildProcess} child
 */
export async function stop(child) {
  const seconds = running.get(child) ?? secondsToStop;
  running.delete(child);
  if (!groupLives(child)) return;
  signalGroup(child, "SIGTERM");
  const deadline = Date.now() + seconds * 1000;
  while (groupLives(child) && Date.now() < deadline) await new Promise((wake) => setTimeout(wake, 50));
  if (groupLives(child)) signalGroup(child, "SIGKILL");
}

/**
 * Makes Ctrl+C, a closed terminal or `kill` end this process only after all programs that it started.
 * @param {() => Promise<void>} [endTheRest] ends started programs that are not children of this process
 */
export function endWithEverythingStarted(endTheRest = async () => {}) {
  let ending = false;
  for (const [signal, number] of /** @type {const} */ ([
    ["SIGINT", 2],
    ["SIGTERM", 15],
    ["SIGHUP", 1],
  ])) {
    process.on(signal, () => {
      if (ending) return;
      ending = true;
      void Promise.all([endTheRest(), ...[...running.keys()].map(stop)]).then(() =>
        process.exit(128 + number),
      );
    });
  }
  process.on("exit", () => {
    for (const child of running.keys()) signalGroup(child, "SIGKILL");
  });
}

/** @param {ChildProcess} child */
function groupLives(child) {
  if (child.pid === undefined) return false;
  if (onWindows) return child.exitCode === null && child.signalCode === null;
  try {
    process.kill(-child.pid, 0);
    return true;
  } catch {
    return false;
  }
}

/**
 * @param {ChildProcess} child
 * @param {"SIGTERM" | "SIGKILL"} signal
 */
function signalGroup(child, signal) {
  if (child.pid === undefined) return;
  if (onWindows) {
    spawnSync("taskkill", ["/pid", String(child.pid), "/T", "/F"]);
    return;
  }
  try {
    process.kill(-child.pid, signal);
  } catch {
    // It has ended in the meantime.
  }
}
