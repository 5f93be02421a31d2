import assert from "node:assert/strict";
import { get } from "node:http";
import { knownClient } from "@analyses/registry/authorizationServer";
import { stealing } from "../../support/registryFaults";
import type { RegistryRequest } from "@analyses/registry/http";
import { askCredential } from "@analyses/client/registries/askCredential";
import { type BrowserSignIn, signInByBrowser } from "@analyses/client/registries/browserSignIn";
import { systemClock } from "@analyses/client/registryClient/transport";
import { openLoopback } from "@analyses/client/registryClient/transport/loopback";
import { BrowserAgent } from "../../support/browserAgent";
import { type ReferenceRegistry, startReferenceRegistry } from "../../support/referenceRegistry";
import { transportTrusting } from "../../support/requests";
import { MemoryMemento } from "../support/memoryMemento";
import { answering } from "../support/reader";
import { registryInSettings } from "../support/registryTree";

// Two authorization servers, one of them hostile (RFC 9700, section 4.4). The honest one sends no issuer in its
// responses (RFC 9207) and has this extension registered as a public client.
describe("a registry that is hostile", () => {
  let honest: ReferenceRegistry;
  let by: "metadata" | "page";
  /** Requests that the hostile server received. */
  let asked: string[];
  const intercept = (request: RegistryRequest) => {
    asked.push(`${request.method} ${request.target.split("?")[0] ?? ""}`);
    return stealing(honest.issuer, knownClient.client_id, by)(request);
  };
  beforeEach(async () => {
    [asked, by] = [[], "metadata"];
    honest = await startReferenceRegistry({ oauth: { namesItself: false } });
  });
  const { registry: evil, setting } = registryInSettings({
    name: "Office",
    registry: { oauth: { intercept } },
  });
  let memory: MemoryMemento;
  let hosts: { readonly registry: string; readonly evil: string; readonly honest: string };

  beforeEach(() => {
    memory = new MemoryMemento();
    const [registry = "", ...servers] = [evil.url, evil.issuer, honest.issuer].map(
      (url) => new URL(url).host,
    );
    hosts = { registry, evil: servers[0] ?? "", honest: servers[1] ?? "" };
  });
  afterEach(() => honest.stop());

  const browserFor = (visit: (address: string) => Promise<void>, hasLoopback = true): BrowserSignIn => {
    const transport = transportTrusting(evil.caFile);
    return {
      platform: hasLoopback ? { transport, openLoopback } : { transport },
      isLocal: true,
      memory,
      clock: systemClock,
      sessionToken: () => Promise.resolve(undefined),
      accounts: setting.accounts,
      open: visit,
      uriAddress: () => Promise.resolve(undefined),
    };
  };
  const office = () => ({ name: "Office", client: setting.registry.client, oauth: undefined });
  /** @param visit the user's actions on an opened address */
  const signIn = (visit: (address: string) => Promise<void>, hasLoopback = true) =>
    signInByBrowser(browserFor(visit, hasLoopback), office(), []);
  const neverOpened = () => Promise.reject(new Error("A browser was opened."));
  const yes = "Sign In There";

  it("has a sign-in at somebody else's page named by every host, and by the one that the browser opens", async () => {
    const { said } = await answering([yes], async () => assert.equal(await signIn(neverOpened), undefined));
    assert.deepEqual(said.slice(0, 2), [
      `${hosts.registry} says that you sign in at ${hosts.evil}.`,
      "Sign in there only if this is your organisation's sign-in.",
    ]);
    assert.equal(
      said[2],
      `${hosts.evil} names other hosts for your sign-in: ${hosts.honest}. Your browser opens ${hosts.honest}.`,
    );
    assert.match(said[3] ?? "", /all are your organisation's\. .* does not mark its answers as its own/);
    assert.ok(!asked.some((each) => each.startsWith("POST")), "Nothing is posted without the second yes.");
  });

  it("is a question again where the hosts are others than those that were agreed to", async () => {
    const ended = { issuer: evil.issuer, clientId: "c", hosts: "" };
    await memory.update(`signInAt:${setting.registry.client.address}`, ended);
    const { said } = await answering([], async () => assert.equal(await signIn(neverOpened), undefined));
    assert.match(said[0] ?? "", /names other hosts for your sign-in/);
  });

  it("asks for a password with a word of where one signed in last", async () => {
    const answers = ["User name and password", "reviewer", "reviewer-password"];
    const ask = async () =>
      (await answering(answers, () => askCredential(office(), undefined, browserFor(neverOpened)))).asked;
    assert.deepEqual(await ask(), [`How do you sign in to ${hosts.registry}?`]);
    await memory.update(`signInAt:${setting.registry.client.address}`, { issuer: honest.issuer });
    assert.deepEqual(await ask(), [
      `How do you sign in to ${hosts.registry}? Last time you signed in at ${hosts.honest}.`,
    ]);
  });

  for (const place of ["metadata", "page"] as const) {
    it(`gets no code of another server, to which its ${place} leads, even where somebody says yes to all`, async () => {
      by = place;
      let page = "";
      const cancelled = new Error("The person closes the page.");
      const visit = async (address: string) => {
        const agent = new BrowserAgent(evil.ca);
        const start = place === "page" ? (await agent.follow(address)).address : address;
        assert.equal(new URL(start).host, hosts.honest);
        page = (await agent.follow(start)).text;
        if (page.includes("Who are you?")) {
          const redirect = await agent.signIn(start, "reviewer");
          await new Promise((resolve) => get(redirect, { agent: false }, resolve));
        }
        throw cancelled;
      };
      await answering([yes, yes], () => assert.rejects(signIn(visit), cancelled));
      assert.match(page, /redirect_uri/, page);
      assert.ok(!asked.includes("POST /token"), asked.join(", "));
    });
  }

  it("shows no code of another server without a question that names both hosts", async () => {
    by = "page";
    const { said } = await answering([yes, yes], async () => {
      assert.equal(await signIn(neverOpened, false), undefined);
    });
    assert.match(said[3] ?? "", new RegExp(`^${hosts.evil} does not mark its answers as its own`));
    assert.deepEqual(said.slice(-2), [
      `${hosts.evil} wants you to enter a code at another host, ${hosts.honest}.`,
      `${hosts.evil} then gets your sign-in at ${hosts.honest}. Go on only if both are your organisation's.`,
    ]);
    assert.ok(!asked.includes("POST /token"), asked.join(", "));
  });
});
