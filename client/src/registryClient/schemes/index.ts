import { basic, bearer } from "./typedCredentials";
import type { Challenge, Credential, CredentialScheme, StoredFields } from "./credential";
import { oauth } from "./oauth";

/** The sign-in methods, in their order for a registry that sends no known challenge. */
const credentialSchemes: readonly CredentialScheme[] = [oauth, basic, bearer];

/** Reads a credential from stored fields; undefined if no scheme can read them. */
export function readCredential(stored: StoredFields): Credential | undefined {
  return credentialSchemes.find(({ name }) => name === stored.scheme)?.read(stored);
}

/** A sign-in method that the user can choose. */
export interface SchemeChoice {
  readonly scheme: CredentialScheme;
  /** Whether the registry's challenges name other methods, but not this one. */
  readonly isUnusual: boolean;
}

/**
 * The sign-in methods, the likeliest first: the one used before, unless the challenges name only others; then the
 * browser; then the others in the order of the challenges.
 *
 * @param challenges of the registry; empty if it sent none
 * @param before the scheme of an earlier sign-in
 * @param hasIssuer whether the settings name the issuer or provider for a sign-in with a browser
 */
export function schemeChoices(
  challenges: readonly Challenge[],
  before: string | undefined,
  hasIssuer = false,
): readonly SchemeChoice[] {
  const isKnown = challenges.some((challenge) => credentialSchemes.some(({ answers }) => answers(challenge)));
  // Also offered after an earlier sign-in with a browser, if the registry was too slow to send challenges.
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
