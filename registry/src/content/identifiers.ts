/**
 * Whether a text can be an identifier here. The specification shows identifiers that look like numbers and
 * long alphanumeric ones (section 2); this registry has no others, and takes any other for bad syntax (400).
 */
export function isIdentifier(text: string): boolean {
  return /^[0-9A-Za-z]{1,128}$/.test(text);
}

/** Stands for the caller in `people/me` and `users/me` (section 4): no record may have it as identifier. */
export const me = "me";
