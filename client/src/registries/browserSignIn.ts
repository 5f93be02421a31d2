// Sign-in at an organisation's own page (OAuth 2.0). Loaded with the first sign-in in the browser.

import * as vscode from "vscode";
import { type ReadBy, objectOf, readText } from "@analyses/protocol/message";
import { shortened, withoutControls } from "../platform/displayText";
import type { Platform } from "../platform/platform";
import { confirm, showError, withCancellableProgress } from "../platform/editor";
import type { Accounts } from "../registryClient/accounts";
import type { Clock } from "../registryClient/transport";
import type * as Protocol from "../registryClient/schemes/oauthProtocol";
import type {
  Challenge,
  OAuthTokens,
  ProviderSignIn,
  SessionToken,
} from "../registryClient/schemes/credential";
import { OAuthCredential } from "../registryClient/schemes";
import type { InnerNetwork, OAuthFailure, OAuthOutcome, Wire } from "../registryClient/schemes/oauthWire";
import type { ProviderSetting, ServerSetting } from "./configuredRegistries";
import type { NoteStore } from "./pins";
import type { Registry } from "./registries";
import { type Here, redirectsOf, signInByFlow, uriAddress } from "./signInFlows";
import { signInPlaceKey } from "./storedSignIns";

export interface BrowserSignIn {
  readonly platform: Pick<Platform, "transport" | "openLoopback">;
  /** Whether the user's browser runs on the machine that runs the extension. */
  readonly isLocal: boolean;
  readonly open: (address: string) => Promise<void>;
  /** Stores the issuer that the user agreed to, per registry; no secret. */
  readonly memory: Pick<NoteStore, "get" | "update">;
  readonly clock: Clock;
  readonly sessionToken: SessionToken;
  /** Revokes tokens that arrive after the sign-in has ended. */
  readonly accounts: Pick<Accounts, "withdraw">;
  /** For tests: replaces the lookup of VS Code's redirect address. */
  readonly uriAddress?: typeof uriAddress;
}

/** How long the user may take in the browser. */
const browserTimeout = 5 * 60_000;

/** Signs in at the registry's issuer or by VS Code. @returns undefined if the user cancels, or after an error */
export async function signInByBrowser(
  browser: BrowserSignIn,
  registry: Pick<Registry, "name" | "client" | "oauth">,
  challenges: readonly Challenge[],
): Promise<OAuthTokens | ProviderSignIn | undefined> {
  const { name, client, oauth } = registry;
  if (typeof oauth === "object" && "provider" in oauth) return signInByProvider(browser, registry, oauth);
  for (;;) {
    const usable = oauth === "unusable" ? undefined : oauth;
    const outcome = await signInAtServer(browser, { name, client, oauth: usable }, challenges);
    if (outcome === undefined) return undefined;
    if (outcome.kind === "ok") return outcome.value;
    const again = vscode.l10n.t("Try Again");
    if ((await showError(failureText(outcome, name), again)) !== again) return undefined;
  }
}

/** Why a sign-in failed. `late`: the user took too long. `unsaid`: the registry names no issuer. */
type SignInFailure = OAuthFailure | InnerNetwork | { readonly kind: "late" } | { readonly kind: "unsaid" };

type AtServer = Pick<Registry, "name" | "client"> & Pick<ServerSignIn, "oauth">;
type TokensOutcome = OAuthOutcome<OAuthTokens> | SignInFailure | undefined;

/** Signs in at the registry's issuer, if the user takes no longer than five minutes. Undefined if the user cancels. */
async function signInAtServer(
  browser: BrowserSignIn,
  registry: AtServer,
  challenges: readonly Challenge[],
): Promise<TokensOutcome> {
  const title = vscode.l10n.t("Signing in to {0}: go on in your browser…", registry.name);
  return withCancellableProgress(title, async (cancelled, tell) => {
    const [late, done] = [new AbortController(), new AbortController()];
    void browser.clock.wait(browserTimeout, done.signal).then(() => late.abort());
    const signal = AbortSignal.any([cancelled, late.signal]);
    try {
      const outcome = await tokensAtServer(browser, registry, challenges, signal, tell);
      if (!signal.aborted) return outcome;
      if (outcome?.kind === "ok")
        await browser.accounts.withdraw(registry.client.address, new OAuthCredential(outcome.value));
      return cancelled.aborted ? undefined : { kind: "late" };
    } finally {
      done.abort();
    }
  });
}

