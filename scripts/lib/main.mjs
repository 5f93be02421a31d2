import { CannotPrepare } from "./cannotPrepare.mjs";
import { CommandFailed } from "./processes.mjs";

/**
 * Runs a script. What a user can understand and mend is said in its own words, without a stack trace.
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
