import { listOf, property } from "../json/read";

/** What a process of `readGroups.ts` tells about the list of groups. Times are milliseconds. */
export interface GroupsReading {
  /** Until the list was there, parsed; with the client library, checked too. */
  readonly fetched: number;
  readonly count: number;
  readonly lastId: string;
}

/** How much more memory a process has than before it began to read: bytes. */
export interface Memory {
  /** What the system gives it. */
  readonly resident: number;
  /** What is still needed after a garbage collection. */
  readonly kept: number;
}

/** What it tells when it read with the client library. */
export interface GroupsUse extends GroupsReading {
  /** From the list until any group is found by its identifier and any type's groups are. */
  readonly indexed: number;
  /** From the list until the rows that the tree shows first are known. */
  readonly firstRows: number;
  /** The largest of those rows opened. */
  readonly rowOpened: number;
  /** Making groups searchable. */
  readonly searchMade: number;
  readonly keystrokes: readonly number[];
  /** What was typed in full without its group being the first match. */
  readonly notFound: readonly string[];
  /** With the list read, indexed and shown. */
  readonly memoryOfTree: Memory;
  /** With groups searched, too. */
  readonly memoryOfAll: Memory;
}

export function groupsReading(value: unknown): GroupsReading {
  return {
    fetched: Number(property(value, "fetched")),
    count: Number(property(value, "count")),
    lastId: String(property(value, "lastId")),
  };
}

export function groupsUse(value: unknown): GroupsUse {
  return {
    ...groupsReading(value),
    indexed: Number(property(value, "indexed")),
    firstRows: Number(property(value, "firstRows")),
    rowOpened: Number(property(value, "rowOpened")),
    searchMade: Number(property(value, "searchMade")),
    keystrokes: listOf(property(value, "keystrokes")).map(Number),
    notFound: listOf(property(value, "notFound")).map(String),
    memoryOfTree: memory(property(value, "memoryOfTree")),
    memoryOfAll: memory(property(value, "memoryOfAll")),
  };
}

function memory(value: unknown): Memory {
  return { resident: Number(property(value, "resident")), kept: Number(property(value, "kept")) };
}
