import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { writeSettings } from "../../scripts/lib/editors.mjs";
import { eventually } from "../support/eventually";

describe("npm start", () => {
  it("leaves nothing running after Ctrl+C, also not what its programs have started", async () => {
    const processes = pathToFileURL(resolve("scripts/lib/processes.mjs")).href;
    // The shell starts a program, prints its process id, and ignores SIGTERM.
    const script = `
      import { endWithEverythingStarted, start } from ${JSON.stringify(processes)};
      endWithEverythingStarted();
      const shell = start("sh", ["-c", "trap '' TERM; sleep 1000 & echo $!; wait"]);
      shell.stdout.pipe(process.stdout);
    `;
    const child = spawn(process.execPath, ["--input-type=module", "--eval", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    const [text] = (await once(child.stdout, "data")) as [Buffer];
    const grandchild = Number(text.toString());
    assert.ok(isRunning(grandchild));

    child.kill("SIGINT");
    const [code] = (await once(child, "exit")) as [number | null];
    assert.equal(code, 130);
    await eventually(() => assert.ok(!isRunning(grandchild)));
  });

  it("keeps the settings and registries that a user has added", () => {
    const folder = mkdtempSync(join(tmpdir(), "analyses-start-"));
    const file = join(folder, "User/settings.json");
    const key = "analysesRegistry.registries";
    const own = { name: "Own", url: "https://registry.example.org" };
    writeSettings(file, { "editor.minimap.enabled": false, [key]: [{ name: "Sample", url: "https://a" }] });
    const { [key]: registries } = JSON.parse(readFileSync(file, "utf8")) as Record<string, unknown>;
    const changed = { "editor.minimap.enabled": true, [key]: [registries, own].flat() };
    writeFileSync(file, JSON.stringify(changed));
    writeSettings(file, { "editor.minimap.enabled": false, [key]: [{ name: "Sample", url: "https://b" }] });
    assert.deepEqual(JSON.parse(readFileSync(file, "utf8")), {
      "editor.minimap.enabled": true,
      [key]: [{ name: "Sample", url: "https://b" }, own],
    });
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
