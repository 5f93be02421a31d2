import * as vscode from "vscode";
import { shortened, withoutControls } from "../platform/displayText";
import type { Platform } from "../platform/platform";
import { confirm, showError, showInformation, withCancellableProgress } from "../platform/editor";
import { systemClock } from "../registryClient/transport";
import type * as Protocol from "../registryClient/schemes/oauthProtocol";
import type { Challenge } from "../registryClient/schemes/credential";
import type { OAuthTokens } from "../registryClient/schemes/oauthTokens";
import type { OAuthFailure, OAuthOutcome, Wire } from "../registryClient/schemes/oauthWire";
import type { LoopbackPages } from "../registryClient/transport/loopback";
import type { OAuthSetting } from "./configuredRegistries";
import type { PinStore } from "./pins";
import type { Registry } from "./registries";
import { signInPlaceKey } from "./storedSignIns";

// Signing in at an organisation's own page (OAuth 2.0). Loaded by the first sign-in of this kind.

/** What a sign-in works with. */
export interface BrowserSignIn {
  readonly platform: Pick<Platform, "transport" | "openLoopback">;
  /** Whether the user's browser runs on the machine that runs the extension. */
  readonly isLocal: boolean;
  /** Opens an address in the user's browser. */
  readonly open: (address: string) => Promise<void>;
  /** Where it was agreed that one signs in, by registry; no secret. */
  readonly memory: Pick<PinStore, "get" | "update">;
}

/** How long somebody may take in the browser. */
const patience = 5 * 60_000;
/** How long an authorization server may take to withdraw tokens that nobody uses. */
const withdrawalPatience = 5000;

/** Undefined where the user gives up, or was told why it did not come about. */
export async function signInByBrowser(
  { platform, isLocal, open, memory }: BrowserSignIn,
  registry: Pick<Registry, "name" | "client" | "oauth">,
  challenges: readonly Challenge[],
): Promise<OAuthTokens | undefined> {
  const protocol = await import("../registryClient/schemes/oauthProtocol");
  const { name } = registry;
  const outcome = await withCancellableProgress(
    vscode.l10n.t("Signing in to {0}: go on in your browser…", name),
    async (cancelled) => {
      const signal = AbortSignal.any([cancelled, AbortSignal.timeout(patience)]);
      const isOver = () => signal.aborted;
      const ending = () => (cancelled.aborted ? undefined : "late");
      const wire = { transport: platform.transport, now: () => Date.now(), signal };
      const agreed = await agree(protocol, wire, registry, challenges, { memory, isLocal });
      if (isOver()) return ending();
      if (agreed?.kind !== "ok") return agreed;
      const { request, issuer } = agreed.value;
      const openLoopback = isLocal ? platform.openLoopback : undefined;
      const tokens =
        openLoopback === undefined
          ? await byDeviceCode(protocol, wire, request, open)
          : await byLoopback(protocol, wire, request, openLoopback, open);
      const isDone = tokens?.kind === "ok" && !isOver();
      // A client ID that did not lead here may be wrong, or not be known there any more: it is found out anew.
      const clientId = isDone ? request.clientId : "";
      await memory.update(signInPlaceKey(registry.client.address), { issuer, clientId });
      if (!isOver()) return tokens;
      if (tokens?.kind === "ok") {
        const toWithdraw = { ...wire, signal: AbortSignal.timeout(withdrawalPatience) };
        await protocol.revoke(toWithdraw, tokens.value);
      }
      return ending();
    },
  );
  if (outcome === undefined) return undefined;
  if (outcome === "late") {
    await showError(vscode.l10n.t("The sign-in to {0} took longer than five minutes and is over.", name));
    return undefined;
  }
  if (outcome.kind === "ok") return outcome.value;
  await showError(failureText(outcome, name));
  return undefined;
}

interface Agreed {
  readonly request: Protocol.SignInRequest;
  /** As the settings or the registry write it. */
  readonly issuer: string;
}

/** Where one signs in, and as which client; each that the user did not set needs a yes, once. */
async function agree(
  protocol: typeof Protocol,
  wire: Wire,
  { client: { address }, oauth }: Pick<Registry, "client" | "oauth">,
  challenges: readonly Challenge[],
  { memory, isLocal }: Pick<BrowserSignIn, "memory" | "isLocal">,
): Promise<OAuthOutcome<Agreed> | undefined> {
  const resource = await protocol.readResource(wire, address, challenges);
  const issuer = oauth?.issuer ?? (resource?.kind === "ok" ? resource.value.issuer : undefined);
  if (issuer === undefined) return resource?.kind === "ok" ? undefined : resource;
  const { host } = new URL(address);
  const known = readAgreement(memory.get(signInPlaceKey(address)));
  // The settings of a dev container are its author's (see `Place`).
  const isAgreed = known?.issuer === issuer || (oauth !== undefined && isLocal);
  if (!isAgreed) {
    const yes = vscode.l10n.t("Sign In There");
    const question = vscode.l10n.t("{0} says that you sign in at {1}.", host, new URL(issuer).host);
    const detail = vscode.l10n.t(
      "Sign in there only if this is your organisation's sign-in. What you enter there stays there.",
    );
    if (!(await confirm(question, yes, detail))) return undefined;
  }
  const server = await protocol.readServer(wire, issuer);
  if (server.kind !== "ok") return server;
  const agreed = known?.issuer === issuer && known.clientId !== "" ? known.clientId : undefined;
  const clientId = oauth?.clientId ?? agreed ?? (await clientIdAt(protocol, wire, server.value));
  if (typeof clientId !== "string") return clientId;
  const offered = server.value.scopes;
  const usual = resource?.kind === "ok" ? resource.value.scopes : [];
  // Without it many servers give no refresh token (OpenID Connect Core, section 11).
  const offline = offered.includes("offline_access") ? ["offline_access"] : [];
  const scopes = oauth?.scopes ?? [...usual, ...offline];
  const request = { server: server.value, clientId, scopes, resource: address };
  return { kind: "ok", value: { request, issuer } };
}

