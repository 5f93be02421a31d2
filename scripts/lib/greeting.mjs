// The extension of scripts/greeting, which only `npm start` installs.
import { inRoot } from "./paths.mjs";

const file = inRoot("dist/greeting.vsix");

/** @returns {Promise<string>} its newly packed .vsix */
export async function packageGreeting() {
  const { createVSIX } = await import("@vscode/vsce");
  await createVSIX({
    cwd: inRoot("scripts/greeting"),
    packagePath: file,
    dependencies: false,
    skipLicense: true,
    allowMissingRepository: true,
  });
  return file;
}
