import assert from "node:assert/strict";
import { inspect } from "node:util";
import { Accounts } from "../../../client/src/registry/accounts";
import type { Credential } from "../../../client/src/registry/credential";
import { describeRegistryError } from "../../../client/src/registry/errorMessages";
import type { RequestLogEntry } from "../../../client/src/registry/requestLog";
import { inEnglish } from "../../../client/src/registry/translate";
import { endless } from "../../../registry/src/faults/endless";
import { failing } from "../../../registry/src/faults/failing";
import { halfBody } from "../../../registry/src/faults/halfBody";
import { html } from "../../../registry/src/faults/html";
import { otherBody } from "../../../registry/src/faults/otherBody";
import { redirect } from "../../../registry/src/faults/redirect";
import { reset } from "../../../registry/src/faults/reset";
import { silence } from "../../../registry/src/faults/silence";
import { wrongType } from "../../../registry/src/faults/wrongType";
import { startReferenceRegistry } from "../../support/referenceRegistry";
import { basic, bearer, clientIn, never, registriesTrusting, reviewer } from "./support/clients";
import { addressOf } from "../../support/httpsHost";

const mark = "MARKED-SECRET-7f3a";

/** The mark itself, and as Basic would carry it. */
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
    const stored = new Map<string, string>();
    const log: RequestLogEntry[] = [];
    const console_ = captureConsole();
    try {
      const address = addressOf(registry.url);
      const registries = registriesTrusting(registry.caFile, {
        log,
        limits: { silenceMilliseconds: 1000, bodyBytes: 1_000_000 },
      });
      registries.configure([address]);
      const client = clientIn(registries, address);
      const accounts = new Accounts(registries, {
        get: (key) => Promise.resolve(stored.get(key)),
        store: (key, value) => Promise.resolve(void stored.set(key, value)),
        delete: (key) => Promise.resolve(void stored.delete(key)),
      });
      const seen: unknown[] = [registries, client, accounts, log];
      const states: unknown[] = [];
      client.onDidChangeAccount((state) => states.push(state));
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
      for (const credential of [basic("reviewer", mark), bearer(mark)]) {
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

      // Accepted once, and refused later.
      const account = { userId: "1", userName: "reviewer", name: "R", scheme: "bearer" };
      stored.set(
        `analysesRegistry.account:${address}`,
        JSON.stringify({ account, scheme: "bearer", secret: mark }),
      );
      await accounts.restore();
      assert.equal(client.account.kind, "signedIn");
      seen.push(inspect(client.account), await client.userMe({ signal: never }), client.account);
      assert.equal(client.account.kind, "rejected");

      // What Node writes when the process crashes over them: the error with all that it holds, and its report.
      const crash = Object.assign(new Error("crash", { cause: client }), { accounts, registries });
      seen.push(crash, process.report.getReport(crash));

      for (const thing of [...seen, console_.lines, process.argv]) assertHidden(thing);
    } finally {
      console_.restore();
      await registry.stop();
    }
  });

  it("is found by this search where it does show", () => {
    assert.throws(() => assertHidden({ header: `Bearer ${mark}` }));
    assert.throws(() => assertHidden(new Error(basic("reviewer", mark).authorization())));
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
