/** What an `Authorization` header says. `none`: there is no header. `unreadable`: it is of no form known here. */
export type Authorization =
  | { readonly kind: "none" }
  | { readonly kind: "basic"; readonly userName: string; readonly password: string }
  | { readonly kind: "bearer"; readonly token: string }
  | { readonly kind: "unreadable" };

/** Reads an `Authorization` header: Basic (RFC 7617, UTF-8) or Bearer (RFC 6750). Scheme names have no case. */
export function readAuthorization(header: string | undefined): Authorization {
  if (header === undefined) return { kind: "none" };
  const [, scheme, value] = /^([A-Za-z]+) +([0-9A-Za-z\-._~+/]+=*)$/.exec(header) ?? [];
  if (value === undefined) return { kind: "unreadable" };
  switch (scheme?.toLowerCase()) {
    case "basic":
      return readBasic(value);
    case "bearer":
      return { kind: "bearer", token: value };
    default:
      return { kind: "unreadable" };
  }
}

function readBasic(value: string): Authorization {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(Buffer.from(value, "base64"));
    const colon = text.indexOf(":");
    if (colon === -1) return { kind: "unreadable" };
    return { kind: "basic", userName: text.slice(0, colon), password: text.slice(colon + 1) };
  } catch {
    return { kind: "unreadable" };
  }
}
