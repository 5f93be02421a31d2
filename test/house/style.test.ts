import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

describe("the house", () => {
  it("is formatted", () => tool("prettier/bin/prettier.cjs", "--check", "."));

  it("has nothing that the linter finds", () => tool("eslint/bin/eslint.js", "."));

  it("has no wrong types", () => tool("typescript/bin/tsc", "-b"));

  it("keeps its walls", () =>
    tool(
      "dependency-cruiser/bin/dependency-cruise.mjs",
      ...(/depcruise ([^"]+)/.exec(readFileSync("package.json", "utf8"))?.[1] ?? "").split(" "),
    ));
});

/** Runs a tool of the project's own packages; what it prints is the reason when it fails. */
async function tool(path: string, ...parameters: string[]): Promise<void> {
  try {
    await run(process.execPath, [`node_modules/${path}`, ...parameters], { maxBuffer: 50_000_000 });
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    throw new Error(`${stdout ?? ""}${stderr ?? String(error)}`);
  }
}
