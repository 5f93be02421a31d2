import type { CredentialReading, CredentialScheme } from "./credential";
import { Credential, credentialIn, isTooLong, problemIn, refused, textOf } from "./credential";

const name = "bearer";

/** An access token that a person pastes (RFC 6750). */
export const bearer: CredentialScheme = {
  name,
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

/** People copy a token with the word before it, and with the line break after it. */
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
    super(name, "");
    this.#token = token;
  }

  override authorize(): Promise<string> {
    return Promise.resolve(`Bearer ${this.#token}`);
  }

  override fieldsToStore() {
    return { userName: "", secret: this.#token };
  }
}
