import type { Pins } from "../registries/pins";
import type { DocumentReference } from "../registry/records";
import type { RegistryRecord } from "./records";

/**
 * The words by which menus know what a record's row can do: `record`, `reference` for what documents refer
 * to, `id`, `link` and `web` for what to copy and to open, `pinned` or `unpinned`.
 */
export function recordContext(record: RegistryRecord, pins: Pins): string {
  const { kind, id } = record;
  const words = [kind, "record", "id", ...linkContext(record.link)];
  if (kind === "group" || kind === "person") {
    words.push("reference", pins.has({ kind, id }) ? "pinned" : "unpinned");
  }
  if (kind !== "user") words.push("refreshable");
  return words.join(" ");
}

/** The words for a document's row. */
export function documentContext(kind: string, { documentPK, link }: DocumentReference): string {
  return [kind, ...(documentPK === "" ? [] : ["id"]), ...linkContext(link)].join(" ");
}

/** The words for a link: only https addresses are opened. */
function linkContext(link: string): readonly string[] {
  if (link === "") return [];
  return /^https:\/\//i.test(link) ? ["link", "web"] : ["link"];
}
