import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { freePort } from "../../scripts/lib/freePort.mjs";
import { startCodeServer } from "../../scripts/lib/hostedEditor.mjs";
import { codeServerEntry } from "../../scripts/vscode-host/paths.mjs";
import { folderToMake } from "../support/folderToMake";

describe("the VS Code that npm start opens in a browser", () => {
  it("lets no one in without the password of this start", async () => {
    const folder = folderToMake("hosted-start");
    mkdirSync(folder);
    const configuration = join(folder, "config.yaml");
    writeFileSync(configuration, "");
    const folders = ["--user-data-dir", join(folder, "data"), "--extensions-dir", join(folder, "extensions")];
    const port = await freePort(0);
    const command = [codeServerEntry, "--config", configuration, ...folders];
    const { server, password } = await startCodeServer(command, port, process.env);
    try {
      const address = `http://127.0.0.1:${port}`;
      const ask = (path: string, options: RequestInit = {}) =>
        fetch(address + path, { redirect: "manual", ...options });
      const withoutPassword = await ask("/");
      assert.equal(withoutPassword.status, 302);
      assert.match(withoutPassword.headers.get("location") ?? "", /login/);
      const logIn = (text: string) =>
        ask("/login", { method: "POST", body: new URLSearchParams({ password: text, base: "." }) });
      assert.equal((await logIn("guess")).headers.get("set-cookie"), null);
      const cookie = (await logIn(password)).headers.get("set-cookie")?.split(";")[0];
      assert.ok(cookie !== undefined);
      const page = await ask("/", { headers: { cookie } });
      assert.doesNotMatch(page.headers.get("location") ?? "", /login/);
    } finally {
      const ended = once(server, "exit");
      if (server.pid !== undefined) process.kill(-server.pid);
      await ended;
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
