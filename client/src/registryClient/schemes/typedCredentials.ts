import type { Challenge, CredentialReading, CredentialScheme } from "./credential";
import type { Translate } from "../registryError";
import { textOf } from "@analyses/protocol/message";
import { Credential, credentialIn, isTooLong, problemIn, refused } from "./credential";

// The sign-in methods with a typed or pasted secret. None of them renews it.

/** User name and password (RFC 7617). */
export const basic: CredentialScheme = {
  name: "basic",
  label: (translate) => translate("User name and password"),
  detail: (translate) => translate("HTTP Basic authentication"),
  answers: ({ scheme }) => scheme === "basic",
  ask: async ({ host, userNameBefore, isAgain, translate, ask }) => {
    // Somebody who types the password at once must not type it in an unmasked box.
    const userName = isAgain
      ? userNameBefore
      : await ask({
          prompt: translate("User name at {0}", host),
          value: userNameBefore,
          isSecret: false,
          check: (text) => problemIn(basicCredential(text, "x")),
        });
    if (userName === undefined) return undefined;
    const password = await ask({
      prompt: translate("Password of {0} at {1}", userName, host),
      isSecret: true,
      check: (text) => problemIn(basicCredential(userName, text)),
    });
    return password === undefined ? undefined : credentialIn(basicCredential(userName, password));
  },
  read: ({ userName, secret }) => credentialIn(basicCredential(textOf(userName), textOf(secret))),
};

/** Refuses a colon in the user name, and control characters (RFC 7617, section 2). */
export function basicCredential(userName: string, password: string): CredentialReading {
  if (userName === "") return refused("userNameMissing");
  if (userName.includes(":")) return refused("userNameHoldsColon");
  if (password === "") return refused("passwordMissing");
  if (isTooLong(userName + password)) return refused("tooLong");
  // A lone surrogate has no UTF-8 encoding: `TextEncoder` would replace it.
  if (/[\p{Cc}\p{Cs}]/u.test(userName + password)) return refused("illegalCharacter");
  return { kind: "credential", credential: new BasicCredential(userName, password) };
}

class BasicCredential extends Credential {
  readonly #password: string;

  constructor(userName: string, password: string) {
    super("basic", userName);
    this.#password = password;
  }

  override authorize(): Promise<string> {
    // NFC, as in RFC 7617, section 2.1: keyboards of some systems write "e" and its accent as two characters.
    const pair = `${this.userName}:${this.#password}`.normalize("NFC");
    const bytes = new TextEncoder().encode(pair);
    return Promise.resolve(`Basic ${btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""))}`);
  }

  /**
   * UTF-8 is the only encoding that a registry can announce (RFC 7617, section 2.1). One that announces none may decode
   * non-ASCII characters in any. The client does not try another encoding: each wrong password counts.
   */
  override mayBeMisread(challenges: readonly Challenge[]): boolean {
    const saysUtf8 = challenges.some(
      (challenge) =>
        basic.answers(challenge) && challenge.parameters.get("charset")?.toLowerCase() === "utf-8",
    );
    return !saysUtf8 && /[^\x20-\x7e]/.test(this.userName + this.#password);
  }

  override describe(translate: Translate): string {
    return translate("With your user name.");
  }

  override fieldsToStore() {
    return { userName: this.userName, secret: this.#password };
  }
}

/** An access token that a person pastes (RFC 6750). */
export const bearer: CredentialScheme = {
  name: "bearer",
  label: (translate) => translate("Access token"),
  detail: (translate) => translate("OAuth 2.0 Bearer authentication"),
  answers: ({ scheme }) => scheme === "bearer",
  ask: async ({ host, translate, ask }) => {
    const token = await ask({
      prompt: translate("Access token for {0}", host),
      isSecret: true,
      check: (text) => problemIn(bearerCredential(trimmed(text))),
    });
    return token === undefined ? undefined : credentialIn(bearerCredential(trimmed(token)));
  },
  read: ({ secret }) => credentialIn(bearerCredential(textOf(secret))),
};

/** Removes the word `Bearer` and the line break, which people copy with the token. */
function trimmed(text: string): string {
  return text.trim().replace(/^Bearer(\s+|$)/i, "");
}

/** A token is visible ASCII without spaces (RFC 6750, section 2.1). */
export function bearerCredential(token: string): CredentialReading {
  if (token === "") return refused("tokenMissing");
  if (isTooLong(token)) return refused("tooLong");
  if (!/^[\x21-\x7e]+$/.test(token)) return refused("illegalCharacter");
  return { kind: "credential", credential: new BearerCredential(token) };
}

class BearerCredential extends Credential {
  readonly #token: string;

  constructor(token: string) {
    super("bearer", "");
    this.#token = token;
  }

  override authorize(): Promise<string> {
    return Promise.resolve(`Bearer ${this.#token}`);
  }

  override describe(translate: Translate): string {
    return translate("With an access token that was pasted. Until when it holds is not known.");
  }

  override fieldsToStore() {
    return { userName: "", secret: this.#token };
  }
}
