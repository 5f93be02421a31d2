import assert from "node:assert/strict";
import { request } from "node:https";
import type { ClientRequest, IncomingMessage } from "node:http";
import { createGunzip, gunzipSync } from "node:zlib";
import {
  endless,
  failing,
  gzip,
  halfBody,
  html,
  latency,
  otherBody,
  redirect,
  reset,
  silence,
  extraFields,
  missingFields,
  nulls,
  wrongType,
} from "@analyses/registry/faults";
import type { Fault } from "@analyses/registry/faults";
import { checkGroupList, checkPerson } from "@analyses/schemas/generated/registryValidators.js";
import { askRegistry } from "../../support/askRegistry";
import { eventually } from "../../support/eventually";
import { authorization, startReferenceRegistry } from "../../support/referenceRegistry";
import type { ReferenceRegistry } from "../../support/referenceRegistry";

describe("the reference registry's faults", () => {
  let registry: ReferenceRegistry;
  before(async () => {
    registry = await startReferenceRegistry();
  });
  afterEach(() => {
    registry.faults.clear();
    registry.clearLog();
  });
  after(() => registry.stop());

  const groups = () => askRegistry(registry, "/rest/groups");
  const me = () => askRegistry(registry, "/rest/people/me", { authorization: authorization.reviewerToken });

  /** Sends a request without handling its outcome. */
  function send(): {
    sent: ClientRequest;
    response: Promise<IncomingMessage>;
    failure: Promise<NodeJS.ErrnoException>;
  } {
    const sent = request(`${registry.url}/rest/groups`, { ca: registry.ca, agent: false });
    const response = new Promise<IncomingMessage>((resolve) => sent.once("response", resolve));
    const failure = new Promise<NodeJS.ErrnoException>((resolve) => sent.once("error", resolve));
    sent.end();
    return { sent, response, failure };
  }

  it("answer late, and right", async () => {
    registry.faults.use(latency(120));
    const start = performance.now();
    assert.ok(checkGroupList((await groups()).json()));
    assert.ok(performance.now() - start >= 119);
  });

  it("answer late without a fuss when nobody waits any longer", async () => {
    registry.faults.use(latency(60_000), { times: 1 });
    const { sent, failure } = send();
    await eventually(() => assert.equal(registry.requests.length, 1));
    sent.destroy(new Error("gave up"));
    assert.equal((await failure).message, "gave up");
    assert.equal((await groups()).status, 200);
  });

  it("say nothing at all", async () => {
    registry.faults.use(silence());
    const { sent, failure } = send();
    await eventually(() => assert.equal(registry.requests.length, 1));
    assert.equal(registry.requests[0]?.status, null);
    sent.destroy(new Error("gave up"));
    await failure;
  });

  it("stop half-way through a body, and close the connection", async () => {
    registry.faults.use(halfBody("close"));
    const response = await send().response;
    let received = 0;
    await assert.rejects(async () => {
      for await (const chunk of response) received += (chunk as Buffer).length;
    }, /aborted/);
    assert.equal(received, Math.floor(Number(response.headers["content-length"]) / 2));
  });

  it("stop half-way through a body, and leave the connection open", async () => {
    registry.faults.use(halfBody("stall"));
    const { sent, response } = send();
    const half = await response;
    let received = 0;
    half.on("data", (chunk: Buffer) => (received += chunk.length));
    half.on("error", () => undefined);
    const expected = Math.floor(Number(half.headers["content-length"]) / 2);
    await eventually(() => assert.equal(received, expected));
    assert.ok(!half.destroyed && !half.complete);
    sent.destroy();
  });

  it("reset the connection", async () => {
    registry.faults.use(reset(), { times: 1 });
    assert.equal((await send().failure).code, "ECONNRESET");
    assert.equal((await groups()).status, 200);
  });

  it("answer with another status, and say when to come again", async () => {
    for (const [fault, status, retryAfter] of [
      [failing(500), 500, undefined],
      [failing(403), 403, undefined],
      [failing(429, "2"), 429, "2"],
      [failing(503, "Fri, 31 Dec 1999 23:59:59 GMT"), 503, "Fri, 31 Dec 1999 23:59:59 GMT"],
    ] as const) {
      registry.faults.use(fault);
      const { status: given, headers } = await groups();
      assert.deepEqual([given, headers["retry-after"]], [status, retryAfter]);
    }
  });

  it("answer with a web page, or with what is not JSON", async () => {
    registry.faults.use(html());
    const page = await groups();
    assert.deepEqual([page.status, page.headers["content-type"]], [200, "text/html; charset=utf-8"]);
    assert.match(page.body, /^<!DOCTYPE html>/);
    registry.faults.use(otherBody("application/json", '{"groups":['));
    assert.throws((await groups()).json);
  });

  it("put a wrong type in one place, and only there", async () => {
    const right = (await groups()).json() as { groups: { groupId: unknown }[] };
    registry.faults.use(wrongType("/groups/17/groupId", 17));
    const wrong = (await groups()).json() as typeof right;
    assert.equal(checkGroupList(wrong), false);
    assert.equal(checkGroupList.errors?.[0]?.instancePath, "/groups/17/groupId");
    const item = wrong.groups[17] ?? assert.fail();
    item.groupId = right.groups[17]?.groupId;
    assert.deepEqual(wrong, right);
  });

  it("give null, leave fields out, or add some, in ways that the specification leaves open", async () => {
    const right = (await me()).json();
    assert.ok(checkPerson(right));
    for (const fault of [nulls("deep"), nulls("shallow"), missingFields(), extraFields()]) {
      registry.faults.use(fault);
      const { body, json } = await me();
      const person = json();
      assert.notDeepEqual(person, right);
      assert.ok(checkPerson(person), body);
      assert.equal(person.personId, right.personId);
    }
  });

  it("null fields as asked: deep inside, or whole lists and objects", async () => {
    registry.faults.use(nulls("deep"));
    const deep = (await me()).json() as Record<string, unknown>;
    assert.equal(deep.lastName, null);
    assert.deepEqual((deep.groupRoles as Record<string, unknown>[])[0]?.name, null);
    registry.faults.use(nulls("shallow"));
    const shallow = (await me()).json() as Record<string, unknown>;
    assert.deepEqual([shallow.groupRoles, shallow.user, shallow.personId], [null, null, deep.personId]);
  });

  it("add fields whose names are traps for who copies fields carelessly", async () => {
    registry.faults.use(extraFields());
    const { body } = await me();
    assert.match(body, /"__proto__":\{"polluted":true\}/);
    assert.match(body, /"constructor":"trap"/);
  });

  it("redirect to any place", async () => {
    for (const place of ["https://other.example.org", "http://localhost:1"]) {
      registry.faults.use(redirect((target) => `${place}${target}`, 307));
      const { status, headers } = await groups();
      assert.deepEqual([status, headers.location], [307, `${place}/rest/groups`]);
    }
  });

  it("compress the answer", async () => {
    const right = await groups();
    registry.faults.use(gzip());
    const response = await send().response;
    const chunks: Buffer[] = [];
    for await (const chunk of response) chunks.push(chunk as Buffer);
    assert.equal(response.headers["content-encoding"], "gzip");
    assert.equal(gunzipSync(Buffer.concat(chunks)).toString("utf8"), right.body);
  });

  it("send a body without end for as long as it is read, compressed or not", async () => {
    for (const encoding of ["identity", "gzip"] as const) {
      registry.faults.use(endless(encoding));
      const { sent, response } = send();
      const body = await response;
      const plain = encoding === "gzip" ? body.pipe(createGunzip()) : body;
      let received = 0;
      for await (const chunk of plain) {
        received += (chunk as Buffer).length;
        if (received > 5_000_000) break;
      }
      assert.ok(received > 5_000_000);
      sent.destroy();
    }
  });

  it("hit only what they are for, as often as they are for it, and the latest first", async () => {
    const status = async () => (await groups()).status;
    const [first, second]: Fault[] = [failing(500), failing(503)];
    assert.ok(first !== undefined && second !== undefined);
    const repair = registry.faults.use(first, { target: /^\/rest\/groups$/ });
    registry.faults.use(second, { target: /groups/, times: 1 });
    assert.equal((await me()).status, 200);
    assert.deepEqual([await status(), await status(), await status()], [503, 500, 500]);
    repair();
    assert.equal(await status(), 200);
  });

  it("end with the registry, which does not wait for them", async () => {
    const doomed = await startReferenceRegistry();
    doomed.faults.use(silence());
    const answer = askRegistry(doomed, "/rest/groups");
    const lost = assert.rejects(answer, /socket hang up|ECONNRESET/);
    await eventually(() => assert.equal(doomed.requests.length, 1));
    await doomed.stop();
    await lost;
  });

  it("leave a log of what came by the wire: requests with their headers, and connections without any", async () => {
    await askRegistry(registry, "/rest/users/me", {
      authorization: authorization.reader,
      headers: { "X-Own": "1" },
    });
    assert.equal(registry.requests.length, 1);
    const [logged] = registry.requests;
    assert.deepEqual([logged?.method, logged?.target, logged?.status], ["GET", "/rest/users/me", 200]);
    assert.deepEqual([logged?.headers.authorization, logged?.headers["x-own"]], [authorization.reader, "1"]);
    await assert.rejects(askRegistry({ url: registry.url, ca: "" }, "/rest/groups"));
    assert.deepEqual([registry.requests.length, registry.connections], [1, 2]);
    registry.clearLog();
    assert.deepEqual([registry.requests.length, registry.connections], [0, 0]);
  });
});
