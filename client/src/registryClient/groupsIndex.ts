import { Turns } from "./jsonBody";
import type { GroupId, GroupListItem, GroupTypeId } from "./records";

/** The list of all groups, by what one asks of it. */
export interface GroupsIndex {
  readonly list: readonly GroupListItem[];
  readonly byId: Pick<LargeMap<GroupId, GroupListItem>, "get">;
  readonly countsByType: Pick<LargeMap<GroupTypeId, { readonly count: number }>, "get">;
}

const mostInPart = 2 ** 16;

/** A map in parts: a `Map` of hundreds of thousands moves all that it holds in one go each time that it grows. */
class LargeMap<Key, Value extends object> {
  /** The newest first. */
  readonly #parts: Map<Key, Value>[] = [];

  get(key: Key): Value | undefined {
    for (const part of this.#parts) {
      const value = part.get(key);
      if (value !== undefined) return value;
    }
    return undefined;
  }

  /** What was added last for a key counts. */
  add(key: Key, value: Value): void {
    const [newest] = this.#parts;
    if (newest !== undefined && newest.size < mostInPart) newest.set(key, value);
    else this.#parts.unshift(new Map([[key, value]]));
  }
}

/**
 * Indexes a list in turns of a few milliseconds, for it may be of hundreds of thousands of groups.
 *
 * @returns undefined where the signal was aborted meanwhile
 */
export async function indexGroups(
  list: readonly GroupListItem[],
  signal: AbortSignal,
): Promise<GroupsIndex | undefined> {
  const byId = new LargeMap<GroupId, GroupListItem>();
  const countsByType = new LargeMap<GroupTypeId, { count: number }>();
  const turns = new Turns();
  for (const group of list) {
    byId.add(group.groupId, group);
    const { groupTypeId: type } = group.groupType;
    const known = countsByType.get(type);
    if (known === undefined) countsByType.add(type, { count: 1 });
    else known.count += 1;
    if (!turns.isOver()) continue;
    await turns.giveWay(0);
    if (signal.aborted) return undefined;
  }
  return { list, byId, countsByType };
}
