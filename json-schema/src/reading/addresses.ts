import { URI } from "vscode-uri";

/** The two parts of a reference (RFC 3986, section 3.5), the fragment decoded. */
interface ReferenceParts {
  readonly address: string;
  readonly fragment: string;
}

export function partsOf(reference: string): ReferenceParts {
  const at = reference.indexOf("#");
  if (at === -1) return { address: reference, fragment: "" };
  return { address: reference.slice(0, at), fragment: decode(reference.slice(at + 1)) };
}

/** Resolves a reference against `base` (RFC 3986, section 5); undefined if it is invalid. */
export function resolveAddress(base: string, address: string): string | undefined {
  if (address === "") return base;
  try {
    return new URL(address, base).href;
  } catch {
    return undefined;
  }
}

/** Normalizes an address for comparison; returns invalid addresses unchanged. */
export function canonical(address: string): string {
  return parsed(address)?.toString() ?? address;
}

function parsed(address: string): URI | undefined {
  try {
    return URI.parse(address);
  } catch {
    // The parser rejects addresses such as `file:////host`, with a path of two leading slashes but no host.
    return undefined;
  }
}

/**
 * Returns where a file is if two files lie to each other as their `$id` addresses do.
 *
 * @param wanted the address to find a file for
 * @param id the `$id` address of a schema
 * @param file the file of that schema
 */
export function inFolderOf(wanted: string, id: string, file: string): string | undefined {
  if (!URL.canParse(wanted) || !URL.canParse(id)) return undefined;
  const [target, own] = [new URL(wanted), new URL(id)];
  if (target.protocol !== own.protocol || target.host !== own.host || target.search !== "") return undefined;
  const targetPath = target.pathname.split("/");
  const ownPath = own.pathname.split("/");
  if (targetPath.length < 2 || ownPath.length < 2) return undefined;
  let shared = 0;
  while (shared < ownPath.length - 1 && targetPath[shared] === ownPath[shared]) shared++;
  const path = [...ownPath.slice(shared, -1).map(() => ".."), ...targetPath.slice(shared)];
  return resolveAddress(file, `./${path.join("/")}`);
}

/** The result of {@link hostOf} for files on this machine's disks. */
export const thisMachine = "file://";

/**
 * Returns the `scheme://host` that reading an address would contact, by the path that the system would open: on
 * Windows, merely opening `file:///%5Chost/share` sends credentials to that host.
 *
 * @returns undefined for a web address, an invalid address, and a path that hides its host
 */
export function hostOf(address: string): string | undefined {
  const uri = parsed(address);
  if (uri === undefined || isWeb(uri.scheme)) return undefined;
  if (uri.scheme === "file" && uri.authority === "" && namesHostOrDevice(uri.path)) return undefined;
  return `${uri.scheme}://${uri.authority}`;
}

/** Whether Windows interprets a path as a remote or a device path, such as `/\\host/share` or `/??/UNC/host`. */
function namesHostOrDevice(path: string): boolean {
  return /^[\\/](?:[\\/]|\?\?)/.test(path);
}

/**
 * Whether two addresses have the same host. A file must not cause a read from another host, because that is a
 * network request, even for a `file:` address.
 */
export function isOfSameHost(address: string, other: string): boolean {
  const host = hostOf(address);
  return host !== undefined && host === hostOf(other);
}

/** Whether an address has a path, as a file has: not a URN (RFC 8141) or the address of a bundled schema. */
export function isFileAddress(address: string): boolean {
  return parsed(address)?.path.startsWith("/") ?? false;
}

export function isWeb(scheme: string): boolean {
  return /^(https?|ftp|wss?)$/i.test(scheme);
}

function decode(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
