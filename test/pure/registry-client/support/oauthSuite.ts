import assert from "node:assert/strict";
import { get } from "node:http";
import { knownClient, redirectUris } from "@analyses/registry/authorizationServer";
import type { RegistryAnswer, RegistryRequest } from "@analyses/registry/http";
import { Accounts, StoredAccounts } from "@analyses/client/registryClient/accounts";
import type { ClientPool, RegistryClient } from "@analyses/client/registryClient/registryClient";
import { type Clock, type Transport, systemClock } from "@analyses/client/registryClient/transport";
import type { SignInRequest } from "@analyses/client/registryClient/schemes/oauthProtocol";
import type { Wire } from "@analyses/client/registryClient/schemes/oauthWire";
import * as protocol from "@analyses/client/registryClient/schemes/oauthProtocol";
import type { OAuthTokens } from "@analyses/client/registryClient/schemes/credential";
import { OAuthCredential } from "@analyses/client/registryClient/schemes/index";
import { openLoopback } from "@analyses/client/registryClient/transport/loopback";
import { BrowserAgent } from "../../../support/browserAgent";
import { addressOf } from "../../../support/httpsHost";
import { registryForSuite } from "../../../support/referenceRegistry";
import { transportTrusting } from "../../../support/requests";
import { SecretsInMemory } from "../../../support/secretsInMemory";
import { clientIn, never, placeOf, registriesTrusting, valueOf } from "./clients";

/** The system clock with an offset, which a test may advance. */
class MovedClock implements Clock {
  moved = 0;
  now = () => Date.now() + this.moved;
  wait = (milliseconds: number, signal: AbortSignal) => systemClock.wait(milliseconds / 10, signal);
}

/** A window of VS Code. */
export interface Window {
  readonly client: RegistryClient;
  readonly accounts: Accounts;
  readonly pool: ClientPool;
}

/** A registry with an authorization server for all tests of the surrounding suite. */
export class OAuthSuite {
  /** Requests that the authorization server received: method and target. */
  readonly asked: string[] = [];
  /** Overrides the server's responses. */
  instead: (request: RegistryRequest) => RegistryAnswer | undefined = () => undefined;
  readonly registry = registryForSuite({
    oauth: {
      intercept: (request) => {
        this.asked.push(`${request.method} ${request.target}`);
        assert.equal(request.headers.authorization, undefined);
        return this.instead(request);
      },
    },
  });
  clock = new MovedClock();
  secrets = new SecretsInMemory();
  #transport: Transport | undefined;

  constructor() {
    beforeEach(() => {
      this.asked.length = 0;
      this.instead = () => undefined;
      this.clock = new MovedClock();
      this.secrets = new SecretsInMemory();
    });
  }

  get wire(): Wire {
    const { transport, clock } = this;
    return { transport, now: () => clock.now(), signal: new AbortController().signal };
  }

  get transport(): Transport {
    return (this.#transport ??= transportTrusting(this.registry.caFile));
  }

  count(what: string): number {
    return this.asked.filter((each) => each === what).length;
  }

  /** A redirect URI that no browser requests. */
  get redirectUri(): string {
    return (redirectUris(this.registry.issuer)[0] ?? "").replace("127.0.0.1", "127.0.0.1:1");
  }

  async request(scopes: readonly string[] = ["records", "offline_access"]): Promise<SignInRequest> {
    const server = await protocol.readServer(this.wire, this.registry.issuer);
    assert.ok(server.kind === "ok", server.kind);
    return { server: server.value, clientId: knownClient.client_id, scopes, resource: this.registry.url };
  }

  /** Signs in as a user does, with a browser that redirects to this machine. */
  async tokens(scopes?: readonly string[]): Promise<OAuthTokens> {
    const loopback = await openLoopback(
      { done: "done", unknown: "unknown" },
      await protocol.redirectPath(this.registry.issuer),
    );
    try {
      const request = await this.request(scopes);
      const authorization = await protocol.authorizationRequest(request, loopback.redirectUri);
      const answer = loopback.receive(authorization.state, new AbortController().signal);
      const redirect = await new BrowserAgent(this.registry.ca).signIn(authorization.url, "reviewer");
      assert.deepEqual(await open(redirect), [200, "done"]);
      const parameters = await answer;
      assert.ok(parameters);
      const outcome = await authorization.redeem(this.wire, parameters);
      assert.ok(outcome.kind === "ok", JSON.stringify(outcome));
      // Its code and state are no longer valid.
      assert.equal((await authorization.redeem(this.wire, parameters)).kind, "unsound");
      return outcome.value;
    } finally {
      loopback.dispose();
    }
  }

  /** Opens a window; all windows share the secret store. */
  openWindow(): Window {
    const { transport, clock, registry } = this;
    const address = addressOf(registry.url);
    const stored = new StoredAccounts(this.secrets, { transport, clock });
    const pool = registriesTrusting(registry.caFile, { clock, loadSignIn: (each) => stored.read(each) });
    pool.configure([address]);
    return { client: clientIn(pool, address), accounts: new Accounts(pool, stored, placeOf()), pool };
  }

  /** @param but overrides of the server's tokens */
  async signedIn(but: Partial<OAuthTokens> = {}): Promise<Window & { readonly first: OAuthTokens }> {
    const window = this.openWindow();
    const first = { ...(await this.tokens()), ...but };
    valueOf(await window.accounts.signIn(window.client.address, new OAuthCredential(first), never));
    this.asked.length = 0;
    this.registry.clearLog();
    return { ...window, first };
  }

  /** Credentials that the registry received. */
  get sent(): readonly string[] {
    return this.registry.requests.map(({ headers }) => headers.authorization ?? "");
  }
}

export const readMe = ({ client }: Window) => client.userMe({ signal: never, refresh: true });

/** Requests an address as a browser does, and returns status and body. */
export function open(address: string, headers: Record<string, string> = {}): Promise<[number, string]> {
  return new Promise((resolve, reject) => {
    get(address, { headers, agent: false }, (response) => {
      let text = "";
      response.on("data", (piece) => (text += String(piece)));
      response.on("end", () => resolve([response.statusCode ?? 0, text]));
    }).on("error", reject);
  });
}
