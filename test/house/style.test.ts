import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { promisify } from "node:util";

const run = promisify(execFile);

describe("the house", () => {
  // Two at a time, for two cores: the linter takes as long as the others together.
  let complaints: Record<"format" | "lint" | "types" | "walls", Promise<string>>;
  before(() => {
    const wallsOptions = /depcruise ([^"]+)/.exec(readFileSync("package.json", "utf8"))?.[1] ?? "";
    const lint = complaintsOf("eslint/bin/eslint.js", ".");
    const format = complaintsOf("prettier/bin/prettier.cjs", "--check", ".");
    const walls = format.then(() =>
      complaintsOf("dependency-cruiser/bin/dependency-cruise.mjs", ...wallsOptions.split(" ")),
    );
    const types = walls.then(() => complaintsOf("typescript/bin/tsc", "-b"));
    complaints = { format, lint, types, walls };
  });

  it("is formatted", async () => {
    assert.equal(await complaints.format, "");
  });

  it("has nothing that the linter finds", async () => {
    assert.equal(await complaints.lint, "");
  });

  it("has no wrong types", async () => {
    assert.equal(await complaints.types, "");
  });

  it("keeps its walls", async () => {
    assert.equal(await complaints.walls, "");
  });
});

/** Runs a tool of the project's own packages, and gives what it prints when it fails; nothing when it passes. */
async function complaintsOf(path: string, ...parameters: string[]): Promise<string> {
  try {
    await run(process.execPath, [`node_modules/${path}`, ...parameters], { maxBuffer: 50_000_000 });
    return "";
  } catch (error) {
    const { stdout, stderr } = error as { stdout?: string; stderr?: string };
    return `${stdout ?? ""}${stderr ?? ""}` || String(error);
  }
}
