import type { Account } from "./account";
import { Credential } from "./credential";
import { userId } from "./ids";

/** A credential that a registry accepted, and whom it belongs to. */
export interface StoredAccount {
  readonly account: Account;
  readonly credential: Credential;
}

/** The text that the secret store keeps. */
export function writeStoredAccount({ account, credential }: StoredAccount): string {
  const { scheme, userName } = credential;
  return JSON.stringify({ account, scheme, userName, secret: credential.secretToStore() });
}

/** Undefined for what this version did not write. */
export function readStoredAccount(text: string): StoredAccount | undefined {
  const stored = fieldsOf(parsed(text));
  const account = fieldsOf(stored.account);
  const reading =
    stored.scheme === "basic"
      ? Credential.basic(textOf(stored.userName), textOf(stored.secret))
      : Credential.bearer(textOf(stored.secret));
  if (reading.kind === "refused") return undefined;
  const { credential } = reading;
  return {
    credential,
    account: {
      userId: userId(textOf(account.userId)),
      userName: textOf(account.userName),
      name: textOf(account.name),
      scheme: credential.scheme,
    },
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function fieldsOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value : "";
}
