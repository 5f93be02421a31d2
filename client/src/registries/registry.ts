import type { RegistryClient } from "../registry/registryClient";
import type { GroupFacts } from "./groupFacts";
import type { Pins } from "./pins";
import type { RecentRecords } from "./recentRecords";

/** A registry of the settings: what the user calls it, and the client that talks to it. */
export interface Registry {
  readonly name: string;
  readonly client: RegistryClient;
  readonly groupFacts: GroupFacts;
  readonly pins: Pins;
  readonly recent: RecentRecords;
}