/** Finds the issuer, has the user agree to it, and runs the sign-in that is possible here. */
async function tokensAtServer(
  browser: BrowserSignIn,
  { client, oauth }: AtServer,
  challenges: readonly Challenge[],
  signal: AbortSignal,
  tell: (message: string) => void,
): Promise<TokensOutcome> {
  const { platform, isLocal, open, memory, clock } = browser;
  const protocol = await import("../registryClient/schemes/oauthProtocol");
  const wire = { transport: platform.transport, now: () => clock.now(), signal };
  const mustRequest = oauth === undefined && challenges.length === 0;
  const foundChallenges = mustRequest ? await client.challenges(signal) : challenges;
  const resource = await protocol.readResource(wire, client.address, foundChallenges);
  const named = resource?.kind === "ok" ? resource.value : undefined;
  const issuer = oauth?.issuer ?? named?.issuer;
  if (issuer === undefined)
    return resource === undefined || resource.kind === "ok" ? { kind: "unsaid" } : resource;
  const redirectPath = await protocol.redirectPath(issuer);
  const openLoopback = isLocal ? platform.openLoopback : undefined;
  const findUri = browser.uriAddress ?? uriAddress;
  const uri = openLoopback === undefined ? await findUri(redirectPath) : undefined;
  const here = { openLoopback, uri, redirectPath, open, clock };
  const scopes = named?.scopes ?? [];
  const signIn = { address: client.address, oauth, memory, isLocal, here, issuer, scopes };
  const agreed = await agree(protocol, wire, signIn);
  if (agreed?.kind !== "ok") return agreed;
  if (signal.aborted) return undefined;
  const { hosts, ...chosen } = agreed.value;
  const tokens = await signInByFlow({ protocol, wire, here, ...chosen, tell });
  const isDone = tokens?.kind === "ok" && !signal.aborted;
  // Discards the client ID after a failure: it may be wrong, or no longer registered.
  const clientId = isDone ? chosen.request.clientId : "";
  await memory.update(signInPlaceKey(client.address), { issuer, clientId, hosts });
  return tokens;
}

/** The stored consent of the user; no secret. */
const readAgreement = objectOf({
  issuer: readText,
  /** The client ID of the last successful sign-in; "" for none. */
  clientId: readText,
  /** The hosts that the user confirmed, as {@link hostsToConfirm} returns them. */
  hosts: readText,
});
type Agreement = ReadBy<typeof readAgreement>;

interface Agreed extends Pick<Agreement, "hosts"> {
  readonly request: Protocol.SignInRequest;
  /** Whether this sign-in has registered the client. */
  readonly isRegistered: boolean;
  readonly isNamedByUser: boolean;
}

interface ServerSignIn extends Pick<BrowserSignIn, "memory" | "isLocal"> {
  readonly address: Registry["client"]["address"];
  readonly oauth: ServerSetting | undefined;
  readonly here: Here;
  /** The issuer identifier, as the settings or the registry write it. */
  readonly issuer: string;
  /** The scopes that the registry names. */
  readonly scopes: readonly string[];
}

/**
 * Determines the authorization server and the client ID; unless the user's settings name the issuer, prompts the user
 * once to confirm the issuer and its hosts.
 */
