/** A way to authenticate that a server asks for. */
export interface Challenge {
  /** In lower case, for example `basic`. */
  readonly scheme: string;
  /** By name in lower case; without those of a challenge that is one token (`token68`). */
  readonly parameters: ReadonlyMap<string, string>;
}

const token = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
/**
 * A scheme with its first parameter, a further parameter, or what cannot be read. The spaces before it are taken as
 * a whole: shared out between those before and those after nothing, thousands of them would take their square.
 */
const part = new RegExp(
  `(?=(\\s*))\\1(?:(${token})(?:\\s+(?=[^\\s=,])|\\s*(?=,|$)))?(?:(${token})\\s*=\\s*(?:(${token})|"((?:[^"\\\\]|\\\\.)*)")|[0-9A-Za-z._~+/-]+=*)?\\s*(?:,|$)`,
  "y",
);

/** More than any server asks for. */
const mostParts = 50;

/**
 * Reads the header `WWW-Authenticate` (RFC 9110, section 11.6.1). Several such headers are one, joined by commas.
 *
 * @returns the challenges up to the first that is not well-formed; none without the header
 */
export function readChallenges(header: string | undefined): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  const text = header ?? "";
  part.lastIndex = 0;
  for (let count = 0; count < mostParts && part.lastIndex < text.length; count += 1) {
    const found = part.exec(text);
    if (found === null) break;
    const [, , scheme, name, plain, quoted] = found;
    if (scheme !== undefined) challenges.push({ scheme: scheme.toLowerCase(), parameters: new Map() });
    const value = plain ?? quoted?.replace(/\\(.)/g, "$1");
    if (name !== undefined && value !== undefined) {
      challenges.at(-1)?.parameters.set(name.toLowerCase(), value);
    }
  }
  return challenges;
}
