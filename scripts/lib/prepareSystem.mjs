// What tests and the hosted VS Code need from the system: installed by apt where that can be done, else asked for.
import { spawnSync } from "node:child_process";
import { CannotPrepare } from "./cannotPrepare.mjs";
import { findOnPath } from "./findOnPath.mjs";
import { run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * @typedef {object} SystemTool
 * @property {readonly string[]} commands any of these on the PATH will do
 * @property {string} debianPackage
 * @property {() => boolean} [isThere] for what is no command
 */

/**
 * Chromium shows the workbench to tests and takes pictures. Without the windows of a browser around the page it needs a
 * fifth less time.
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

/** The editors that show the language server at work without VS Code. @type {readonly SystemTool[]} */
export const editors = [
  { commands: ["nvim"], debianPackage: "neovim" },
  { commands: ["emacs"], debianPackage: "emacs-nox" },
];

/** Emacs' client for language servers, which Emacs 29 and newer have in them. @type {SystemTool} */
export const eglot = {
  commands: [],
  isThere: () => {
    const look = '(kill-emacs (if (locate-library "eglot") 0 1))';
    return spawnSync("emacs", ["--batch", "--eval", look], { stdio: "ignore" }).status === 0;
  },
  debianPackage: "elpa-eglot",
};

/** What VS Code's native modules are built with. @type {readonly SystemTool[]} */
export const buildTools = [
  { commands: ["python3"], debianPackage: "python3" },
  { commands: ["make"], debianPackage: "make" },
  { commands: ["g++"], debianPackage: "g++" },
  { commands: ["krb5-config"], debianPackage: "libkrb5-dev" },
];

/** @type {Promise<unknown>} */
let lastTurn = Promise.resolve();

/**
 * Does what calls apt-get, which refuses to run while it runs already: so one after the other.
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
 * @throws {CannotPrepare} when something is missing and may not be installed from here
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
