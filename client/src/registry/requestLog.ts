import type { RegistryAddress } from "./registryAddress";
import type { RegistryError } from "./registryError";

/** What may be known of a request afterwards: never a header, never a body. */
export interface RequestLogEntry {
  readonly address: RegistryAddress;
  readonly path: string;
  /** The HTTP status, or how the request failed. */
  readonly result: number | RegistryError["kind"];
  readonly milliseconds: number;
}

export interface RequestLog {
  add(entry: RequestLogEntry): void;
}