/** A client registers itself where it can; else the administrator has registered one. */
async function clientIdAt(
  protocol: typeof Protocol,
  wire: Wire,
  server: Protocol.AuthorizationServer,
): Promise<string | OAuthFailure | undefined> {
  if (server.canRegister) {
    const registered = await protocol.register(wire, server, [loopbackRedirect]);
    if (registered.kind === "ok") return registered.value;
    if (registered.kind === "unavailable") return registered;
  }
  const given = await vscode.window.showInputBox({
    title: vscode.l10n.t("Sign In at {0}", server.host),
    prompt: vscode.l10n.t(
      "The client ID under which this extension is registered at {0}, as a public client with the redirect address {1} (any port). Your administrator knows it.",
      server.host,
      loopbackRedirect,
    ),
    ignoreFocusOut: true,
  });
  return given?.trim() === "" ? undefined : given?.trim();
}

const loopbackRedirect = "http://127.0.0.1/";

async function byLoopback(
  protocol: typeof Protocol,
  wire: Wire,
  request: Protocol.SignInRequest,
  openLoopback: NonNullable<Platform["openLoopback"]>,
  open: BrowserSignIn["open"],
): Promise<OAuthOutcome<OAuthTokens> | undefined> {
  const loopback = await openLoopback(pages());
  try {
    const authorization = await protocol.authorizationRequest(request, loopback.redirectUri);
    const answer = loopback.receive(authorization.state, wire.signal);
    await open(authorization.url);
    const parameters = await answer;
    return parameters && (await authorization.redeem(wire, parameters));
  } finally {
    loopback.dispose();
  }
}

/** Where no browser can come back to: it is told a code instead. */
async function byDeviceCode(
  protocol: typeof Protocol,
  wire: Wire,
  request: Protocol.SignInRequest,
  openAddress: BrowserSignIn["open"],
): Promise<OAuthOutcome<OAuthTokens> | undefined> {
  if (!request.server.hasDeviceCode) {
    await showError(
      vscode.l10n.t(
        "{0} gives no codes for a sign-in from another machine. Sign in with an access token, or from VS Code on your own machine.",
        request.server.host,
      ),
    );
    return undefined;
  }
  const code = await protocol.deviceCode(wire, request);
  if (code.kind !== "ok") return code;
  const { userCode, address } = code.value;
  const open = vscode.l10n.t("Copy Code and Open Browser");
  const message = vscode.l10n.t("Enter the code {0} at {1}.", userCode, new URL(address).host);
  void showInformation(message, open).then(async (chosen) => {
    if (chosen !== open) return;
    await vscode.env.clipboard.writeText(userCode);
    await openAddress(address);
  });
  return code.value.wait(wire, (milliseconds) => systemClock.wait(milliseconds, wire.signal));
}

/** What a server says where somebody did not sign in, or not in time (RFC 6749, 4.1.2.1; RFC 8628, 3.5). */
const notDone = new Set(["access_denied", "expired_token", "authorization_pending"]);
/** Of a refusal, which is whatever a server says. */
const longestCode = 60;

function failureText(failure: OAuthFailure, name: string): string {
  switch (failure.kind) {
    case "unavailable":
      return vscode.l10n.t(
        "{0}, where you sign in to {1}, could not be asked. Retry in a moment.",
        failure.host,
        name,
      );
    case "refused":
      return notDone.has(failure.code)
        ? vscode.l10n.t("You did not sign in at {0}. Nothing was kept.", failure.host)
        : vscode.l10n.t(
            "{0} refuses the sign-in to {1} ({2}). Ask your administrator how this extension is registered there.",
            failure.host,
            name,
            shortened(withoutControls(failure.code), longestCode),
          );
    case "unsound":
      return vscode.l10n.t(
        "The sign-in to {1} is broken off: what {0} answers is not safe to go on with. Tell your administrator.",
        failure.host,
        name,
      );
  }
}

function pages(): LoopbackPages {
  return {
    done: vscode.l10n.t("You can close this window and go back to VS Code."),
    unknown: vscode.l10n.t("No sign-in waits for this. You can close this window."),
  };
}

function readAgreement(value: unknown): Pick<OAuthSetting, "issuer" | "clientId"> | undefined {
  if (typeof value !== "object" || value === null || !("issuer" in value) || !("clientId" in value)) {
    return undefined;
  }
  const { issuer, clientId } = value;
  return typeof issuer === "string" && typeof clientId === "string" ? { issuer, clientId } : undefined;
}
