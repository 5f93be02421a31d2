import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { request } from "node:https";
import { knownClient, redirectUris } from "@analyses/registry/authorizationServer";
import { askRegistry } from "../../support/askRegistry";
import { BrowserAgent } from "../../support/browserAgent";
import { registryForSuite } from "../../support/referenceRegistry";

const verifier = "a-verifier-of-at-least-43-characters-as-rfc-7636-says";
const challenge = createHash("sha256").update(verifier).digest("base64url");

describe("the reference registry's authorization server", () => {
  const registry = registryForSuite({ oauth: {} });

  it("is named where the registry wants a sign-in, and says what it can", async () => {
    const refused = await askRegistry(registry, "/rest/users/me");
    const address = `${registry.url}/.well-known/oauth-protected-resource`;
    assert.match(String(refused.headers["www-authenticate"]), new RegExp(`resource_metadata="${address}"`));
    const resource = await askRegistry(registry, "/.well-known/oauth-protected-resource");
    const expected = { resource: registry.url, authorization_servers: [registry.issuer] };
    assert.deepEqual({ ...Object(resource.json()), ...expected }, resource.json());

    const metadata = await get("/.well-known/oauth-authorization-server");
    assert.equal(metadata.issuer, registry.issuer);
    assert.deepEqual(metadata.code_challenge_methods_supported, ["S256"]);
    assert.equal(metadata.authorization_response_iss_parameter_supported, true);
    for (const name of ["token", "revocation", "registration", "device_authorization"]) {
      assert.match(String(metadata[`${name}_endpoint`]), new RegExp(`^${registry.issuer}/`));
    }
  });

  it("gives a user tokens by the page of sample users, and the registry takes them", async () => {
    const tokens = await tokensOf("reader");
    const answered = await read(tokens.access_token);
    assert.equal(answered.status, 200);
    assert.match(answered.body, /"userName":"reader"/);
    assert.equal(typeof tokens.refresh_token, "string");
    assert.equal(tokens.expires_in, 300);
  });

  it("gives a token without the scope that opens nothing", async () => {
    const tokens = await tokensOf("reader", "statistics offline_access");
    const answered = await read(tokens.access_token);
    assert.equal(answered.status, 403);
    assert.match(String(answered.headers["www-authenticate"]), /insufficient_scope/);
  });

  it("exchanges a refresh token once, and ends the sign-in when it is used again", async () => {
    const first = await tokensOf("reviewer");
    const second = await renewed(first.refresh_token);
    assert.equal((await read(second.access_token)).status, 200);
    assert.equal((await renewed(first.refresh_token)).error, "invalid_grant");
    assert.equal((await renewed(second.refresh_token)).error, "invalid_grant");
    assert.equal((await read(second.access_token)).status, 401);
  });

  it("withdraws tokens, and says of one that it is not valid any more", async () => {
    const tokens = await tokensOf("reviewer");
    await post("/token/revocation", {
      client_id: knownClient.client_id,
      token: String(tokens.refresh_token),
    });
    assert.equal((await renewed(tokens.refresh_token)).error, "invalid_grant");
    const answered = await read(tokens.access_token);
    assert.equal(answered.status, 401);
    assert.match(String(answered.headers["www-authenticate"]), /error="invalid_token"/);
  });

  it("lets a device in by a code", async () => {
    const started = await post("/device/auth", { client_id: knownClient.client_id, scope: "records" });
    const form = {
      client_id: knownClient.client_id,
      grant_type: "urn:ietf:params:oauth:grant-type:device_code",
      device_code: String(started.device_code),
    };
    assert.equal((await post("/token", form)).error, "authorization_pending");
    const page = await new BrowserAgent(registry.ca).enterCode(
      String(started.verification_uri_complete),
      "reader",
    );
    assert.match(page, /You are signed in/);
    const tokens = await post("/token", form);
    assert.equal((await read(tokens.access_token)).status, 200);
  });

  it("registers a client that was not registered before", async () => {
    const made = await post(
      "/reg",
      JSON.stringify({ ...knownClient, redirect_uris: redirectUris(registry.issuer), client_id: undefined }),
    );
    assert.equal(typeof made.client_id, "string");
    assert.equal(made.client_secret, undefined);
  });

  it("says to the editor that a user did not sign in", async () => {
    const address = new URL(await new BrowserAgent(registry.ca).signIn(authorization("records"), ""));
    assert.equal(address.searchParams.get("error"), "access_denied");
    assert.equal(address.searchParams.get("state"), "a-state");
  });

  const comeBack = () => (redirectUris(registry.issuer)[0] ?? "").replace("127.0.0.1", "127.0.0.1:50123");

  function authorization(scope: string): string {
    const parameters = {
      response_type: "code",
      client_id: knownClient.client_id,
      redirect_uri: comeBack(),
      scope,
      state: "a-state",
      code_challenge: challenge,
      code_challenge_method: "S256",
      resource: registry.url,
    };
    return `${registry.issuer}/auth?${new URLSearchParams(parameters).toString()}`;
  }

  async function tokensOf(userName: string, scope = "records offline_access"): Promise<Answered> {
    const address = new URL(await new BrowserAgent(registry.ca).signIn(authorization(scope), userName));
    assert.equal(address.searchParams.get("iss"), registry.issuer);
    return post("/token", {
      client_id: knownClient.client_id,
      grant_type: "authorization_code",
      code: address.searchParams.get("code") ?? "",
      code_verifier: verifier,
      redirect_uri: comeBack(),
      resource: registry.url,
    });
  }

  const renewed = (token: unknown) =>
    post("/token", {
      client_id: knownClient.client_id,
      grant_type: "refresh_token",
      refresh_token: String(token),
    });

  const read = (token: unknown) =>
    askRegistry(registry, "/rest/users/me", { authorization: `Bearer ${String(token)}` });

  const get = (path: string) => ask(path, undefined);
  const post = (path: string, body: Record<string, string> | string) => ask(path, body);

  type Answered = Readonly<Record<string, unknown>>;

  function ask(path: string, body: Record<string, string> | string | undefined): Promise<Answered> {
    return new Promise((resolve, reject) => {
      const isForm = typeof body === "object";
      const type = isForm ? "application/x-www-form-urlencoded" : "application/json";
      const sent = request(registry.issuer + path, {
        method: body === undefined ? "GET" : "POST",
        ca: registry.ca,
        headers: { "content-type": type },
      });
      sent.on("error", reject);
      sent.on("response", (response) => {
        let text = "";
        response.on("data", (piece) => (text += String(piece)));
        response.on("end", () => {
          const value: unknown = text === "" ? {} : JSON.parse(text);
          resolve(typeof value === "object" ? { ...value } : {});
        });
      });
      sent.end(isForm ? new URLSearchParams(body).toString() : body);
    });
  }
});
