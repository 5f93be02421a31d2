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

/** What a reference means where `base` holds (RFC 3986, section 5); undefined if it means nothing. */
export function resolveAddress(base: string, address: string): string | undefined {
  if (address === "") return base;
  try {
    return new URL(address, base).href;
  } catch {
    return undefined;
  }
}

/** The one way to write an address, so that two can be compared; what is no address stays as it is. */
export function canonical(address: string): string {
  return parsed(address)?.toString() ?? address;
}

function parsed(address: string): URI | undefined {
  try {
    return URI.parse(address);
  } catch {
    // For example `file:////host`, which has no host and a path that begins with two slashes.
    return undefined;
  }
}

/**
 * Where a file lies beside another, if their addresses by `$id` lie like that.
 *
 * @param wanted the address to find a file for
 * @param id the address of a schema by its own `$id`
 * @param file the file that it was read from
 */
export function besideFile(wanted: string, id: string, file: string): string | undefined {
  if (!URL.canParse(wanted) || !URL.canParse(id)) return undefined;
  const [target, own] = [new URL(wanted), new URL(id)];
  if (target.protocol !== own.protocol || target.host !== own.host || target.search !== "") return undefined;
  const targetPath = target.pathname.split("/");
  const ownPath = own.pathname.split("/");
  if (targetPath.length < 2 || ownPath.length < 2) return undefined;
  let shared = 0;
  while (shared < ownPath.length - 1 && targetPath[shared] === ownPath[shared]) shared++;
  const way = [...ownPath.slice(shared, -1).map(() => ".."), ...targetPath.slice(shared)];
  return resolveAddress(file, `./${way.join("/")}`);
}

/** Where the files of this machine's own disks are, as {@link hostOf} says it. */
export const thisMachine = "file://";

/**
 * Where reading an address leads, as `scheme://host`, decided by what the system would open: on Windows, merely
 * opening `file:///%5Chost/share` sends a sign-in to that host.
 *
 * @returns undefined for a web address, for what is no address, and for a path that hides where it leads
 */
export function hostOf(address: string): string | undefined {
  const uri = parsed(address);
  if (uri === undefined || isWeb(uri.scheme)) return undefined;
  if (uri.scheme === "file" && uri.authority === "" && namesHostOrDevice(uri.path)) return undefined;
  return `${uri.scheme}://${uri.authority}`;
}

/** Whether Windows takes a path for one of another computer or of a device, such as `/\\host/share` or `/??/UNC/host`. */
function namesHostOrDevice(path: string): boolean {
  return /^[\\/](?:[\\/]|\?\?)/.test(path);
}

/**
 * Whether a file may be read for the sake of another: nothing of another host, because asking for it
 * would be a request through the network, even by a `file:` address.
 */
export function isOfSameHost(address: string, other: string): boolean {
  const host = hostOf(address);
  return host !== undefined && host === hostOf(other);
}

/** Whether an address is one of a file, not a name (RFC 8141) or what stands for a bundled schema. */
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