async function agree(
  protocol: typeof Protocol,
  wire: Wire,
  { address, oauth, memory, isLocal, here, issuer, scopes: usual }: ServerSignIn,
): Promise<OAuthOutcome<Agreed> | InnerNetwork | undefined> {
  const known = readAgreement(memory.get(signInPlaceKey(address)));
  const before = known?.issuer === issuer ? known : { issuer, clientId: "", hosts: "" };
  // If the extension runs on another machine, its settings may not be the user's: a dev container's are its author's.
  const isNamedByUser = oauth !== undefined && isLocal;
  const isAgreed = known?.issuer === issuer || isNamedByUser;
  if (!isAgreed) {
    if (!(await confirmIssuer(address, issuer, oauth !== undefined))) return undefined;
    await memory.update(signInPlaceKey(address), before);
  }
  const server = await protocol.readServer(wire, issuer, isNamedByUser ? undefined : address);
  if (server.kind !== "ok") return server;
  const hosts = isNamedByUser ? "" : hostsToConfirm(server.value);
  if (hosts !== before.hosts && hosts !== "" && !(await confirmHosts(server.value))) return undefined;
  // A redirect address that changes each time needs a new registration each time.
  const mustRegister = here.uri?.isFixed === false && server.value.canRegister;
  const storedId = before.clientId !== "" && !mustRegister ? before.clientId : undefined;
  const knownId = oauth?.clientId ?? storedId;
  const client =
    knownId === undefined ? await clientIdAt(protocol, wire, server.value, here) : clientGiven(knownId);
  if (client?.kind !== "ok") return client;
  const { clientId, isRegistered } = client.value;
  const offered = server.value.scopes;
  // Without `offline_access` many servers issue no refresh token (OpenID Connect Core, section 11). Requested alone,
  // this scope would replace the server's default scopes (RFC 6749, section 3.3).
  const offline = usual.length > 0 && offered.includes("offline_access") ? ["offline_access"] : [];
  const scopes = oauth?.scopes ?? [...usual, ...offline];
  const request = { server: server.value, clientId, scopes, resource: address };
  return { kind: "ok", value: { request, isRegistered, isNamedByUser, hosts } };
}

/** Prompts the user to confirm the issuer. Before the consent, the client sends the issuer nothing. */
async function confirmIssuer(
  address: Registry["client"]["address"],
  issuer: string,
  isOfSettings: boolean,
): Promise<boolean> {
  const [host, there] = [new URL(address).host, new URL(issuer).host];
  const question = isOfSettings
    ? vscode.l10n.t("The settings of this machine say that you sign in to {0} at {1}.", host, there)
    : vscode.l10n.t("{0} says that you sign in at {1}.", host, there);
  const detail = vscode.l10n.t("Sign in there only if this is your organisation's sign-in.");
  return confirm(question, vscode.l10n.t("Sign In There"), detail);
}

/**
 * The hosts of a sign-in for the user to confirm, with "?" if answers do not name the issuer; "" if there is nothing to
 * confirm.
 */
function hostsToConfirm({ pageHost, otherHosts, namesItself }: Protocol.AuthorizationServer): string {
  if (otherHosts.length === 0 && namesItself) return "";
  return [pageHost, ...otherHosts, ...(namesItself ? [] : ["?"])].join(" ");
}

/** Prompts the user to confirm every host of the sign-in, and names the host that the browser opens. */
async function confirmHosts(server: Protocol.AuthorizationServer): Promise<boolean> {
  const { host, pageHost, otherHosts, namesItself } = server;
  const unnamed = vscode.l10n.t(
    "{0} does not mark its answers as its own (RFC 9207). Enter nothing, and agree to nothing, on a page of another host than {1}.",
    host,
    pageHost,
  );
  const yes = vscode.l10n.t("Sign In There");
  if (otherHosts.length === 0)
    return confirm(vscode.l10n.t("Your browser opens {0}.", pageHost), yes, unnamed);
  const question = vscode.l10n.t(
    "{0} names other hosts for your sign-in: {1}. Your browser opens {2}.",
    host,
    otherHosts.join(", "),
    pageHost,
  );
  const detail = vscode.l10n.t(
    "Each of them may get to use your sign-in. Sign in only if all are your organisation's.",
  );
  return confirm(question, yes, namesItself ? detail : `${detail} ${unnamed}`);
}

interface Client {
  readonly clientId: string;
  readonly isRegistered: boolean;
}

function clientGiven(clientId: string): OAuthOutcome<Client> {
  return { kind: "ok", value: { clientId, isRegistered: false } };
}

