declare const addressKind: unique symbol;

/**
 * The `{base_url}` of a registry: https, without credentials, query, fragment or trailing slash,
 * scheme and host in lower case. Keys and comparisons use only this form.
 */
export type RegistryAddress = string & { readonly [addressKind]: "registry" };

export type AddressProblem = "notAnAddress" | "notSecure" | "holdsCredentials" | "holdsQueryOrFragment";

type AddressReading =
  | { readonly kind: "address"; readonly address: RegistryAddress }
  | { readonly kind: "refused"; readonly problem: AddressProblem };

/** The path after the base URL in an endpoint's address: users copy such addresses from a browser. */
const endpointPath = /\/rest(\/((people|users|groups|groupTypes)(\/[^/]*)?)?)?\/*$/;

/** Parses a base URL, or the address of an endpoint below it, from user input or a setting. */
export function readRegistryAddress(text: string): AddressReading {
  const trimmed = text.trim();
  if (!URL.canParse(trimmed)) return refused("notAnAddress");
  const url = new URL(trimmed);
  if (url.protocol === "http:") return refused("notSecure");
  if (url.protocol !== "https:") return refused("notAnAddress");
  if (url.username !== "" || url.password !== "") return refused("holdsCredentials");
  if (/[?#]/.test(url.href)) return refused("holdsQueryOrFragment");
  const path = url.pathname.replace(endpointPath, "").replace(/\/+$/, "");
  return { kind: "address", address: `${url.origin}${path}` as RegistryAddress };
}

/** Completes a typed address: puts https:// before a bare host, as browsers show it. */
export function typedAddress(text: string): string {
  return text.trim().replace(/^[\w-]+(?:\.[\w-]+)+(?::\d+)?(?=\/|$)/, "https://$&");
}

function refused(problem: AddressProblem): AddressReading {
  return { kind: "refused", problem };
}

/** The registry's host, or its whole address if another registry has the same host. */
export function placeApart(address: RegistryAddress, all: readonly RegistryAddress[]): string {
  const { host } = new URL(address);
  return all.some((other) => other !== address && new URL(other).host === host) ? address : host;
}

/**
 * Unambiguous names of registries: the user's names, with the address if several have the same name.
 *
 * @param names as in the settings
 */
export function namesApart(
  names: ReadonlyMap<RegistryAddress, string>,
): ReadonlyMap<RegistryAddress, string> {
  const counts = new Map<string, number>();
  for (const name of names.values()) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map(
    [...names].map(([address, name]) => [
      address,
      (counts.get(name) ?? 0) > 1 ? `${name} (${address})` : name,
    ]),
  );
}
