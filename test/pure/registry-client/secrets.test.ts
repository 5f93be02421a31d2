import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Accounts, StoredAccounts } from "@analyses/client/registryClient/accounts";
import { systemClock } from "@analyses/client/registryClient/transport";
import { OAuthCredential } from "@analyses/client/registryClient/schemes/index";
import type { Credential, OAuthTokens } from "@analyses/client/registryClient/schemes/credential";
import { describeRegistryError, inEnglish } from "@analyses/client/registryClient/registryError";
import type { RequestLogEntry } from "@analyses/client/registryClient/guardedRequest";
import {
  endless,
  failing,
  halfBody,
  html,
  otherBody,
  redirect,
  reset,
  silence,
  wrongType,
} from "../../support/registryFaults";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import {
  basic,
  bearer,
  clientIn,
  never,
  placeOf,
  registriesTrusting,
  reviewer,
  followAccount,
} from "./support/clients";
import { addressOf } from "../../support/httpsHost";
import { transportTrusting } from "../../support/requests";
import { SecretsInMemory } from "../../support/secretsInMemory";

const mark = "MARKED-SECRET-7f3a";

/** The mark, and its Base64 forms in Basic credentials. */
const forms = [
  mark,
  ...[0, 1, 2].map((shift) =>
    Buffer.from("x".repeat(shift) + mark)
      .toString("base64")
      .slice(4, -6),
  ),
];

describe("a secret", () => {
  it("shows up in the request's header and the secret store, and nowhere else", async () => {
    const registry = await startReferenceRegistry();
    const log: RequestLogEntry[] = [];
    const console_ = captureConsole();
    try {
      const address = addressOf(registry.url);
      const secrets = new SecretsInMemory();
      const transport = transportTrusting(registry.caFile);
      const accountStore = new StoredAccounts(secrets, { transport, clock: systemClock });
      const tokens: OAuthTokens = {
        access: mark,
        refresh: mark,
        // Expired, so that the client renews it before use.
        expiresAt: 1,
        renewAhead: 0,
        scopes: [],
        issuer: registry.url,
        tokenEndpoint: `${registry.url}/token`,
        revocationEndpoint: `${registry.url}/revocation`,
        clientId: "client",
        resource: registry.url,
        grant: "1",
      };
      const registries = registriesTrusting(registry.caFile, {
        log,
        loadSignIn: (each) => accountStore.read(each),
        limits: { silenceMilliseconds: 300, bodyBytes: 1_000_000 },
      });
      registries.configure([address]);
      const client = clientIn(registries, address);
      const accounts = new Accounts(registries, accountStore, placeOf());
      const seen: unknown[] = [registries, client, accounts, log];
      const accountKind = () => client.store.account.kind;
      const states: unknown[] = [];
      followAccount(client, (state) => states.push(state));
      seen.push(states);

      const faults = [
        failing(400),
        failing(401),
        failing(403),
        failing(404),
        failing(500),
        failing(503, "60"),
        html(),
        reset(),
        silence(),
        halfBody("close"),
        endless(),
        otherBody("application/json", "{"),
        wrongType("/userId", 7),
        redirect((target) => `https://registry.example${target}`),
      ];
      const signInAndAsk = async (credential: Credential) => {
        const outcome = await accounts.signIn(address, credential, never);
        seen.push(outcome, credential);
        if (outcome.kind === "failed") seen.push(describeRegistryError(outcome.error, "Test", inEnglish));
      };
      for (const credential of [basic("reviewer", mark), bearer(mark), new OAuthCredential(tokens)]) {
        for (const fault of faults) {
          registry.faults.use(fault);
          await signInAndAsk(credential);
          registry.faults.clear();
        }
      }
      assert.ok(
        registry.requests.some(({ headers }) => headers.authorization?.includes(mark)),
        "the mark was sent",
      );

      // A sign-in that the registry first accepted and then refuses.
      const account = { userId: "1", userName: "reviewer", name: "R", scheme: "bearer" };
      secrets.kept.set(
        `analysesRegistry.account:${address}`,
        JSON.stringify({ id: "1", account, scheme: "bearer", secret: mark }),
      );
      await accounts.ready();
      assert.equal(accountKind(), "signedIn");
      seen.push(inspect(client.store.account), await client.userMe({ signal: never }), client.store.account);
      assert.equal(accountKind(), "rejected");

      // The client renews and revokes tokens at a server that quotes the request.
      secrets.kept.set(
        `analysesRegistry.account:${address}`,
        JSON.stringify({ id: "2", account: { ...account, scheme: "oauth" }, scheme: "oauth", ...tokens }),
      );
      await accounts.followStore(address);
      assert.equal(accountKind(), "signedIn");
      seen.push(inspect(client.store.account));
      registry.faults.use(
        otherBody("application/json", JSON.stringify({ error: mark, error_description: mark })),
      );
      const answer = await client.userMe({ signal: never });
      assert.equal(answer.kind, "failed");
      seen.push(answer, describeRegistryError(answer.error, "Test", inEnglish), client.store.account);
      await accounts.signOut(address);
      seen.push(client.store.account);
      for (const endpoint of ["/token", "/revocation"]) {
        assert.ok(
          registry.requests.some(({ target }) => target === endpoint),
          `the mark was sent to ${endpoint}`,
        );
      }

      // What Node writes on a crash: the error with its properties, and the diagnostic report.
      const crash = Object.assign(new Error("crash", { cause: client }), { accounts, registries });
      seen.push(crash, process.report.getReport(crash));

      for (const thing of [...seen, console_.lines, process.argv]) assertHidden(thing);
    } finally {
      console_.restore();
      await registry.stop();
    }
  });

  it("is found by this search where it does show", async () => {
    assert.throws(() => assertHidden({ header: `Bearer ${mark}` }));
    const header = await basic("reviewer", mark).authorize(never);
    assert.throws(() => assertHidden(new Error(JSON.stringify(header))));
    assertHidden(reviewer);
  });
});

function assertHidden(thing: unknown): void {
  const texts = [
    inspect(thing, {
      depth: Infinity,
      showHidden: true,
      getters: true,
      maxArrayLength: null,
      maxStringLength: null,
    }),
    String(thing),
    JSON.stringify([thing]),
    thing instanceof Error ? (thing.stack ?? "") : "",
  ];
  for (const text of texts) for (const form of forms) assert.ok(!text.includes(form), "the mark shows");
}

function captureConsole(): { readonly lines: readonly string[]; restore(): void } {
  const lines: string[] = [];
  const restores = (["stdout", "stderr"] as const).map((name) => {
    const original = process[name].write.bind(process[name]);
    process[name].write = (chunk: string | Uint8Array) => {
      lines.push(chunk.toString());
      return original(chunk);
    };
    return () => void (process[name].write = original);
  });
  return { lines, restore: () => restores.forEach((restore) => restore()) };
}
