import assert from "node:assert/strict";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { codeServerFolders, startCodeServer } from "../../scripts/lib/editors.mjs";

describe("the VS Code that npm start opens in a browser", () => {
  it("lets no one in without the password of this start", async () => {
    const folder = mkdtempSync(join(tmpdir(), "hosted-start-"));
    const { server, address, password } = await startCodeServer(codeServerFolders(folder), 0, process.env);
    try {
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
    }
  });
});