/** Registers a client if the server allows it; else prompts for the ID that the administrator has registered. */
async function clientIdAt(
  protocol: typeof Protocol,
  wire: Wire,
  server: Protocol.AuthorizationServer,
  here: Here,
): Promise<OAuthOutcome<Client> | undefined> {
  const redirects = redirectsOf(here);
  if (server.canRegister) {
    const registered = await protocol.register(wire, server, redirects);
    // Many servers allow web pages every request except registration (CORS).
    const isBlocked = registered.kind === "unavailable" && registered.error.kind === "blockedByBrowser";
    if (registered.kind === "unavailable" && !isBlocked) return registered;
    if (registered.kind === "ok") {
      return { kind: "ok", value: { clientId: registered.value, isRegistered: true } };
    }
  }
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t("Sign In at {0}", server.host),
    prompt: vscode.l10n.t(
      "The client ID under which this extension is registered at {0}, as a public client with the redirect addresses {1} (that of 127.0.0.1 with any port). Your administrator knows it.",
      server.host,
      redirects.join(", "),
    ),
    ignoreFocusOut: true,
  });
  const clientId = given?.trim() ?? "";
  return clientId === "" ? undefined : clientGiven(clientId);
}

/** Signs in by a provider of VS Code, which keeps the tokens. */
async function signInByProvider(
  { isLocal, sessionToken }: BrowserSignIn,
  { name, client }: Pick<Registry, "name" | "client">,
  { provider, scopes }: ProviderSetting,
): Promise<ProviderSignIn | undefined> {
  const { host } = new URL(client.address);
  // On another machine the settings may not be the user's: a dev container's are its author's.
  if (!isLocal) {
    const yes = vscode.l10n.t("Sign In There");
    const question = vscode.l10n.t(
      "The settings of this machine say that you sign in to {0} by VS Code's own sign-in ({1}), for: {2}",
      host,
      provider,
      scopes.join(", "),
    );
    const detail = vscode.l10n.t(
      "{0} is sent an access token of yours for this. Say yes only if your organisation signs in there that way.",
      host,
    );
    if (!(await confirm(question, yes, detail))) return undefined;
  }
  try {
    const options = { createIfNone: true, clearSessionPreference: true } as const;
    const { account } = await vscode.authentication.getSession(provider, scopes, options);
    return { provider, scopes, account: { id: account.id, label: account.label }, sessionToken };
  } catch {
    // The user cancelled, or there is no such provider: VS Code reports both as plain text only.
    await showError(
      vscode.l10n.t(
        "You did not sign in to {0}: VS Code's own sign-in ({1}), which your settings name, gave nothing.",
        name,
        provider,
      ),
    );
    return undefined;
  }
}

/** Error codes after the user did not enter the device code in time (RFC 8628, section 3.5). */
const codeExpired = new Set(["expired_token", "authorization_pending"]);
/** Maximum displayed length of an error code, which is the server's text. */
const maxCodeLength = 60;

export function failureText(failure: SignInFailure, name: string): string {
  switch (failure.kind) {
    case "late":
      return vscode.l10n.t("The sign-in to {0} took longer than five minutes and is over.", name);
    case "unsaid":
      return vscode.l10n.t("{0} does not say where you sign in with your browser. Retry in a moment.", name);
    case "unavailable":
      if (failure.error.kind === "blockedByBrowser") {
        return vscode.l10n.t(
          "The browser could not ask {0}, where you sign in to {1}: either it cannot be reached, or it does not allow web pages to ask it (CORS). Retry, sign in from VS Code on the desktop, or ask its administrator to allow the address of this page.",
          failure.host,
          name,
        );
      }
      return vscode.l10n.t(
        "{0}, where you sign in to {1}, could not be asked. Retry in a moment.",
        failure.host,
        name,
      );
    case "refused":
      if (failure.code === "access_denied")
        return vscode.l10n.t("You did not sign in at {0}. Nothing was kept.", failure.host);
      if (codeExpired.has(failure.code)) return vscode.l10n.t("The code for {0} has run out.", failure.host);
      return vscode.l10n.t(
        "{0} refuses the sign-in to {1} ({2}). Ask your administrator how this extension is registered there.",
        failure.host,
        name,
        shortened(withoutControls(failure.code), maxCodeLength),
      );
    case "unsound":
      return vscode.l10n.t(
        "The sign-in to {1} is broken off: what {0} answers is not safe to go on with. Tell your administrator.",
        failure.host,
        name,
      );
    case "inner":
      return vscode.l10n.t(
        "The sign-in to {1} is broken off: it leads to {0}, which is in an inner network. If you do sign in there, name it in your settings (“oauth”).",
        failure.host,
        name,
      );
  }
}
