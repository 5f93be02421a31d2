import type { RegistryError } from "./registryError";

/**
 * What a question to the registry came to. `readAt`, in milliseconds since 1970, is when the
 * registry gave or last confirmed the value.
 */
export type Outcome<T> = { readonly kind: "ok"; readonly value: T; readonly readAt: number } | Failed;

export interface Failed {
  readonly kind: "failed";
  readonly error: RegistryError;
}

export function failed(error: RegistryError): Failed {
  return { kind: "failed", error };
}
