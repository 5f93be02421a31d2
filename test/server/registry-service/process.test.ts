import assert from "node:assert/strict";
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { askRegistry } from "../../support/askRegistry";
import { folderWith } from "../support/runChecker";

describe("npm run registry", () => {
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of running) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
  });

  function run(...words: string[]) {
    const child = spawn("node", ["scripts/registry.mjs", ...words], { stdio: ["ignore", "pipe", "pipe"] });
    running.add(child);
    child.once("exit", () => running.delete(child));
    const texts = { output: "", errors: "" };
    child.stdout.setEncoding("utf8").on("data", (text: string) => (texts.output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (texts.errors += text));
    return { child, texts };
  }

  async function started(...words: string[]) {
    const { child, texts } = run(...words);
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", () => texts.output.endsWith("\n") && resolve());
      child.once("exit", () => reject(new Error(texts.errors)));
    });
    const said: unknown = JSON.parse(texts.output);
    const { url, ca } = said as { url: string; ca: string };
    assert.deepEqual(said, { url, ca });
    return { child, url, ca: readFileSync(ca, "utf8") };
  }

  it("prints its address and its authority in one line of JSON, and stops on SIGTERM; it serves a data file at a given port", async () => {
    const registry = await started();
    assert.match(registry.url, /^https:\/\/localhost:\d+$/);
    const { status, json } = await askRegistry(registry, "/rest/groups");
    assert.equal(status, 200);
    assert.equal((json() as { numberOfEntries: string }).numberOfEntries, "312");
    const exited = once(registry.child, "exit");
    registry.child.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    await assert.rejects(askRegistry(registry, "/rest/groups"), /ECONNREFUSED/);

    const groupTypes = [{ groupTypeId: "1", name: "Only type" }];
    const content = JSON.stringify({ groupTypes, groups: [], people: [], users: [] });
    const data = join(folderWith({ "data.json": content }), "data.json");
    const another = await started("--port", new URL(registry.url).port, "--data", data);
    assert.equal(another.url, registry.url);
    assert.match((await askRegistry(another, "/rest/groupTypes")).body, /Only type/);
  });

  it("reports what is wrong with its options or data, and serves nothing", async () => {
    for (const [words, problem] of [
      [["--port", "high"], /--port is not a port number[^]*usage:/],
      [["--data", "package.json"], /groups is not a list/],
      [["--data", "LICENSE"], /LICENSE: Unexpected token/],
    ] as const) {
      const { child, texts } = run(...words);
      const [code] = (await once(child, "exit")) as [number];
      assert.equal(code, 2, words.join(" "));
      assert.match(texts.errors, problem);
      assert.equal(texts.output, "");
    }
  });
});
