import { prepareProject } from "./prepareProject.mjs";
import { CommandFailed, endWithEverythingStarted } from "./processes.mjs";

/**
 * Runs a script after installing the project's packages. Prints errors that a user can correct as plain messages,
 * without a stack trace.
 * @param {() => Promise<void>} script
 * @param {() => Promise<void>} [endTheRest] ends started programs that are not children of this process
 */
export async function main(script, endTheRest) {
  endWithEverythingStarted(endTheRest);
  try {
    await prepareProject();
    await script();
  } catch (error) {
    if (!(error instanceof CommandFailed)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
