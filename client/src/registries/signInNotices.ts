import * as vscode from "vscode";
import { displayText } from "../platform/displayText";
import type { DisposableLike } from "../platform/disposable";
import { showInformation, showWarning } from "../platform/messages";
import type { RegistryAddress } from "../registryClient/registryAddress";
import type { PinStore } from "./pins";
import type { Place } from "./place";
import type { Registries } from "./registries";
import type { Registry } from "./registry";

/**
 * Says once that a registry no longer accepts a sign-in, and offers to sign in again.
 *
 * @param notes where it is noted at which server somebody signed in
 */
export function noticeRejections(registries: Registries, notes: Pick<PinStore, "get">): DisposableLike {
  return registries.onDidChange((change) => {
    if (change.kind !== "account" || change.account.kind !== "rejected") return;
    const { registry, account } = change;
    const isAtIssuer = account.account.scheme === "oauth";
    const issuer = isAtIssuer ? issuerIn(notes.get(signInPlaceKey(registry.client.address))) : undefined;
    void notice(registry, change.account.credential, issuer);
  });
}

async function notice(
  { name, client }: Registry,
  credential: "refused" | "expired",
  issuer: string | undefined,
): Promise<void> {
  const signIn = vscode.l10n.t("Sign In");
  const message = issuer
    ? vscode.l10n.t("Your sign-in to {0} by {1} has ended.", name, issuer)
    : credential === "expired"
      ? vscode.l10n.t(
          "Your access token for {0} has expired or was withdrawn. What needs none can still be read.",
          name,
        )
      : vscode.l10n.t("{0} no longer accepts your sign-in. What needs none can still be read.", name);
  const chosen = await showWarning(message, signIn);
  if (chosen === signIn) await vscode.commands.executeCommand("analysesRegistry.signIn", client.address);
}

/** The host where somebody signed in to a registry, as it was noted. */
function issuerIn(note: unknown): string | undefined {
  if (typeof note !== "object" || note === null || !("issuer" in note)) return undefined;
  const { issuer } = note;
  return typeof issuer === "string" && URL.canParse(issuer) ? new URL(issuer).host : undefined;
}

/** One note for each registry, so that windows that note something at the same time lose nothing. */
const keyOf = (address: RegistryAddress) => `signedIn:${address}`;

/**
 * Some hosts of VS Code keep secrets only for the session. Notes which registries were signed in, never
 * the credentials, and says so once when a stored sign-in is gone at the next start.
 *
 * @param restored resolves once the stored sign-ins have been taken into use
 * @param place where a sign-in may not be used, nothing is known of it
 */
export function noticeLostSignIns(
  registries: Registries,
  notes: Pick<PinStore, "get" | "update">,
  restored: Promise<void>,
  place: Pick<Place, "mayUse">,
): DisposableLike {
  const isNoted = (address: RegistryAddress) => notes.get(keyOf(address)) === true;
  const note = (address: RegistryAddress, isSignedIn: boolean) => {
    if (isNoted(address) !== isSignedIn) void notes.update(keyOf(address), isSignedIn ? true : undefined);
  };
  void restored.then(async () => {
    for (const { name, client, store } of registries.all) {
      if (!isNoted(client.address) || store.account.kind !== "signedOut") continue;
      if (!(await place.mayUse(client.address))) continue;
      note(client.address, false);
      void showInformation(
        vscode.l10n.t(
          "You are no longer signed in to {0}: VS Code keeps secrets only for the session here. Sign in again to read what needs it.",
          displayText(name),
        ),
      );
    }
  });
  return registries.onDidChange((change) => {
    if (change.kind === "account") note(change.registry.client.address, change.account.kind !== "signedOut");
  });
}

/** Where it was agreed that one signs in to a registry, and as which client: no secret. */
export const signInPlaceKey = (address: RegistryAddress) => `signInAt:${address}`;

/** Forgets that a registry was signed in, and where, for one that the user removes. */
export async function forgetSignInNote(
  notes: Pick<PinStore, "update">,
  address: RegistryAddress,
): Promise<void> {
  await notes.update(keyOf(address), undefined);
  await notes.update(signInPlaceKey(address), undefined);
}
