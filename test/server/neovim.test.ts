import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

interface Shown {
  readonly diagnostics: readonly ShownDiagnostic[];
  readonly hover: string;
  readonly completion: readonly string[];
  readonly actions: readonly string[];
  readonly fixed: string;
  readonly left: readonly ShownDiagnostic[];
}
interface ShownDiagnostic {
  readonly code: string;
  readonly severity: number;
}

describe("the language server in Neovim", function () {
  this.timeout(60_000);
  let folder: string;
  before(() => (folder = mkdtempSync(join(tmpdir(), "analyses-neovim-"))));
  after(() => rmSync(folder, { recursive: true, force: true }));

  it("shows diagnostics, hover, completion and a quick fix, with nothing but Neovim's own client", async () => {
    const file = join(folder, "review.analyses.json");
    const output = join(folder, "shown.json");
    writeFileSync(
      file,
      '{\n  "risk-of-bias-method": "RISK_OF_BIAS_3",\n  "analysis-groups": [],\n  "note": 1\n}\n',
    );
    const neovim = spawn(
      "nvim",
      ["--headless", "--clean", "-S", resolve("test/server/support/neovim.lua"), file],
      {
        cwd: folder,
        env: {
          ...process.env,
          NODE: process.execPath,
          SERVER: resolve("dist/server/languageServer.js"),
          OUTPUT: output,
        },
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    const [status] = (await once(neovim, "exit")) as [number | null];
    assert.equal(status, 0);
    const shown = JSON.parse(readFileSync(output, "utf8")) as Shown;
    assert.deepEqual(
      shown.diagnostics.map(({ code, severity }) => `${code} ${severity}`),
      ["not-allowed-value 1", "unknown-property 2"],
    );
    assert.match(shown.hover, /^\*\*Risk\\-of\\-bias method\*\* \(required\)/);
    assert.deepEqual(shown.completion, ["RISK_OF_BIAS_1", "RISK_OF_BIAS_2"]);
    assert.match(shown.actions[0] ?? "", /RISK_OF_BIAS_\d/);
    assert.match(shown.fixed, /"risk-of-bias-method": "RISK_OF_BIAS_[12]",/);
    assert.deepEqual(
      shown.left.map(({ code }) => code),
      ["unknown-property"],
    );
  });
});
