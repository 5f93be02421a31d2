import { createHash, generateKeyPairSync } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import type { Context, default as Provider } from "oidc-provider";
import type { Certificates } from "./certificates";
import { type RegistryAnswer, type RegistryRequest, send } from "./http";

/** The scope that an access token needs for reading records. */
export const recordsScope = "records";

/** A scope that permits nothing here. */
const otherScope = "statistics";

/** The client that needs no registration: this extension's. */
export const knownClient = {
  client_id: "analyses-registry",
  client_name: "Analyses & Registry",
  application_type: "native",
  token_endpoint_auth_method: "none",
  grant_types: ["authorization_code", "refresh_token", "urn:ietf:params:oauth:grant-type:device_code"],
};

/** The known client's redirect addresses: their path is unique to this issuer (RFC 9700, section 4.4.2.2). */
export function redirectUris(issuer: string): readonly string[] {
  const path = createHash("sha256").update(issuer).digest("hex").slice(0, 32);
  return [`http://127.0.0.1/${path}`, `vscode://analyses-registry.analyses-registry/oauth/${path}`];
}

export interface OAuthOptions {
  /** 0 for any free port. */
  readonly port: number;
  /** The lifetime of an access token. */
  readonly tokenSeconds?: number;
  /** Whether the server's answers name the issuer (RFC 9207), which many servers omit. True by default. */
  readonly namesItself?: boolean;
  /** Receives each request first, and may answer it instead of the server. */
  readonly intercept?: (request: RegistryRequest) => RegistryAnswer | undefined;
}

interface AuthorizationServerOptions extends OAuthOptions {
  readonly certificates: Certificates;
  /** Who may sign in; the page lists them. */
  readonly userNames: readonly string[];
  /** The base address of the registry that access tokens are for (RFC 8707). */
  readonly resource: () => string;
  readonly log: (message: string) => void;
}

export interface AuthorizationServer {
  /** Its issuer identifier, `https://localhost:PORT` (RFC 8414, section 2). */
  readonly issuer: string;
  /** The user and the scopes of an access token; undefined if it is not valid, or not for the registry. */
  readToken(
    token: string,
  ): Promise<{ readonly userName: string; readonly scopes: readonly string[] } | undefined>;
  stop(): Promise<void>;
}

/**
 * Starts an authorization server (OAuth 2.0) on its own origin, like an organisation's. It keeps its state in memory.
 * It rotates refresh tokens at each use, and ends the sign-in if a client reuses one (RFC 9700, section 4.14.2).
 */
