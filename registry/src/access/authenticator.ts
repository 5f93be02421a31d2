import { createHmac, randomBytes } from "node:crypto";
import type { Account } from "./accounts";
import { readAuthorization } from "./authorization";
import { isPassword, isToken } from "./secrets";

/** The account whose credentials a request carries, or why there is none. */
export type Authentication =
  | { readonly kind: "account"; readonly account: Account }
  | { readonly kind: "missing" }
  | { readonly kind: "incorrect"; readonly scheme: "basic" | "bearer" | "unknown" };

/** What an unknown user's password is compared with: the answer takes as long as a known user's. */
const nobody = { salt: "AAAAAAAAAAAAAAAAAAAAAA", hash: "A".repeat(43) };

const rememberedAtMost = 100;

export class Authenticator {
  readonly #accounts: readonly Account[];
  readonly #key = randomBytes(32);
  /** Passwords that were right, as keyed hashes: a client sends its own with every request. */
  readonly #remembered = new Map<string, Account>();

  constructor(accounts: readonly Account[]) {
    this.#accounts = accounts;
  }

  /** @param header the request's `Authorization` header */
  async authenticate(header: string | undefined): Promise<Authentication> {
    const authorization = readAuthorization(header);
    switch (authorization.kind) {
      case "none":
        return { kind: "missing" };
      case "unreadable":
        return { kind: "incorrect", scheme: "unknown" };
      case "bearer": {
        const account = this.#accounts.find(({ token }) => isToken(authorization.token, token));
        return account === undefined ? { kind: "incorrect", scheme: "bearer" } : { kind: "account", account };
      }
      case "basic": {
        const account = await this.#basic(authorization.userName, authorization.password);
        return account === undefined ? { kind: "incorrect", scheme: "basic" } : { kind: "account", account };
      }
    }
  }

  async #basic(userName: string, password: string): Promise<Account | undefined> {
    const credentials = JSON.stringify([userName, password]);
    const remembered = createHmac("sha256", this.#key).update(credentials).digest("base64url");
    const known = this.#remembered.get(remembered);
    if (known !== undefined) return known;
    const account = this.#accounts.find((candidate) => candidate.userName === userName);
    const isRight = await isPassword(password, account?.password ?? nobody);
    if (account === undefined || !isRight) return undefined;
    if (this.#remembered.size >= rememberedAtMost) this.#remembered.clear();
    this.#remembered.set(remembered, account);
    return account;
  }
}
