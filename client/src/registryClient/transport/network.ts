import type { Transport } from "../transport";

/**
 * Whether a host may be in the Internet, not in an inner network, by its name or address alone.
 *
 * @param host a `URL.hostname`, or an address from a resolver
 */
export function isPublic(host: string): boolean {
  const name = host.replace(/^\[|\]$|\.$/g, "").toLowerCase();
  if (name.includes(":")) return isPublicIPv6(name);
  const isIPv4 = /^\d{1,3}(\.\d{1,3}){3}$/.test(name);
  return isIPv4 ? !inner.some((range) => range.test(name)) : !innerNames.test(name);
}

/** Names that the public DNS does not resolve (RFC 6761, 6762, 8375), or of one label only. */
const innerNames = /^[^.]*$|(^|\.)(localhost|local|internal|home\.arpa)$/;

/** IPv4 ranges that the Internet does not route (RFC 6890), and multicast. */
const inner: readonly RegExp[] = [
  /^(0|10|127)\./,
  /^100\.(6[4-9]|[7-9]\d|1[01]\d|12[0-7])\./,
  /^169\.254\./,
  /^172\.(1[6-9]|2\d|3[01])\./,
  /^192\.(168|0\.0)\./,
  /^198\.1[89]\./,
  /^(22[4-9]|2[3-5]\d)\./,
];

/** 2000::/3 is all that is assigned (RFC 4291, section 2.4); 2002::/16 embeds an IPv4 address. */
function isPublicIPv6(address: string): boolean {
  return /^[23][0-9a-f]{3}:/.test(address) && !address.startsWith("2002:");
}

/**
 * Whether the client may send requests to a host that a registry names: to any host in the Internet, and to every host
 * if the registry is in an inner network. So no registry in the Internet reaches into the user's inner network.
 *
 * @param registry the host of the registry
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
