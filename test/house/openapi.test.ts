import assert from "node:assert/strict";
import { execFile } from "node:child_process";

interface Report {
  readonly totals: { readonly errors: number; readonly warnings: number };
  readonly problems: readonly object[];
}

/** Runs the linter's recommended rules, without its update check and telemetry. */
function lint(file: string): Promise<Report> {
  const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };
  return new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      ["node_modules/@redocly/cli/bin/cli.js", "lint", "--format", "json", "--max-problems", "50", file],
      { env: { ...process.env, ...quiet } },
      (_error, stdout, stderr) => {
        try {
          resolve(JSON.parse(stdout) as Report);
        } catch {
          reject(new Error(stderr));
        }
      },
    );
  });
}

describe("the registry's description", function () {
  this.timeout(120_000);

  it("has nothing that an OpenAPI linter would warn of", async () => {
    const { totals, problems } = await lint("schemas/registry.openapi.json");
    assert.deepEqual([totals.errors, totals.warnings], [0, 0], JSON.stringify(problems, null, 2));
  });
});
