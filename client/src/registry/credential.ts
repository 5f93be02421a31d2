/** How a credential is given (specification, section 5.2). */
export type CredentialScheme = "basic" | "bearer";

export type CredentialProblem =
  "userNameMissing" | "userNameHoldsColon" | "passwordMissing" | "tokenMissing" | "illegalCharacter";

export type CredentialReading =
  | { readonly kind: "credential"; readonly credential: Credential }
  | { readonly kind: "refused"; readonly problem: CredentialProblem };

/**
 * A user's secret. It leaves this object by two doors only: the header of a request, and the text
 * that the secret store keeps. Printing, inspecting, spreading or serialising it reveals nothing.
 */
export class Credential {
  readonly scheme: CredentialScheme;
  /** The name to show for it: the user name of Basic, "" for Bearer. */
  readonly userName: string;
  readonly #secret: string;

  private constructor(scheme: CredentialScheme, userName: string, secret: string) {
    this.scheme = scheme;
    this.userName = userName;
    this.#secret = secret;
  }

  /** RFC 7617: the user name holds no colon, and neither part a control character. */
  static basic(userName: string, password: string): CredentialReading {
    if (userName === "") return refused("userNameMissing");
    if (userName.includes(":")) return refused("userNameHoldsColon");
    if (password === "") return refused("passwordMissing");
    if (/\p{Cc}/u.test(userName + password)) return refused("illegalCharacter");
    return { kind: "credential", credential: new Credential("basic", userName, password) };
  }

  /** RFC 6750: a token is visible ASCII without spaces. */
  static bearer(token: string): CredentialReading {
    if (token === "") return refused("tokenMissing");
    if (!/^[\x21-\x7e]+$/.test(token)) return refused("illegalCharacter");
    return { kind: "credential", credential: new Credential("bearer", "", token) };
  }

  /** The value of the `Authorization` header. For the guarded request only. */
  authorization(): string {
    if (this.scheme === "bearer") return `Bearer ${this.#secret}`;
    const bytes = new TextEncoder().encode(`${this.userName}:${this.#secret}`);
    return `Basic ${btoa(String.fromCharCode(...bytes))}`;
  }

  /** The secret in clear. For the secret store only. */
  secretToStore(): string {
    return this.#secret;
  }

  equals(other: Credential | undefined): boolean {
    return (
      other?.scheme === this.scheme && other.userName === this.userName && other.#secret === this.#secret
    );
  }

  toString(): string {
    return `[${this.scheme} credential]`;
  }

  toJSON(): string {
    return this.toString();
  }
}

function refused(problem: CredentialProblem): CredentialReading {
  return { kind: "refused", problem };
}
