import assert from "node:assert/strict";
import { userId } from "@analyses/client/registryClient/records";
import { readCredential, schemeChoices } from "@analyses/client/registryClient/schemes/index";
import { readChallenges, Credential } from "@analyses/client/registryClient/schemes/credential";
import { inEnglish } from "@analyses/client/registryClient/registryError";
import { each } from "../../support/each";
import { closed } from "../../support/registryFaults";
import { registryForSuite } from "../../support/referenceRegistry";
import { basic, bearer, connect, errorOf, never, followAccount } from "./support/clients";

describe("the ways to sign in", () => {
  const registry = registryForSuite();

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
    // A user who signed in by browser before can do so again, even if the registry's challenge is not known yet.
    assert.deepEqual(order(undefined, "oauth"), ["oauth", "basic", "bearer"]);
    assert.deepEqual(order('Basic realm="r"', "oauth"), ["basic", "bearer (unusual)"]);
  });

  it("are learned from the registry without a credential, and are none where it does not answer", async () => {
    const client = await connect(registry);
    each(await client.challenges(never), ({ scheme }) => scheme, ["basic", "bearer"]);
    registry.faults.use(closed("Bearer"));
    each(await client.challenges(never), ({ scheme }) => scheme, ["bearer"]);
    assert.ok(registry.requests.every(({ headers }) => headers.authorization === undefined));
    assert.deepEqual(await client.challenges(AbortSignal.abort()), []);
  });

  it("by password are sent in UTF-8, once: where the registry does not ask for that, a refusal says that it may matter", async () => {
    const client = await connect(registry);
    const refusal = async (challenge: string | undefined, userName: string, password: string) => {
      registry.clearLog();
      registry.faults.clear();
      const headers = challenge === undefined ? {} : { "WWW-Authenticate": challenge };
      registry.faults.use(({ response }) => void response.writeHead(401, headers).end());
      const { length } = registry.requests;
      const error = errorOf(await client.verify(basic(userName, password), never));
      assert.equal(
        registry.requests.length - length,
        1,
        "a second encoding would be a second wrong password",
      );
      assert.equal(error.kind, "unauthenticated");
      return "credential" in error ? error.credential : "";
    };
    assert.equal(await refusal('Basic realm="r", charset="UTF-8"', "zoë", "wörd"), "refused");
    assert.equal(await refusal("Bearer, Basic realm=r, charset=utf-8", "zoë", "word"), "refused");
    for (const challenge of [undefined, "Bearer", 'Basic realm="r"', 'Basic charset="ISO-8859-1"']) {
      assert.equal(await refusal(challenge, "zoë", "word"), "maybeMisread", challenge);
      assert.equal(await refusal(challenge, "zoe", "wörd"), "maybeMisread", challenge);
      assert.equal(await refusal(challenge, "zoe", "pass: ~word"), "refused", challenge);
    }
    registry.faults.use(({ response }) => void response.writeHead(401).end());
    const token = errorOf(await client.verify(bearer("a.b"), never));
    assert.deepEqual(token, { kind: "unauthenticated", credential: "refused" });
  });

  it("ask until what is typed can be sent, and take what people copy around a token away", async () => {
    const ask = async (name: string, ...typed: readonly string[]) => askFor(name, false, typed);
    const askFor = async (name: string, isAgain: boolean, typed: readonly string[]) => {
      const choice = schemeChoices([], undefined).find(({ scheme }) => scheme.name === name);
      const answers = [...typed];
      const problems: unknown[] = [];
      const credential = await choice?.scheme.ask({
        host: "registry.example",
        userNameBefore: isAgain ? "reviewer" : "",
        isAgain,
        translate: inEnglish,
        ask: ({ check, prompt }) => {
          assert.match(prompt, /registry\.example/);
          const answer = answers.shift();
          problems.push(answer === undefined ? undefined : check(answer));
          return Promise.resolve(answer);
        },
      });
      return { header: await credential?.authorize(never), problems };
    };
    for (const pasted of ["a.b", " a.b", "a.b\n", "Bearer a.b", "bearer  a.b\r\n", "\tBEARER\u00a0a.b "]) {
      assert.deepEqual(await ask("bearer", pasted), { header: "Bearer a.b", problems: [undefined] }, pasted);
    }
    assert.deepEqual((await ask("bearer", "a b")).problems, ["illegalCharacter"]);
    assert.deepEqual((await ask("bearer", "Bearer ")).problems, ["tokenMissing"]);
    assert.deepEqual((await ask("bearer", `Bearer ${"x".repeat(8193)}`)).problems, ["tooLong"]);
    // Spaces in a password are significant.
    const spaced = `Basic ${Buffer.from("reviewer: word ").toString("base64")}`;
    assert.deepEqual(await ask("basic", "reviewer", " word "), {
      header: spaced,
      problems: [undefined, undefined],
    });
    // After a refusal the first box is that of the password.
    assert.deepEqual(await askFor("basic", true, [" word "]), { header: spaced, problems: [undefined] });
    assert.deepEqual(await ask("basic", "a:b"), {
      header: undefined,
      problems: ["userNameHoldsColon", undefined],
    });
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

  /** A credential that renews its token. */
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

    override describe(): string {
      return "renewing";
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

  it("may renew a token that the registry calls expired: the request is sent once more, and the user sees no error", async () => {
    const client = await connect(registry);
    const renewing = new Renewing("reviewer-token");
    client.signIn(account, renewing);
    const states: string[] = [];
    followAccount(client, ({ kind }) => states.push(kind));
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
      assert.deepEqual(client.store.account, { kind: "rejected", account, credential: "expired" });
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
    assert.deepEqual(client.store.account, { kind: "rejected", account, credential: "refused" });
  });
});
