// System requirements of tests and the hosted VS Code: installs them with apt if possible, else requests them from the
// user.
import { spawnSync } from "node:child_process";
import { findOnPath } from "./findOnPath.mjs";
import { CommandFailed, run } from "./processes.mjs";
import { step } from "./progress.mjs";

/**
 * @typedef {object} SystemTool
 * @property {string} debianPackage
 * @property {readonly string[]} [commands] alternatives, of which the PATH must contain one; by default the package's name
 * @property {() => boolean} [isThere] test for a tool without a command
 */

/**
 * Chromium, which renders the workbench for tests and screenshots. The headless shell needs a fifth less time.
 * @satisfies {SystemTool}
 */
export const chromium = {
  debianPackage: "chromium-headless-shell",
  commands: [
    ...["chromium-headless-shell", "chromium", "chromium-browser"],
    ...["google-chrome-stable", "google-chrome"],
  ],
};

/** Joins frames to a GIF. @type {SystemTool} */
export const ffmpeg = { debianPackage: "ffmpeg" };

/** Other editors for tests of the language server without VS Code. @type {readonly SystemTool[]} */
export const editors = [
  { debianPackage: "neovim", commands: ["nvim"] },
  { debianPackage: "emacs-nox", commands: ["emacs"] },
];

/** Emacs' language client, built into Emacs 29 and newer. @type {SystemTool} */
export const eglot = {
  debianPackage: "elpa-eglot",
  isThere: () => {
    const look = '(kill-emacs (if (locate-library "eglot") 0 1))';
    return spawnSync("emacs", ["--batch", "--eval", look], { stdio: "ignore" }).status === 0;
  },
};

/** Build tools for VS Code's native modules. @type {readonly SystemTool[]} */
export const buildTools = [
  ...["python3", "make", "g++"].map((debianPackage) => ({ debianPackage })),
  { debianPackage: "libkrb5-dev", commands: ["krb5-config"] },
];

/** @type {Promise<unknown>} */
let lastTurn = Promise.resolve();

/**
 * Serializes work that calls apt-get, which refuses to run twice at the same time.
 * @param {() => Promise<void>} work
 */
export function inTurnWithApt(work) {
  const turn = lastTurn.then(work);
  lastTurn = turn.catch(() => undefined);
  return turn;
}

/**
 * @param {readonly SystemTool[]} tools
 * @throws {CommandFailed} if a tool is missing and this process must not install it
 */
export const prepareSystem = (tools) =>
  inTurnWithApt(async () => {
    const missing = tools
      .filter(
        (tool) => !(tool.isThere?.() ?? findOnPath(tool.commands ?? [tool.debianPackage]) !== undefined),
      )
      .map(({ debianPackage }) => debianPackage);
    if (missing.length === 0) return;
    const names = missing.join(", ");
    if (findOnPath(["apt-get"]) === undefined)
      throw new CommandFailed(
        `This machine lacks what Debian calls ${names}. Please install it and try again.`,
      );
    const install = ["install", "-y", "--no-install-recommends", ...missing];
    if (process.getuid?.() !== 0)
      throw new CommandFailed(
        `Some system packages are missing. Please run this, then try again:\n\n  sudo apt-get ${install.join(" ")}\n`,
      );
    const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
    await step(`Installing ${names} with apt-get`, async () => {
      await run("apt-get", ["update"], { env });
      await run("apt-get", install, { env });
    });
  });
