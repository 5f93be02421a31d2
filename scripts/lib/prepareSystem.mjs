// System requirements of tests and the hosted VS Code: installs them with apt if possible, else requests them from the
// user.
import { spawnSync } from "node:child_process";
import { CannotPrepare } from "./cannotPrepare.mjs";
import { findOnPath } from "./findOnPath.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * @typedef {object} SystemTool
 * @property {readonly string[]} commands alternatives, of which the PATH must contain one
 * @property {string} debianPackage
 * @property {() => boolean} [isThere] test for a tool without a command
 */

/**
 * Chromium, which renders the workbench for tests and screenshots. The headless shell needs a fifth less time.
 * @type {SystemTool}
 */
export const chromium = {
  commands: [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome-stable",
    "google-chrome",
  ],
  debianPackage: "chromium-headless-shell",
};

/** Joins frames to a GIF. @type {SystemTool} */
export const ffmpeg = { commands: ["ffmpeg"], debianPackage: "ffmpeg" };

/** Other editors for tests of the language server without VS Code. @type {readonly SystemTool[]} */
export const editors = [
  { commands: ["nvim"], debianPackage: "neovim" },
  { commands: ["emacs"], debianPackage: "emacs-nox" },
];

/** Emacs' language client, built into Emacs 29 and newer. @type {SystemTool} */
export const eglot = {
  commands: [],
  isThere: () => {
    const look = '(kill-emacs (if (locate-library "eglot") 0 1))';
    return spawnSync("emacs", ["--batch", "--eval", look], { stdio: "ignore" }).status === 0;
  },
  debianPackage: "elpa-eglot",
};

/** Build tools for VS Code's native modules. @type {readonly SystemTool[]} */
export const buildTools = [
  { commands: ["python3"], debianPackage: "python3" },
  { commands: ["make"], debianPackage: "make" },
  { commands: ["g++"], debianPackage: "g++" },
  { commands: ["krb5-config"], debianPackage: "libkrb5-dev" },
];

/** @type {Promise<unknown>} */
let lastTurn = Promise.resolve();

/**
 * Serializes work that calls apt-get, which refuses to run twice at the same time.
 * @param {() => Promise<void>} work
 * @returns {Promise<void>}
 */
export function inTurnWithApt(work) {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/**
 * @param {readonly SystemTool[]} tools
 * @throws {CannotPrepare} if a tool is missing and this process must not install it
 */
export function prepareSystem(tools) {
  return inTurnWithApt(() => installMissing(tools));
}

/** @param {readonly SystemTool[]} tools */
async function installMissing(tools) {
  const missing = tools
    .filter(({ commands, isThere }) => !(isThere?.() ?? findOnPath(commands) !== undefined))
    .map(({ debianPackage }) => debianPackage);
  if (missing.length === 0) return;
  const install = ["apt-get", "install", "-y", "--no-install-recommends", ...missing];
  if (findOnPath(["apt-get"]) === undefined) {
    throw new CannotPrepare(
      `This machine lacks what Debian calls ${missing.join(", ")}. Please install it and try again.`,
    );
  }
  if (process.getuid?.() !== 0) {
    throw new CannotPrepare(
      `Some system packages are missing. Please run this, then try again:\n\n  sudo ${install.join(" ")}\n`,
    );
  }
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  await step(`Installing ${missing.join(", ")} with apt-get`, async () => {
    await run("apt-get", ["update"], { env });
    await run("apt-get", install.slice(1), { env });
  });
}