export async function startAuthorizationServer(
  options: AuthorizationServerOptions,
): Promise<AuthorizationServer> {
  const { certificate, key } = options.certificates;
  const server = createServer({ cert: certificate, key });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port, "127.0.0.1", resolve);
  });
  const issuer = `https://localhost:${(server.address() as AddressInfo).port}`;
  const provider = await createProvider(issuer, options);
  const answer = provider.callback();
  server.on("request", (message, response) => {
    const { method = "", url: target = "", headers } = message;
    const intercepted = options.intercept?.({ method, target, headers, secure: true });
    if (intercepted !== undefined) {
      message.resume();
      send(response, intercepted);
      return;
    }
    const answered = target.startsWith("/interaction/")
      ? interact(provider, options, message, response)
      : answer(message, response);
    answered.catch((error: unknown) => {
      options.log(`${method} ${target}: ${String(error)}`);
      response.writeHead(400, { "Content-Type": "text/plain" }).end("This sign-in is over.");
    });
  });
  return {
    issuer,
    readToken: async (token) => {
      const found = await provider.AccessToken.find(token);
      if (found === undefined || ![found.aud].flat().includes(options.resource())) return undefined;
      return { userName: found.accountId, scopes: found.scope?.split(" ") ?? [] };
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function createProvider(issuer: string, options: AuthorizationServerOptions): Promise<Provider> {
  const { default: OidcProvider } = await import("oidc-provider");
  // Signs ID tokens, which an OpenID Connect provider must issue, although no client here reads them.
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const provider = new OidcProvider(issuer, {
    clients: [{ ...knownClient, redirect_uris: redirectUris(issuer) }],
    clientDefaults: { id_token_signed_response_alg: "ES256" },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    cookies: { keys: ["of the reference registry, which keeps nothing"] },
    jwks: { keys: [privateKey.export({ format: "jwk" })] },
    scopes: ["offline_access"],
    findAccount: (_context: unknown, sub: string) =>
      options.userNames.includes(sub) ? { accountId: sub, claims: () => ({ sub }) } : undefined,
    clientBasedCORS: () => true,
    issueRefreshToken: (_context: unknown, client: { grantTypeAllowed(type: string): boolean }) =>
      client.grantTypeAllowed("refresh_token"),
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    interactions: { url: (_context: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    renderError: (context: Context, { error, error_description: why = "" }: Record<string, string>) =>
      show(context, "That did not work", `<p>${escapeHtml(`${error ?? ""} ${why}`)}</p>`),
    ttl: {
      AccessToken: options.tokenSeconds ?? 300,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: 86_400,
      IdToken: 300,
      Interaction: 600,
      RefreshToken: 86_400,
      Session: 600,
    },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      // Clients without a secret send only their client ID (RFC 7009, section 2.1).
      revocation: {
        enabled: true,
        allowedPolicy: (_context: unknown, client: OfClient, token: OfClient) =>
          token.clientId === client.clientId,
      },
      registration: { enabled: true },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: (context: Context, form: string) =>
          show(context, "Enter the code that your editor shows", `${form}${submit("op.deviceInputForm")}`),
        userCodeConfirmSource: (
          context: Context,
          form: string,
          _client: unknown,
          _device: unknown,
          code: string,
        ) =>
          show(
            context,
            "Does your editor show this code?",
            `<p>${escapeHtml(code)}</p>${form}${submit("op.deviceConfirmForm")}`,
          ),
        successSource: (context: Context) =>
          show(context, "You are signed in", "<p>You can close this window.</p>"),
      },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => options.resource(),
        useGrantedResource: () => true,
        getResourceServerInfo: (_context: unknown, resource: string) => {
          if (resource !== options.resource()) throw new Error("There is no such registry.");
          return { scope: `${recordsScope} ${otherScope}`, audience: resource, accessTokenFormat: "opaque" };
        },
      },
    },
  });
  if (options.namesItself === false) provider.use(removeIssuer);
  provider.on("server_error", (_context, error) => options.log(`authorization server: ${error.message}`));
  return provider;
}

/** Removes the issuer (RFC 9207) from all answers. */
async function removeIssuer(context: Context, next: () => Promise<void>): Promise<void> {
  await next();
  if (typeof context.body === "object") delete context.body.authorization_response_iss_parameter_supported;
  const location = context.response.get("Location");
  if (!URL.canParse(location)) return;
  const address = new URL(location);
  address.searchParams.delete("iss");
  context.set("Location", address.href);
}

interface OfClient {
  readonly clientId: string;
}

/** Serves the page for signing in, with a button for each user, and handles the user's choice. */
async function interact(
  provider: Provider,
  { userNames, resource }: AuthorizationServerOptions,
  message: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { params } = await provider.interactionDetails(message, response);
  const client = String(params.client_id);
  if (message.method !== "POST") {
    const buttons = [
      ...userNames.map((name) => button(name, `Sign in as ${name}`)),
      button("", "Do not sign in"),
    ].join("");
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store" });
    response.end(
      page("Who are you?", `<p>${escapeHtml(client)} asks.</p><form method="post">${buttons}</form>`),
    );
    return;
  }
  const userName = new URLSearchParams(await bodyOf(message)).get("user") ?? "";
  if (!userNames.includes(userName)) {
    await provider.interactionFinished(message, response, {
      error: "access_denied",
      error_description: "The user did not sign in.",
    });
    return;
  }
  const grant = new provider.Grant({ accountId: userName, clientId: client });
  const scopes = typeof params.scope === "string" ? params.scope.split(" ") : [];
  for (const scope of ["openid", "offline_access"]) {
    if (scopes.includes(scope)) grant.addOIDCScope(scope);
  }
  for (const scope of [recordsScope, otherScope]) {
    if (scopes.includes(scope)) grant.addResourceScope(resource(), scope);
  }
  await provider.interactionFinished(message, response, {
    login: { accountId: userName },
    consent: { grantId: await grant.save() },
  });
}

async function bodyOf(message: IncomingMessage): Promise<string> {
  let text = "";
  for await (const piece of message) text += String(piece);
  return text;
}

function show(context: Context, title: string, content: string): void {
  context.type = "html";
  context.body = page(title, content);
}

function page(title: string, content: string): string {
  return `<!DOCTYPE html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<style>body { font: 1rem sans-serif; margin: 3rem } button { display: block; margin: 1rem 0; padding: 0.5rem 1rem }</style>
<h1>${title}</h1>${content}</html>`;
}

function button(value: string, label: string): string {
  return `<button name="user" value="${escapeHtml(value)}">${escapeHtml(label)}</button>`;
}

function submit(form: string): string {
  return `<button form="${form}" type="submit">Continue</button>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A user who may sign in: name, both kinds of credential, and permissions. */
export interface Account {
  readonly userName: string;
  readonly password: string;
  readonly token: string;
  /** Which records the user may read; the specification leaves this open (section 5, rule 6). */
  readonly reads: "everything" | "groups-and-self";
}

/** The sample users, whose credentials the README publishes. */
export const sampleAccounts: readonly Account[] = [
  {
    userName: "reviewer",
    password: "reviewer-password",
    token: "reviewer-token",
    reads: "everything",
  },
  {
    userName: "reader",
    password: "reader-password",
    token: "reader-token",
    reads: "groups-and-self",
  },
];

/** The account whose credentials a request carries, or why there is none. */
export type Authentication =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "missing" }
  /** A valid token without the scope for records (RFC 6750, section 3.1). */
  | { readonly kind: "insufficientScope" }
  | { readonly kind: "incorrect"; readonly scheme: "basic" | "bearer" | "unknown" };

/**
 * Finds the account of a request.
 *
 * @param header the request's `Authorization` header
 * @param authorizationServer its access tokens are accepted in addition to those of the accounts
 */
export async function authenticate(
  header: string | undefined,
  accounts: readonly Account[],
  authorizationServer: Pick<AuthorizationServer, "readToken"> | undefined,
): Promise<Authentication> {
  if (header === undefined) return { kind: "missing" };
  // Basic (RFC 7617, in UTF-8) or Bearer (RFC 6750), in any case.
  const [, scheme = "", value = ""] = /^([A-Za-z]+) +([0-9A-Za-z\-._~+/]+=*)$/.exec(header) ?? [];
  switch (scheme.toLowerCase()) {
    case "basic": {
      const given = Buffer.from(value, "base64");
      const account = accounts.find((one) => given.equals(Buffer.from(`${one.userName}:${one.password}`)));
      return account === undefined ? { kind: "incorrect", scheme: "basic" } : { kind: "account", account };
    }
    case "bearer": {
      const known = accounts.find(({ token }) => token === value);
      if (known !== undefined) return { kind: "account", account: known };
      const facts = await authorizationServer?.readToken(value);
      const account = accounts.find(({ userName }) => userName === facts?.userName);
      if (facts === undefined || account === undefined) return { kind: "incorrect", scheme: "bearer" };
      const isInScope = facts.scopes.includes(recordsScope);
      return isInScope ? { kind: "account", account } : { kind: "insufficientScope" };
    }
    default:
      return { kind: "incorrect", scheme: "unknown" };
  }
}
