import assert from "node:assert/strict";
import { type ChildProcess, type ChildProcessByStdio, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import type { Readable } from "node:stream";
import { join } from "node:path";
import { type AddressInfo, createServer } from "node:net";
import { connect } from "node:tls";
import { askRegistry } from "../../support/askRegistry";
import { eventually } from "../../support/eventually";

interface Run {
  readonly child: ChildProcessByStdio<null, Readable, Readable>;
  readonly output: () => string;
  readonly errors: () => string;
}

interface Started {
  readonly process: ChildProcess;
  readonly url: string;
  readonly ca: string;
}

describe("npm run registry", () => {
  const running = new Set<ChildProcess>();
  afterEach(async () => {
    for (const child of running) {
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
  });

  function run(...words: string[]): Run {
    return watch(spawn("node", ["scripts/registry.mjs", ...words], { stdio: ["ignore", "pipe", "pipe"] }));
  }

  function watch(child: ChildProcessByStdio<null, Readable, Readable>): Run {
    running.add(child);
    child.once("exit", () => running.delete(child));
    let output = "";
    let errors = "";
    child.stdout.setEncoding("utf8").on("data", (text: string) => (output += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
    return { child, output: () => output, errors: () => errors };
  }

  async function started({ child, output, errors }: Run): Promise<Started> {
    await new Promise<void>((resolve, reject) => {
      child.stdout.on("data", () => output().endsWith("\n") && resolve());
      child.once("exit", () => reject(new Error(errors())));
    });
    const said: unknown = JSON.parse(output());
    const { url, ca } = said as { url: string; ca: string };
    assert.deepEqual(said, { url, ca });
    return { process: child, url, ca: readFileSync(ca, "utf8") };
  }

  it("prints its address and its authority in one line of JSON, serves, and stops on SIGTERM", async () => {
    const registry = await started(run());
    assert.match(registry.url, /^https:\/\/localhost:\d+$/);
    const { status, json } = await askRegistry(registry, "/rest/groups");
    assert.equal(status, 200);
    assert.equal((json() as { numberOfEntries: string }).numberOfEntries, "312");
    const exited = once(registry.process, "exit");
    registry.process.kill("SIGTERM");
    assert.deepEqual(await exited, [0, null]);
    await assert.rejects(askRegistry(registry, "/rest/groups"), /ECONNREFUSED/);
  });

  it("leaves no process when npm is stopped", async () => {
    const registry = await started(
      watch(spawn("npm", ["run", "--silent", "registry"], { stdio: ["ignore", "pipe", "pipe"] })),
    );
    const ended = once(registry.process, "exit");
    registry.process.kill("SIGTERM");
    await ended;
    await eventually(() => assert.rejects(askRegistry(registry, "/rest/groups"), /ECONNREFUSED/));
  });

  it("stops while a client keeps its connection open", async () => {
    const registry = await started(run());
    const { hostname, port } = new URL(registry.url);
    const socket = connect({ host: hostname, port: Number(port), ca: registry.ca });
    // When the registry exits, this side may receive a reset.
    socket.on("error", () => undefined);
    await once(socket, "secureConnect");
    socket.write("GET /rest/groups HTTP/1.1\r\nHost: localhost\r\n\r\n");
    await once(socket, "data");
    const exited = once(registry.process, "exit");
    registry.process.kill("SIGINT");
    assert.deepEqual(await exited, [0, null]);
    socket.destroy();
  });

  it("serves a made-up registry of the requested size, with the same sample users", async () => {
    const registry = await started(run("--groups", "20", "--people", "5"));
    const { json } = await askRegistry(registry, "/rest/groups");
    assert.equal((json() as { numberOfEntries: string }).numberOfEntries, "20");
    assert.equal(
      (await askRegistry(registry, "/rest/users/me", { authorization: "Bearer reader-token" })).status,
      200,
    );
  });

  it("serves a data file at a given port", async () => {
    const folder = await mkdtemp(join(tmpdir(), "registry-"));
    const port = await freePort();
    try {
      const data = join(folder, "data.json");
      const groupTypes = [{ groupTypeId: "1", name: "Only type" }];
      await writeFile(data, JSON.stringify({ groupTypes, groups: [], people: [], users: [] }));
      const registry = await started(run("--port", String(port), "--data", data));
      assert.equal(registry.url, `https://localhost:${port}`);
      assert.match((await askRegistry(registry, "/rest/groupTypes")).body, /Only type/);
    } finally {
      await rm(folder, { recursive: true });
    }
  });

  it("reports what is wrong with its options or data, and serves nothing", async () => {
    for (const [words, problem] of [
      [["--port", "high"], /--port is not a port number[^]*usage:/],
      [["--data", "package.json"], /groups is not a list/],
      [["--data", "LICENSE"], /LICENSE: Unexpected token/],
    ] as const) {
      const { child, output, errors } = run(...words);
      const [code] = (await once(child, "exit")) as [number];
      assert.equal(code, 2, words.join(" "));
      assert.match(errors(), problem);
      assert.equal(output(), "");
    }
  });

  it("reports that its port is taken", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    try {
      const { child, errors } = run("--port", String((server.address() as AddressInfo).port));
      assert.deepEqual(await once(child, "exit"), [2, null]);
      assert.match(errors(), /EADDRINUSE/);
    } finally {
      server.close();
    }
  });
});

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}
