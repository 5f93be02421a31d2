import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";

describe("the registry's description", function () {
  this.timeout(120_000);

  it("has nothing that an OpenAPI linter would warn of", () => {
    const words = ["lint", "--format", "json", "--max-problems", "50", "schemas/registry.openapi.json"];
    const quiet = { REDOCLY_TELEMETRY: "off", REDOCLY_SUPPRESS_UPDATE_NOTICE: "true", CI: "true" };
    const { stdout } = spawnSync(process.execPath, ["node_modules/@redocly/cli/bin/cli.js", ...words], {
      env: { ...process.env, ...quiet },
      encoding: "utf8",
    });
    const { problems } = JSON.parse(stdout) as { problems: unknown };
    assert.deepEqual(problems, []);
  });
});
