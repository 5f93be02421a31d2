// How a sign-in in the browser returns to VS Code. Loaded with the first sign-in in the browser.

import * as vscode from "vscode";
import { confirm, offerStep, showError } from "../platform/editor";
import type { Platform } from "../platform/platform";
import type * as Protocol from "../registryClient/schemes/oauthProtocol";
import type { OAuthTokens } from "../registryClient/schemes/credential";
import type { OAuthOutcome, Wire } from "../registryClient/schemes/oauthWire";
import type { Clock } from "../registryClient/transport";
import type { Loopback } from "../registryClient/transport/loopback";

/** Where the browser can return to, and the other dependencies of a flow. */
export interface Here {
  /** Listens on this machine; absent if the browser runs on another machine. */
  readonly openLoopback?: NonNullable<Platform["openLoopback"]> | undefined;
  /** VS Code's own redirect address; absent if it would be unencrypted over the network. */
  readonly uri?: UriAddress | undefined;
  /** The path of the redirect addresses; unique per issuer. */
  readonly redirectPath: string;
  readonly open: (address: string) => Promise<void>;
  readonly clock: Clock;
}

interface UriAddress {
  readonly address: string;
  /** Whether the address is the same each time, so that it can be registered once (RFC 9700, section 2.1). */
  readonly isFixed: boolean;
}

interface Attempt {
  readonly protocol: typeof Protocol;
  readonly wire: Wire;
  readonly request: Protocol.SignInRequest;
  readonly here: Here;
  /** Whether this sign-in has registered the client, and so its own redirect addresses. */
  readonly isRegistered: boolean;
  /** Whether the user's own settings name the issuer, and not a registry. */
  readonly isNamedByUser: boolean;
  /** Displays the user's next step during the sign-in. */
  readonly tell: (message: string) => void;
}

type Outcome = Promise<OAuthOutcome<OAuthTokens> | undefined>;
/** Returns the function that runs the flow; undefined if the flow is impossible here. */
type Flow = (attempt: Attempt) => (() => Outcome) | undefined;

/** The flows, the easiest for the user first; the first possible flow runs. */
const flows: readonly Flow[] = [
  (attempt) => {
    const { openLoopback, redirectPath } = attempt.here;
    return openLoopback && (async () => comeBackTo(await openLoopback(pages(), redirectPath), attempt));
  },
  (attempt) => {
    const { uri } = attempt.here;
    const mayBeRegistered = uri !== undefined && (uri.isFixed || attempt.isRegistered);
    if (!mayBeRegistered) return undefined;
    // If the server may not know the redirect address, the user can switch to a code.
    const isSure = attempt.isRegistered || !attempt.request.server.hasDeviceCode;
    return () => (isSure ? comeBackTo : comeBackUnlessByCode)(openUri(uri.address, attempt.here), attempt);
  },
  (attempt) => (attempt.request.server.hasDeviceCode ? () => byDeviceCode(attempt) : undefined),
  // VS Code's redirect address varies here, but some servers accept every address that begins with the registered one.
  (attempt) => {
    const { uri } = attempt.here;
    return uri && (() => comeBackTo(openUri(uri.address, attempt.here), attempt));
  },
  (attempt) => () => suggestToken(attempt),
];

/** Signs in by the first possible flow. Undefined if the user cancels, or after an error message. */
export async function signInByFlow(attempt: Attempt): Outcome {
  for (const flow of flows) {
    const run = flow(attempt);
    if (run !== undefined) return run();
  }
  return undefined;
}

const uriPath = "/oauth/";

/** The redirect addresses to register. */
export function redirectsOf({ uri, redirectPath }: Here): readonly string[] {
  const loopback = `http://127.0.0.1/${redirectPath}`;
  return uri === undefined ? [loopback] : [loopback, uri.address];
}

/** The address at which a browser reaches VS Code, wherever the extension runs. */
export async function uriAddress(redirectPath: string): Promise<UriAddress | undefined> {
  const own = vscode.Uri.from({
    scheme: vscode.env.uriScheme,
    authority: "analyses-registry.analyses-registry",
    path: uriPath + redirectPath,
  });
  const external = await vscode.env.asExternalUri(own);
  // On the desktop `external` also names the window, so it would vary; `own` opens in the last active window.
  if (external.scheme === own.scheme) return { address: own.toString(), isFixed: true };
  const { href, protocol, hostname, search } = new URL(external.toString(true));
  const isHere = protocol === "http:" && ["127.0.0.1", "localhost"].includes(hostname);
  return protocol === "https:" || isHere ? { address: href, isFixed: search === "" } : undefined;
}

