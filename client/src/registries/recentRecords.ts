import type { RegistryReference } from "../../../protocol/src/references";

/** How many records are remembered. */
const limit = 50;

type RecordName = Pick<RegistryReference, "kind" | "id">;

/** The groups and people of one registry that were last looked at, in memory only. */
export class RecentRecords {
  private names: readonly RecordName[] = [];

  /** The latest first. */
  get all(): readonly RecordName[] {
    return this.names;
  }

  has({ kind, id }: RecordName): boolean {
    return this.names.some((name) => name.kind === kind && name.id === id);
  }

  add({ kind, id }: RecordName): void {
    const others = this.names.filter((name) => name.kind !== kind || name.id !== id);
    this.names = [{ kind, id }, ...others].slice(0, limit);
  }

  clear(): void {
    this.names = [];
  }
}
