import assert from "node:assert/strict";
import { userId } from "../../../client/src/registryClient/records";
import { readCredential, schemeChoices } from "../../../client/src/registryClient/schemes";
import { readChallenges } from "../../../client/src/registryClient/schemes/challenges";
import { Credential } from "../../../client/src/registryClient/schemes/credential";
import { closed } from "../../../registry/src/faults/otherAnswers";
import type { ReferenceRegistry } from "../../support/referenceRegistry";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { basic, bearer, connect, errorOf, never } from "./support/clients";

describe("the ways to sign in", () => {
  let registry: ReferenceRegistry;

  before(async () => {
    registry = await startReferenceRegistry();
  });
  beforeEach(() => {
    registry.faults.clear();
    registry.clearLog();
  });
  after(() => registry.stop());

  const order = (header: string | undefined, before?: string) =>
    schemeChoices(readChallenges(header), before).map(
      ({ scheme, isUnusual }) => `${scheme.name}${isUnusual ? " (unusual)" : ""}`,
    );

  it("begin with those that the registry asks for, and say which it does not", () => {
    assert.deepEqual(order('Bearer realm="r"'), ["bearer", "basic (unusual)"]);
    assert.deepEqual(order('Bearer realm="r", Basic realm="r"'), ["bearer", "basic"]);
    assert.deepEqual(order('Basic realm="r", Bearer'), ["basic", "bearer"]);
    assert.deepEqual(order('Basic realm="r", Bearer', "bearer"), ["bearer", "basic"]);
    assert.deepEqual(order('Basic realm="r"', "bearer"), ["basic", "bearer (unusual)"]);
    for (const unknown of [undefined, "", "Negotiate", "Digest realm=r"]) {
      assert.deepEqual(order(unknown), ["basic", "bearer"], unknown);
      assert.deepEqual(order(unknown, "bearer"), ["bearer", "basic"], unknown);
    }
  });

  it("are learned from the registry without a credential, and are none where it does not answer", async () => {
    const client = await connect(registry);
    assert.deepEqual(
      (await client.challenges(never)).map(({ scheme }) => scheme),
      ["basic", "bearer"],
    );
    registry.faults.use(closed("Bearer"));
    assert.deepEqual(
      (await client.challenges(never)).map(({ scheme }) => scheme),
      ["bearer"],
    );
    assert.ok(registry.requests.every(({ headers }) => headers.authorization === undefined));
    assert.deepEqual(await client.challenges(AbortSignal.abort()), []);
  });

  it("are stored each in its own form, and one that this version does not know is none", async () => {
    for (const credential of [basic("zoë", "pass:wörd"), bearer("a.b")]) {
      const stored: unknown = JSON.parse(
        JSON.stringify({ scheme: credential.scheme, ...credential.fieldsToStore() }),
      );
      assert.ok(typeof stored === "object" && stored !== null);
      const read = readCredential({ ...stored });
      assert.equal(await read?.authorize(never), await credential.authorize(never));
    }
    assert.equal(readCredential({ scheme: "oauth", secret: "x" }), undefined);
    assert.equal(readCredential({ scheme: "constructor", secret: "x" }), undefined);
    assert.equal(readCredential({ scheme: "basic", userName: "a:b", secret: "x" }), undefined);
  });

  /** As a scheme that renews its tokens has it. */
  class Renewing extends Credential {
    renewals = 0;
    #token = "expired-token";
    readonly #next: string | undefined;

    constructor(next: string | undefined) {
      super("renewing", "");
      this.#next = next;
    }

    override authorize(): Promise<string> {
      return Promise.resolve(`Bearer ${this.#token}`);
    }

    override fieldsToStore() {
      return { secret: this.#token };
    }

    override renew(refused: string): Promise<boolean> {
      this.renewals += 1;
      assert.equal(refused, "Bearer expired-token");
      if (this.#next === undefined) return Promise.resolve(false);
      this.#token = this.#next;
      return Promise.resolve(true);
    }
  }
  const account = { userId: userId("1"), userName: "reviewer", name: "R", scheme: "renewing" };

  it("may renew a token that the registry calls expired: the request is sent once more, and nobody notices", async () => {
    const client = await connect(registry);
    const renewing = new Renewing("reviewer-token");
    client.signIn(account, renewing);
    const states: string[] = [];
    client.onDidChangeAccount(({ kind }) => states.push(kind));
    assert.equal(errorOf(await client.userMe({ signal: never })).kind, "ok");
    assert.equal(renewing.renewals, 1);
    assert.deepEqual(states, []);
    assert.deepEqual(
      registry.requests.map(({ headers }) => headers.authorization),
      ["Bearer expired-token", "Bearer reviewer-token"],
    );
  });

  it("end the sign-in as expired where nothing new is to be had, or that is refused as well", async () => {
    for (const [next, requests] of [
      [undefined, 1],
      ["another-wrong-token", 2],
    ] as const) {
      const client = await connect(registry);
      registry.clearLog();
      client.signIn(account, new Renewing(next));
      const expired = { kind: "unauthenticated", credential: "expired" };
      assert.deepEqual(errorOf(await client.userMe({ signal: never })), expired);
      assert.deepEqual(client.account, { kind: "rejected", account, credential: "expired" });
      assert.deepEqual(errorOf(await client.personMe({ signal: never })), expired);
      assert.equal(registry.requests.length, requests);
    }
  });

  it("by password never expire, whatever the registry says of tokens", async () => {
    const client = await connect(registry);
    const challenge = { "WWW-Authenticate": 'Bearer error="invalid_token"' };
    registry.faults.use(({ response }) => void response.writeHead(401, challenge).end());
    client.resume(account, basic("reviewer", "of-last-year"));
    assert.deepEqual(errorOf(await client.userMe({ signal: never })), {
      kind: "unauthenticated",
      credential: "refused",
    });
    assert.deepEqual(client.account, { kind: "rejected", account, credential: "refused" });
  });
});