/** Opens the sign-in page and waits for the browser's redirect, at most until `stop` is aborted. */
async function comeBackTo(
  receiver: Loopback,
  { protocol, wire, request, here }: Attempt,
  stop = wire.signal,
): Outcome {
  try {
    const authorization = await protocol.authorizationRequest(request, receiver.redirectUri);
    const answer = receiver.receive(authorization.state, stop);
    await here.open(authorization.url);
    const parameters = await answer;
    return parameters && (await authorization.redeem(wire, parameters));
  } finally {
    receiver.dispose();
  }
}

/**
 * Waits for the redirect, and offers a code instead: a server that does not know the redirect address reports that only
 * on its page (RFC 6749, section 4.1.2.1).
 */
async function comeBackUnlessByCode(receiver: Loopback, attempt: Attempt): Outcome {
  const { request, wire } = attempt;
  const codeChoice = new AbortController();
  const offer = offerStep(
    vscode.l10n.t("Go on in your browser."),
    vscode.l10n.t("Use a Code Instead"),
    vscode.l10n.t("If {0} reports a redirect address that it does not know", request.server.host),
    () => codeChoice.abort(),
  );
  try {
    const outcome = await comeBackTo(receiver, attempt, AbortSignal.any([wire.signal, codeChoice.signal]));
    const isByCode = outcome === undefined && codeChoice.signal.aborted && !wire.signal.aborted;
    if (!isByCode) return outcome;
  } finally {
    offer.dispose();
  }
  return byDeviceCode(attempt);
}

/** The pending sign-ins, by path and `state`: VS Code accepts one URI handler per extension. */
const waiting = new Map<string, (answer: URLSearchParams | undefined) => void>();
let handling: vscode.Disposable | undefined;

/** Waits for a redirect to VS Code's address. Any page can open that address: the handler drops unexpected calls. */
function openUri(redirectUri: string, { redirectPath }: Here): Loopback {
  let expected = "";
  return {
    redirectUri,
    receive: (state, signal) =>
      new Promise((resolve) => {
        expected = keyOf(uriPath + redirectPath, state);
        waiting.set(expected, resolve);
        handling ??= vscode.window.registerUriHandler({ handleUri });
        if (signal.aborted) resolve(undefined);
        signal.addEventListener("abort", () => resolve(undefined), { once: true });
      }),
    dispose() {
      waiting.delete(expected);
      if (waiting.size > 0) return;
      handling?.dispose();
      handling = undefined;
    },
  };
}

const keyOf = (path: string, state: string) => `${path} ${state}`;

function handleUri({ path, query }: vscode.Uri): void {
  // On the desktop VS Code has already decoded the query: a plus in it is a plus, not a space.
  const parameters = new URLSearchParams(query.replaceAll("+", "%2B"));
  const key = keyOf(path, parameters.get("state") ?? "");
  const answer = waiting.get(key);
  waiting.delete(key);
  answer?.(parameters);
}

/** Signs in by a code that the user enters in the browser, for a browser that cannot return to VS Code. */
async function byDeviceCode({ protocol, wire, request, here, tell, isNamedByUser }: Attempt): Outcome {
  const code = await protocol.deviceCode(wire, request);
  if (code.kind !== "ok") return code;
  const { userCode, address, isOwn } = code.value;
  const { host } = new URL(address);
  if (!isOwn && !isNamedByUser && !(await confirmCodePage(request.server.host, host))) return undefined;
  const message = vscode.l10n.t("Enter the code {0} at {1}.", userCode, host);
  const open = async () => {
    await vscode.env.clipboard.writeText(userCode);
    await here.open(address);
  };
  tell(message);
  const offer = offerStep(message, vscode.l10n.t("Copy Code and Open Browser"), "", () => void open());
  try {
    return await code.value.wait(wire, (milliseconds) => here.clock.wait(milliseconds, wire.signal));
  } finally {
    offer.dispose();
  }
}

/**
 * Warns that the server that issued a code gets the sign-in at the other host where the user enters the code (RFC 8628,
 * section 5.4).
 */
function confirmCodePage(issuer: string, page: string): Promise<boolean> {
  return confirm(
    vscode.l10n.t("{0} wants you to enter a code at another host, {1}.", issuer, page),
    vscode.l10n.t("Enter Code There"),
    vscode.l10n.t(
      "{0} then gets your sign-in at {1}. Go on only if both are your organisation's.",
      issuer,
      page,
    ),
  );
}

async function suggestToken({ request }: Attempt): Promise<undefined> {
  await showError(
    vscode.l10n.t(
      "{0} gives no codes for a sign-in from another machine. Sign in with an access token, or from VS Code on your own machine.",
      request.server.host,
    ),
  );
}

function pages() {
  return {
    done: vscode.l10n.t("You can close this window and go back to VS Code."),
    unknown: vscode.l10n.t("No sign-in waits for this. You can close this window."),
  };
}
