import { basic, bearer } from "./typedCredentials";
import type { Challenge, Credential, CredentialScheme, StoredFields } from "./credential";
import { oauth } from "./oauth";

/** The ways to sign in, in the order in which they are offered where a registry does not say. */
const credentialSchemes: readonly CredentialScheme[] = [oauth, basic, bearer];

/** Reads a credential from the secret store; undefined for what this version did not write. */
export function readCredential(stored: StoredFields): Credential | undefined {
  return credentialSchemes.find(({ name }) => name === stored.scheme)?.read(stored);
}

/** A way to sign in, as a person chooses it. */
export interface SchemeChoice {
  readonly scheme: CredentialScheme;
  /** Whether the registry says how one signs in, and not in this way. */
  readonly isUnusual: boolean;
}

/**
 * The ways to sign in, the likeliest first: those that the registry asks for, in its order, and of these the one that
 * was used before.
 *
 * @param challenges of the registry; empty where it does not say
 * @param before the scheme of a sign-in before
 * @param hasIssuer whether it is known where one signs in with a browser; else that is offered where the registry says
 */
export function schemeChoices(
  challenges: readonly Challenge[],
  before: string | undefined,
  hasIssuer = false,
): readonly SchemeChoice[] {
  const isKnown = challenges.some((challenge) => credentialSchemes.some(({ answers }) => answers(challenge)));
  // A registry that does not say so now, as it is slow, is asked once more by who signed in like that before.
  const mayBeOffered = challenges.some(oauth.answers) || (challenges.length === 0 && before === oauth.name);
  const placeOf = (scheme: CredentialScheme) => {
    const index = challenges.findIndex(scheme.answers);
    if (scheme.name === before && (index >= 0 || !isKnown)) return -2;
    if (scheme === oauth) return -1;
    return isKnown && index < 0 ? Infinity : index;
  };
  return credentialSchemes
    .filter((scheme) => scheme !== oauth || hasIssuer || mayBeOffered)
    .map((scheme) => ({ scheme, place: placeOf(scheme) }))
    .sort((a, b) => (a.place === b.place ? 0 : a.place - b.place))
    .map(({ scheme, place }) => ({ scheme, isUnusual: place === Infinity }));
}
