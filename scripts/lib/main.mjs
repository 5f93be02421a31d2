import { CannotPrepare } from "./cannotPrepare.mjs";
import { CommandFailed } from "./processes.mjs";

/**
 * Runs a script. Prints errors that a user can correct as plain messages, without a stack trace.
 * @param {() => Promise<void>} script
 */
export async function main(script) {
  try {
    await script();
  } catch (error) {
    if (!(error instanceof CannotPrepare || error instanceof CommandFailed)) throw error;
    console.error(`\n${error.message}`);
    process.exitCode = 1;
  }
}
