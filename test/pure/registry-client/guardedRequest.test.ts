import assert from "node:assert/strict";
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Clock } from "@analyses/client/registryClient/transport";
import type { Credential } from "@analyses/client/registryClient/schemes/credential";
import type { GuardedAnswer, RequestLogEntry } from "@analyses/client/registryClient/guardedRequest";
import { each } from "../../support/each";
import { type HttpsHost, addressOf, startHost } from "../../support/httpsHost";
import { get, json, requestsTo } from "../../support/requests";
import { bearer, failedWith } from "./support/clients";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

describe("a request to a registry, guarded", () => {
  let host: HttpsHost;
  let otherHost: HttpsHost;
  let answer: Answer;

  before(async () => {
    host = await startHost((request, response) => answer(request, response));
    otherHost = await startHost((_, response) => response.writeHead(200, json).end("{}"));
  });
  beforeEach(() => {
    host.requests.length = 0;
    otherHost.requests.length = 0;
  });
  after(async () => {
    await host.close();
    await otherHost.close();
  });

  it("carries the credential and asks for JSON", async () => {
    answer = (_, response) => response.writeHead(200, json).end("{}");
    await get(requestsTo(host), { path: "/rest/users/me", authorizer: bearer("token-1") });
    assert.equal(host.requests[0]?.path, "/rest/users/me");
    assert.equal(host.requests[0].headers.authorization, "Bearer token-1");
    assert.equal(host.requests[0].headers.accept, "application/json");
  });

  describe("that is redirected", () => {
    const redirect = (to: string): Answer => {
      return (request, response) => {
        if (request.url === "/rest/groups") response.writeHead(302, { location: to }).end();
        else response.writeHead(200, json).end("{}");
      };
    };

    it("goes on within the registry's own origin, with the credential", async () => {
      answer = redirect("/rest/elsewhere");
      const outcome = await get(requestsTo(host), { authorizer: bearer("token-1") });
      assert.equal(outcome.kind, "json");
      each(host.requests, ({ path, headers }) => [path, headers.authorization], [
        ["/rest/groups", "Bearer token-1"],
        ["/rest/elsewhere", "Bearer token-1"],
      ]);
    });

    it("goes to no other host and to no http address", async () => {
      const { port } = new URL(host.origin);
      for (const [location, named] of [
        [`${otherHost.origin}/rest/groups`, new URL(otherHost.origin).host],
        [`https://127.0.0.1:${port}/rest/groups`, `127.0.0.1:${port}`],
        [`http://localhost:${port}/rest/groups`, ""],
        ["//example.invalid/rest/groups", "example.invalid"],
        ["https://", ""],
      ] as const) {
        answer = redirect(location);
        assert.deepEqual(
          await get(requestsTo(host), { authorizer: bearer("token-1") }),
          notTheInterface({ kind: "redirectElsewhere", host: named }),
          location,
        );
      }
      assert.equal(host.requests.length, 5);
      assert.equal(otherHost.requests.length, 0);
    });

    it("stays below the base URL: another path of the host may be another party's", async () => {
      const tenant = { ...host, address: addressOf(`${host.origin}/registry`) };
      for (const location of [
        "/registry-of-others/collect",
        "/",
        "/registry/../collect",
        "/registry/%2e%2e/x",
        // Equivalent to `..` on servers that treat `;` as the start of parameters.
        "/registry/..;/x",
        "/registry/.%2E;a=b/x",
        "/registry/..%3b/x",
        // Segments of servers and proxies that decode slashes, or decode twice.
        "/registry/%2e%2e%2fx",
        "/registry/a%2F..%2f..%2Fx",
        "/registry/..%5cx",
        "/registry/%252e%252e/x",
        "/registry/a%25252f.%252E%2fx",
      ]) {
        answer = (_, response) => response.writeHead(302, { location }).end();
        assert.deepEqual(
          await get(requestsTo(tenant), { authorizer: bearer("token-1") }),
          notTheInterface({ kind: "redirectElsewhere", host: "" }),
          location,
        );
      }
      assert.ok(host.requests.every(({ path }) => path === "/registry/rest/groups"));
    });

    it("never carries a credential that the redirect names", async () => {
      answer = redirect(`https://mallory:pw@localhost:${new URL(host.origin).port}/rest/elsewhere`);
      assert.equal((await get(requestsTo(host))).kind, "json");
      assert.equal(host.requests[1]?.headers.authorization, undefined);
    });

    it("gives up after three steps", async () => {
      answer = (request, response) => {
        const step = Number(request.url?.split("/").at(-1));
        if (step > 0) response.writeHead(307, { location: `/rest/steps/${step - 1}` }).end();
        else response.writeHead(200, json).end("{}");
      };
      assert.equal((await get(requestsTo(host), { path: "/rest/steps/3" })).kind, "json");
      assert.deepEqual(
        await get(requestsTo(host), { path: "/rest/steps/4" }),
        notTheInterface({ kind: "redirectWithoutEnd" }),
      );
      assert.equal(host.requests.length, 4 + 4);
    });
  });

  describe("to a busy registry", () => {
    const busyOnce = (status: number, headers: Record<string, string>): Answer => {
      return (_, response) => {
        if (host.requests.length === 1) response.writeHead(status, headers).end();
        else response.writeHead(200, json).end("{}");
      };
    };

    it("is sent once more, after the time that the registry asks for", async () => {
      for (const status of [429, 503]) {
        host.requests.length = 0;
        answer = busyOnce(status, { "retry-after": "1" });
        const started = Date.now();
        assert.equal((await get(requestsTo(host))).kind, "json");
        assert.ok(Date.now() - started >= 990);
        assert.equal(host.requests.length, 2);
      }
    });

    it("waits up to ten seconds, also until a date, and a second where the registry does not say or wants less", async () => {
      const now = Date.parse("2026-05-04T10:00:00Z");
      for (const [headers, waited] of [
        [{ "retry-after": "10" }, 10_000],
        [{ "retry-after": "Mon, 04 May 2026 10:00:07 GMT" }, 7_000],
        [{ "retry-after": "Mon, 04 May 2026 09:00:00 GMT" }, 1_000],
        [{ "retry-after": "soon" }, 1_000],
        [{}, 1_000],
      ] as const) {
        host.requests.length = 0;
        answer = busyOnce(503, headers);
        const clock = stoppedClock(now);
        assert.equal((await get(requestsTo(host, { clock }))).kind, "json");
        const [wait = 0, ...more] = clock.waits;
        // Includes jitter, so that clients do not retry at the same moment.
        assert.ok(wait >= waited && wait <= waited * 1.1, `${wait} ms`);
        assert.deepEqual(more, []);
      }
    });

    it("is not sent again when the registry asks for more patience, or stays busy", async () => {
      const clock = stoppedClock(0);
      answer = (_, response) => response.writeHead(503, { "retry-after": "11" }).end();
      assert.deepEqual(
        await get(requestsTo(host, { clock })),
        failedWith("serverError", { status: 503, busyUntil: 11_000 }),
      );
      assert.equal(host.requests.length, 1);

      answer = (_, response) => response.writeHead(429, { "retry-after": "0" }).end();
      assert.deepEqual(await get(requestsTo(host, { clock })), failedWith("serverError", { status: 429 }));
      assert.equal(host.requests.length, 3);
    });
  });

  it("is sent once only for every other failure", async () => {
    const answers: [Answer, string][] = [
      [(_, response) => response.writeHead(500).end(), "serverError"],
      [(_, response) => response.writeHead(502).end(), "serverError"],
      [(_, response) => response.writeHead(404).end(), "notFound"],
      [(request) => request.socket.destroy(), "notReachable"],
    ];
    for (const [given, kind] of answers) {
      host.requests.length = 0;
      answer = given;
      const outcome = await get(requestsTo(host));
      assert.equal(outcome.kind === "failed" && outcome.error.kind, kind);
      assert.equal(host.requests.length, 1);
    }
  });

  it("takes only JSON for JSON", async () => {
    const answered = async (type: string | undefined, body: string): Promise<GuardedAnswer> => {
      answer = (_, response) =>
        response.writeHead(200, type === undefined ? {} : { "content-type": type }).end(body);
      return get(requestsTo(host));
    };
    for (const type of [
      "application/json",
      "application/json; charset=utf-8",
      "Application/JSON",
      "application/hal+json",
    ]) {
      assert.equal((await answered(type, "[]")).kind, "json", type);
    }
    for (const type of [undefined, "text/html", "text/plain", "application/jsonish", "text/json-html"]) {
      assert.deepEqual(await answered(type, "{}"), notTheInterface({ kind: "notJson" }), type);
    }
    for (const body of ["", "{", "<!doctype html>", "{}{}"]) {
      assert.deepEqual(
        await answered("application/json", body),
        notTheInterface({ kind: "malformedJson" }),
        body,
      );
    }
  });

  it("names every status that the specification lists, and says of others that they are not the interface's", async () => {
    const answered = async (status: number, authorizer?: Credential) => {
      answer = (_, response) => response.writeHead(status, json).end("{}");
      const outcome = await get(requestsTo(host), { authorizer });
      return outcome.kind === "failed" ? outcome.error : outcome.kind;
    };
    for (const [status, expected, authorizer] of [
      [400, { kind: "badRequest" }],
      [401, { kind: "unauthenticated", credential: "missing" }],
      [401, { kind: "unauthenticated", credential: "refused" }, bearer("token-1")],
      [403, { kind: "forbidden", withCredential: false }],
      [403, { kind: "forbidden", withCredential: true }, bearer("token-1")],
      [404, { kind: "notFound" }],
      [500, { kind: "serverError", status: 500 }],
    ] as const)
      assert.deepEqual(await answered(status, authorizer), expected);
    for (const status of [204, 206, 300, 405, 418]) {
      assert.deepEqual(await answered(status), notTheInterface({ kind: "unexpectedStatus", status }).error);
    }
  });

  it("says of an access token that it is not valid any more where the registry says so", async () => {
    for (const [header, credential] of [
      ['Basic realm="r", Bearer realm="r", error="invalid_token"', "expired"],
      ['Bearer error="insufficient_scope", Basic realm="error=\\"invalid_token\\""', "refused"],
      ["", "refused"],
    ] as const) {
      answer = (_, response) => response.writeHead(401, { "www-authenticate": header }).end();
      const refusal = await get(requestsTo(host), { authorizer: bearer("token-1") });
      assert.ok(refusal.kind === "failed");
      assert.deepEqual(refusal.error, { kind: "unauthenticated", credential });
      const schemes = refusal.challenges?.map(({ scheme }) => scheme).sort();
      assert.deepEqual(schemes, header === "" ? [] : ["basic", "bearer"]);
    }
  });

  it("leaves a line in the log with path, result and time, and nothing else", async () => {
    const log: RequestLogEntry[] = [];
    answer = (_, response) => response.writeHead(200, json).end('{"secret":"MARKED-BODY"}');
    const address = addressOf(`${host.origin}/registry`);
    await get(requestsTo({ ...host, address }, { log }), { authorizer: bearer("MARKED-SECRET") });
    each(log, (entry) => ({ ...entry, milliseconds: 0 }), [
      { address, path: "/rest/groups", result: 200, milliseconds: 0 },
    ]);
    assert.equal(host.requests[0]?.path, "/registry/rest/groups");
  });
});

function notTheInterface(fault: object) {
  return failedWith("notTheInterface", { fault });
}

/** A clock that only `wait` advances. */
function stoppedClock(start: number): Clock & { readonly waits: readonly number[] } {
  const waits: number[] = [];
  let now = start;
  return {
    waits,
    now: () => now,
    wait: (milliseconds) => {
      waits.push(milliseconds);
      now += milliseconds;
      return Promise.resolve();
    },
  };
}
