import type { Transport } from "../transport";

/**
 * Whether a host may be anywhere in the Internet, and not in a network of its own, by its name or address alone.
 *
 * @param host as `URL.hostname` has it, or an address as a resolver gives it
 */
export function isPublic(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  if (name.includes(":")) return isPublicIPv6(name);
  const isIPv4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(name);
  return isIPv4 ? !inner.some((range) => range.test(name)) : !innerNames.test(name);
}

/** Names that no resolver of the Internet knows (RFC 6761, 6762, 8375), or that have one part only. */
const innerNames = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/;

/** The ranges of IPv4 that lead nowhere in the Internet (RFC 6890), and those for groups. */
const inner: readonly RegExp[] = [
  /^(0|10|127)\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.(168|0\.0)\./,
  /^198\.1[89]\./,
  /^(22[4-9]|2[3-5]\d)\./,
];

/** 2000::/3 is all that is assigned (RFC 4291, section 2.4); 2002::/16 stands for an address of IPv4. */
function isPublicIPv6(address: string): boolean {
  return /^[23][0-9a-f]{3}:/.test(address) && !address.startsWith("2002:");
}

/**
 * Whether a host may be sent something on a registry's word: one in the Internet may, and where the registry is in an
 * inner network, all there. So no registry of the Internet reaches into the network of whoever reads it.
 *
 * @param registry the host that names it
 */
export async function mayLeadTo(
  hostname: string,
  registry: string,
  { addressesOf }: Pick<Transport, "addressesOf">,
): Promise<boolean> {
  const isInTheInternet = async (host: string) =>
    isPublic(host) && ((await addressesOf?.(host)) ?? []).every(isPublic);
  return hostname === registry || (await isInTheInternet(hostname)) || !(await isInTheInternet(registry));
}
