import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import { eventually } from "../../support/eventually";
import { type HttpsHost, addressOf, startHost, writeWithoutEnd } from "../../support/httpsHost";
import { get, json, requestsTo } from "../../support/requests";
import { failedWith } from "./support/clients";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

describe("a request to a registry, on the wire", () => {
  let host: HttpsHost;
  let answer: Answer;

  before(async () => {
    host = await startHost((request, response) => answer(request, response));
  });
  after(() => host.close());

  const lastRequest = () => host.requests[host.requests.length - 1];

  it("is understood in whichever encoding the registry packs its answer", async () => {
    const text = JSON.stringify({ name: "Zürich – 東京" });
    const packed = { gzip: gzipSync(text), deflate: deflateSync(text), br: brotliCompressSync(text) };
    for (const [encoding, body] of Object.entries(packed)) {
      answer = (_, response) => response.writeHead(200, { ...json, "content-encoding": encoding }).end(body);
      const outcome = await get(requestsTo(host));
      assert.deepEqual(outcome.kind === "json" && outcome.value, { name: "Zürich – 東京" }, encoding);
    }
    assert.equal(lastRequest()?.headers["accept-encoding"], "gzip, deflate, br");
  });

  it("keeps no cookie, by which the registry would know the computer again", async () => {
    answer = (_, response) => response.writeHead(200, { ...json, "set-cookie": "a=1; Path=/" }).end("{}");
    const send = requestsTo(host);
    for (let count = 0; count < 2; count += 1) assert.equal((await get(send)).kind, "json");
    assert.equal(lastRequest()?.headers.cookie, undefined);
  });

  it("says so when the answer cannot be unpacked or breaks off while it is unpacked", async () => {
    for (const body of ["not gzip at all", gzipSync("x".repeat(10_000)).subarray(0, 20)]) {
      answer = (_, response) => response.writeHead(200, { ...json, "content-encoding": "gzip" }).end(body);
      const notUnpacked = failedWith("notTheInterface", { fault: { kind: "notUnpacked" } });
      assert.deepEqual(await get(requestsTo(host)), notUnpacked);
    }
  });

  it("ends in time when the registry accepts the connection and then says nothing", async () => {
    answer = () => undefined;
    const before = host.requests.length;
    // The limit also holds for the TLS handshake, during which the registry has received no request yet.
    for (let limit = 100; host.requests.length === before; limit *= 2) {
      const outcome = await get(requestsTo(host, { limits: { silenceMilliseconds: limit } }));
      assert.deepEqual(outcome, failedWith("timeOut"));
    }
    await eventually(() => assert.ok(lastRequest()?.isAborted() === true));
  });

  it("ends in time when the other side of the connection does not even speak TLS", async () => {
    const mute = createServer((socket) => socket.on("error", () => undefined).resume());
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const { port } = mute.address() as AddressInfo;
    const half = { address: addressOf(`https://localhost:${port}`), authorityFile: host.authorityFile };
    const outcome = await get(requestsTo(half, { limits: { silenceMilliseconds: 100 } }));
    assert.deepEqual(outcome, failedWith("timeOut"));
    // Resolves only if the client has closed its connection.
    await new Promise((resolve) => mute.close(resolve));
  });

  it("ends in time when the answer trickles without end", async () => {
    answer = (_, response) => {
      response.writeHead(200, json);
      const timer = setInterval(() => response.write(" "), 10);
      response.once("close", () => clearInterval(timer));
    };
    const outcome = await get(requestsTo(host, { limits: { totalMilliseconds: 200 } }));
    assert.deepEqual(outcome, failedWith("timeOut"));
  });

  it("does not time out while a large answer keeps coming", async () => {
    answer = (_, response) => {
      response.writeHead(200, json).write("[1");
      let left = 35;
      const timer = setInterval(() => {
        left -= 1;
        if (left > 0) return response.write(",1");
        clearInterval(timer);
        return response.end("]");
      }, 100);
    };
    const outcome = await get(requestsTo(host, { limits: { silenceMilliseconds: 3000 } }));
    assert.equal(outcome.kind, "json");
  });

  it("stops reading an answer that is too large, announced or not, packed or not", async () => {
    const endless: Answer = (_, response) => writeWithoutEnd(response.writeHead(200, json));
    const announced: Answer = (_, response) =>
      void response.writeHead(200, { ...json, "content-length": "3000000" }).write("x");
    const bomb: Answer = (_, response) =>
      response
        .writeHead(200, { ...json, "content-encoding": "gzip" })
        .end(gzipSync(Buffer.alloc(10_000_000)));
    for (const given of [endless, announced, bomb]) {
      answer = given;
      const outcome = await get(requestsTo(host, { limits: { bodyBytes: 1_000_000 } }));
      assert.deepEqual(outcome, failedWith("tooLarge", { limitBytes: 1_000_000 }));
    }
    await eventually(() => assert.ok(host.requests.slice(-3, -1).every((one) => one.isAborted())));
  });

  it("reads no body but a record's or a list's: a refusal or redirect without end is dropped", async () => {
    for (const status of [201, 302, 401, 404, 500]) {
      host.requests.length = 0;
      answer = (_, response) => writeWithoutEnd(response.writeHead(status, json));
      // Not even a byte of a body is within this limit.
      const outcome = await get(requestsTo(host, { limits: { bodyBytes: 0 } }));
      assert.notEqual(outcome.kind === "failed" && outcome.error.kind, "tooLarge", `${status}`);
      await eventually(() => assert.ok(lastRequest()?.isAborted()));
    }
  });

  it("names what a server does that no registry does: headers without end, another protocol", async () => {
    answer = (_, response) => response.writeHead(200, { ...json, "x-policy": "x".repeat(40_000) }).end("{}");
    assert.deepEqual(
      await get(requestsTo(host)),
      failedWith("notTheInterface", { fault: { kind: "headersTooLarge" } }),
    );
    answer = ({ socket }) =>
      void socket.write("HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n");
    assert.deepEqual(
      await get(requestsTo(host)),
      failedWith("notTheInterface", { fault: { kind: "unexpectedStatus", status: 101 } }),
    );
  });

  it("fails, and throws nothing, where a header cannot be sent", async () => {
    const outcome = await get(requestsTo(host), { validators: { etag: "\u0100", lastModified: undefined } });
    assert.deepEqual(outcome, failedWith("notReachable", { code: "ERR_INVALID_CHAR" }));
  });

  it("is dropped at once when it is cancelled, wherever it stands", async () => {
    const beforeSending = AbortSignal.abort();
    const sent = host.requests.length;
    assert.deepEqual(await get(requestsTo(host), { signal: beforeSending }), failedWith("cancelled"));
    assert.equal(host.requests.length, sent);

    for (const given of [
      () => undefined,
      (_: unknown, r: ServerResponse) => void r.writeHead(200, json).write("{"),
    ]) {
      answer = given;
      const controller = new AbortController();
      const outcome = get(requestsTo(host), { signal: controller.signal });
      const arrived = host.requests.length + 1;
      await eventually(() => assert.ok(host.requests.length === arrived));
      controller.abort();
      assert.deepEqual(await outcome, failedWith("cancelled"));
      await eventually(() => assert.ok(lastRequest()?.isAborted() === true));
    }
  });
});
