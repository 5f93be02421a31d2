import assert from "node:assert/strict";
import { connect } from "node:net";
import type { Account } from "@analyses/registry/authorizationServer";
import { Content } from "@analyses/registry/content";
import { createResponder } from "@analyses/registry/respond";
import { authorization, registryForSuite, startReferenceRegistry } from "../../support/referenceRegistry";
import { askRegistry } from "../../support/askRegistry";

const targets = {
  open: ["/rest/groupTypes", "/rest/groupTypes/1", "/rest/groups"],
  closed: ["/rest/people/me", "/rest/people/11143", "/rest/users/me", "/rest/users/20417", "/rest/groups/3"],
};

const basic = (text: string) => `Basic ${Buffer.from(text, "utf8").toString("base64")}`;

describe("the reference registry refuses", () => {
  const registry = registryForSuite();

  it("no caller the two lists and a group type", async () => {
    for (const target of targets.open) {
      for (const credentials of [undefined, "Bearer wrong", authorization.reader]) {
        const { status } = await askRegistry(
          registry,
          target,
          credentials === undefined ? {} : { authorization: credentials },
        );
        assert.equal(status, 200, target);
      }
    }
  });

  it("everything else with 401 and both ways to sign in, where credentials are missing or wrong", async () => {
    const wrong = [
      undefined,
      "",
      "Bearer",
      "Bearer wrong-token",
      "Basic",
      "Basic !!!",
      "Digest username=reviewer",
      basic("reviewer"),
      basic("reviewer:"),
      basic("reviewer:reader-password"),
      basic("nobody:reviewer-password"),
      "reviewer:reviewer-password",
    ];
    for (const [index, target] of targets.closed.entries()) {
      // All wrong credentials for the first target; one of them for the others.
      for (const credentials of index === 0 ? wrong : wrong.slice(0, 1)) {
        const { status, headers } = await askRegistry(
          registry,
          target,
          credentials === undefined ? {} : { authorization: credentials },
        );
        assert.equal(status, 401, `${target} with ${String(credentials)}`);
        assert.match(
          headers["www-authenticate"] ?? "",
          /^Basic realm="registry", charset="UTF-8", Bearer realm=/,
        );
      }
    }
    const { headers } = await askRegistry(registry, "/rest/users/me", {
      authorization: "Bearer wrong-token",
    });
    assert.match(headers["www-authenticate"] ?? "", /error="invalid_token"/);
  });

  it("no caller whose name and password have colons and letters from anywhere, if they are right", async () => {
    const password = "pass:wörd ✓ 密码";
    const account: Account = { userName: "reader", password, token: "t", reads: "groups-and-self" };
    const registry = await startReferenceRegistry({ accounts: [account] });
    const status = async (authorization: string) =>
      (await askRegistry(registry, "/rest/users/me", { authorization })).status;
    try {
      assert.equal(await status(basic(`reader:${password}`)), 200);
      assert.equal(await status(basic("reader:pass")), 401);
      assert.equal(await status(basic(`reader:${password} `)), 401);
      assert.equal(await status(basic("reviewer:reviewer-password")), 401);
    } finally {
      await registry.stop();
    }
  });

  it("a reader other people's records, but neither groups nor the reader's own", async () => {
    const reader = { authorization: authorization.reader };
    for (const [target, status] of [
      ["/rest/people/11143", 403],
      ["/rest/users/20417", 403],
      ["/rest/people/11144", 200],
      ["/rest/users/20418", 200],
      ["/rest/people/me", 200],
      ["/rest/groups/3", 200],
    ] as const) {
      assert.equal((await askRegistry(registry, target, reader)).status, status, target);
    }
  });

  it("no query and no absolute address: both ask for the same as without", async () => {
    for (const target of [
      "/rest/groups?page=2",
      "/rest/groups#x",
      `${registry.url}/rest/groups`,
      "/rest/group%73",
    ]) {
      assert.equal((await askRegistry(registry, target)).status, 200, target);
    }
  });

  it("what is not GET or HEAD with 405 and what is possible", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      for (const target of ["/rest/groups", "/rest/people/me", "/nothing"]) {
        const { status, headers } = await askRegistry(registry, target, { method });
        assert.deepEqual([status, headers.allow], [405, "GET, HEAD"], `${method} ${target}`);
      }
    }
  });

  it("HEAD only the body", async () => {
    for (const target of ["/rest/groups", "/rest/groups/99999999", "/rest/people/me"]) {
      const head = await askRegistry(registry, target, { method: "HEAD" });
      const get = await askRegistry(registry, target);
      assert.equal(head.body, "");
      assert.equal(head.status, get.status);
      assert.deepEqual({ ...head.headers, date: "" }, { ...get.headers, date: "" });
    }
  });

  it("plain HTTP with 403, on the same port, for every path and every caller", async () => {
    const plain = { url: registry.url.replace("https:", "http:"), ca: registry.ca };
    for (const target of ["/rest/groups", "/rest/people/me", "/nothing"]) {
      const { status, headers } = await askRegistry(plain, target, { authorization: authorization.reviewer });
      assert.equal(status, 403, target);
      assert.equal(headers["content-type"], "application/json");
    }
    const logged = registry.requests.at(-1) ?? assert.fail();
    assert.deepEqual([logged.secure, logged.target, logged.status], [false, "/nothing", 403]);
  });

  it("what is no HTTP at all with 400, and goes on", async () => {
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect({ host: "127.0.0.1", port: registry.port }, () =>
        socket.end("nonsense\r\n\r\n"),
      );
      const chunks: Buffer[] = [];
      socket.on("data", (chunk) => chunks.push(chunk));
      socket.on("error", reject);
      socket.on("close", () => resolve(Buffer.concat(chunks).toString("utf8")));
    });
    assert.match(answer, /^HTTP\/1\.1 400 /);
    assert.equal((await askRegistry(registry, "/rest/groups")).status, 200);
  });

  it("a caller who has the list already a second copy, with 304, and caches to store private answers", async () => {
    const list = await askRegistry(registry, "/rest/groups");
    const tag = list.headers.etag ?? assert.fail();
    for (const header of [tag, `"other", W/${tag}`, "*"]) {
      const again = await askRegistry(registry, "/rest/groups", { headers: { "If-None-Match": header } });
      assert.deepEqual([again.status, again.body, again.headers.etag], [304, "", tag]);
    }
    assert.equal(
      (await askRegistry(registry, "/rest/groups", { headers: { "If-None-Match": '"other"' } })).status,
      200,
    );
    const person = await askRegistry(registry, "/rest/people/me", {
      authorization: authorization.reviewerToken,
    });
    assert.equal(person.headers["cache-control"], "no-store");
    assert.equal(person.headers.etag, undefined);
  });

  it("to tell a caller what went wrong inside it: 500 says nothing, the log does", async () => {
    const content = new Content({ groupTypes: [], groups: [], people: [], users: [] });
    content.groupTypes.get = () => {
      throw new Error("secret detail");
    };
    const logged: string[] = [];
    const respond = createResponder({ content, accounts: [], baseUrl: "", log: (line) => logged.push(line) });
    const request = { method: "GET", target: "/rest/groupTypes/1", headers: {}, secure: true };
    const { status, body } = await respond(request);
    assert.equal(status, 500);
    assert.ok(!body.toString().includes("secret"));
    assert.match(logged.join(), /GET \/rest\/groupTypes\/1: Error: secret detail/);
  });
});
