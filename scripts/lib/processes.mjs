// Starts other programs, each in its own process group, and ensures that none outlives this one.
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { constants } from "node:os";
import { setTimeout as delay } from "node:timers/promises";

/** @typedef {import("node:child_process").ChildProcess} ChildProcess */

const onWindows = process.platform === "win32";
/** Time for a program to exit after SIGTERM. */
const secondsToStop = 5;
/** Maximum startup time on a busy machine. */
const secondsToStart = 90;

/** @type {Set<ChildProcess>} */
const running = new Set();

/** A program failed, or this machine lacks one that only its user can install; `message` is for that user. */
export class CommandFailed extends Error {}

/**
 * Starts a program. It and its child processes end with this process.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv | undefined, output?: "pipe" | number }} [surroundings] `output`: a
 *   file descriptor, by default a readable stream
 */
export function start(command, parameters, { cwd, env, output = "pipe" } = {}) {
  const child = spawn(command, parameters, {
    cwd,
    env,
    stdio: ["ignore", output, output],
    detached: !onWindows,
    // On Windows npm and code are scripts, which only a shell can start.
    shell: onWindows,
  });
  running.add(child);
  return child;
}

/**
 * Runs a program to its end. Shows its output only if it fails.
 * @param {string} command
 * @param {readonly string[]} parameters
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv }} [surroundings]
 * @returns {Promise<string>} its output
 * @throws {CommandFailed}
 */
export async function run(command, parameters, surroundings) {
  const child = start(command, parameters, surroundings);
  let output = "";
  readOutput(child, (text) => (output += text));
  const [code, signal] = await once(child, "close").catch(({ message }) => [message]);
  running.delete(child);
  if (code === 0) return output;
  const end = output.trimEnd().split("\n").slice(-100).join("\n");
  throw new CommandFailed(`${[command, ...parameters].join(" ")} ended with ${code ?? signal}:\n${end}`);
}

/**
 * Waits until a program prints that it is ready.
 * @param {ChildProcess} child
 * @param {RegExp} ready
 * @param {string} name name of the program in messages
 * @returns {Promise<RegExpExecArray>} the match in its output
 * @throws {CommandFailed} if it ends first or does not become ready
 */
export async function waitForOutput(child, ready, name) {
  let output = "";
  /** @type {Promise<RegExpExecArray>} */
  const found = new Promise((resolve) =>
    // Keeps reading afterwards: a program with a full output pipe blocks.
    readOutput(child, (text) => {
      output = (output + text).slice(-10_000);
      const match = ready.exec(output);
      if (match !== null) resolve(match);
    }),
  );
  const ended = once(child, "exit").then(
    ([code, signal]) => `ended with ${code ?? signal}`,
    ({ message }) => `could not be started (${message})`,
  );
  const late = delay(secondsToStart * 1000, "did not start in time", { ref: false });
  const result = await Promise.race([found, ended, late]);
  if (typeof result !== "string") return result;
  await stop(child);
  throw new CommandFailed(`${name} ${result}:\n${output}`);
}

/**
 * @param {ChildProcess} child
 * @param {(text: string) => void} see
 */
function readOutput({ stdout, stderr }, see) {
  for (const stream of [stdout, stderr]) stream?.setEncoding("utf8").on("data", see);
}

/**
 * Ends a program and its process group: sends SIGTERM, and SIGKILL after some seconds.
 * @param {ChildProcess} child
 */
export async function stop(child) {
  running.delete(child);
  if (!groupLives(child)) return;
  signalGroup(child, "SIGTERM");
  const deadline = Date.now() + secondsToStop * 1000;
  while (groupLives(child) && Date.now() < deadline) await delay(50);
  if (groupLives(child)) signalGroup(child, "SIGKILL");
}

/**
 * Makes Ctrl+C, a closed terminal or `kill` end this process only after all programs that it started.
 * @param {() => Promise<void>} [endTheRest] ends started programs that are not children of this process
 */
export function endWithEverythingStarted(endTheRest = async () => {}) {
  let ending = false;
  for (const signal of /** @type {const} */ (["SIGINT", "SIGTERM", "SIGHUP"]))
    process.on(signal, async () => {
      if (ending) return;
      ending = true;
      await Promise.all([endTheRest(), ...[...running].map(stop)]);
      process.exit(128 + constants.signals[signal]);
    });
  process.on("exit", () => {
    for (const child of running) signalGroup(child, "SIGKILL");
  });
}

/** @param {ChildProcess} child */
function groupLives(child) {
  if (onWindows) return child.exitCode === null && child.signalCode === null;
  return signalGroup(child, 0);
}

/**
 * @param {ChildProcess} child
 * @param {"SIGTERM" | "SIGKILL" | 0} signal 0 only tests whether the group lives
 */
function signalGroup({ pid }, signal) {
  if (pid === undefined) return false;
  if (onWindows) return spawnSync("taskkill", ["/pid", String(pid), "/T", "/F"]).status === 0;
  try {
    return process.kill(-pid, signal);
  } catch {
    // It has ended in the meantime.
    return false;
  }
}
