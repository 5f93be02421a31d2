import type { Group, GroupType, Person, User } from "../../../schemas/generated/registry";
import { perRevision } from "./perRevision";

/**
 * The records of a registry, as a data file holds them: each is its resource of the specification
 * (section 2), in which a reference needs nothing but its identifier. Names and links in references, links,
 * and a group type's groups follow from the records when an answer is made.
 */
export interface ContentRecords {
  readonly groupTypes: readonly GroupType[];
  readonly groups: readonly Group[];
  readonly people: readonly Person[];
  readonly users: readonly User[];
}

/** Everything a registry knows. It can change while the registry serves it. */
export class Content {
  readonly groupTypes: Collection<GroupType>;
  readonly groups: Collection<Group>;
  readonly people: Collection<Person>;
  readonly users: Collection<User>;
  #revision = 0;
  readonly #usersByName = perRevision(
    this,
    () => new Map(Array.from(this.users.values(), (user) => [user.userName, user])),
  );
  readonly #groupsByType = perRevision(this, () => byType(this.groups.values()));

  constructor(records: ContentRecords) {
    const changed = () => {
      this.#revision += 1;
    };
    this.groupTypes = new Collection(records.groupTypes, ({ groupTypeId }) => groupTypeId, changed);
    this.groups = new Collection(records.groups, ({ groupId }) => groupId, changed);
    this.people = new Collection(records.people, ({ personId }) => personId, changed);
    this.users = new Collection(records.users, ({ userId }) => userId, changed);
  }

  /** Grows with every change: what was made from an older revision is out of date. */
  get revision(): number {
    return this.#revision;
  }

  userNamed(userName: string): User | undefined {
    return this.#usersByName().get(userName);
  }

  groupsOfType(groupTypeId: string): readonly Group[] {
    return this.#groupsByType().get(groupTypeId) ?? [];
  }
}

function byType(groups: Iterable<Group>): ReadonlyMap<string, readonly Group[]> {
  const lists = new Map<string, Group[]>();
  for (const group of groups) {
    const list = lists.get(group.groupType.groupTypeId);
    if (list === undefined) lists.set(group.groupType.groupTypeId, [group]);
    else list.push(group);
  }
  return lists;
}

/** Records by identifier, in the order in which they were given. */
export class Collection<Resource> {
  readonly #records: Map<string, Resource>;
  readonly #idOf: (record: Resource) => string;
  readonly #changed: () => void;

  constructor(records: readonly Resource[], idOf: (record: Resource) => string, changed: () => void) {
    this.#records = new Map(records.map((record) => [idOf(record), record]));
    this.#idOf = idOf;
    this.#changed = changed;
  }

  get size(): number {
    return this.#records.size;
  }

  get(id: string): Resource | undefined {
    return this.#records.get(id);
  }

  values(): Iterable<Resource> {
    return this.#records.values();
  }

  /** Adds a record, or puts it in the place of the one with its identifier. */
  put(record: Resource): void {
    this.#records.set(this.#idOf(record), record);
    this.#changed();
  }

  delete(id: string): void {
    this.#records.delete(id);
    this.#changed();
  }
}
