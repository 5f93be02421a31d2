import type { RegistryRecordKind } from "../../../protocol/src/references";
import { readRegistryLink, writeRegistryLink } from "../../../protocol/src/references";
import type { Registry } from "./registry";

/** A record with the link that its registry gives it, which is data and may be anything. */
interface LinkedRecord {
  readonly kind: RegistryRecordKind;
  readonly id: string;
  readonly link: string;
}

/**
 * The link of a record as it may be inserted, copied and opened: the one that the registry gives, where it is of the
 * form that links have and names this very record (specification, section 9), else the one that its identifier makes.
 * Empty for an identifier that no link can hold.
 */
export function recordLink({ client }: Registry, { kind, id, link }: LinkedRecord): string {
  const read = readRegistryLink(link);
  if (read?.kind === kind && read.id === id) return link;
  return writeRegistryLink({ baseUrl: client.address, kind, id }) ?? "";
}
